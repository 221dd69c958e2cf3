"""The Pi's pins: gpiozero on lgpio, with the edges read by ourselves (see `line_events`)."""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hardware.board.backend import BoardQueue
from hardware.board.kernel_pins import KernelPins, why_not
from hardware.board.line_events import LineReader, line_level, request_line
from hardware.config import BoardConfig
from hardware.errors import BoardUnavailableError


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


class LgpioPins(KernelPins):
    """All pins of one chip. Raises BoardUnavailableError with the cure."""

    def __init__(self, config: BoardConfig, queue: BoardQueue, dev: Path) -> None:
        prepare_lg_directory()
        super().__init__(queue)
        self._chip_fd = -1
        try:
            from hardware.board.edge_pin import EdgeFactory  # lgpio makes its FIFO at import

            self.factory = EdgeFactory(self._claim, chip=config.chip, revision=config.revision)
            self._chip_fd = os.open(dev / f"gpiochip{self.factory.chip}", os.O_RDWR | os.O_CLOEXEC)
        except Exception as error:
            self.close()
            raise why_not(error) from error

    def _claim(self, gpio: int, pull: str, follow: Any) -> "Claim":
        return Claim(self._reader, self._chip_fd, gpio, pull, follow)

    def close(self) -> None:
        """Idempotent. Gives the pins back."""
        super().close()
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
