"""Somebody who writes down what a board says, and waits for what is to come."""

import threading
import time
from typing import Any

from hardware.events import Bounced, EdgesUntil, Press, SensorStatus, with_train
from hardware.timing import MS

PATIENCE_S = 60.0


class Notes:
    """What the board said, in order; waits for what is to come."""

    def __init__(self) -> None:
        self.all: list[Any] = []
        self._new = threading.Condition()

    def __call__(self, signal: Any) -> None:
        with self._new:
            self.all.append(signal)
            self._new.notify_all()

    def wait_for(self, what: str, condition: Any) -> Any:
        with self._new:
            if not self._new.wait_for(lambda: condition(self.all), PATIENCE_S):
                raise AssertionError(f"no {what} in {self.all[-20:]}")
            return condition(self.all)

    def mark(self, ms: float) -> None:
        """Wait until the board says that it has told everything up to `ms`."""

        def passed(all_: list[Any]) -> bool:
            last = next((s for s in reversed(all_) if isinstance(s, EdgesUntil)), None)
            return last is not None and last.ns >= ms * MS  # marks only rise

        self.wait_for(f"mark at {ms} ms", passed)

    def told_up_to_now(self) -> None:
        """Wait until whatever happened by now was told."""
        self.mark((time.monotonic_ns() + MS) / MS)

    def status(self, sensor: str, *, ok: bool) -> SensorStatus:
        def find(all_: list[Any]) -> SensorStatus | None:
            found = [s for s in all_ if isinstance(s, SensorStatus) and s.sensor == sensor]
            return next((s for s in reversed(found) if s.ok == ok), None)

        status: SensorStatus = self.wait_for(f"{sensor} ok={ok}", find)
        return status

    @property
    def presses(self) -> list[Press]:
        """Each with its bounce train, where that was told by now."""
        found = tuple(s for s in self.all if isinstance(s, Press))
        for train in [s for s in self.all if isinstance(s, Bounced)]:
            found = with_train(found, train)
        return list(found)

    def presses_ms(self) -> list[tuple[int, float]]:
        return [(p.seat, p.at.earliest / MS) for p in self.presses]
