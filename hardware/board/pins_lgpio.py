"""The Pi's pins: gpiozero on lgpio, with the edges read by ourselves (see `line_events`)."""

import atexit
import contextlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hardware.board.backend import BoardQueue, PinsLost
from hardware.board.line_events import LineReader, line_level, request_line
from hardware.config import BoardConfig
from hardware.errors import BoardUnavailableError
from hardware.events import Lit
from hardware.timing import MS, Interval

KERNEL_STAMP_ERROR_NS = MS // 2
"""The kernel stamps in the interrupt handler, microseconds late; 0.5 ms under load (estimate).

A bounce that comes before the interrupt's thread ran takes the place of the first edge's stamp:
the kernel keeps one a line until that thread has read it (drivers/gpio/gpiolib-cdev.c; seen on
gpio-sim: 0.3 ms). The thread runs at real-time priority, so this stays within the same bound.
"""


def prepare_lg_directory() -> None:
    """Give lgpio a place for the FIFO that it makes when it is imported; it goes there for good.

    Without a writable one `import lgpio` fails with a FileNotFoundError for `.lgd-nfy-3`. Raises
    BoardUnavailableError where nothing can be written at all.
    """
    if "lgpio" in sys.modules:
        return
    for name in ("LG_WD", "RUNTIME_DIRECTORY"):
        value = os.environ.get(name, "").partition(":")[0]
        if value and os.access(value, os.W_OK | os.X_OK):
            os.environ["LG_WD"] = value
            return
    try:
        directory = tempfile.mkdtemp(prefix="table-companion-lg-")
    except OSError as error:
        raise BoardUnavailableError.of(
            template="lgpio finds no folder that it can write to ({error}), so the buttons cannot "
            "be read; play goes on by phone. Cure: free the disk (df -h), or set backend = "
            '"gpiod" under [board], which needs none.',
            error=error.strerror or str(error),
        ) from error
    os.environ["LG_WD"] = directory
    atexit.register(shutil.rmtree, directory, ignore_errors=True)


class LgpioPins:
    """All pins of one chip. Raises BoardUnavailableError with the cure."""

    source = "gpio"
    stamp_error_ns = KERNEL_STAMP_ERROR_NS

    def __init__(self, config: BoardConfig, queue: BoardQueue, dev: Path) -> None:
        prepare_lg_directory()
        self._chip_fd = -1
        self._queue = queue
        self.factory: Any = None
        self._reader = LineReader(queue.put, broke=lambda error: queue.put(lost(error)))
        try:
            from hardware.board.edge_pin import EdgeFactory  # lgpio makes its FIFO at import

            self.factory = EdgeFactory(self._claim, chip=config.chip, revision=config.revision)
            self._chip_fd = os.open(dev / f"gpiochip{self.factory.chip}", os.O_RDWR | os.O_CLOEXEC)
        except Exception as error:
            self.close()
            raise why_not(error) from error

    def _claim(self, gpio: int, pull: str, follow: Any) -> "Claim":
        return Claim(self._reader, self._chip_fd, gpio, pull, follow)

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
        if self._chip_fd >= 0:
            os.close(self._chip_fd)
            self._chip_fd = -1


class Claim:
    """One input line held by us instead of by lgpio, so that its edges come to our reader."""

    def __init__(self, reader: LineReader, chip_fd: int, gpio: int, pull: str, follow: Any) -> None:
        self._reader = reader
        self._fd = request_line(chip_fd, gpio, pull=pull)
        reader.watch(self._fd, gpio, follow, self.level)

    def level(self) -> int:
        """0 or 1."""
        return line_level(self._fd)

    def release(self) -> None:
        """Give the line back."""
        self._reader.forget(self._fd)
        os.close(self._fd)


def lit_between(queue: BoardQueue, ident: int, switch: Callable[[], bool]) -> None:
    """Set pins; where one went on, say between which instants of the kernel's clock."""
    before = time.monotonic_ns()
    if switch():
        queue.put(Lit(ident=ident, at=Interval(before, time.monotonic_ns())))


def why_not(error: Exception) -> BoardUnavailableError:
    """Why the pins cannot be opened, what it means for the game, and the cure."""
    kind = type(error).__name__
    if isinstance(error, ImportError):
        return BoardUnavailableError.of(
            template="The package lgpio cannot be used ({error}), so the buttons cannot be read; "
            "play goes on by phone. Cure: pip install 'table-companion[pi]' in the companion's "
            "environment.",
            error=str(error),
        )
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
