"""Slaps from the sealed verdicts of a game, and what they say about a person."""

import statistics
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.chronicle.people import name_of, names_by_row
from companion.history import History, Moment
from companion.referee import Verdict
from companion.storymodels import Reactions

FEW = 10
"""With fewer measured slaps a median says more about chance than about a person."""
_NS_IN_MS = 1e6
_PUNISHED = frozenset({"cursed", "eliminated"})
"""Tags of the facts that follow from a grab that was not allowed, the same in every game."""


class Slap(Struct, frozen=True, kw_only=True):
    """One press that was judged.

    Attributes:
        seq: Entry of the verdict.
        seat: Whose.
        name: Who sat there then.
        reaction_ms: Middle of the interval from the card to the press; None where it is not
            certain that the card came first, or the stamp is not exact.
        doubt_ms: Half of that interval.
        anticipated: So soon after the card that nobody can have seen it.
        improper: It was not allowed.
    """

    seq: int
    seat: int
    name: str
    reaction_ms: float | None = None
    doubt_ms: float | None = None
    anticipated: bool = False
    improper: bool = False


class _Press(Struct, frozen=True, kw_only=True):
    seat: int
    exact: bool = True
    judged: bool = False


class _Sealed(Struct, frozen=True, kw_only=True):
    """The part of an evidence record that is needed here; reading the rest would take longer."""

    verdict: Verdict | None = None
    presses: tuple[_Press, ...] = ()


def slaps_of(history: History) -> tuple[Slap, ...]:
    """Every judged slap that counts, in order. Undone ones do not count.

    Whether a slap was allowed is what the table holds now: corrected cards and overruled grabs
    are judged again, and so are these.
    """
    names = names_by_row(history.rows)
    found: list[Slap] = []
    newest: range = range(0)
    for moment in history.moments:
        if _is_grab(moment):
            fresh = _slaps(history, moment, names[moment.entry.seq - 1])
            newest = range(len(found), len(found) + len(fresh))
            found += fresh
        found = _judged(found, newest, moment)
    return tuple(found)


def _is_grab(moment: Moment) -> bool:
    return isinstance(moment.entry.action, Mapping) and moment.entry.action.get("type") == "grab"


def _slaps(history: History, moment: Moment, names: Mapping[int, str]) -> list[Slap]:
    seq = moment.entry.seq
    row = history.rows[seq - 1]
    sealed = _Sealed() if row.evidence is None else msgspec.convert(row.evidence, _Sealed)
    verdict = sealed.verdict or Verdict()
    groups = verdict.groups or moment.entry.action.get("presses", ())
    inexact = {press.seat for press in sealed.presses if press.judged and not press.exact}
    reactions = {reaction.seat: reaction.ns for reaction in verdict.reactions}
    found = []
    for seat in (seat for group in groups for seat in group):
        slap = Slap(
            seq=seq,
            seat=seat,
            name=str(name_of(names, seat)),
            anticipated=seat in verdict.anticipated,
        )
        after = reactions.get(seat)
        if after is not None and after.earliest >= 0 and seat not in inexact:
            slap = replace(
                slap,
                reaction_ms=(after.earliest + after.latest) / 2 / _NS_IN_MS,
                doubt_ms=(after.latest - after.earliest) / 2 / _NS_IN_MS,
            )
        found.append(slap)
    return found


def _judged(slaps: list[Slap], newest: range, moment: Moment) -> list[Slap]:
    """What this entry says of the newest grab: its own facts, a tie decided, a grab overruled."""
    events: Sequence[Mapping[str, Any]] = moment.entry.events
    tags = {event.get("type") for event in events}
    seats = {event.get("seat") for event in events if event.get("type") in _PUNISHED}
    if not seats and "grab_overturned" not in tags:
        return slaps
    return [
        replace(
            slap,
            improper=slap.seat in seats or (slap.improper and "grab_overturned" not in tags),
        )
        if place in newest
        else slap
        for place, slap in enumerate(slaps)
    ]


def reactions_of(slaps: Iterable[Slap], people: Iterable[str] = ()) -> tuple[Reactions, ...]:
    """One line a person: `people` first, then whoever else slapped. Names are case-folded."""
    heaps: dict[str, list[Slap]] = {name.casefold(): [] for name in people}
    shown = {name.casefold(): name for name in people}
    for slap in slaps:
        heaps.setdefault(slap.name.casefold(), []).append(slap)
        shown.setdefault(slap.name.casefold(), slap.name)
    return tuple(summary(shown[key], heap) for key, heap in heaps.items())


def summary(name: str, slaps: Sequence[Slap]) -> Reactions:
    """What these slaps say of one person. Times are of slaps that were no false start."""
    clean = [slap for slap in slaps if not (slap.anticipated or slap.improper)]
    times = sorted(slap.reaction_ms for slap in clean if slap.reaction_ms is not None)
    doubts = [slap.doubt_ms for slap in clean if slap.doubt_ms is not None]
    enough = len(times) >= FEW
    quarters = statistics.quantiles(times, n=4, method="inclusive") if enough else None
    return Reactions(
        name=name,
        presses=len(slaps),
        measured=len(times),
        median_ms=statistics.median(times) if enough else None,
        iqr_ms=quarters[2] - quarters[0] if quarters else None,
        q1_ms=quarters[0] if quarters else None,
        q3_ms=quarters[2] if quarters else None,
        fastest_ms=times[0] if times else None,
        doubt_ms=statistics.median(doubts) if doubts else None,
        improper=sum(slap.improper for slap in slaps),
        anticipated=sum(slap.anticipated for slap in slaps),
        false_starts=len(slaps) - len(clean),
        too_few=not enough,
    )
