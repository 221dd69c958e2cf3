"""A card lands on the Pot, and what follows from it (spec, section 3, "Reveal")."""

from typing import Literal

from rules.core import Key
from rules.wizard_thieves.actions import Reveal
from rules.wizard_thieves.cards import GEM_SET, TREASURE_VALUE
from rules.wizard_thieves.course import (
    Course,
    close_collecting,
    collect,
    end_if_decided,
    latest_revealer,
    next_with_cards,
    pass_turn,
)
from rules.wizard_thieves.events import (
    CardRevealed,
    ChallengeEnded,
    ChallengeFailed,
    ChallengeSet,
    ChanceUsed,
    GameEnded,
    Owed,
    Reason,
    WindowClosed,
    WindowOpened,
)
from rules.wizard_thieves.items import item_revealed
from rules.wizard_thieves.state import Challenge, State


def grab_reasons(state: State, seat: int, card: Key) -> tuple[Reason, ...]:
    """Why the Pot may be grabbed once `seat` has put `card` on it ("Grab Challenges").

    Only the current Pot counts (R-WT-3, R-WT-35). A sandwich has another card between (R-WT-2).
    The Portal counts as it lies now (R-WT-20), but not for a last card that opens a Pot.
    """
    pot, portal = state.pot, state.portal
    reasons: tuple[Reason, ...] = ()
    if pot:
        if pot[-1] == card:
            reasons = ("doubles",)
        elif len(pot) > 1 and pot[-2] == card:
            reasons = ("sandwich",)
    if portal and portal[-1] == card and (pot or len(state.decks[seat]) > 1):
        reasons = (*reasons, "portal")
    return reasons


def reveal(course: Course, action: Reveal) -> None:
    """The card is on the Pot; the windows, items, challenge, end and turn follow in this order."""
    if course.state.collecting is not None:
        close_collecting(course)
    state, seat, card = course.state, action.seat, action.card
    if state.window:
        course.tell(WindowClosed())
    reasons = grab_reasons(state, seat, card)
    left = len(state.decks[seat]) - 1
    course.tell(CardRevealed(seat=seat, card=card, pot=len(state.pot) + 1, left=left))
    if reasons:
        course.tell(WindowOpened(reasons=reasons))
    if card in GEM_SET:
        follow_up(course, seat, "turn" if state.challenge is None else "chance")
    elif card in TREASURE_VALUE:
        _set_challenge(course, seat, TREASURE_VALUE[card])
    elif not item_revealed(course, seat, card):
        follow_up(course, seat, "turn" if state.challenge is None else "chance")


def _set_challenge(course: Course, seat: int, value: int) -> None:
    """A Treasure challenges the next player with cards, whether it met a challenge or not."""
    facing = next_with_cards(course.state, seat)
    if facing is not None and facing != seat:
        course.tell(ChallengeSet(setter=seat, facing=facing, value=value))
        return
    if course.state.challenge is not None:
        course.tell(ChallengeEnded(why="no_one_left"))
    _end_after_card(course)  # R-WT-9, R-WT-16


def follow_up(course: Course, seat: int, owed: Owed) -> None:
    """What follows for a card of `seat` that set no challenge, after its effect (R-WT-24)."""
    if owed == "turn":
        if not _end_after_card(course):
            pass_turn(course, next_with_cards(course.state, seat))
    elif owed == "nothing":
        turn = course.state.turn
        if not end_if_decided(course) and not course.state.decks[turn]:
            pass_turn(course, next_with_cards(course.state, turn))
    elif course.state.challenge is not None:
        _use_chance(course, seat, course.state.challenge)
    elif not _end_after_card(course) and not course.state.decks[seat]:
        # The challenge ended while the item was pending: the one who faced it goes on (R-WT-12).
        pass_turn(course, next_with_cards(course.state, seat))


def _use_chance(course: Course, seat: int, challenge: Challenge) -> None:
    """One chance is gone (R-WT-17); without another, or without cards, the setter wins the Pot."""
    remaining = challenge.remaining - 1
    course.tell(ChanceUsed(seat=seat, remaining=remaining))
    why: Literal["chances", "cards"]
    if remaining == 0:
        why = "chances"
    elif not course.state.decks[seat]:
        why = "cards"
    else:
        return
    course.tell(ChallengeFailed(seat=seat, setter=challenge.setter, why=why))
    if course.state.window and _one_holder_ends_it(course.state):
        course.tell(WindowClosed())  # R-WT-15: the setter has the Pot, no grab comes before
    collect(course, challenge.setter, "challenge")


def _one_holder_ends_it(state: State) -> bool:
    """Whether exactly one player holds cards, and the end test beats grabs (R-WT-15)."""
    return not state.config.options.grab_before_end and sum(map(bool, state.decks)) == 1


def _end_after_card(course: Course) -> bool:
    """The end test after a card or its effect (R-WT-14 to R-WT-16). True: nothing else follows."""
    state = course.state
    if all(state.decks):
        return False
    holders = [seat for seat, deck in enumerate(state.decks) if deck]
    if len(holders) > 1:
        return False
    if not holders:
        collect(course, latest_revealer(state), "last")
        return True
    holder, challenge = holders[0], state.challenge
    if challenge is not None and challenge.facing == holder:
        return False
    if state.config.options.grab_before_end:
        collect(course, holder, "last")
    else:
        course.tell(GameEnded(winners=(holder,), reason="last_holder"))
    return True
