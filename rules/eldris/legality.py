"""May this be done? Refusals name their rule; those that only one seat may read are private."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from rules.core import LEGAL, Ruling
from rules.eldris import actions as act
from rules.eldris import refusals as no
from rules.eldris.cards import CHARACTER_SET, DICE, HAND, TRAITS
from rules.eldris.due import due
from rules.eldris.legality_nick import accuse, agree_end, answer, pass_, show_cutpurse, steal
from rules.eldris.legality_solo import fan_foes, reveal_foes, wager, would_take_a_foe
from rules.eldris.square import BESIDE
from rules.eldris.standing import (
    alike,
    benefit_for,
    beside,
    drawer,
    open_cards,
    trusted,
    uses_display,
)
from rules.eldris.state import State

_TRAIT_SET = frozenset(TRAITS)


# Cards.


def _lay_out(state: State, action: act.LayOut) -> Ruling:
    if state.phase != "lay_out":
        return no.DUE[state.phase]
    complete = len(action.grid) == len(CHARACTER_SET) and set(action.grid) == CHARACTER_SET
    return LEGAL if complete else no.ALL_CHARACTERS


def _turn_up(state: State, action: act.TurnUp) -> Ruling:
    if state.phase != "turn_up":
        return no.DUE[state.phase]
    if action.card not in CHARACTER_SET:
        return no.NO_CHARACTER
    if action.card in open_cards(state):
        return no.LIES_OPEN
    return no.IS_CONCEALED if would_take_a_foe(state, action.card) else LEGAL


def _enter_cards(state: State, action: act.EnterCards) -> Ruling:
    if state.phase == "over":
        return no.GAME_OVER
    if state.solo is not None or not trusted(state):
        return no.SEALED
    if not 0 <= action.seat < len(state.players):
        return no.NO_SUCH_SEAT
    if state.players[action.seat].entered:
        return no.TOLD_ALREADY
    cards = set(action.cards)
    if len(action.cards) != HAND[len(state.players)] or len(cards) != len(action.cards):
        return no.WRONG_HAND
    if not cards <= CHARACTER_SET:
        return no.WRONG_HAND
    return no.OPEN_ELSEWHERE if cards & open_cards(state) else LEGAL


def _choose_cutpurse(state: State, action: act.ChooseCutpurse) -> Ruling:
    ruling = due(state, action.seat, "choose", "constitution")
    if ruling is not LEGAL:
        return ruling
    if state.solo is not None:
        return LEGAL if action.card in state.display else no.NOT_IN_DISPLAY
    if not trusted(state):
        return LEGAL if action.card is None else no.SEALED
    player = state.players[action.seat]
    if not player.entered:
        return no.ENTER_FIRST
    if action.card is None:
        return no.NAME_IT
    own = action.card in player.others or action.card == player.cutpurse
    return LEGAL if own else no.NOT_YOURS


def _draw_target(state: State, action: act.DrawTarget) -> Ruling:
    if state.phase != "draw":
        return no.DUE[state.phase]
    if action.seat != drawer(state):
        return no.DUE["draw"]
    if action.card not in CHARACTER_SET:
        return no.NAME_IT
    player = state.players[action.seat]
    if action.card in player.others or action.card == player.cutpurse:
        return no.YOURS_ALREADY
    return no.OPEN_ELSEWHERE if action.card in open_cards(state) else LEGAL


def _give_back(state: State, action: act.GiveBack) -> Ruling:
    ruling = due(state, action.seat, "give_back")
    if ruling is not LEGAL:
        return ruling
    if uses_display(state):
        return LEGAL if action.card in state.display else no.NOT_IN_DISPLAY
    player = state.players[action.seat]
    if action.card == player.cutpurse:
        return no.KEEPS_CUTPURSE
    return LEGAL if action.card in player.others else no.NOT_YOURS


def _note_peek(state: State, action: act.NotePeek) -> Ruling:
    if state.phase == "over":
        return no.GAME_OVER
    if not trusted(state):
        return no.SEALED
    if all(peek.seat != action.seat for peek in state.peeks):
        return no.NO_PEEK
    player = state.players[action.seat]
    if action.card not in CHARACTER_SET:
        return no.NAME_IT
    if action.card in player.others or action.card == player.cutpurse:
        return no.YOURS_ALREADY
    return no.OPEN_ELSEWHERE if action.card in open_cards(state) else LEGAL


def _promote(state: State, action: act.Promote) -> Ruling:
    if state.phase != "promote":
        return no.DUE[state.phase]
    if action.seat != drawer(state):
        return no.DUE["promote"]
    if not trusted(state):
        return LEGAL if action.card is None else no.SEALED
    if action.card is None:
        return no.NAME_IT
    return LEGAL if action.card in state.players[action.seat].others else no.NOT_YOURS


# Dice, benefits and moves.


def _roll(state: State, action: act.Roll) -> Ruling:
    ruling = due(state, action.seat, "roll")
    if ruling is not LEGAL:
        return ruling
    return LEGAL if _are_dice(action.dice, DICE) else no.THREE_DICE


def _are_dice(dice: tuple[str, ...], count: int) -> bool:
    return len(dice) == count and _TRAIT_SET.issuperset(dice)


def _reroll(state: State, action: act.Reroll) -> Ruling:
    ruling = may_reroll(state, action.seat)
    if ruling is not LEGAL:
        return ruling
    which = action.which
    places = (
        bool(which) and tuple(sorted(set(which))) == which and 0 <= which[0] <= which[-1] < DICE
    )
    return LEGAL if places and _are_dice(action.dice, len(which)) else no.WHICH_DICE


def may_reroll(state: State, seat: int) -> Ruling:
    """Whether the Sigil may be used, whatever the dice then show (R-EL-3)."""
    ruling = due(state, seat, "slip")
    if ruling is not LEGAL:
        return ruling
    again = state.config.options.reroll_after_reset and state.benefit == "reset"
    if len(state.unspent) < DICE or (state.benefit is not None and not again):
        return no.TOO_LATE_TO_REROLL
    return LEGAL if state.players[seat].sigil else no.SIGIL_USED


def _may_claim(state: State, seat: int) -> Ruling:
    """Whether a benefit is open: doubles, none claimed or declined, nothing moved (R-EL-2)."""
    ruling = due(state, seat, "slip")
    if ruling is not LEGAL:
        return ruling
    if alike(state.dice) is None:
        return no.NO_DOUBLES
    if state.benefit is not None or state.declined:
        return no.ONE_BENEFIT
    return LEGAL if len(state.unspent) == DICE else no.BEFORE_MOVING


def _claim_reset(state: State, action: act.ClaimReset) -> Ruling:
    ruling = _may_claim(state, action.seat)
    if ruling is not LEGAL:
        return ruling
    return no.SIGIL_READY if state.players[action.seat].sigil else LEGAL


def _claim_ability(state: State, action: act.ClaimAbility) -> Ruling:
    if action.ability == "strength":
        return _claim_strength(state, action.seat)
    ruling = _may_claim(state, action.seat)
    if ruling is not LEGAL:
        return ruling
    known = action.ability in _TRAIT_SET
    return LEGAL if known and benefit_for(state, action.ability) else no.OTHER_ABILITY


def _claim_strength(state: State, seat: int) -> Ruling:
    """Solo only, and also after moving: it works in the Nick phase (R-EL-9, R-EL-31)."""
    ruling = due(state, seat, "slip", "wager")
    if ruling is not LEGAL:
        return ruling
    if state.solo is None:
        return no.SILENT
    if state.benefit is not None:
        return no.ONE_BENEFIT
    if alike(state.dice) is None:
        return no.NO_DOUBLES
    return LEGAL if benefit_for(state, "strength") else no.OTHER_ABILITY


def _decline_benefit(state: State, action: act.DeclineBenefit) -> Ruling:
    return _may_claim(state, action.seat)


def _move(state: State, action: act.Move) -> Ruling:
    ruling = due(state, action.seat, "slip")
    if ruling is not LEGAL:
        return ruling
    traits = state.config.traits
    if action.card not in traits or action.other not in traits:
        return no.NO_CHARACTER
    if traits[action.card] not in state.unspent:
        return no.NO_DIE
    return LEGAL if beside(state, action.card, action.other, BESIDE) else no.NOT_BESIDE


def _ability_move(state: State, action: act.AbilityMove) -> Ruling:
    ruling = due(state, action.seat, "dexterity")
    if ruling is not LEGAL:
        return ruling
    if action.card not in CHARACTER_SET or action.other not in CHARACTER_SET:
        return no.NO_CHARACTER
    if state.runner not in (None, action.card):
        return no.SAME_RUNNER
    return LEGAL if beside(state, action.card, action.other, BESIDE) else no.NOT_BESIDE


def _end_ability(state: State, action: act.EndAbility) -> Ruling:
    return due(state, action.seat, "dexterity")


def _exchange(state: State, action: act.Exchange) -> Ruling:
    ruling = due(state, action.seat, "wisdom")
    if ruling is not LEGAL:
        return ruling
    traits = state.config.traits
    if action.first not in traits or action.second not in traits:
        return no.NO_CHARACTER
    same = traits[action.first] == traits[action.second] and action.first != action.second
    return LEGAL if same else no.SAME_TRAIT


CHECKS: Mapping[type, Callable[[State, Any], Ruling]] = MappingProxyType(
    {
        act.LayOut: _lay_out,
        act.TurnUp: _turn_up,
        act.EnterCards: _enter_cards,
        act.ChooseCutpurse: _choose_cutpurse,
        act.Roll: _roll,
        act.Reroll: _reroll,
        act.ClaimReset: _claim_reset,
        act.ClaimAbility: _claim_ability,
        act.DeclineBenefit: _decline_benefit,
        act.Move: _move,
        act.AbilityMove: _ability_move,
        act.EndAbility: _end_ability,
        act.Exchange: _exchange,
        act.DrawTarget: _draw_target,
        act.GiveBack: _give_back,
        act.NotePeek: _note_peek,
        act.Steal: steal,
        act.Accuse: accuse,
        act.Pass: pass_,
        act.Answer: answer,
        act.ShowCutpurse: show_cutpurse,
        act.Promote: _promote,
        act.AgreeEnd: agree_end,
        act.FanFoes: fan_foes,
        act.Wager: wager,
        act.RevealFoes: reveal_foes,
    }
)


def check(state: State, action: act.Action) -> Ruling:
    """`Legal`, or why not and by which rule."""
    return CHECKS[type(action)](state, action)
