"""The fold: the state after one fact. Total; it validates nothing and decides nothing."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from rules.eldris import events as ev
from rules.eldris import folding_cards as cards
from rules.eldris import folding_solo as solo
from rules.eldris import folding_turn as turn
from rules.eldris.state import State


def _unchanged(state: State, _event: object) -> State:
    return state


EVOLVERS: Mapping[type, Callable[[State, Any], State]] = MappingProxyType(
    {
        ev.SquareLaid: cards.square_laid,
        ev.CardTurnedUp: cards.card_turned_up,
        ev.CardsEntered: cards.cards_entered,
        ev.CutpurseChosen: cards.cutpurse_chosen,
        ev.SoloCutpurseChosen: solo.solo_cutpurse_chosen,
        ev.Rolled: turn.rolled,
        ev.Rerolled: turn.rerolled,
        ev.SigilReset: turn.sigil_reset,
        ev.AbilityUsed: turn.ability_used,
        ev.BenefitDeclined: turn.benefit_declined,
        ev.Moved: turn.moved,
        ev.AbilityMoved: turn.ability_moved,
        ev.AbilityEnded: _unchanged,
        ev.Exchanged: turn.exchanged,
        ev.CutpurseRechosen: cards.cutpurse_rechosen,
        ev.TargetDrawn: cards.target_drawn,
        ev.TargetReturned: cards.target_returned,
        ev.DisplayReturned: cards.display_returned,
        ev.PeekNoted: cards.peek_noted,
        ev.Stolen: turn.stolen,
        ev.Passed: turn.passed,
        ev.Accused: turn.accused,
        ev.Answered: _unchanged,
        ev.CutpurseTaken: cards.cutpurse_taken,
        ev.FinePaid: turn.fine_paid,
        ev.GuildPaid: turn.guild_paid,
        ev.CutpurseReplaced: cards.cutpurse_replaced,
        ev.ShadowSteppedIn: cards.shadow_stepped_in,
        ev.Eliminated: cards.eliminated,
        ev.CutpurseShown: cards.cutpurse_shown,
        ev.AdjacencyDoubted: _unchanged,
        ev.TurnPassed: turn.turn_passed,
        ev.FoesFanned: solo.foes_fanned,
        ev.Wagered: solo.wagered,
        ev.FoesRevealed: solo.foes_revealed,
        ev.WagerLost: solo.wager_lost,
        ev.WagerWon: solo.wager_won,
        ev.RivalsStole: solo.rivals_stole,
        ev.TargetRobbed: solo.target_robbed,
        ev.CompetitionPaid: solo.competition_paid,
        ev.RoundEnded: _unchanged,
        ev.Awaiting: turn.awaiting,
        ev.GameEnded: turn.game_ended,
    }
)


def evolve(state: State, event: ev.Event) -> State:
    """The state after this fact."""
    return EVOLVERS[type(event)](state, event)
