"""The doctor's look through the camera: light, sharpness, and whether the mat is in sight."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from companion.commands.doctor_probe import Finding, LookAtTable, Machine, amber, green
from companion.commands.doctor_words import numbers_of
from companion.config import FILE_NAME, ConfigError, load_config
from companion.eye.config import EyeConfig
from companion.words import recognised, t
from hardware.events import SensorStatus
from hardware.eye_link import Conditions

FREE_THE_CAMERA = (
    "If the companion runs already, its page shows the light; else: "
    "sudo systemctl stop table-companion, then again."
)


class NoPictureError(Exception):
    """The camera shows nothing; the message says why."""


def light(machine: Machine) -> Iterable[Finding]:
    """What the eye says of the table, as it stands now."""
    if machine.look is None:
        return
    try:
        config = load_config(machine.data_dir / FILE_NAME).eye
    except ConfigError:
        return  # said by the configuration's own line
    if config.source == "none" or (is_numbered(config) and not machine.nodes("video[0-9]*")):
        yield green("light", "no camera here; nothing to measure")
        return
    yield from found(config, machine.look)


def is_numbered(config: EyeConfig) -> bool:
    """Whether frames come from one of /dev/video*; a path may lie anywhere."""
    return config.source in ("auto", "opencv", "picamera2") and isinstance(config.device, int)


def found(config: EyeConfig, look: LookAtTable) -> Iterable[Finding]:
    """Look until the eye says how the table looks, and where it sees it, of its clock."""
    try:
        with look(config) as listen:
            conditions = _first(listen, Conditions)
            yield judged(conditions)
            if conditions.ok:
                yield compared(_first(listen, SensorStatus))
    except NoPictureError as error:
        yield amber("light", str(error), FREE_THE_CAMERA)


Told = TypeVar("Told")


def _first(listen: Callable[[], object], kind: type[Told]) -> Told:
    while not isinstance(told := listen(), kind):
        pass
    return told


def compared(status: SensorStatus) -> Finding:
    """What the eye says of the camera's clock, beside that of the buttons."""
    if status.warning:
        return amber("camera clock", status.text, "Restart the Pi: sudo reboot")
    if "ms" in status.parts:
        return green("camera clock", status.text)
    return green(
        "camera clock",
        "This camera stamps nothing: a picture counts by when it came.",
    )


def judged(conditions: Conditions) -> Finding:
    """Numbers where cards can be read; else what is wrong and the cure."""
    numbers = numbers_of(conditions.measures)
    numbers = numbers or t("{n} markers in sight", n=conditions.markers)
    if conditions.ok and not conditions.text:
        return green("light", t("cards can be read ({numbers})", numbers=numbers))
    said = recognised(conditions.text)
    if conditions.ok:
        return amber("light", t("Cards are harder to read ({numbers}).", numbers=numbers), said)
    text = t("Cards cannot be read, so they are entered by phone ({numbers}).", numbers=numbers)
    return amber("light", text, said)
