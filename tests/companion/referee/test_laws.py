"""What holds for every evidence: shifted, shuffled, late, repeated, widened."""

import random
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from msgspec.structs import replace

from companion.referee import (
    Due,
    DueChange,
    DuePresses,
    DueTap,
    DueUndecided,
    EvidenceRecord,
    TimedTap,
    due,
    feed,
    hold,
    judge,
    start,
)
from companion.referee.ordering import arrangements, before, group, item_of
from companion.referee.record import Marks
from hardware.events import EdgesUntil, KnownUntil, Observation, Press
from hardware.timing import Interval
from tests.companion.referee.bench_words import CONFIG, dues, words

US = 1000
Evidence = Press | Observation | TimedTap


@st.composite
def evidence(draw: st.DrawFn) -> list[Evidence]:
    """A few cards, one after the other, with presses and taps crowded around their onsets."""
    found: list[Evidence] = []
    at = 0
    moments = [0]
    for ident in range(draw(st.integers(0, 3))):
        at += draw(st.integers(0, 900_000)) * US
        width = draw(st.integers(0, 300_000)) * US
        found.append(
            Observation(
                zone="pot", kind="card", onset=Interval(at, at + width), settled_at=0, ident=ident
            )
        )
        moments += [at, at + width]
        at += width
    for _ in range(draw(st.integers(0, 6))):
        near = draw(st.sampled_from(moments)) + draw(st.integers(-5000, 5000)) * US
        error = draw(st.integers(0, 60)) * US
        button = draw(st.sampled_from(["grab", "grab", "grab", "apply"]))
        seat = draw(st.integers(0, 3))
        found.append(Press(seat=seat, at=Interval(near - error, near), button=button))
    if draw(st.booleans()):
        near = draw(st.sampled_from(moments))
        # `phone_tap` takes a tap to be no older: a grab waits for it no longer than that
        made = Interval(near - CONFIG.tap_ns, near)
        found.append(TimedTap(audience="seat:0", choice="x", at=made))
    return list({item_of(e, CONFIG).key: e for e in found}.values())


def bounds(element: Evidence) -> Interval:
    return element.onset if isinstance(element, Observation) else element.at


def plain(record: EvidenceRecord) -> EvidenceRecord:
    """Without what a record says about the moment of judging."""
    return replace(record, marks=Marks(edges_until=None, known_until=None), next=None)


def essence(told: Sequence[Due]) -> list[object]:
    """What was told, records and all."""
    found: list[object] = []
    for one in told:
        match one:
            case DuePresses(record=record):
                found.append((words([one]), plain(record), judge(record)))
            case DueUndecided(record=record, elements=elements):
                found.append((words([one]), elements, plain(record), judge(record)))
            case DueChange() | DueTap():
                found.append(one)
    return found


def deliver(elements: Sequence[Evidence], seed: int) -> list[Due]:
    """One delivery that honours the marks: late by up to 0.4 s, shuffled, repeated, asked often."""
    chance = random.Random(seed)
    # a tap is on the queue as soon as it arrived
    late = [
        (
            bounds(e).latest + (0 if isinstance(e, TimedTap) else chance.randrange(400_000_000)),
            e,
        )
        for e in elements
    ]
    late += [(at + chance.randrange(5_000_000), e) for at, e in late if chance.random() < 0.3]
    late.sort(key=lambda one: one[0])
    referee = hold(start(CONFIG), CONFIG.tap_ns)
    told: list[Due] = []
    for n, (now, element) in enumerate(late):
        referee = feed(referee, element)
        left = [e for _, e in late[n + 1 :]]
        for mark in _marks(now, left, chance):
            referee = feed(referee, mark)
        if chance.random() < 0.6:
            referee, some = due(referee)
            told += some
    for end in (EdgesUntil(ns=10**15), KnownUntil(ns=10**15)):
        referee = feed(referee, end)
    return told + list(due(referee)[1])


def _marks(
    now: int, left: Sequence[Evidence], chance: random.Random
) -> list[EdgesUntil | KnownUntil]:
    presses = [e.at.earliest - 1 for e in left if isinstance(e, Press)]
    changes = [e.onset.earliest for e in left if isinstance(e, Observation)]
    found: list[EdgesUntil | KnownUntil] = [
        EdgesUntil(ns=min([now - chance.randrange(20_000_000), *presses])),
        KnownUntil(ns=min([now - chance.randrange(100_000_000), *changes])),
    ]
    chance.shuffle(found)
    return found[: chance.randrange(3)] * chance.choice((1, 2))


@settings(deadline=None, max_examples=300)
@given(evidence(), st.lists(st.integers(0, 2**32), min_size=3, max_size=3))
def test_arrival_order_lateness_and_repetition_change_nothing(elements, seeds):
    """Design, promise 4: a verdict does not depend on threads, network or recognition speed."""
    expected = essence(dues(*elements))
    for seed in seeds:
        assert essence(deliver(elements, seed)) == expected


@settings(deadline=None)
@given(evidence(), st.integers(-(10**14), 10**14))
def test_shifting_all_times_changes_nothing(elements, by):
    moved = [_shifted(e, by) for e in elements]
    assert words(dues(*moved)) == words(dues(*elements))
    before_, after = essence(dues(*elements)), essence(dues(*moved))
    assert [_verdict(one) for one in after] == [_verdict(one) for one in before_]


def _verdict(one: object) -> object:
    return one[-1] if isinstance(one, tuple) else None


def _shifted(element: Evidence, by: int) -> Evidence:
    at = Interval(bounds(element).earliest + by, bounds(element).latest + by)
    return replace(element, **{"onset" if isinstance(element, Observation) else "at": at})


def named(told: Sequence[Due]) -> dict[int, str]:
    """For each top card who is named first on it; tops and firsts in doubt are missing."""
    found: dict[int, str] = {}
    top: int | None = -1
    for one in told:
        match one:
            case DueUndecided():
                top = None
            case DueChange(observation=seen):
                top = seen.ident
            case DuePresses(groups=groups) if top is not None and len(groups[0]) == 1:
                found.setdefault(top, f"seat {groups[0][0]}")
                top = None
            case DueTap(tap=made) if top is not None:
                found.setdefault(top, f"{made.audience} {made.choice}")
                top = None
            case _:
                top = None
    return found


@settings(deadline=None, max_examples=500)
@given(evidence(), st.data())
def test_widening_names_nobody_else(elements, data):
    """Design: widening may turn a named winner into an undecided verdict, never into another."""
    if not elements:
        return
    which = data.draw(st.integers(0, len(elements) - 1))
    left, right = data.draw(st.tuples(st.integers(0, 10**7), st.integers(0, 10**7)))
    wide = _widened(elements[which], left, right)
    if isinstance(wide, Observation) and _passes_a_neighbour(wide, elements, which):
        return
    narrow = named(dues(*elements))
    widened = named(dues(*elements[:which], wide, *elements[which + 1 :]))
    assert widened.items() <= narrow.items()


def _widened(element: Evidence, left: int, right: int) -> Evidence:
    at = Interval(bounds(element).earliest - left, bounds(element).latest + right)
    return replace(element, **{"onset" if isinstance(element, Observation) else "at": at})


def _passes_a_neighbour(wide: Observation, elements: Sequence[Evidence], which: int) -> bool:
    """Cards of one pile lie in a known order; an onset that says otherwise is not evidence."""
    others = [e for n, e in enumerate(elements) if n != which and isinstance(e, Observation)]
    return any(
        wide.onset.earliest <= e.onset.latest and e.onset.earliest <= wide.onset.latest
        for e in others
    )


@settings(deadline=None)
@given(evidence())
def test_every_possible_order_respects_what_is_certain(elements):
    items = sorted((item_of(e, CONFIG) for e in elements), key=lambda item: item.key)
    if not items:
        return
    for order in arrangements(items, CONFIG.band_ns):
        steps = [step if isinstance(step, tuple) else (step,) for step in order]
        assert sorted(i.key for step in steps for i in step) == [i.key for i in items]
        for n, later in enumerate(steps):
            earlier = [i for step in steps[:n] for i in step]
            assert not any(before(b, a, CONFIG.band_ns) for a in earlier for b in later)


@settings(deadline=None)
@given(evidence())
def test_the_first_group_is_exactly_who_may_have_been_first(elements):
    items = [item_of(e, CONFIG) for e in elements if isinstance(e, Press)]
    if not items:
        return
    groups, _ = group(items, CONFIG.band_ns)
    may = {i.key for i in items if not any(before(o, i, CONFIG.band_ns) for o in items)}
    assert {i.key for i in groups[0]} == may
    assert sum(len(g) for g in groups) == len(items)


class Session(RuleBasedStateMachine):
    """Sensors that keep their promises, in any interleaving; the table asks whenever it likes."""

    def __init__(self) -> None:
        super().__init__()
        self.referee = start(CONFIG)
        self.now = 0
        self.cards = 0
        self.held: list[Evidence] = []
        self.everything: list[Evidence] = []
        self.told: list[Due] = []
        self.promised = {Press: 0, Observation: 0}

    @rule(ms=st.integers(0, 400), us=st.integers(0, 999))
    def time_passes(self, ms: int, us: int) -> None:
        self.now += (ms * 1000 + us) * US

    @rule(seat=st.integers(0, 3), error=st.integers(0, 50))
    def somebody_presses(self, seat: int, error: int) -> None:
        earliest = max(self.now - error * US, self.promised[Press] + 1)
        self._happened(Press(seat=seat, at=Interval(earliest, max(earliest, self.now))))

    @rule(width=st.integers(0, 500))
    def a_card_lands(self, width: int) -> None:
        last = [e.onset.latest for e in self.everything if isinstance(e, Observation)]
        earliest = max([self.promised[Observation], *last, self.now - width * 1000 * US])
        self.cards += 1
        self._happened(
            Observation(
                zone="pot",
                kind="card",
                onset=Interval(earliest, max(earliest, self.now)),
                settled_at=self.now,
                ident=self.cards,
            )
        )

    def _happened(self, element: Evidence) -> None:
        self.held.append(element)
        self.everything.append(element)

    @precondition(lambda self: self.held)
    @rule(which=st.integers(0, 100))
    def something_is_delivered(self, which: int) -> None:
        self.referee = feed(self.referee, self.held.pop(which % len(self.held)))

    @rule()
    def the_buttons_promise(self) -> None:
        held = [e.at.earliest - 1 for e in self.held if isinstance(e, Press)]
        self.promised[Press] = max(self.promised[Press], min([self.now, *held]))
        self.referee = feed(self.referee, EdgesUntil(ns=self.promised[Press]))

    @rule()
    def the_eye_promises(self) -> None:
        held = [e.onset.earliest for e in self.held if isinstance(e, Observation)]
        self.promised[Observation] = max(self.promised[Observation], min([self.now, *held]))
        self.referee = feed(self.referee, KnownUntil(ns=self.promised[Observation]))

    @rule()
    def the_table_asks(self) -> None:
        self.referee, some = due(self.referee)
        self.told += some

    @invariant()
    def what_was_told_stands(self) -> None:
        final = essence(dues(*self.everything))
        assert essence(self.told) == final[: len(self.told)]


Session.TestCase.settings = settings(deadline=None, max_examples=60, stateful_step_count=40)
TestSession = Session.TestCase
