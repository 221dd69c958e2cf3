"""Simulated grabs: late, shuffled, bouncing edges through the real debounce and referee."""

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.referee import DuePresses, Referee, RefereeConfig, due, feed, start
from hardware.events import Bounced, EdgesUntil, KnownUntil, Observation, Press
from hardware.press_maker import PressMaker, RawEdge
from hardware.timing import MS, Interval
from hardware.wiring import InputPin

CONFIG = RefereeConfig()
STAMP_ERROR_NS = MS // 10
LOCKOUT_NS = 40 * MS
LATE_NS = 200 * MS
"""A callback beside busy threads runs up to this late; 146 ms were seen."""
BOUNCE_NS = 20 * MS
FRAME_NS = 33 * MS
SEATS = 6
GAUSS_MEAN_MS, GAUSS_SD_MS, EXPONENTIAL_MS = 306.0, 56.0, 78.0
"""Reaction to recognising a card, ex-Gaussian: 384 ms on average, 96 ms spread."""
FASTEST_MS = 110.0
ROUND_NS = 4_000 * MS
"""From one reveal to the next."""
_BLOCK = 200
"""Grabs between two looks at the clock, which is dear on some machines."""


class Grab(Struct, frozen=True):
    """One reveal and the hands that went for it.

    Attributes:
        card: As the eye tells it.
        edges: As the pins tell them, in the order of their callbacks.
        truth: When each hand really came down (ns) and whose it was, first hand first.
        split: So many callbacks have run when the table asks for the first time.
        end: ns, when both sensors know everything.
        eye_first: Whether the eye tells before that moment, or last of all.
    """

    card: Observation
    edges: tuple[RawEdge, ...]
    truth: tuple[tuple[int, int], ...]
    split: int
    end: int
    eye_first: bool


def series(work: tuple[int, int]) -> Counter[str]:
    """Seed and count: what came of so many grabs at one table, 2 to 6 hands each.

    Counts `grabs`, `wrong` (named although another was first), `undecided`, `doubt` (undecided
    although the two were further apart than band and errors), `naive` (the first callback was not
    the first hand's), and `ns` of one core from edges to dues.
    """
    seed, count = work
    chance = random.Random(seed)
    table = _Bench()
    tally: Counter[str] = Counter()
    for begin in range(0, count, _BLOCK):
        block = [_grab(chance, n + 1) for n in range(begin, min(begin + _BLOCK, count))]
        begun = time.thread_time_ns()
        named = [table.judge(grab) for grab in block]
        tally["ns"] += time.thread_time_ns() - begun
        for grab, first in zip(block, named, strict=True):
            _count(tally, grab, first)
    return tally


def _count(tally: Counter[str], grab: Grab, named: int | None) -> None:
    (first_at, first), (second_at, _) = grab.truth[:2]
    apart = second_at - first_at > CONFIG.band_ns + 2 * STAMP_ERROR_NS
    tally["grabs"] += 1
    tally["wrong"] += named is not None and named != first
    tally["undecided"] += named is None
    tally["doubt"] += named is None and apart
    tally["naive"] += grab.edges[0].gpio != first


class _Bench:
    """A table with six buttons: the board's debounce and the referee."""

    def __init__(self) -> None:
        pins = [InputPin(gpio=s, seat=s, button="grab", pull_up=True) for s in range(SEATS)]
        self._maker = PressMaker(
            pins=pins,
            levels=dict.fromkeys(range(SEATS), 1),
            now=0,
            stamp_error_ns=STAMP_ERROR_NS,
            lockout_ns=LOCKOUT_NS,
            source="mock",
        )
        self._referee: Referee = start(CONFIG)

    def judge(self, grab: Grab) -> int | None:
        """Who is named first; asked for in the middle of the delivery and at its end."""
        if grab.eye_first:
            self._see(grab)
        ticks = [edge.tick_ns for edge in grab.edges[grab.split :]]
        self._deliver(grab.edges[: grab.split], min(ticks) - 1)
        self._referee, early = due(self._referee)
        self._deliver(grab.edges[grab.split :], grab.end)
        if not grab.eye_first:
            self._see(grab)
        self._referee, late = due(self._referee)
        for one in (*early, *late):
            if isinstance(one, DuePresses):
                first = one.groups[0]
                return first[0] if len(first) == 1 else None
        return None

    def _see(self, grab: Grab) -> None:
        self._referee = feed(feed(self._referee, grab.card), KnownUntil(ns=grab.end))

    def _deliver(self, edges: Sequence[RawEdge], mark: int) -> None:
        for edge in edges:
            self._maker.add(edge)
        for output in self._maker.until(mark):
            if isinstance(output, Press | Bounced | EdgesUntil):
                self._referee = feed(self._referee, output)


def _grab(chance: random.Random, ident: int) -> Grab:
    shown = ident * ROUND_NS
    reactions = _reactions(chance, chance.randint(2, SEATS))
    truth = sorted((shown + ns, seat) for seat, ns in reactions.items())
    edges = [edge for at, seat in truth for edge in _edges(chance, seat, at)]
    edges.sort(key=lambda edge: edge.arrival_ns)
    onset = Interval(shown - _up_to(chance, FRAME_NS), shown + _up_to(chance, FRAME_NS))
    return Grab(
        card=Observation(
            zone="pot", kind="card", onset=onset, settled_at=shown + 2 * FRAME_NS, ident=ident
        ),
        edges=tuple(edges),
        truth=tuple(truth),
        split=_up_to(chance, len(edges)),
        end=shown + ROUND_NS // 2,
        eye_first=chance.random() < 1 / 2,
    )


def _up_to(chance: random.Random, below: int) -> int:
    return int(chance.random() * below)


def _reactions(chance: random.Random, hands: int) -> dict[int, int]:
    """Seat to reaction, ns."""
    seats = chance.sample(range(SEATS), hands)
    return {
        seat: round(
            max(
                FASTEST_MS,
                chance.gauss(GAUSS_MEAN_MS, GAUSS_SD_MS) + chance.expovariate(1 / EXPONENTIAL_MS),
            )
            * MS
        )
        for seat in seats
    }


def _edges(chance: random.Random, seat: int, at: int) -> Iterator[RawEdge]:
    """A press that bounces, and the release 0.1 to 0.2 s later; the stamp is up to 0.1 ms late."""
    span = MS + _up_to(chance, BOUNCE_NS - MS)
    bounces = sorted(1 + _up_to(chance, span - 1) for _ in range(2 * _up_to(chance, 4)))
    released = at + 100 * MS + _up_to(chance, 100 * MS)
    instants = [at, *(at + b for b in bounces), released]
    level = 0
    for instant in instants:
        tick = instant + _up_to(chance, STAMP_ERROR_NS)
        late = round(LATE_NS * chance.random() ** 3)
        yield RawEdge(gpio=seat, level=level, tick_ns=tick, arrival_ns=tick + late)
        level = 1 - level
