"""Simulated grabs: late, shuffled, bouncing edges through the real debounce and referee."""

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from companion.referee import DuePresses, Referee, RefereeConfig, due, feed, start
from hardware.events import EdgesUntil, KnownUntil, Observation, Press
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


def series(work: tuple[int, int]) -> Counter[str]:
    """Seed and count: what came of so many grabs at one table, 2 to 6 hands each.

    Counts `grabs`, `wrong` (named although another was first), `undecided`, `doubt` (undecided
    although the two were further apart than band and error), `naive` (the first callback was not
    the first hand's), and `ns` spent from edges to dues.
    """
    seed, count = work
    chance = random.Random(seed)
    table = _Bench(chance)
    for n in range(count):
        table.grab(n + 1)
    return table.tally


class _Bench:
    """A table with six buttons whose callbacks run late and out of order."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
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
        self.tally: Counter[str] = Counter()

    def grab(self, ident: int) -> None:
        """One reveal and the hands that go for it."""
        chance = self._chance
        shown = ident * ROUND_NS
        reactions = _reactions(chance, chance.randint(2, 6))
        truth = sorted((shown + ns, seat) for seat, ns in reactions.items())
        edges = sorted(
            (edge for at, seat in truth for edge in _edges(chance, seat, at)),
            key=lambda edge: edge.arrival_ns,
        )
        card = Observation(
            zone="pot",
            kind="card",
            onset=Interval(shown - chance.randrange(FRAME_NS), shown + chance.randrange(FRAME_NS)),
            settled_at=shown + 2 * FRAME_NS,
            ident=ident,
        )
        begun = time.perf_counter_ns()
        named = self._judge(card, edges, shown + ROUND_NS // 2)
        self.tally["ns"] += time.perf_counter_ns() - begun
        first, second = truth[0], truth[1]
        apart = second[0] - first[0] > CONFIG.band_ns + 2 * STAMP_ERROR_NS
        self.tally["grabs"] += 1
        self.tally["wrong"] += named is not None and named != first[1]
        self.tally["undecided"] += named is None
        self.tally["doubt"] += named is None and apart
        self.tally["naive"] += edges[0].gpio != first[1]

    def _judge(self, card: Observation, edges: Sequence[RawEdge], end: int) -> int | None:
        """Who is named first; asked for in the middle of the delivery and at its end."""
        half = self._chance.randrange(len(edges))
        ticks = [edge.tick_ns for edge in edges[half:]]
        self._deliver(edges[:half], min(ticks) - 1)
        self._referee = feed(self._referee, card)
        self._referee = feed(self._referee, KnownUntil(ns=end))
        self._referee, early = due(self._referee)
        self._deliver(edges[half:], end)
        self._referee, late = due(self._referee)
        for one in (*early, *late):
            if isinstance(one, DuePresses):
                first = one.groups[0]
                return first[0] if len(first) == 1 else None
        return None

    def _deliver(self, edges: Sequence[RawEdge], mark: int) -> None:
        for edge in edges:
            self._maker.add(edge)
        for output in self._maker.until(mark):
            if isinstance(output, Press | EdgesUntil):
                self._referee = feed(self._referee, output)


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
    span = chance.randrange(MS, BOUNCE_NS)
    bounces = sorted(chance.randrange(1, span) for _ in range(2 * chance.randrange(4)))
    instants = [at, *(at + b for b in bounces), at + chance.randrange(100 * MS, 200 * MS)]
    level = 0
    for instant in instants:
        tick = instant + chance.randrange(STAMP_ERROR_NS)
        late = round(LATE_NS * chance.random() ** 3)
        yield RawEdge(gpio=seat, level=level, tick_ns=tick, arrival_ns=tick + late)
        level = 1 - level
