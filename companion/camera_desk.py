"""The camera's conditions as the page sees them, and the way to the eye to measure light anew."""

import math
import threading
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Protocol

from companion.cameramodels import CameraMeasure, CameraModel
from companion.eye.limits import LIMITS, Limit
from companion.ports import Identity, Refused
from companion.words import Text, Words, mark, recognised, render, t
from hardware.eye_link import Condition, Conditions, LightHeld

LABELS: Mapping[str, str] = MappingProxyType(
    {
        "light": mark("Light"),
        "distance": mark("Distance"),
        "sharpness": mark("Sharpness"),
        "markers": mark("Corners in sight"),
        "exposure": mark("Blown out"),
        "glare": mark("Glare"),
        "evenness": mark("Evenness"),
        "flicker": mark("Flicker"),
        "dirt": mark("Dirt on the lens"),
        "shift": mark("Pushed"),
        "likeness": mark("Likeness to spare"),
    }
)
UNITS: Mapping[str, str] = MappingProxyType({"distance": "px/mm", "shift": "px", "markers": ""})
"""Of what is not in per cent."""
NOT_HOST = mark("Only the host or the table's own screen sees the camera's numbers.")
NOT_YET = mark("The camera has not looked at the table yet.")
NO_EYE = mark("The camera is not running just now. It is being started again; try once more soon.")
MEASURING = mark("Light is being measured. Keep hands away from the mat for two seconds.")
HOLDS = mark("Exposure and white balance were measured, and are held.")
CANNOT = mark("This camera cannot hold its exposure: there is nothing to measure.")


class MeasuringEye(Protocol):
    """The part of the eye's client that is needed here."""

    def measure_light(self) -> bool:
        """Pass it on; False where no eye runs just now."""


class CameraDesk:
    """Implements `ports.CameraService`; every method may be called from any thread."""

    def __init__(self, language_of: Callable[[str], str]) -> None:
        """`language_of`: an audience's."""
        self._language_of = language_of
        self._lock = threading.Lock()
        self._eye: MeasuringEye | None = None
        self._now: Conditions | None = None
        self._light = ""

    def connect(self, eye: MeasuringEye) -> None:
        """From now on there is an eye."""
        self._eye = eye

    def heard(self, message: Conditions | LightHeld) -> None:
        """The eye told how things stand."""
        with self._lock:
            if isinstance(message, Conditions):
                self._now = message
            elif message.held:
                self._light = HOLDS
            elif not message.able:
                self._light = CANNOT

    def model(self, identity: Identity) -> CameraModel | Refused:
        """What the page shows."""
        language = self._language_of(identity.audience)
        if not identity.host:
            return Refused(status=403, reason=render(Text(NOT_HOST), language))
        with self._lock:
            now, light = self._now, self._light
        light = render(Text(light), language) if light else ""
        if now is None:
            return CameraModel(ok=False, text=render(Text(NOT_YET), language), light=light)
        return CameraModel(
            ok=now.ok,
            text="" if now.measures else render(recognised(now.text), language),
            measures=tuple(_shown(one, language) for one in now.measures),
            light=light,
        )

    def measure(self, identity: Identity) -> CameraModel | Refused:
        """Measure exposure and white balance anew."""
        if identity.host:
            with self._lock:
                self._light = MEASURING
            if self._eye is None or not self._eye.measure_light():
                with self._lock:
                    self._light = ""
                language = self._language_of(identity.audience)
                return Refused(status=503, reason=render(Text(NO_EYE), language))
        return self.model(identity)


def _shown(one: Condition, language: str) -> CameraMeasure:
    limit = next(limit for limit in LIMITS if limit.name == one.name)
    parts = {"value": limit.shown(one.value)}
    return CameraMeasure(
        name=one.name,
        label=render(Text(LABELS[one.name]), language),
        value=_with_unit(limit, one),
        level=one.level,
        limits=render(_limits(limit), language),
        cure="" if one.level == "good" else render(Text(limit.template, parts), language),
    )


def _limits(limit: Limit) -> Words:
    """From where on a number is amber and red."""
    amber, red = _fine(limit, limit.amber), _fine(limit, limit.red)
    if limit.low:
        return t("harder from {amber} down, fails from {red}", amber=amber, red=red)
    return t("harder from {amber}, fails from {red}", amber=amber, red=red)


def _fine(limit: Limit, value: float) -> str:
    """A limit with its unit, as fine as it is."""
    if limit.name == "markers":
        return str(math.floor(value))  # whole markers are counted; the limits lie between
    if limit.percent:
        return f"{value * 100:.3g} %"
    return f"{value:g} {UNITS[limit.name]}"


def _with_unit(limit: Limit, one: Condition) -> str:
    if one.name == "markers":
        return f"{one.value:.0f}"
    return f"{limit.shown(one.value)} {UNITS.get(one.name, '%')}"
