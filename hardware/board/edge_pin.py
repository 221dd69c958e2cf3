"""gpiozero on lgpio, except that the edges of inputs are read by `line_events`.

Import it only where lgpio can be imported: it makes a FIFO in its working directory at once.
"""

import contextlib
from collections.abc import Callable
from typing import Any, Protocol

import lgpio
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin

Follow = Callable[[int, int], None]


class HeldLine(Protocol):
    """An input line that is held by our reader instead of by lgpio."""

    def level(self) -> int:
        """0 or 1."""

    def release(self) -> None:
        """Give the line back."""


ClaimLine = Callable[[int, str, Follow], HeldLine]
"""Claim `(gpio, pull, follow)`: `follow(tick_ns, level)` is called after an edge was delivered."""


class EdgePin(LGPIOPin):  # type: ignore[misc]
    """A pin whose edges are read by our reader while a device listens to it."""

    def __init__(self, factory: Any, info: Any) -> None:
        self._line: HeldLine | None = None
        self._pull_set = "floating"
        super().__init__(factory, info)

    def close(self) -> None:
        """Give the line back to lgpio, and reset it; a chip that is gone needs neither."""
        with contextlib.suppress(lgpio.error):
            self.when_changed = None
        with contextlib.suppress(lgpio.error):
            super().close()

    def _enable_event_detect(self) -> None:
        self._pull_set = super()._get_pull()
        lgpio.gpio_free(self.factory.handle, self._number)
        self._line = self.factory.claim_line(self._number, self._pull_set, self._follow)

    def _disable_event_detect(self) -> None:
        if self._line is not None:
            self._line.release()
            self._line = None
            lgpio.gpio_claim_input(self.factory.handle, self._number, lgpio.SET_PULL_NONE)

    def _follow(self, tick_ns: int, level: int) -> None:
        self._call_when_changed(None, self._number, level, tick_ns)

    def _get_state(self) -> Any:
        return super()._get_state() if self._line is None else bool(self._line.level())

    def _get_function(self) -> Any:
        return super()._get_function() if self._line is None else "input"

    def _get_pull(self) -> Any:
        return super()._get_pull() if self._line is None else self._pull_set


class EdgeFactory(LGPIOFactory):  # type: ignore[misc]
    """An lgpio factory that hands inputs to `claim_line`, and can be told which Pi it is on."""

    def __init__(self, claim_line: ClaimLine, *, chip: int | None, revision: str) -> None:
        self._told_revision = revision
        self.claim_line = claim_line
        super().__init__(chip=chip)
        self.pin_class = EdgePin

    @property
    def handle(self) -> Any:
        """The chip, as lgpio numbers it (private in gpiozero 2.0)."""
        return self._handle

    def _get_revision(self) -> Any:
        return int(self._told_revision, 16) if self._told_revision else super()._get_revision()
