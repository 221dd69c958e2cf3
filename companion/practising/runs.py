"""One practice on the buttons: signals of the board in, lamps and a model out. No threads."""

from collections.abc import Iterable
from typing import Protocol

from companion.chronicle import summary
from companion.practice import (
    Answer,
    Bars,
    Dark,
    Effect,
    Give,
    Plan,
    Round,
    RoundOver,
    band_of,
    begin,
    buttons_of,
    handle,
    handle_bar,
    slaps_of_rounds,
)
from companion.practicemodels import (
    Kind,
    PracticeHand,
    PracticeModel,
    PracticePerson,
    PracticeRound,
)
from hardware.events import Beep, Bounced, EdgesUntil, Lamps, Lit, Press, SensorStatus
from hardware.timing import MS

BoardSignal = Press | Bounced | EdgesUntil | Lit | SensorStatus


class Lights(Protocol):
    """What gives the signal."""

    def practise(self, lamps: Lamps | None) -> None:
        """Show these lamps instead of the table's; None gives them back."""

    def beep(self, beep: Beep) -> None:
        """Sound the beeper."""


class Run(Protocol):
    """A practice that goes on with each signal of the board."""

    def feed(self, signal: BoardSignal) -> bool:
        """Work it in; whether there is something new to show."""

    def model(self) -> PracticeModel:
        """What pages show."""


class Rounds:
    """Lamp or beep, then hands."""

    def __init__(self, kind: Kind, plan: Plan, lights: Lights) -> None:
        self._kind: Kind = kind
        self._lights = lights
        self._practice = begin(plan)

    def feed(self, signal: BoardSignal) -> bool:
        """Work it in. That a signal was given is nothing to show: eyes belong on the lamp."""
        before = self._practice
        self._practice, effects = handle(before, signal)
        for effect in effects:
            self._carry_out(effect)
        told = any(isinstance(effect, RoundOver) for effect in effects)
        return told or self._practice.missing != before.missing

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case Give(signal="beep", ident=ident):
                self._lights.beep(Beep(ident=ident))
            case Give(ident=ident):
                green = ("green",) * self._practice.plan.seats
                self._lights.practise(Lamps(status=green, ident=ident))
            case Dark():
                self._lights.practise(Lamps(status=()))
            case _:
                pass

    def model(self) -> PracticeModel:
        """What pages show."""
        practice = self._practice
        seats, total = practice.plan.seats, len(practice.plan.foreperiods_ns)
        return PracticeModel(
            kind=self._kind,
            phase="over" if practice.phase == "over" else "ready",
            round=min(len(practice.rounds) + 1, total),
            rounds=total,
            last=shown_round(practice.rounds),
            people=people(practice.rounds, range(seats)),
            buttons=buttons_of(practice.presses, seats, None),
            trouble=practice.missing,
        )


class Strokes:
    """One bar over all buttons, again and again."""

    def __init__(self, seats: int, wanted: int, *, stuck: Iterable[int] = ()) -> None:
        self._bars = Bars(seats=seats, wanted=wanted, stuck=frozenset(stuck))

    def feed(self, signal: BoardSignal) -> bool:
        """Work it in."""
        if isinstance(signal, Lit) or self._bars.over:
            return False
        before = self._bars
        self._bars = handle_bar(before, signal)
        return shown_of(self._bars) != shown_of(before)

    def model(self) -> PracticeModel:
        """What pages show: the band only when all strokes are done."""
        bars = self._bars
        band = band_of(bars.bars) if bars.over else None
        last = bars.missed[-1] if bars.missed else ()
        return PracticeModel(
            kind="bar",
            phase="over" if bars.over else "ready",
            round=min(len(bars.bars) + 1, bars.wanted),
            rounds=bars.wanted,
            buttons=buttons_of(bars.presses, bars.seats, band, bars.faults),
            spread_ms=round(bars.bars[-1].spread_ns / MS, 2) if bars.bars else None,
            missed=() if bars.over else last,
            band_ms=None if band is None else band.band_ms,
            why="" if band is None else band.why,
            trouble=bars.missing,
        )


def shown_of(bars: Bars) -> tuple[object, ...]:
    """What of the strokes a page would show another way."""
    return bars.bars, bars.missed, bars.missing, bars.stuck


def shown_round(rounds: tuple[Round, ...]) -> PracticeRound | None:
    """The newest round that is over."""
    if not rounds:
        return None
    over = rounds[-1]
    return PracticeRound(
        number=over.number,
        signal=over.signal,
        first=over.first,
        hands=tuple(_hand(answer) for answer in over.answers),
        void=bool(over.void),
    )


def _hand(answer: Answer) -> PracticeHand:
    if answer.reaction is None:
        return PracticeHand(seat=answer.seat, jumped=answer.jumped or "before")
    middle = (answer.reaction.earliest + answer.reaction.latest) / 2 / MS
    return PracticeHand(seat=answer.seat, ms=round(middle, 1))


def people(rounds: tuple[Round, ...], seats: Iterable[int]) -> tuple[PracticePerson, ...]:
    """How quick these seats are so far."""
    slaps = slaps_of_rounds(rounds)
    found = []
    for seat in seats:
        one = summary("", [slap for slap in slaps if slap.seat == seat])
        found.append(
            PracticePerson(
                seat=seat,
                measured=one.measured,
                median_ms=one.median_ms,
                iqr_ms=one.iqr_ms,
                fastest_ms=one.fastest_ms,
                false_starts=one.false_starts,
            )
        )
    return tuple(found)
