"""The button back end in one interpreter with busy threads, on a kernel chip: `make rig-gpio`.

The board is the product's own; only the process around it is the test's, so that its thread has to
fight for the interpreter, which in the product it never does.

An emulated processor is put aside for as long as a busy computer wants. Where that happens between
two edges of one line, the simulated chip tells one interrupt for both: no press comes of that tap.
"""

import statistics
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from companion.bench.presses import busy_threads
from hardware.debounce import SETTLE_NS
from hardware.events import Press
from hardware.timing import MS
from tests.support.real_chip import (
    CONFIG,
    DOWN,
    HOLD_MS,
    REST_MS,
    SEATS,
    UP,
    Move,
    RealBoard,
    fingers,
    let_go,
)
from tests.support.rig_report import measured

Seats = tuple[int, int]
PAIRS = 200
BATCH = 50
HALVES = (((0, 1), (2, 3)), ((0, 2), (3, 1)), ((0, 3), (1, 2)))
"""The four buttons as two pairs, all three ways."""
TRAINS = 12
IRQ_THREAD_NS = MS
"""A bounce before the interrupt's thread ran takes the place of the first edge's stamp; so long the
emulator lets that thread wait (0.3 ms beyond the published error were seen)."""
STALL_NS = 10 * MS
"""The kernel stamps that long after the write only where the emulated processor was put aside."""
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


BETWEEN_MS = 5
"""From one pair's press to the release of the pair before: no two edges of a kind at once."""


def pairs_of(order: Sequence[Seats]) -> tuple[list[Move], list[int]]:
    """Two buttons down, one right after the other, while the other two rest; where each pair is."""
    moves = both(order[0], DOWN, HOLD_MS)
    places = [0]
    for before, pair in pairwise(order):
        places.append(len(moves))
        moves += both(pair, DOWN, BETWEEN_MS) + both(before, UP, REST_MS)
    return moves + both(order[-1], UP, REST_MS), places


def both(pair: Seats, level: int, wait_ms: float) -> list[Move]:
    return [(SEATS[pair[0]], level, 0), (SEATS[pair[1]], level, wait_ms)]


def test_two_hundred_pairs_back_to_back_keep_their_order(board: RealBoard, notes: Any) -> None:
    """Pairs that the emulator tore apart by a stall are made again; they are counted and told."""
    backend = board.board._config.backend  # type: ignore[union-attr]
    found = Pairs()
    with busy_threads(3):
        while len(found.whole) < PAIRS and found.made < 2 * PAIRS:
            make_pairs(notes, found, min(PAIRS - len(found.whole) + 2, BATCH))
    whole = found.whole[:PAIRS]
    late = [max(0, press.at.latest - end) for one in whole for press, (_, end) in one.told]
    gaps = [one.told[1][1][0] - one.told[0][1][0] for one in whole]
    measured(
        what="pairs in order beside 3 busy threads",
        backend=backend,
        right=sum(one.right for one in whole),
        of=len(whole),
        torn_by_a_stall=found.made - len(found.whole),
        gap_us_median=round(statistics.median(gaps) / 1000),
        stamp_past_the_write_us_max=round(max(late) / 1000, 1),
        late_edges=board.board._maker.late_edges,  # type: ignore[union-attr]
    )
    assert len(whole) == PAIRS
    assert [one for one in whole if not one.right] == []
    for one in whole:
        for press, (begin, _) in one.told:
            assert begin <= press.at.latest
            assert press.at.earliest == press.at.latest - MS // 2
    assert sum(gap <= STAMP_ERROR_NS for gap in late) >= 0.98 * len(late)


class Pair(Struct, frozen=True, kw_only=True):
    """Two presses with the windows of the writes that made them, in the order of the writes."""

    told: tuple[tuple[Press, tuple[int, int]], ...]
    seats: Seats

    @property
    def right(self) -> bool:
        """Whether stamps, and the telling, have the order of the fingers."""
        first, second = (press for press, _ in self.told)
        return (first.seat, second.seat) == self.seats and first.at.latest < second.at.latest


class Pairs:
    """Pairs so far; one is torn where a finger made no press, or was stamped after a stall.

    See the module's text.
    """

    def __init__(self) -> None:
        self.made = 0
        self.whole: list[Pair] = []

    def take(self, seats: Seats, windows: Any, presses: list[Press]) -> None:
        (begin, _), (_, end) = windows
        mine = [press for press in presses if press.seat in seats]
        told = [press for press in mine if begin <= press.at.latest <= end + HOLD_NS]
        self.made += 1
        in_time = all(p.at.latest <= w[1] + STALL_NS for p, w in zip(told, windows, strict=False))
        if len(told) == 2 and in_time:
            self.whole.append(Pair(told=tuple(zip(told, windows, strict=True)), seats=seats))


def make_pairs(notes: Any, found: Pairs, count: int) -> None:
    """Two pairs of buttons in turn, each pair in both orders; another two pairs in each batch."""
    notes.all.clear()
    halves = HALVES[found.made // BATCH % len(HALVES)]
    order = [halves[n % 2][:: -1 if n // 2 % 2 else 1] for n in range(count)]
    moves, places = pairs_of(order)
    windows = fingers(moves)
    notes.mark(windows[-1][1] / MS + 1)
    for seats, place in zip(order, places, strict=True):
        found.take(seats, windows[place : place + 2], notes.presses)


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
