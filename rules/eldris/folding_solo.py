"""Folding the solo game."""

from msgspec.structs import replace

from rules.core import Key
from rules.eldris import events as ev
from rules.eldris.folding_parts import solo_of, with_player, without
from rules.eldris.money import WAGER
from rules.eldris.state import State


def solo_cutpurse_chosen(state: State, event: ev.SoloCutpurseChosen) -> State:
    """Out of the Display, with the first money."""
    return replace(
        state,
        players=with_player(
            state, event.seat, started=True, haul=state.players[event.seat].haul + event.amount
        ),
        bank=state.bank - event.amount,
        display=without(state.display, event.card),
        solo=replace(solo_of(state), cutpurse=event.card),
    )


def foes_fanned(state: State, event: ev.FoesFanned) -> State:
    """A round begins with this foes' stack and fresh dice."""
    solo = solo_of(state)
    return replace(
        state,
        phase="roll",
        after=None,
        deck=state.deck - 1 - len(event.traits),
        dice=(),
        unspent=(),
        benefit=None,
        declined=False,
        runner=None,
        peeks=(),
        solo=replace(
            solo,
            round=event.round,
            rivals=(*solo.rivals, event.rival),
            concealed=event.traits,
            threats=event.threats,
        ),
    )


def wagered(state: State, event: ev.Wagered) -> State:
    """The coin lies on the character."""
    solo = solo_of(state)
    return replace(
        state,
        players=with_player(state, event.seat, haul=state.players[event.seat].haul - event.amount),
        solo=replace(solo, wagers=(*solo.wagers, event.character)),
    )


def foes_revealed(state: State, event: ev.FoesRevealed) -> State:
    """The hidden foes are known Rivals; no Threat is left."""
    solo = solo_of(state)
    rivals = solo.rivals + event.cards
    return replace(state, solo=replace(solo, rivals=rivals, concealed=(), threats=()))


def wager_lost(state: State, event: ev.WagerLost) -> State:
    """The coin is the bank's."""
    solo = solo_of(state)
    return replace(
        state,
        bank=state.bank + WAGER,
        solo=replace(solo, wagers=without(solo.wagers, event.character)),
    )


def wager_won(state: State, event: ev.WagerWon) -> State:
    """The coin comes back with the reward, and the Rival leaves."""
    solo, player = solo_of(state), state.players[event.seat]
    return replace(
        state,
        players=with_player(
            state,
            event.seat,
            haul=player.haul + event.amount,
            taken=(*player.taken, event.character),
        ),
        bank=state.bank + WAGER - event.amount,
        dark=(*state.dark, event.character),
        solo=replace(
            solo,
            rivals=without(solo.rivals, event.character),
            wagers=without(solo.wagers, event.character),
        ),
    )


def rivals_stole(state: State, event: ev.RivalsStole) -> State:
    """The pool grows; the Target leaves."""
    solo = solo_of(state)
    return _robbed(
        replace(state, solo=replace(solo, pool=solo.pool + event.amount)), event.card, event.amount
    )


def target_robbed(state: State, event: ev.TargetRobbed) -> State:
    """The haul grows; the Target leaves."""
    players = with_player(state, event.seat, haul=state.players[event.seat].haul + event.amount)
    return _robbed(replace(state, players=players), event.card, event.amount)


def _robbed(state: State, card: Key, amount: int) -> State:
    solo = solo_of(state)
    return replace(
        state,
        bank=state.bank - amount,
        dark=(*state.dark, card),
        display=without(state.display, card),
        solo=replace(solo, discarded=(*solo.discarded, card)),
    )


def competition_paid(state: State, event: ev.CompetitionPaid) -> State:
    """From the haul into the pool."""
    solo = solo_of(state)
    return replace(
        state,
        players=with_player(state, event.seat, haul=state.players[event.seat].haul - event.amount),
        solo=replace(solo, pool=solo.pool + event.amount),
    )
