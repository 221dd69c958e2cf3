"""What each actor may do now. Presses are always offered: offering them at times would hint."""

from rules.core import LEGAL, TABLE, Actor, Multiset
from rules.wizard_thieves.actions import (
    AdjudicateGrab,
    ApplyKingCoin,
    CheckGrab,
    Choice,
    Grab,
    MisReveal,
    OverrideGrab,
    RevealPattern,
    TakePot,
    ToPortalPattern,
)
from rules.wizard_thieves.cards import BORDERS
from rules.wizard_thieves.items import item_choices
from rules.wizard_thieves.knowledge import could_turn_up
from rules.wizard_thieves.legality import is_over, may_reveal, shown_cards
from rules.wizard_thieves.state import State

_SEATS = range(BORDERS)
_GRABS = tuple(Grab(presses=((seat,),)) for seat in _SEATS)
_MIS_REVEALS = tuple(MisReveal(seat=seat) for seat in _SEATS)
_TAKE_POT = tuple(TakePot(seat=seat) for seat in _SEATS)
_APPLY_KING_COIN = tuple(ApplyKingCoin(seat=seat) for seat in _SEATS)
_ADJUDICATE = tuple(AdjudicateGrab(seat=seat) for seat in _SEATS)
_CHECK_GRAB = CheckGrab()
_OVERRIDE = {valid: OverrideGrab(valid=valid) for valid in (False, True)}


def choices(state: State, actor: Actor) -> tuple[Choice, ...]:
    """Legal actions of a seat, or of the table; cards yet to land are patterns.

    Presses of several people at once are legal too, but not listed.
    """
    if actor == TABLE:
        return _of_the_table(state)
    if not isinstance(actor, int) or not 0 <= actor < len(state.decks):
        return ()
    return _of_a_seat(state, actor)


def _of_the_table(state: State) -> tuple[Choice, ...]:
    found = list(_chance(state, None))
    if state.tied is not None:
        found.extend(_ADJUDICATE[seat] for seat in state.tied.seats)
    elif state.memory is not None:
        found.append(_OVERRIDE[state.memory.winner is None])
    if state.memory is not None and state.memory.winner is not None:
        found.append(_CHECK_GRAB)
    return tuple(found)


def _of_a_seat(state: State, seat: int) -> tuple[Choice, ...]:
    found = list(_chance(state, seat))
    if state.collecting is not None and state.collecting.seat == seat:
        found.append(_TAKE_POT[seat])
        if state.collecting.why == "king_coin":
            found.append(_APPLY_KING_COIN[seat])
    if state.item is not None and state.item.seat == seat and state.tied is None:
        found.extend(item_choices(state, seat, state.item.item))
    if not is_over(state):
        if state.tied is None:
            found.append(_GRABS[seat])
        if state.status[seat] != "out" and shown_cards(state, seat):
            found.append(_MIS_REVEALS[seat])
    if state.memory is not None and state.memory.winner is not None:
        found.append(_CHECK_GRAB)
    return tuple(found)


def _chance(state: State, seat: int | None) -> tuple[Choice, ...]:
    """The card that may land now, if it is of this seat (None: of any)."""
    due = state.portal_due
    if due is not None:
        if state.tied is not None or seat not in (None, due.target):
            return ()
        return (ToPortalPattern(seat=due.target, cards=_weights(state)),)
    turn = state.turn
    if seat not in (None, turn) or may_reveal(state, turn) is not LEGAL:
        return ()
    return (RevealPattern(seat=turn, cards=_weights(state)),)


def _weights(state: State) -> Multiset:
    top = state.pot[-1] if state.pot and state.collecting is None else None
    return could_turn_up(state.config.seats, state.config.extra, top, state.portal)


def acting(state: State) -> frozenset[Actor]:
    """Whom the game waits for. Others may press, slide a card back, or check a grab at any time."""
    if is_over(state):
        return frozenset()
    if state.tied is not None:
        return frozenset((TABLE,))
    if state.item is not None:
        return frozenset((state.item.seat,))
    if state.collecting is not None:
        return frozenset((state.collecting.seat,))
    if state.portal_due is not None:
        return frozenset((TABLE, state.portal_due.target))
    return frozenset((TABLE, state.turn))
