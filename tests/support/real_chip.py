"""The kernel's simulated GPIO chip, fingers on it, and a board of the product that reads it.

As root, with the module gpio-sim (`make rig-gpio` boots a machine that has it):

    mount -t configfs none /sys/kernel/config; cd /sys/kernel/config/gpio-sim
    mkdir -p pi/bank; echo 54 >pi/bank/num_lines; echo 1 >pi/live
"""

import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from hardware.board.choice import open_pins
from hardware.board.process import Board
from hardware.board_link import Stop, ToBoard, ToCompanion
from hardware.channel import Channel, ChannelClosedError
from hardware.config import default_wiring
from hardware.wiring import connections

SIMULATED = Path("/sys/devices/platform/gpio-sim.0")
LIVE = Path("/sys/kernel/config/gpio-sim/pi/live")
CONFIG = replace(default_wiring(4), backend="lgpio", chip=0, revision="c03114")
SEATS = [seat.button for seat in CONFIG.seats]
DOWN, UP = 0, 1
"""Levels of a button to ground."""

HOLD_MS, REST_MS = 60, 50
"""Past the lockout of a press (40 ms) and the quiet time after a release (25 ms), by as much as an
emulator on a busy machine may stamp one edge late."""


def chip_folder() -> Path:
    """Where the levels of the simulated chip are moved; its number changes when it returns."""
    return next(SIMULATED.glob("gpiochip*"))


def chip_returns() -> None:
    """Plug the simulated chip in again, under its old name.

    Linux 6.1 never frees the number of a chip that went while its lines were in use, so it returns
    as the next one; a link gives it the old name, as a rule of udev would.
    """
    LIVE.write_text("1")
    name = Path("/dev/gpiochip0")
    name.unlink(missing_ok=True)
    name.symlink_to(chip_folder().name)


Window = tuple[int, int]
Move = tuple[int, int, float]


class Chip:
    """Moves lines from this process."""

    def __init__(self, gpios: Sequence[int] = tuple(SEATS)) -> None:
        self._pulls = {n: os.open(chip_folder() / f"sim_gpio{n}/pull", os.O_WRONLY) for n in gpios}

    def move(self, gpio: int, level: int) -> Window:
        """The time before and after, ns."""
        text = b"pull-up" if level else b"pull-down"
        before = time.monotonic_ns()
        os.write(self._pulls[gpio], text)
        return before, time.monotonic_ns()

    def tap(self, gpio: int, notes: Any) -> Window:
        """Down and up; each edge is told before the next is made, see `KernelTable.fingers`."""
        window = self.move(gpio, DOWN)
        notes.told_up_to_now()
        time.sleep(HOLD_MS / 1000)
        self.move(gpio, UP)
        notes.told_up_to_now()
        time.sleep(REST_MS / 1000)
        return window

    def close(self) -> None:
        for fd in self._pulls.values():
            os.close(fd)


def lit() -> set[int]:
    """Which outputs of the default wiring are on."""
    outputs = {one.gpio for one in connections(CONFIG) if one.output}
    folder = chip_folder()
    return {n for n in outputs if (folder / f"sim_gpio{n}/value").read_text().strip() == "1"}


def fingers(moves: Sequence[Move]) -> list[Window]:
    """Make the moves in a process of their own; the window of each."""
    script = Path(__file__).with_name("fingers.py")
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(script), str(chip_folder())],
        input=json.dumps(moves),
        capture_output=True,
        text=True,
        check=True,
    )
    return [tuple(window) for window in json.loads(done.stdout)]


def let_go(gpios: Sequence[int] = tuple(SEATS)) -> None:
    """All lines at rest."""
    chip = Chip(gpios)
    for gpio in gpios:
        chip.move(gpio, UP)
    chip.close()


class RealBoard:
    """The product's board, unmodified, in a thread of this process."""

    def __init__(self, notes: Any, config: Any = CONFIG, **options: Any) -> None:
        ours, theirs = socket.socketpair()
        self.channel: Channel[ToCompanion] = Channel(ours, ToCompanion)
        options.setdefault("open_pins", open_pins)
        self.board = Board(Channel(theirs, ToBoard), config, **options)
        self._notes = notes
        self._threads = [
            threading.Thread(target=self.board.run, daemon=True),
            threading.Thread(target=self._listen, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _listen(self) -> None:
        with contextlib.suppress(ChannelClosedError):
            while True:
                self._notes(self.channel.receive())

    def close(self) -> None:
        with contextlib.suppress(ChannelClosedError):
            self.channel.send(Stop())
        for thread in self._threads:
            thread.join(60)
            assert not thread.is_alive()
        self.channel.close()
