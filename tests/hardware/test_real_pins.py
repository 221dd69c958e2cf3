"""The real back end on a kernel chip: gpiozero, lgpio, our reader, the board process.

Needs the kernel's simulated chip (module gpio-sim) as /dev/gpiochip0 with 54 lines, as root:

    mount -t configfs none /sys/kernel/config; cd /sys/kernel/config/gpio-sim
    mkdir -p pi/bank; echo 54 >pi/bank/num_lines; echo 1 >pi/live
    pytest -m pi tests/hardware/test_real_pins.py
"""

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hardware.board_client import BoardClient
from hardware.config import default_wiring
from hardware.events import EdgesUntil, Lamps, Press
from hardware.timing import MS

CHIP = Path("/sys/devices/platform/gpio-sim.0/gpiochip0")
CONFIG = replace(default_wiring(4), backend="lgpio", chip=0, revision="c03114")
SEATS = [seat.button for seat in CONFIG.seats]

STALL_NS = 10 * MS
"""An emulated processor is put aside by a busy machine for so long."""

pytestmark = pytest.mark.pi


class Chip:
    """Fingers on the simulated chip: buttons to ground, the board asks for the pull-up."""

    def __init__(self) -> None:
        self._pulls = {n: os.open(CHIP / f"sim_gpio{n}/pull", os.O_WRONLY) for n in SEATS}

    def move(self, gpio: int, level: int) -> tuple[int, int]:
        """Move a line; the time before and after, ns."""
        text = b"pull-up" if level else b"pull-down"
        before = time.monotonic_ns()
        os.write(self._pulls[gpio], text)
        return before, time.monotonic_ns()

    def tap(self, gpio: int) -> tuple[int, int]:
        window = self.move(gpio, 0)
        time.sleep(0.06)
        self.move(gpio, 1)
        time.sleep(0.06)
        return window

    def lit(self) -> set[int]:
        lamps = {
            gpio
            for seat in CONFIG.seats
            for gpio in (seat.lamp_green, *seat.lamp_purple, seat.lamp_turn)
            if gpio is not None
        }
        return {n for n in lamps if (CHIP / f"sim_gpio{n}/value").read_text().strip() == "1"}

    def close(self) -> None:
        for fd in self._pulls.values():
            os.close(fd)


@pytest.fixture
def client(notes: Any) -> Iterator[BoardClient]:
    made = BoardClient(CONFIG, notes)
    try:
        notes.status("buttons", ok=True)
        yield made
    finally:
        made.close()


@pytest.fixture
def chip(client: BoardClient) -> Iterator[Chip]:
    made = Chip()
    yield made
    made.close()


def wait_for_presses(notes: Any, count: int) -> list[Press]:
    notes.wait_for(
        f"{count} presses", lambda all_: len([s for s in all_ if isinstance(s, Press)]) >= count
    )
    presses: list[Press] = notes.presses
    return presses


def test_each_press_carries_the_kernels_stamp(chip: Chip, notes: Any) -> None:
    windows = [chip.tap(SEATS[n % 4]) for n in range(24)]
    presses = wait_for_presses(notes, 24)
    assert [p.seat for p in presses] == [n % 4 for n in range(24)]
    assert_stamped(presses, windows)
    assert all(press.bounce == () for press in presses)


def assert_stamped(presses: list[Press], windows: list[tuple[int, int]]) -> None:
    """Never before the finger, and within the write but for an emulator's own stalls."""
    inside = 0
    for press, (before, after) in zip(presses, windows, strict=True):
        assert before <= press.at.latest <= after + STALL_NS
        inside += press.at.latest <= after and press.at.earliest == press.at.latest - MS // 2
    assert inside >= 0.8 * len(presses)


def test_bounce_is_one_press_with_its_train(chip: Chip, notes: Any) -> None:
    before, after = chip.move(SEATS[0], 0)
    for n in range(9):
        time.sleep(0.002)
        chip.move(SEATS[0], (n + 1) % 2)
    time.sleep(0.1)
    (press,) = wait_for_presses(notes, 1)
    assert before <= press.at.latest <= after
    assert len(press.bounce) == 9
    chip.move(SEATS[0], 0)


def test_bounce_as_fast_as_it_comes_stays_within_the_error(chip: Chip, notes: Any) -> None:
    """Edges 0.05 ms apart: the kernel keeps one stamp until its thread ran, see pins_lgpio."""
    for seat in range(4):
        before, after = chip.move(SEATS[seat], 0)
        for n in range(6):
            chip.move(SEATS[seat], (n + 1) % 2)
        time.sleep(0.1)
        press = wait_for_presses(notes, seat + 1)[-1]
        assert press.seat == seat
        assert press.at.earliest <= after
        assert press.at.latest >= before
        chip.move(SEATS[seat], 1)


def test_busy_python_beside_it_changes_no_stamp_and_no_mark_lies(chip: Chip, notes: Any) -> None:
    stop = threading.Event()

    def busy() -> None:
        while not stop.is_set():
            sum(range(1000))

    threads = [threading.Thread(target=busy) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        windows = [chip.tap(SEATS[n % 4]) for n in range(16)]
        presses = wait_for_presses(notes, 16)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert_stamped(presses, windows)
    promised = 0
    for told in notes.all:
        if isinstance(told, EdgesUntil):
            promised = told.ns
        elif isinstance(told, Press):
            assert told.at.earliest > promised


def test_marks_follow_the_clock(chip: Chip, notes: Any) -> None:
    notes.mark((time.monotonic_ns() + 100 * MS) / MS)
    last = next(s for s in reversed(notes.all) if isinstance(s, EdgesUntil))
    assert last.ns <= time.monotonic_ns()


def test_lamps_are_lit_and_go_out_with_the_board(chip: Chip, client: BoardClient) -> None:
    seats = CONFIG.seats
    client.set_lamps(Lamps(status=("green", "purple", "off", "off"), turn=3))
    wanted = {seats[0].lamp_green, *seats[1].lamp_purple, seats[3].lamp_turn}
    for _ in range(500):
        if chip.lit() == wanted:
            break
        time.sleep(0.01)
    assert chip.lit() == wanted
    client.close()
    assert chip.lit() == set()


def test_a_killed_board_takes_the_pins_again(chip: Chip, client: BoardClient, notes: Any) -> None:
    assert client.pid is not None
    os.kill(client.pid, signal.SIGKILL)
    notes.status("buttons", ok=False)
    notes.all.clear()
    notes.status("buttons", ok=True)
    chip.tap(SEATS[2])
    assert [p.seat for p in wait_for_presses(notes, 1)] == [2]
