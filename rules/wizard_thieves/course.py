"""What several actions have in common: whose turn it is, where the Pot goes, when it all ends."""

from typing import cast

from rules import course as shared
from rules.wizard_thieves.events import (
    EndReason,
    Event,
    GameEnded,
    Overcounted,
    PotCollected,
    PotCollecting,
    PotWon,
    TurnPassed,
    Why,
    WindowClosed,
)
from rules.wizard_thieves.folding import EVOLVERS
from rules.wizard_thieves.knowledge import copies, overcounted
from rules.wizard_thieves.state import Collecting, State


class Course(shared.Course[State, Event]):
    """The state so far and the facts that led there."""

    __slots__ = ()

    evolvers = EVOLVERS


def next_with_cards(state: State, seat: int) -> int | None:
    """The next seat clockwise that holds cards, `seat` itself last (R-WT-9); None: nobody does."""
    decks = state.decks
    count = len(decks)
    for step in range(1, count + 1):
        other = (seat + step) % count
        if decks[other]:
            return other
    return None


def pass_turn(course: Course, seat: int | None) -> None:
    """Let this seat reveal next, unless it does already."""
    if seat is not None and seat != course.state.turn:
        course.tell(TurnPassed(seat=seat))


def collect(course: Course, seat: int, why: Why) -> None:
    """The Pot goes to `seat` without a grab: at once, or when an open window has closed.

    R-WT-11, R-WT-14, R-WT-18, R-WT-30, R-WT-33. What may be told is the same either way.
    """
    pot = course.state.pot
    excess = overcounted(course.state)
    course.tell(PotCollecting(seat=seat, count=len(pot), why=why, top=pot[-1], excess=excess))
    if not course.state.window:
        settle_collecting(course)


def settle_collecting(course: Course) -> None:
    """Nothing can come between: the Pot is the collector's, or the game is over (R-WT-14)."""
    collecting = course.state.collecting
    if collecting is None:
        return
    if collecting.why == "last":
        _end_for_collector(course, collecting, told=False)
        return
    course.tell(PotWon(seat=collecting.seat, count=collecting.count, why=collecting.why))
    end_if_decided(course, told=False)


def _end_for_collector(course: Course, collecting: Collecting, *, told: bool) -> None:
    reason: EndReason = "last_holder" if course.state.decks[collecting.seat] else "last_revealer"
    course.tell(GameEnded(winners=(collecting.seat,), reason=reason, told=told))


def close_collecting(course: Course) -> None:
    """The Pot that was on its way has been taken: now everything about it may be told."""
    state, collecting = course.state, course.state.collecting
    if collecting is None:
        return
    seat, count, why = collecting.seat, collecting.count, collecting.why
    held = bool(state.decks[seat])
    if state.over is None and not collecting.awarded:
        course.tell(WindowClosed())
        course.tell(PotWon(seat=seat, count=count, why=why))
    course.tell(PotCollected(seat=seat, count=count, why=why))
    warn_of_excess(course, collecting.excess)
    if state.over is not None:
        reason = cast("EndReason", state.over.reason)
        course.tell(GameEnded(winners=state.over.winners, reason=reason))
    elif why == "last":
        reason = "last_holder" if held else "last_revealer"
        course.tell(GameEnded(winners=(seat,), reason=reason))
    else:
        end_if_decided(course)


def warn_of_excess(course: Course, keys: tuple[str, ...]) -> None:
    """Say which cards were seen more often than the box has them; a warning, never a refusal."""
    if not keys:
        return
    limits = copies(course.state.config)
    for key in keys:
        limit = limits.get(key, 0)
        course.tell(Overcounted(card=key, copies=limit))


def end_if_decided(course: Course, *, told: bool = True) -> bool:
    """The end test of section 4, between two cards. True if the game is over.

    While an item or a card for the Portal is awaited only the last one standing wins (R-WT-27):
    the effect may give cards to somebody who has none (R-WT-15).
    """
    state = course.state
    standing = [seat for seat, status in enumerate(state.status) if status != "out"]
    if len(standing) == 1:
        course.tell(GameEnded(winners=(standing[0],), reason="last_standing", told=told))
        return True
    if state.item is not None or state.portal_due is not None:
        return False
    holders = [seat for seat, deck in enumerate(state.decks) if deck]
    if len(holders) > 1:
        return False
    if holders:
        return _end_for_holder(course, holders[0], told=told)
    return _end_without_holder(course, told=told)


def _end_for_holder(course: Course, holder: int, *, told: bool) -> bool:
    challenge = course.state.challenge
    if challenge is not None and challenge.facing == holder:
        return False  # played out (R-WT-16)
    course.tell(GameEnded(winners=(holder,), reason="last_holder", told=told))
    return True


def latest_revealer(state: State) -> int:
    """Who revealed most recently and is still in (R-WT-14)."""
    for seat in state.recent:
        if state.status[seat] != "out":
            return seat
    return next(seat for seat, status in enumerate(state.status) if status != "out")


def _end_without_holder(course: Course, *, told: bool) -> bool:
    winner = latest_revealer(course.state)
    course.tell(GameEnded(winners=(winner,), reason="last_revealer", told=told))
    return True
