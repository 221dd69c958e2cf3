"""A table's pins in whatever form they are had, each moved and looked at in the same words.

`TwinTable` is gpiozero's mock pins moved by a world; `MockTable` is lgpio or gpiod on a chip in
memory; `KernelTable` is either on the kernel's simulated chip (`make rig-gpio`).
"""

import contextlib
import functools
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hardware.board.choice import open_pins
from hardware.board.line_events import request_line
from hardware.config import BoardConfig
from hardware.timing import MS
from tests.support import real_chip
from tests.support.mock_chip import MockChip, on_gpiod, on_lgpio, with_chip
from tests.support.notes import PATIENCE_S, Notes
from tests.support.real_chip import CONFIG, HOLD_MS, REST_MS, Move, RealBoard, Window


class Table:
    """A board on pins; `open` starts one, with the table's own wiring or another."""

    stall_ns = 0
    """How late a stamp may be for a reason that is the test's own."""
    hold_ms, rest_ms = HOLD_MS, REST_MS
    """How long a finger stays down, and up again."""

    def __init__(self, config: BoardConfig) -> None:
        self.config = config
        self.notes = Notes()
        self.board: Any = None

    def open(self, **changes: Any) -> None:
        self.board = RealBoard(self.notes, replace(self.config, **changes), **self._options())

    def _options(self) -> dict[str, Any]:
        return {}

    def fingers(self, moves: Sequence[Move]) -> list[Window]:
        raise NotImplementedError

    def settle(self) -> None:
        """Everything up to now was told."""
        self.notes.told_up_to_now()

    def lit(self) -> set[int]:
        raise NotImplementedError

    def wait_for_lamps(self, wanted: set[int]) -> None:
        until = time.monotonic() + PATIENCE_S
        while self.lit() != wanted and time.monotonic() < until:
            time.sleep(0.005)
        assert self.lit() == wanted

    def close(self) -> None:
        if self.board is not None:
            self.board.close()


class TwinTable(Table):
    """The world's clock stands still but for what the fingers and `settle` do."""

    def __init__(self, world: Any, folder: Path) -> None:
        super().__init__(replace(CONFIG, backend="auto"))
        self._make_world, self._folder = type(world), folder
        self.world = world
        self._now_ms = 1000.0

    def _options(self) -> dict[str, Any]:
        return {"rendezvous": self._folder}

    def fingers(self, moves: Sequence[Move]) -> list[Window]:
        windows = []
        for gpio, level, wait_ms in moves:
            self._now_ms += 0.5
            self.world.edge(gpio, level, self._now_ms)
            windows.append((round(self._now_ms * MS), round(self._now_ms * MS)))
            self._now_ms += wait_ms
        return windows

    def settle(self) -> None:
        self._now_ms += 500
        self.world.done(self._now_ms)
        self.notes.mark(self._now_ms)

    def lit(self) -> set[int]:
        return {gpio for gpio, level in self.world.pins.items() if level}

    def vanish(self) -> None:
        self.world.vanish()

    def return_(self) -> None:
        self.world = self._make_world(self._folder)

    def close(self) -> None:
        super().close()
        self.world.vanish()


class MockTable(Table):
    """A chip in memory."""

    def __init__(self, backend: Any, folder: Path, patch: pytest.MonkeyPatch) -> None:
        super().__init__(replace(CONFIG, backend=backend))
        self.chip = MockChip()
        self._dev = with_chip(folder)
        {"lgpio": on_lgpio, "gpiod": on_gpiod}[backend](self.chip, patch)

    def _options(self) -> dict[str, Any]:
        return {"open_pins": functools.partial(open_pins, dev=self._dev)}

    def fingers(self, moves: Sequence[Move]) -> list[Window]:
        windows = []
        for gpio, level, wait_ms in moves:
            windows.append(self.chip.move(gpio, level))
            time.sleep(wait_ms / 1000)
        return windows

    def lit(self) -> set[int]:
        return self.chip.lit()

    def vanish(self) -> None:
        self.chip.vanish()

    def return_(self) -> None:
        self.chip.return_()

    def held(self) -> set[int]:
        """Pins that are not free."""
        return self.chip.held()

    def hold(self, gpio: int) -> Callable[[], None]:
        """Another program takes a pin; call the result to give it back."""
        self.chip.hold(gpio)
        return lambda: self.chip.free(gpio)


class KernelTable(Table):
    """The kernel's simulated chip."""

    stall_ns = 10 * MS
    """An emulated processor is put aside by a busy machine; test_real_chip.py looks closer."""

    def __init__(self, backend: Any) -> None:
        super().__init__(replace(CONFIG, backend=backend))
        real_chip.let_go()

    def fingers(self, moves: Sequence[Move]) -> list[Window]:
        """From this process: in an emulator one of their own takes seconds to start.

        A finger that waits also waits until its edge was told: where the emulated processor is put
        aside for all of a tap, the chip tells its two edges as one.
        """
        chip = real_chip.Chip()
        windows = []
        try:
            for gpio, level, wait_ms in moves:
                windows.append(chip.move(gpio, level))
                if wait_ms:
                    self.settle()
                    time.sleep(wait_ms / 1000)
        finally:
            chip.close()
        return windows

    def lit(self) -> set[int]:
        return real_chip.lit()

    def vanish(self) -> None:
        real_chip.LIVE.write_text("0")

    def return_(self) -> None:
        real_chip.chip_returns()
        real_chip.let_go()

    def held(self) -> set[int]:
        """Whatever is open here of any GPIO chip; with one, a chip that returns is renamed."""
        found = set()
        for entry in Path("/proc/self/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):
                if str(entry.readlink()).startswith(("/dev/gpiochip", "anon_inode:gpio")):
                    found.add(int(entry.name))
        return found

    def hold(self, gpio: int) -> Callable[[], None]:
        """Another program takes a pin; call the result to give it back."""
        chip = os.open("/dev/gpiochip0", os.O_RDWR)
        line = request_line(chip, gpio, pull="up")

        def give_back() -> None:
            os.close(line)
            os.close(chip)

        return give_back
