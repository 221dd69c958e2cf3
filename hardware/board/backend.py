"""What every back end offers: pins behind a gpiozero factory, and a queue for edges and marks."""

import queue
from collections.abc import Callable
from typing import Any, Protocol

from msgspec import Struct

from hardware.board_link import ToBoard
from hardware.errors import BoardUnavailableError
from hardware.events import Lit, SensorStatus
from hardware.press_maker import Mark, RawEdge


class HungUp(Struct, frozen=True, kw_only=True):
    """The companion closed the channel."""


class PinsLost(Struct, frozen=True, kw_only=True):
    """The back end broke and has to be opened again: `error` says how, and the cure."""

    error: BoardUnavailableError


Item = RawEdge | Mark | SensorStatus | Lit | PinsLost | HungUp | ToBoard
BoardQueue = queue.SimpleQueue[Item]


class PinBackend(Protocol):
    """Pins of one kind.

    Attributes:
        source: `gpio`, `mock` or `none`, for status messages.
        factory: The gpiozero pin factory, or None where there are no pins.
        stamp_error_ns: How long before its stamp an edge can have happened.
    """

    source: str
    factory: Any
    stamp_error_ns: int

    def start_time(self) -> int:
        """In ns on the clock of the stamps, before which no edge is delivered."""

    def start(self) -> None:
        """Begin to deliver; all devices exist."""

    def stop(self) -> None:
        """Idempotent. Deliver no more; devices may be closed after it, and not before."""

    def close(self) -> None:
        """Idempotent. Gives the pins back."""

    def timed(self, ident: int, switch: Callable[[], bool]) -> None:
        """Call `switch`, which sets pins, and find out when.

        Where it says that a pin went on, `Lit` is put on the queue, at once or when it is known.
        """


class NoPins:
    """A table without buttons, by choice: there is nothing to wait for."""

    source = "none"
    factory = None
    stamp_error_ns = 0

    def start_time(self) -> int:
        """There are no stamps."""
        return 0

    def start(self) -> None:
        """Nothing to start."""

    def stop(self) -> None:
        """Nothing to stop."""

    def close(self) -> None:
        """Nothing to close."""

    def timed(self, ident: int, switch: Callable[[], bool]) -> None:
        """There is nothing to switch."""


def lacking(error: ImportError) -> BoardUnavailableError:
    """A package is not there, or does not load: which, what it means for the game, the cure."""
    return BoardUnavailableError.of(
        template="The package {package} cannot be used ({error}), so the buttons cannot be read; "
        "play goes on by phone. Cure: pip install 'table-companion[pi]' in the companion's "
        "environment.",
        package=(error.name or "gpiozero").partition(".")[0],
        error=str(error),
    )
