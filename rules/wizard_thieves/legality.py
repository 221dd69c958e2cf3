"""May this be done? Refusals name their rule; none depends on whether the Pot may be grabbed."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from rules.core import LEGAL, Illegal, Key, Ruling
from rules.wizard_thieves import actions as act
from rules.wizard_thieves.cards import BOMB, GAUNTLET, KEYS, PORTAL_CASTER
from rules.wizard_thieves.course import Course, close_collecting
from rules.wizard_thieves.items import victims
from rules.wizard_thieves.state import State

_KEY_SET = frozenset(KEYS)

GAME_OVER = Illegal("The game is over.", "Game End")
SAY_WHO_FIRST = Illegal("First say who was first on the Pot.", "R-WT-6")
NO_SUCH_SEAT = Illegal("There is no such seat at this table.", "Setup")
ITEM_WAITS = Illegal(
    "A Magic Item waits for its owner's choice. Slide the card back into the middle of the deck.",
    "R-WT-31",
)
PORTAL_WAITS = Illegal(
    "A card for the Portal is awaited first. Slide the card back into the middle of the deck.",
    "R-WT-31",
)
NOT_YOUR_TURN = Illegal(
    "It is somebody else's turn. Slide the card back into the middle of the deck.", "R-WT-31"
)
POT_ENDS_GAME = Illegal(
    "The Pot that is being collected ends the game. Take the Pot first.", "Game End"
)
NO_CARDS = Illegal("This player has no cards left.", "Running Out of Cards")
IS_OUT = Illegal("This player has been eliminated.", "The Curse")
UNKNOWN_CARD = Illegal("No such card is in this game's box.", "Core Game Components")
NO_ITEM = Illegal("No such Magic Item of this player waits for a choice.", "R-WT-29")
NO_TARGET = Illegal("That choice cannot be carried out: there are no cards to take.", "R-WT-19")
ONE_BRANCH = Illegal("Choose one: another player's deck, or one Portal card.", "Magic Items")
NOT_COLLECTING = Illegal("No Pot goes to this player without a grab.", "R-WT-33")
NO_KING_COIN = Illegal("This player has no King Coin to apply.", "R-WT-30")
NO_PORTAL_CARD = Illegal("No card of this player is due on the Portal.", "Magic Items")
NO_PRESS = Illegal("A grab names at least one player.", "R-WT-4")
PRESSED_TWICE = Illegal("The same player is named twice: one attempt counts once.", "R-WT-8")
NO_GRAB = Illegal("There is no grab to look into; a card has moved since.", "Grabbing Etiquette")
NOT_WON = Illegal("Nobody won the Pot with that grab.", "Grabbing Etiquette")
NOT_TIED = Illegal("Nobody is asking who was first, or not between these.", "R-WT-6")
SAME_VERDICT = Illegal("The grab was judged like that already.", "Grabbing Etiquette")


def pot_goes_to(state: State) -> int | None:
    """To whose deck people count the cards that still lie in the Pot; None: to nobody's."""
    collecting = state.collecting
    if collecting is not None:
        return None if collecting.awarded else collecting.seat
    over = state.over
    if over is None or over.reason == "last_standing":
        return None
    taken = over.reason == "last_revealer" or state.config.options.grab_before_end
    return over.winners[0] if taken else None


def shown_cards(state: State, seat: int) -> int:
    """How many cards people see in this deck: a Pot on its way counts as arrived."""
    count = len(state.decks[seat])
    return count + len(state.pot) if pot_goes_to(state) == seat else count


def is_over(state: State) -> bool:
    """Over, and it may be told: a Pot that is being collected comes first."""
    return state.over is not None and state.collecting is None


def _collecting_ends_game(state: State) -> bool:
    course = Course(state)
    close_collecting(course)
    return course.state.over is not None


def _is_seat(state: State, seat: int) -> bool:
    return 0 <= seat < len(state.decks)


def _is_card(state: State, card: Key) -> bool:
    return card in _KEY_SET or card in state.config.extra


def may_reveal(state: State, seat: int) -> Ruling:
    """Whether this seat may reveal, whatever the card."""
    if seat != state.turn or state.item or state.portal_due or state.tied or state.over:
        refusal = _why_no_reveal(state, seat)
        if refusal is not None:
            return refusal
    if state.collecting is not None:
        return POT_ENDS_GAME if _collecting_ends_game(state) else LEGAL
    return LEGAL if state.decks[seat] else NO_CARDS


def _why_no_reveal(state: State, seat: int) -> Illegal | None:
    if is_over(state):
        return GAME_OVER
    if not _is_seat(state, seat):
        return NO_SUCH_SEAT
    if state.status[seat] == "out":
        return IS_OUT
    if state.tied is not None:
        return SAY_WHO_FIRST
    if state.item is not None:
        return ITEM_WAITS
    if state.portal_due is not None:
        return PORTAL_WAITS
    return NOT_YOUR_TURN if seat != state.turn else None


def _reveal(state: State, action: act.Reveal) -> Ruling:
    if not _is_card(state, action.card):
        return UNKNOWN_CARD
    return may_reveal(state, action.seat)


def _grab(state: State, action: act.Grab) -> Ruling:
    seats = [seat for group in action.presses for seat in group]
    if not seats:
        return NO_PRESS
    if not all(_is_seat(state, seat) for seat in seats):
        return NO_SUCH_SEAT
    if len(set(seats)) < len(seats):
        return PRESSED_TWICE
    if is_over(state):
        return GAME_OVER
    return LEGAL if state.tied is None else SAY_WHO_FIRST


def _take_pot(state: State, action: act.TakePot) -> Ruling:
    collecting = state.collecting
    if collecting is None or collecting.seat != action.seat:
        return NOT_COLLECTING
    return LEGAL


def _apply_king_coin(state: State, action: act.ApplyKingCoin) -> Ruling:
    collecting = state.collecting
    if collecting is None or collecting.seat != action.seat or collecting.why != "king_coin":
        return NO_KING_COIN
    return LEGAL


def _check_grab(state: State, _action: act.CheckGrab) -> Ruling:
    if state.memory is None:
        return NO_GRAB
    return LEGAL if state.memory.winner is not None else NOT_WON


def _owner(state: State, seat: int, item: Key) -> Ruling:
    if state.tied is not None:
        return SAY_WHO_FIRST
    pending = state.item
    if pending is None or pending.seat != seat or pending.item != item:
        return NO_ITEM
    return LEGAL


def _use_gauntlet(state: State, action: act.UseGauntlet) -> Ruling:
    ruling = _owner(state, action.seat, GAUNTLET)
    if ruling is not LEGAL:
        return ruling
    if (action.deck is None) == (action.portal is None):
        return ONE_BRANCH
    if action.portal is not None:
        return LEGAL if 0 <= action.portal < len(state.portal) else NO_TARGET
    return LEGAL if action.deck in victims(state, action.seat) else NO_TARGET


def _use_bomb(state: State, action: act.UseBomb) -> Ruling:
    ruling = _owner(state, action.seat, BOMB)
    if ruling is not LEGAL:
        return ruling
    others = victims(state, action.seat)
    possible = bool(others) if action.target is None else action.target in others
    return LEGAL if possible else NO_TARGET


def _use_portal_caster(state: State, action: act.UsePortalCaster) -> Ruling:
    ruling = _owner(state, action.seat, PORTAL_CASTER)
    if ruling is not LEGAL:
        return ruling
    if action.card is not None and not _is_card(state, action.card):
        return UNKNOWN_CARD
    return LEGAL if action.target in victims(state, action.seat) else NO_TARGET


def _to_portal(state: State, action: act.ToPortal) -> Ruling:
    due = state.portal_due
    if state.tied is not None:
        return SAY_WHO_FIRST
    if due is None or due.target != action.seat:
        return NO_PORTAL_CARD
    return LEGAL if _is_card(state, action.card) else UNKNOWN_CARD


def _mis_reveal(state: State, action: act.MisReveal) -> Ruling:
    if is_over(state):
        return GAME_OVER
    if not _is_seat(state, action.seat):
        return NO_SUCH_SEAT
    if state.status[action.seat] == "out":
        return IS_OUT
    return LEGAL if shown_cards(state, action.seat) else NO_CARDS


def _adjudicate_grab(state: State, action: act.AdjudicateGrab) -> Ruling:
    return LEGAL if state.tied is not None and action.seat in state.tied.seats else NOT_TIED


def _override_grab(state: State, action: act.OverrideGrab) -> Ruling:
    if state.memory is None:
        return NO_GRAB
    if state.tied is not None:
        return SAY_WHO_FIRST
    return SAME_VERDICT if action.valid == (state.memory.winner is not None) else LEGAL


CHECKS: Mapping[type, Callable[[State, Any], Ruling]] = MappingProxyType(
    {
        act.Reveal: _reveal,
        act.Grab: _grab,
        act.TakePot: _take_pot,
        act.CheckGrab: _check_grab,
        act.UseGauntlet: _use_gauntlet,
        act.UseBomb: _use_bomb,
        act.UsePortalCaster: _use_portal_caster,
        act.ToPortal: _to_portal,
        act.ApplyKingCoin: _apply_king_coin,
        act.MisReveal: _mis_reveal,
        act.AdjudicateGrab: _adjudicate_grab,
        act.OverrideGrab: _override_grab,
    }
)


def check(state: State, action: act.Action) -> Ruling:
    """`Legal`, or why not and by which rule."""
    return CHECKS[type(action)](state, action)
