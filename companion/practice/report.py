"""What a practice says about people and about buttons. Pure."""

import statistics
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from companion.chronicle import Slap, summary
from companion.practice.bar import Band
from companion.practice.state import Round
from companion.practicemodels import PracticeButton
from companion.storymodels import Reactions
from hardware.events import Press
from hardware.timing import MS

WORN_MS = 14.0
"""Arcade buttons bounce up to this; longer is a worn contact or a loose wire."""


class Report(Struct, frozen=True, kw_only=True):
    """All of it.

    Attributes:
        people: By seat.
        void: Rounds that count for nothing.
        band: Of the bar, where one was used.
        seed: Of the foreperiods, where there were rounds.
    """

    rounds: tuple[Round, ...] = ()
    people: tuple[Reactions, ...] = ()
    buttons: tuple[PracticeButton, ...] = ()
    void: int = 0
    band: Band | None = None
    seed: int | None = None


def seat_name(seat: int) -> str:
    """`Seat 1` for seat 0."""
    return f"Seat {seat + 1}"


def slaps_of_rounds(rounds: Sequence[Round]) -> tuple[Slap, ...]:
    """Answers as statistics take them; before the signal is a false start like too early."""
    return tuple(
        Slap(
            seq=one.number,
            seat=answer.seat,
            name=seat_name(answer.seat),
            reaction_ms=None
            if answer.reaction is None
            else (answer.reaction.earliest + answer.reaction.latest) / 2 / MS,
            doubt_ms=None
            if answer.reaction is None
            else (answer.reaction.latest - answer.reaction.earliest) / 2 / MS,
            anticipated=bool(answer.jumped),
        )
        for one in rounds
        if not one.void
        for answer in one.answers
    )


def people_of(rounds: Sequence[Round], seats: int) -> tuple[Reactions, ...]:
    """One line a seat."""
    slaps = slaps_of_rounds(rounds)
    return tuple(
        summary(seat_name(seat), [slap for slap in slaps if slap.seat == seat])
        for seat in range(seats)
    )


def buttons_of(
    presses: Sequence[Press],
    seats: int,
    band: Band | None,
    faults: Mapping[int, str] = MappingProxyType({}),
) -> tuple[PracticeButton, ...]:
    """One line a button; `faults` are those that presses do not show."""
    delays = band.delays_ms if band is not None else ()
    return tuple(
        _button(
            seat,
            [press for press in presses if press.seat == seat],
            delays[seat] if seat < len(delays) else None,
            faults.get(seat, ""),
        )
        for seat in range(seats)
    )


def _button(seat: int, mine: Sequence[Press], delay_ms: float | None, fault: str) -> PracticeButton:
    if not mine:
        return PracticeButton(seat=seat, delay_ms=delay_ms, fault=fault)
    edges = [len(press.bounce) for press in mine]
    lasted = [max(press.bounce, default=0) / MS for press in mine]
    return PracticeButton(
        seat=seat,
        presses=len(mine),
        bounce_edges=statistics.median(edges),
        bounce_edges_max=max(edges),
        bounce_ms=round(statistics.median(lasted), 3),
        bounce_ms_max=round(max(lasted), 3),
        delay_ms=delay_ms,
        fault=fault or ("worn" if max(lasted) > WORN_MS else ""),
    )
