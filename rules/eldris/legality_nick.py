"""Whether a theft, an accusation, an answer may be: what all know first, then what one seat knows.

In sealed mode nobody but the players knows who stands beside whom; only a Cutpurse that everybody
has seen is held against its owner.
"""

from rules.core import LEGAL, Key, Ruling
from rules.eldris import actions as act
from rules.eldris import refusals as no
from rules.eldris.cards import CHARACTER_SET
from rules.eldris.due import due
from rules.eldris.standing import (
    beside,
    diagonal_targets,
    known_cutpurse,
    may_agree,
    reach,
    trusted,
    uses_display,
)
from rules.eldris.state import State


def steal(state: State, action: act.Steal) -> Ruling:
    """Of an own Target, or one in the Display, that stands beside the own Cutpurse."""
    ruling = due(state, action.seat, "nick", "diagonal")
    if ruling is not LEGAL:
        return ruling
    if state.solo is not None:
        return LEGAL if action.card in diagonal_targets(state) else no.NOT_DIAGONAL
    if action.card not in CHARACTER_SET:
        return no.NO_CHARACTER
    if action.card in state.dark:
        return no.UNOCCUPIED
    if uses_display(state):
        in_display = action.card in state.display
        return in_reach(state, action.seat, action.card) if in_display else no.NOT_IN_DISPLAY
    return _steal_own_target(state, action.seat, action.card)


def _steal_own_target(state: State, seat: int, card: Key) -> Ruling:
    """What all know comes before whose Target it is, or a refusal would tell that."""
    player = state.players[seat]
    if player.cards < 2:  # noqa: PLR2004 - the Cutpurse alone
        return no.NO_TARGET
    if is_exposed(state, card):
        return no.KNOWN_ELSEWHERE
    ruling = in_reach(state, seat, card)
    if ruling is not no.OUT_OF_SHOWN_REACH and trusted(state) and card not in player.others:
        return no.NOT_A_TARGET
    return ruling


def is_exposed(state: State, card: Key) -> bool:
    """Whether everybody knows this card as somebody's Cutpurse."""
    return any(player.exposed == card for player in state.players)


def in_reach(state: State, seat: int, card: Key) -> Ruling:
    """Whether a character stands beside the seat's Cutpurse, where that is known at all.

    A Cutpurse that all know is public: so are its refusals, in both modes.
    """
    player = state.players[seat]
    cutpurse = known_cutpurse(player)
    if cutpurse is None or beside(state, cutpurse, card, reach(state)):
        return LEGAL
    return no.OUT_OF_REACH if player.exposed is None else no.OUT_OF_SHOWN_REACH


def accuse(state: State, action: act.Accuse) -> Ruling:
    """Of any occupied character beside the own Cutpurse, a Target too (R-EL-26)."""
    if state.solo is not None and state.phase != "over":
        return no.ONLY_SOLO
    ruling = due(state, action.seat, "nick")
    if ruling is not LEGAL:
        return ruling
    if not 0 <= action.player < len(state.players):
        return no.NO_SUCH_SEAT
    if action.player == action.seat:
        return no.NOT_ONESELF
    accused = state.players[action.player]
    if accused.out:
        return no.IS_OUT
    if not accused.started:
        return no.NO_CUTPURSE
    if action.character not in CHARACTER_SET:
        return no.NO_CHARACTER
    if action.character in state.dark:
        return no.UNOCCUPIED
    return in_reach(state, action.seat, action.character)


def pass_(state: State, action: act.Pass) -> Ruling:
    """Leave the Nick phase, or solo the diagonal Target (R-EL-30)."""
    if state.solo is not None and state.phase not in ("diagonal", "over"):
        return no.ONLY_SOLO
    return due(state, action.seat, "nick", "diagonal")


def answer(state: State, action: act.Answer) -> Ruling:
    """The accused says what is true; what all know cannot be denied (R-EL-21, R-EL-24)."""
    accusation = state.accusation
    if state.phase != "answer" or accusation is None:
        return no.DUE[state.phase]
    if action.seat != accusation.player:
        return no.NOT_THE_ACCUSED
    exposed, character = state.players[action.seat].exposed, accusation.character
    if exposed is not None:
        return LEGAL if action.correct == (exposed == character) else no.SHOWN_OTHERWISE
    known = character in state.display or is_exposed(state, character)
    return no.KNOWN_ELSEWHERE if action.correct and known else LEGAL


def show_cutpurse(state: State, action: act.ShowCutpurse) -> Ruling:
    """The accuser's own, which cannot be a card that all know to lie elsewhere."""
    ruling = due(state, action.seat, "show")
    if ruling is not LEGAL:
        return ruling
    card = action.card
    if card not in CHARACTER_SET:
        return no.NO_CHARACTER
    if card in state.dark:
        return no.UNOCCUPIED
    known = card in state.display or is_exposed(state, card)
    return no.KNOWN_ELSEWHERE if known else LEGAL


def agree_end(state: State, _action: act.AgreeEnd) -> Ruling:
    """Only when nothing more can happen (R-EL-8)."""
    if state.phase == "over":
        return no.GAME_OVER
    return LEGAL if may_agree(state) else no.GAME_GOES_ON
