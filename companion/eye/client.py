"""The companion's end of the eye process: starts it, listens, starts it again when it dies."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from companion.eye.config import EyeConfig
from companion.eye.handover import Handover
from companion.eye.unanswered import Unanswered
from hardware.child import Child
from hardware.events import (
    DiceSeen,
    GridSeen,
    KnownUntil,
    Observation,
    SensorStatus,
    sensor_status,
)
from hardware.eye_link import (
    Conditions,
    EvidenceImage,
    Expect,
    FromEye,
    LightHeld,
    LooksLike,
    MeasureLight,
    PileLies,
    Recheck,
    Stop,
    Taught,
    Teach,
    TeachBuild,
    TeachLoad,
    TeachPhoto,
    TeachShot,
)
from hardware.heart import SILENT_S

STOP_S = 3.0
MOST_PX = 50_000_000
"""Of a picture that is opened: more than any phone of today takes."""

OnSignal = Callable[
    [Observation | GridSeen | DiceSeen | KnownUntil | LooksLike | SensorStatus], None
]
OnImage = Callable[[str, bytes], None]
OnConditions = Callable[[Conditions | LightHeld], None]
OnTeaching = Callable[[TeachShot | Taught], None]


class EyeClient:
    """One eye process, kept alive.

    Args:
        config: Its settings.
        on_signal: Called from the client's thread with each Observation, GridSeen, DiceSeen,
            KnownUntil, LooksLike and SensorStatus, in order.
        on_image: Called likewise with id and JPEG of evidence, before the observation that refers
            to it.
        on_conditions: Called likewise with light, sharpness and how the zones stand, and with
            exposure and white balance when the camera holds others.
        on_teaching: Called likewise with faces that were taken and what was learned.
        command: What to start, for tests; `--config JSON --fd N` is appended.
        silent_s: A process that says nothing for so long hangs, and another is started.
    """

    def __init__(
        self,
        config: EyeConfig,
        on_signal: OnSignal,
        on_image: OnImage,
        on_conditions: OnConditions | None = None,
        *,
        on_teaching: OnTeaching | None = None,
        command: Sequence[str] = (sys.executable, "-m", "companion.eye"),
        silent_s: float = SILENT_S,
    ) -> None:
        self._config = config
        self._on_signal = on_signal
        self._on_image = on_image
        self._on_conditions = on_conditions
        self._on_teaching = on_teaching
        self._teaching = Teach(on=False)
        self._unanswered = Unanswered()
        self._start = tuple(command)
        self._expect: Expect | None = None
        self._piles = Handover()
        self._child: Child[FromEye] = Child(
            "eye client",
            command=self._command,
            incoming=FromEye,
            on_message=self._hand_on,
            on_death=lambda code: self._mourn(_died(code)),
            on_silence=lambda: self._mourn(_hung()),
            silent_s=silent_s,
            greeting=self._greeting,
            farewell=Stop(),
            stop_s=STOP_S,
            environment=_environment(),
        )

    @property
    def pid(self) -> int | None:
        """Of the present process, for memory measurements."""
        return self._child.pid

    def expect(self, expect: Expect) -> None:
        """What may turn up from now on, also after a restart of the process. Never raises."""
        self._expect = expect
        self._child.send(expect)

    def recheck(self, zone: str = "") -> None:
        """Take what lies in the zone (in all zones where empty) as given. Never raises."""
        self._piles.forget(zone)
        self._child.send(Recheck(zone=zone))

    def measure_light(self) -> bool:
        """Exposure and white balance anew; False where no eye runs just now."""
        return self._child.send(MeasureLight())

    def teach(self, message: Teach | TeachPhoto | TeachBuild | TeachLoad) -> bool:
        """Pass it on; False where no eye runs just now. Teaching goes on after a restart.

        What was passed on is answered, if only by saying that the process ended before it could.
        """
        if isinstance(message, Teach):
            self._teaching = message
        self._unanswered.asked(message)
        if self._child.send(message):
            return True
        self._unanswered.refused(message)
        return False

    def use_catalogue(self, path: str) -> None:
        """Which taught cards a process that is started from now on reads."""
        self._config = msgspec.structs.replace(self._config, catalogue=path)

    def close(self) -> None:
        """Idempotent; returns when the process has ended."""
        self._child.close()

    def _command(self) -> list[str]:
        config = msgspec.json.encode(self._config).decode()
        return [*self._start, "--config", config]

    def _greeting(self) -> list[Any]:
        """What to expect, how the piles lay, and whether to teach."""
        told: list[Any] = [] if self._expect is None else [self._expect]
        told += self._piles.all()
        return [*told, self._teaching] if self._teaching.on else told

    def _mourn(self, status: SensorStatus) -> None:
        self._on_signal(status)
        for answer in self._unanswered.take():
            self._hand_on(answer)

    def _hand_on(self, message: FromEye) -> None:
        match message:
            case EvidenceImage(id=ident, jpeg=jpeg):
                self._on_image(ident, jpeg)
            case Conditions() | LightHeld():
                if isinstance(message, LightHeld):  # a process started later need not measure
                    self._config = msgspec.structs.replace(self._config, exposure=message.held)
                if self._on_conditions is not None:
                    self._on_conditions(message)
            case TeachShot() | Taught():
                self._unanswered.answered(message)
                if self._on_teaching is not None:
                    self._on_teaching(message)
            case PileLies():
                self._piles.take(message)
            case _:
                if isinstance(message, KnownUntil):
                    self._piles.known(message.ns, message.run)
                self._on_signal(message)


def _environment() -> dict[str, str]:
    """One thread for linear algebra, and no picture that fills the memory: set before it starts."""
    return {
        **os.environ,
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "OPENCV_IO_MAX_IMAGE_PIXELS": str(MOST_PX),
    }


def _died(code: int | None) -> SensorStatus:
    return sensor_status(
        "camera",
        ok=False,
        source="none",
        template="The part that looks at the table stopped (exit code {code}) and is being started "
        "again; until then cards are entered by phone. If it goes on, run: companion doctor",
        parts={"code": str(code)},
    )


def _hung() -> SensorStatus:
    return sensor_status(
        "camera",
        ok=False,
        source="none",
        template="The part that looks at the table does not answer any more and is being started "
        "again; until then cards are entered by phone. If it goes on, run: companion doctor",
        parts={},
    )
