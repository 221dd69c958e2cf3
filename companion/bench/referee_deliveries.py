"""The same evidence in every order that honours the marks: how many verdicts come out."""

import random
from collections.abc import Iterator, Sequence

from companion.referee import EvidenceRecord, RefereeConfig, TimedTap, due, feed, hold, start
from hardware.events import EdgesUntil, KnownUntil, Observation, Press
from hardware.timing import MS, Interval

CONFIG = RefereeConfig()
STAMP_ERROR_NS = MS // 10
Element = Press | Observation | TimedTap
Signal = Element | EdgesUntil | KnownUntil


def evidence() -> tuple[Element, ...]:
    """Two cards, a clear press, a tie, a press under a hand, a race of a tap, a repeated press."""

    def hand(seat: int, ms: float) -> Press:
        at = round(ms * MS)
        return Press(seat=seat, at=Interval(at - STAMP_ERROR_NS, at))

    def shown(ident: int, clear: int, seen: int) -> Observation:
        onset = Interval(clear * MS, seen * MS)
        return Observation(
            zone="pot", kind="card", onset=onset, settled_at=onset.latest, ident=ident
        )

    tap = TimedTap(audience="seat:1", choice="x", at=Interval(1_750 * MS, 2_000 * MS))
    return (
        shown(1, 0, 33),
        hand(2, 390),
        hand(0, 401),
        hand(1, 402.3),
        hand(2, 700),
        shown(2, 1_000, 1_300),
        hand(3, 1_200),
        hand(0, 1_900),
        hand(1, 1_901),
        tap,
    )


def _bounds(element: Element) -> Interval:
    return element.onset if isinstance(element, Observation) else element.at


def _delivery(elements: Sequence[Element], chance: random.Random) -> Iterator[Signal]:
    """Shuffled by up to 0.4 s, a third twice, each with a mark that is as bold as it may be.

    A tap is on the queue as soon as it has arrived.
    """
    late = [
        (_bounds(e).latest + (0 if isinstance(e, TimedTap) else chance.randrange(400 * MS)), n)
        for n, e in enumerate(elements)
    ]
    late += [(at + chance.randrange(5 * MS), n) for at, n in late if chance.random() < 1 / 3]
    late.sort()
    for at, (now, n) in enumerate(late):
        yield elements[n]
        left = [elements[m] for _, m in late[at + 1 :]]
        presses = [e.at.earliest - 1 for e in left if isinstance(e, Press)]
        changes = [e.onset.earliest for e in left if isinstance(e, Observation)]
        yield EdgesUntil(ns=min([now, *presses]))
        yield KnownUntil(ns=min([now, *changes]))
    yield EdgesUntil(ns=10_000 * MS)
    yield KnownUntil(ns=10_000 * MS)


def _verdict(signals: Sequence[Signal]) -> str:
    """Everything that was due, asked for after every signal; without the marks of that moment."""
    referee = hold(start(CONFIG), CONFIG.tap_ns)
    told: list[str] = []
    for signal in signals:
        referee, some = due(feed(referee, signal))
        for one in some:
            record = getattr(one, "record", None)
            told.append(type(one).__name__)
            told.append(repr(_plain(record)) if record is not None else repr(one))
    return "\n".join(told)


def _plain(record: EvidenceRecord) -> tuple[object, ...]:
    return (record.presses, record.top, record.others, record.taps, record.why)


def _naive(signals: Sequence[Signal]) -> tuple[int, ...]:
    """Seats in the order in which their presses were heard of."""
    seats = [signal.seat for signal in signals if isinstance(signal, Press)]
    return tuple(dict.fromkeys(seats))


def deliver(work: tuple[int, int]) -> tuple[set[str], set[tuple[int, ...]]]:
    """Seed and count: the distinct verdicts of the referee, and of the order of callbacks."""
    seed, count = work
    chance = random.Random(seed)
    elements = evidence()
    ours: set[str] = set()
    naive: set[tuple[int, ...]] = set()
    for _ in range(count):
        signals = tuple(_delivery(elements, chance))
        ours.add(_verdict(signals))
        naive.add(_naive(signals))
    return ours, naive
