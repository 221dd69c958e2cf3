"""The board process as the product starts it, on a kernel chip: `make rig-gpio`.

gpiozero, lgpio, our reader and the board's channel; see tests/support/real_chip.py for the chip.
"""

import os
import signal
import statistics
import sys
import time
from collections.abc import Iterator

import pytest

from companion.referee import DuePresses, RefereeConfig, due, feed, start
from hardware.board_client import BoardClient
from hardware.board_link import ToCompanion
from hardware.events import EdgesUntil, KnownUntil, Press
from hardware.timing import MS
from tests.support.notes import Notes
from tests.support.real_chip import (
    CONFIG,
    DOWN,
    HOLD_MS,
    REST_MS,
    SEATS,
    UP,
    Chip,
    fingers,
    let_go,
)
from tests.support.rig_report import measured

STALL_NS = 10 * MS
"""An emulated processor is put aside by a busy machine for so long."""

pytestmark = pytest.mark.pi


class Client(BoardClient):
    """One process for all tests here: an emulator takes seconds to start one."""

    def __init__(self) -> None:
        self.notes = Notes()
        self.delays_ms: list[float] = []
        super().__init__(CONFIG, self._hear)

    def _hear(self, signal: ToCompanion) -> None:
        if isinstance(signal, Press):
            self.delays_ms.append((time.monotonic_ns() - signal.at.latest) / MS)
        self.notes(signal)


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    let_go()
    made = Client()
    try:
        made.notes.status("buttons", ok=True)
        yield made
    finally:
        made.close()


@pytest.fixture
def notes(client: Client) -> Notes:
    let_go()
    client.notes.mark((time.monotonic_ns() + 100 * MS) / MS)
    client.notes.all.clear()
    return client.notes


@pytest.fixture
def chip(client: Client) -> Iterator[Chip]:
    made = Chip()
    yield made
    made.close()


def wait_for_presses(notes: Notes, count: int) -> list[Press]:
    notes.wait_for(
        f"{count} presses", lambda all_: len([s for s in all_ if isinstance(s, Press)]) >= count
    )
    presses: list[Press] = notes.presses
    return presses


def test_each_press_carries_the_kernels_stamp(chip: Chip, client: Client, notes: Notes) -> None:
    """And is on the companion's queue a little later; how much is told, an emulator proves none."""
    client.delays_ms.clear()
    windows = [chip.tap(SEATS[n % 4], notes) for n in range(24)]
    presses = wait_for_presses(notes, 24)
    assert [p.seat for p in presses] == [n % 4 for n in range(24)]
    assert_stamped(presses, windows)
    assert all(press.bounce == () for press in presses)
    delays = sorted(client.delays_ms)
    measured(
        what="edge to press on the queue",
        presses=len(delays),
        median_ms=round(statistics.median(delays), 1),
        p95_ms=round(delays[int(0.95 * len(delays))], 1),
    )


def assert_stamped(presses: list[Press], windows: list[tuple[int, int]]) -> None:
    """Never before the finger, and within the write but for an emulator's own stalls."""
    inside = 0
    for press, (before, after) in zip(presses, windows, strict=True):
        assert before <= press.at.latest <= after + STALL_NS
        inside += press.at.latest <= after and press.at.earliest == press.at.latest - MS // 2
    assert inside >= 0.8 * len(presses)


def test_bounce_as_fast_as_it_comes_stays_within_the_error(chip: Chip, notes: Notes) -> None:
    """Edges 0.05 ms apart: the kernel keeps one stamp until its thread ran, see pins_lgpio.

    Of a few trains one must: an emulated processor that is put aside stamps late, or tells none of
    the edges before the contact is quiet again.
    """
    for seat in range(4):
        late = [fast_bounce(chip, notes, seat) for _ in range(5)]
        told = [ns for ns in late if ns is not None]
        assert len(told) >= 3
        assert min(told) <= 0, late


def fast_bounce(chip: Chip, notes: Notes, seat: int) -> int | None:
    """How long after the first write its press began at the earliest, ns; None where none came."""
    notes.all.clear()
    before, after = chip.move(SEATS[seat], DOWN)
    for n in range(6):
        chip.move(SEATS[seat], (n + 1) % 2)
    notes.told_up_to_now()
    time.sleep(HOLD_MS / 1000)
    chip.move(SEATS[seat], UP)
    notes.told_up_to_now()
    time.sleep(REST_MS / 1000)
    if not notes.presses:
        return None
    press = notes.presses[0]
    assert press.seat == seat
    assert press.at.latest >= before
    return press.at.earliest - after


def test_marks_follow_the_clock(chip: Chip, notes: Notes) -> None:
    notes.mark((time.monotonic_ns() + 100 * MS) / MS)
    last = next(s for s in reversed(notes.all) if isinstance(s, EdgesUntil))
    assert last.ns <= time.monotonic_ns()


def test_lost_edges_void_the_round_instead_of_naming_the_wrong_one(
    client: Client, notes: Notes
) -> None:
    """The kernel's queue drops its oldest event; the first edges of seat 3 are among them.

    Seat 3 was first; what is left of its edges begins after seat 1's press.
    """
    assert client.pid is not None
    os.kill(client.pid, signal.SIGSTOP)
    chatter = [(SEATS[2], level, 0.2) for level in (DOWN, UP)]
    fingers([*chatter * 5, (SEATS[0], DOWN, 1.0), *chatter * 160, (SEATS[2], DOWN, HOLD_MS)])
    os.kill(client.pid, signal.SIGCONT)
    notes.wait_for("both", lambda all_: {p.seat for p in all_ if isinstance(p, Press)} == {0, 2})
    by_seat: dict[int, Press] = {}
    for press in notes.presses:  # a stall may make the end of the chatter a press of its own
        by_seat.setdefault(press.seat, press)
    presses = list(by_seat.values())
    assert first_of(presses) == ((0, 2),)


def first_of(presses: list[Press]) -> tuple[tuple[int, ...], ...]:
    """The referee's groups; a winner alone in the first, or all in doubt."""
    referee = start(RefereeConfig())
    for press in presses:
        referee = feed(referee, press)
    end = max(press.at.latest for press in presses) + 1000 * MS
    referee = feed(feed(referee, EdgesUntil(ns=end)), KnownUntil(ns=end))
    (one,) = due(referee)[1]
    assert isinstance(one, DuePresses)
    return one.groups


def test_a_user_without_permission_is_told_the_group(client: Client, notes: Notes) -> None:
    """The board process of a user who may not open the chip: it says so and stays up."""
    as_nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
    refused = Notes()
    stranger = BoardClient(
        CONFIG, refused, command=(*as_nobody, sys.executable, "-m", "hardware.board")
    )
    try:
        told = refused.status("buttons", ok=False).text
        assert "may not open the pins (gpiochip0)" in told
        assert "play goes on by phone" in told
        assert "usermod -aG gpio" in told
        assert stranger.pid is not None
        os.kill(stranger.pid, 0)
    finally:
        stranger.close()


def test_a_killed_board_takes_the_pins_again(chip: Chip, client: Client, notes: Notes) -> None:
    assert client.pid is not None
    os.kill(client.pid, signal.SIGKILL)
    notes.status("buttons", ok=False)
    notes.all.clear()
    notes.status("buttons", ok=True)
    chip.tap(SEATS[2], notes)
    assert [p.seat for p in wait_for_presses(notes, 1)] == [2]
