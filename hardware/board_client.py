"""The companion's end of the board process: starts it, listens, starts it again when it dies."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hardware.board_link import Reconfigure, Stop, ToCompanion
from hardware.child import Child
from hardware.config import BoardConfig
from hardware.events import Beep, Lamps, SensorStatus, sensor_status
from hardware.heart import SILENT_S

OnSignal = Callable[[ToCompanion], None]


class BoardClient:
    """One board process, kept alive.

    Args:
        config: The wiring.
        on_signal: Called from the client's thread with each Press, EdgesUntil and SensorStatus, in
            order.
        rendezvous: Directory of the twin's sockets; None for real hardware.
        run: Which boot the stamps belong to.
        command: What to start, for tests; `--fd N` and the rest are appended.
        silent_s: A process that says nothing for so long hangs, and another is started.
    """

    def __init__(
        self,
        config: BoardConfig,
        on_signal: OnSignal,
        rendezvous: Path | None = None,
        *,
        run: int = 0,
        command: Sequence[str] = (sys.executable, "-m", "hardware.board"),
        silent_s: float = SILENT_S,
    ) -> None:
        self._config = config
        self._rendezvous = rendezvous
        self._run_number = run
        self._start = tuple(command)
        self._lamps: Lamps | None = None
        self._child: Child[ToCompanion] = Child(
            "board client",
            command=self._command,
            incoming=ToCompanion,
            on_message=on_signal,
            on_death=lambda code: on_signal(_died(code)),
            on_silence=lambda: on_signal(_hung()),
            silent_s=silent_s,
            greeting=self._greeting,
            farewell=Stop(),
            urgent=True,
        )

    @property
    def pid(self) -> int | None:
        """Of the present process, for memory measurements."""
        return self._child.pid

    def set_lamps(self, lamps: Lamps) -> None:
        """Show this from now on, also after a restart of the process. Never raises."""
        self._lamps = lamps
        self._child.send(lamps)

    def beep(self, beep: Beep) -> None:
        """Sound the beeper, if the process is up."""
        self._child.send(beep)

    def close(self) -> None:
        """Idempotent. Lamps go out; returns when the process has ended."""
        self._child.close()

    def _command(self) -> list[str]:
        arguments = [*self._start, "--run", str(self._run_number)]
        if self._rendezvous is not None:
            arguments += ["--rendezvous", str(self._rendezvous)]
        return arguments

    def _greeting(self) -> list[Any]:
        config = Reconfigure(config=self._config)
        return [config] if self._lamps is None else [config, self._lamps]


def _died(code: int | None) -> SensorStatus:
    return sensor_status(
        "buttons",
        ok=False,
        source="none",
        template="The part that reads the buttons stopped (exit code {code}) and is being started "
        "again; until then slaps are settled by phone. If it goes on, run: companion doctor",
        parts={"code": str(code)},
    )


def _hung() -> SensorStatus:
    return sensor_status(
        "buttons",
        ok=False,
        source="none",
        template="The part that reads the buttons does not answer any more and is being started "
        "again; until then slaps are settled by phone. If it goes on, run: companion doctor",
        parts={},
    )
