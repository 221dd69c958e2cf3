"""What both kernel back ends share: one reader of edges, stamps, lamps, and why pins fail."""

import contextlib
import time
from collections.abc import Callable
from typing import Any

from hardware.board.backend import BoardQueue, PinsLost, lacking
from hardware.board.line_events import LineReader
from hardware.errors import BoardUnavailableError
from hardware.events import Lit
from hardware.timing import MS, Interval

KERNEL_STAMP_ERROR_NS = MS // 2
"""The kernel stamps in the interrupt handler, microseconds late; 0.5 ms under load (estimate).

A bounce that comes before the interrupt's thread ran takes the place of the first edge's stamp:
the kernel keeps one a line until that thread has read it (drivers/gpio/gpiolib-cdev.c; seen on
gpio-sim: 0.3 ms). The thread runs at real-time priority, so this stays within the same bound.
"""


class KernelPins:
    """All pins of one chip; a back end makes `factory`, gpiozero's own, on top of it."""

    source = "gpio"
    stamp_error_ns = KERNEL_STAMP_ERROR_NS

    def __init__(self, queue: BoardQueue) -> None:
        self._queue = queue
        self._reader = LineReader(queue.put, broke=lambda error: queue.put(lost(error)))
        self.factory: Any = None

    def start_time(self) -> int:
        """Now, on CLOCK_MONOTONIC."""
        return time.monotonic_ns()

    def start(self) -> None:
        """Begin to read edges."""
        self._reader.start()

    def stop(self) -> None:
        """Idempotent. No edge is delivered from now on."""
        self._reader.close()

    def timed(self, ident: int, switch: Callable[[], bool]) -> None:
        """The instant lies between the kernel's clock before and after the pins were set."""
        lit_between(self._queue, ident, switch)

    def close(self) -> None:
        """Idempotent. Gives the pins back."""
        self.stop()
        if self.factory is not None:
            with contextlib.suppress(Exception):  # the chip may be gone
                self.factory.close()
            self.factory = None


def lit_between(queue: BoardQueue, ident: int, switch: Callable[[], bool]) -> None:
    """Set pins; where one went on, say between which instants of the kernel's clock."""
    before = time.monotonic_ns()
    if switch():
        queue.put(Lit(ident=ident, at=Interval(before, time.monotonic_ns())))


def why_not(error: Exception) -> BoardUnavailableError:
    """Why the pins cannot be opened, what it means for the game, and the cure."""
    kind = type(error).__name__
    if isinstance(error, ImportError):
        return lacking(error)
    if kind == "PinUnknownPi":
        return BoardUnavailableError.of(
            template="This machine is not a Raspberry Pi that gpiozero knows, so there are no "
            "buttons; play goes on by phone. With a simulated chip set revision and chip under "
            "[board]."
        )
    return BoardUnavailableError.of(
        template="The pins cannot be opened ({error}), so buttons and lamps are off; play goes on "
        "by phone. Cure: see that no other program uses them (gpioinfo names it), and start again.",
        error=f"{kind}: {error}",
    )


def lost(error: OSError) -> PinsLost:
    """The pins broke while they were in use."""
    return PinsLost(
        error=BoardUnavailableError.of(
            template="The buttons cannot be read any more ({error}); play goes on by phone. They "
            "are tried again every two seconds. Check that no other program took the pins.",
            error=str(error),
        )
    )
