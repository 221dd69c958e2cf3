"""The button back end in one interpreter with busy threads, on a kernel chip: `make rig-gpio`.

The board is the product's own; only the process around it is the test's, so that its thread has to
fight for the interpreter, which in the product it never does.
"""

import contextlib
import json
import os
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hardware.board.line_events import request_line
from hardware.debounce import SETTLE_NS
from hardware.events import EdgesUntil, Press
from hardware.timing import MS
from tests.support.real_chip import (
    CONFIG,
    DOWN,
    HOLD_MS,
    LIVE,
    REST_MS,
    SEATS,
    UP,
    Chip,
    Move,
    RealBoard,
    busy_threads,
    chip_returns,
    fingers,
    let_go,
)

PAIRS = 200
TRAINS = 12
IRQ_THREAD_NS = MS
"""A bounce before the interrupt's thread ran takes the place of the first edge's stamp; so long the
emulator lets that thread wait (0.3 ms beyond the published error were seen)."""
HOLD_NS = HOLD_MS * MS
STAMP_ERROR_NS = MS // 10
"""Beyond the write window; what a stamp may be off in the rig."""

pytestmark = pytest.mark.pi


@pytest.fixture(params=["lgpio", "gpiod"])
def board(request: pytest.FixtureRequest, notes: Any) -> Iterator[RealBoard]:
    """One suite over both back ends."""
    let_go()
    made = RealBoard(notes, replace(CONFIG, backend=request.param))
    try:
        notes.status("buttons", ok=True)
        yield made
    finally:
        made.close()


def presses_of(notes: Any, count: int) -> list[Press]:
    notes.wait_for(
        f"{count} presses", lambda all_: sum(isinstance(one, Press) for one in all_) >= count
    )
    found: list[Press] = notes.presses
    assert len(found) == count
    return found


def measured(**numbers: Any) -> None:
    """Into the rig's report, where one is asked for."""
    path = os.environ.get("RIG_REPORT")
    if path:
        with Path(path).open("a") as report:
            report.write(json.dumps(numbers) + "\n")


def pair(first: int, second: int) -> list[Move]:
    """Two buttons down, one right after the other."""
    return [(first, DOWN, 0), (second, DOWN, HOLD_MS), (first, UP, 0), (second, UP, REST_MS)]


def test_two_hundred_pairs_back_to_back_keep_their_order(board: RealBoard, notes: Any) -> None:
    backend = board.board._config.backend  # type: ignore[union-attr]
    pairs = PAIRS if backend == "lgpio" else PAIRS // 4
    order = [(n % 4, (n % 4 + 1 + n // 4 % 3) % 4) for n in range(pairs)]
    moves = [move for first, second in order for move in pair(SEATS[first], SEATS[second])]
    with busy_threads(3):
        windows = fingers(moves)
        told = presses_of(notes, 2 * pairs)
    presses = sorted(told, key=lambda press: press.at.latest)
    pressed = [window for n, window in enumerate(windows) if n % 4 < 2]
    seats = [seat for both in order for seat in both]
    wrong = [n for n, press in enumerate(presses) if press.seat != seats[n]]
    assert not wrong, [(n, presses[n], pressed[n], seats[n]) for n in wrong]
    late = [max(0, p.at.latest - after) for p, (_, after) in zip(presses, pressed, strict=True)]
    gaps = [pressed[n + 1][0] - pressed[n][0] for n in range(0, 2 * pairs, 2)]
    measured(
        what="pairs in order beside 3 busy threads",
        backend=backend,
        right=pairs,
        of=pairs,
        gap_us_median=round(statistics.median(gaps) / 1000),
        stamp_past_the_write_us_max=round(max(late) / 1000, 1),
        told_out_of_order=sum(one is not two for one, two in zip(told, presses, strict=True)),
        late_edges=board.board._maker.late_edges,  # type: ignore[union-attr]
    )
    for press, (before, _) in zip(presses, pressed, strict=True):
        assert before <= press.at.latest
        assert press.at.earliest == press.at.latest - MS // 2
    assert max(late) <= STAMP_ERROR_NS


def test_no_mark_promised_more_than_was_told(board: RealBoard, notes: Any) -> None:
    moves = [move for n in range(20) for move in pair(SEATS[n % 4], SEATS[(n + 1) % 4])]
    with busy_threads(3):
        fingers(moves)
        presses_of(notes, 40)
    promised = 0
    for told in notes.all:
        if isinstance(told, EdgesUntil):
            promised = told.ns
        elif isinstance(told, Press):
            assert told.at.earliest > promised


def test_a_bounce_train_is_one_press_at_its_first_edge(board: RealBoard, notes: Any) -> None:
    """Ten edges after the first; trains that the emulator tore apart by a stall do not count.

    Edges follow each other so fast that the kernel may tell two as one (see `pins_lgpio`), or tell
    them after a stall when the press was reported: then its train is short, never its stamp wrong.
    """
    train = [(SEATS[1], level, 0) for level in (DOWN, UP) * 5]
    moves = [*train, (SEATS[1], DOWN, HOLD_MS), (SEATS[1], UP, REST_MS)]
    windows = fingers(moves * TRAINS)
    notes.mark(windows[-1][1] / MS)
    begun = [windows[n * len(moves) : n * len(moves) + 11] for n in range(TRAINS)]
    whole = [edges for edges in begun if edges[-1][1] - edges[0][0] < SETTLE_NS]
    assert len(whole) >= TRAINS // 3
    told, late = [], []
    for edges in whole:
        found = [p for p in notes.presses if edges[0][0] <= p.at.latest <= edges[-1][1] + HOLD_NS]
        assert len(found) == 1
        late.append(found[0].at.earliest - edges[0][1])
        told.append(len(found[0].bounce))
    assert max(late) <= IRQ_THREAD_NS
    assert 5 <= max(told) <= 10
    median = statistics.median(told)
    measured(
        what="bounce trains",
        whole=len(whole),
        of=TRAINS,
        edges_told_of_10=median,
        late_us=max(0, *late) // 1000,
    )


def test_an_exception_in_a_handler_kills_no_button(board: RealBoard, notes: Any) -> None:
    devices = board.board._devices
    assert devices is not None
    heard = []

    def broken() -> None:
        heard.append(1)
        raise ZeroDivisionError("a handler")

    devices.buttons[SEATS[0]].when_activated = broken
    fingers([move for n in (0, 1, 0) for move in pair(SEATS[n], SEATS[n + 2])])
    assert [p.seat for p in presses_of(notes, 6)] == [0, 2, 1, 3, 0, 2]
    assert len(heard) == 2


def test_a_line_that_stays_down_is_named_and_the_others_go_on(notes: Any) -> None:
    let_go()
    board = RealBoard(notes)
    notes.status("buttons", ok=True)
    chip = Chip()
    try:
        chip.move(SEATS[3], DOWN)
        stuck = notes.status("button:3", ok=False)
        assert "GPIO 16" in stuck.text
        fingers(pair(SEATS[0], SEATS[1]))
        assert [p.seat for p in presses_of(notes, 3)] == [3, 0, 1]
        chip.move(SEATS[3], UP)
        notes.status("button:3", ok=True)
    finally:
        chip.close()
        board.close()


@pytest.mark.parametrize(
    ("change", "says"),
    [({"chip": 7}, "cannot be opened"), ({"beeper": SEATS[0]}, "the beeper cannot be on it")],
)
def test_what_cannot_work_is_said_before_play(notes: Any, change: Any, says: str) -> None:
    board = RealBoard(notes, replace(CONFIG, **change))
    try:
        assert says in notes.status("buttons", ok=False).text
    finally:
        board.close()


@pytest.mark.parametrize("backend", ["gpiod", "lgpio"])
def test_a_line_that_another_program_holds_is_named_until_it_is_free(
    notes: Any, backend: Any
) -> None:
    let_go()
    chip = os.open("/dev/gpiochip0", os.O_RDWR)
    other = request_line(chip, SEATS[1], pull="up")
    board = RealBoard(notes, replace(CONFIG, backend=backend))
    try:
        told = notes.status("buttons", ok=False).text
        assert f"GPIO {SEATS[1]}" in told
        assert "no other program" in told
        os.close(other)
        notes.status("buttons", ok=True)
    finally:
        os.close(chip)
        board.close()


def lines_held() -> list[str]:
    """What is open here of any GPIO chip; with one, a chip that returns gets a new name."""
    links = []
    for entry in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            links.append(str(entry.readlink()))
    return [link for link in links if link.startswith(("/dev/gpiochip", "anon_inode:gpio"))]


@pytest.mark.parametrize("backend", ["gpiod", "lgpio"])
def test_a_chip_that_vanishes_is_told_and_comes_back_by_itself(notes: Any, backend: Any) -> None:
    let_go()
    board = RealBoard(notes, replace(CONFIG, backend=backend))
    try:
        notes.status("buttons", ok=True)
        LIVE.write_text("0")
        gone = notes.status("buttons", ok=False)
        assert "play goes on by phone" in gone.text
        assert lines_held() == []
        notes.all.clear()
        chip_returns()
        notes.status("buttons", ok=True)
        let_go()
        fingers([(SEATS[2], DOWN, HOLD_MS), (SEATS[2], UP, REST_MS)])
        assert [p.seat for p in presses_of(notes, 1)] == [2]
    finally:
        board.close()
