"""Folding what a turn brings: dice, benefits, moves, thefts, and the course of the game."""

from msgspec.structs import replace

from rules.eldris import events as ev
from rules.eldris.folding_parts import peeked, swapped, with_player, without
from rules.eldris.state import Accusation, Ending, State
from rules.rows import put


def turn_passed(state: State, event: ev.TurnPassed) -> State:
    """A turn begins without dice; a first turn with the choice of a Cutpurse."""
    return replace(
        state,
        turn=event.seat,
        phase="roll" if state.players[event.seat].started else "choose",
        after=None,
        dice=(),
        unspent=(),
        benefit=None,
        declined=False,
        runner=None,
        accusation=None,
    )


def rolled(state: State, event: ev.Rolled) -> State:
    """All three dice are to be spent."""
    return replace(state, phase="slip", dice=event.dice, unspent=event.dice)


def rerolled(state: State, event: ev.Rerolled) -> State:
    """Other dice, and an Inactive Sigil."""
    return replace(
        state,
        players=with_player(state, event.seat, sigil=False),
        dice=event.dice,
        unspent=event.dice,
        declined=False,
    )


def sigil_reset(state: State, event: ev.SigilReset) -> State:
    """An Active Sigil."""
    return replace(state, players=with_player(state, event.seat, sigil=True), benefit="reset")


def ability_used(state: State, event: ev.AbilityUsed) -> State:
    """The benefit of this turn; after Charisma the seat knows the top card."""
    peeks = state.peeks
    if event.ability == "charisma" and event.effect:
        peeks = peeked(state, event.seat, None)
    return replace(state, benefit=event.ability, peeks=peeks)


def benefit_declined(state: State, _event: ev.BenefitDeclined) -> State:
    """None will be claimed."""
    return replace(state, declined=True)


def moved(state: State, event: ev.Moved) -> State:
    """Two cards have changed places and a die is spent; after the last the Nick phase begins."""
    unspent = list(state.unspent)
    unspent.remove(event.die)
    grid = swapped(state.grid, event.card, event.other)
    if unspent:
        return replace(state, grid=grid, unspent=tuple(unspent))
    return replace(state, grid=grid, unspent=(), phase="nick" if state.solo is None else "wager")


def ability_moved(state: State, event: ev.AbilityMoved) -> State:
    """Two cards have changed places; the same one may move again."""
    return replace(state, grid=swapped(state.grid, event.card, event.other), runner=event.card)


def exchanged(state: State, event: ev.Exchanged) -> State:
    """Two cards have changed places."""
    return replace(state, grid=swapped(state.grid, event.first, event.second))


def stolen(state: State, event: ev.Stolen) -> State:
    """Money from the bank; the card lies open before its thief, and the character has left."""
    player = state.players[event.seat]
    in_display = event.card in state.display
    players = with_player(
        state,
        event.seat,
        haul=player.haul + event.amount,
        taken=(*player.taken, event.card),
        cards=player.cards if in_display else player.cards - 1,
        others=player.others if in_display else without(player.others, event.card),
    )
    return replace(
        state,
        players=players,
        bank=state.bank - event.amount,
        display=without(state.display, event.card) if in_display else state.display,
        dark=(*state.dark, event.card),
        passes=0,
    )


def passed(state: State, _event: ev.Passed) -> State:
    """Counted while the deck is empty (R-EL-8)."""
    return replace(state, passes=0 if state.deck else state.passes + 1)


def accused(state: State, event: ev.Accused) -> State:
    """Somebody is accused."""
    accusation = Accusation(character=event.character, player=event.player)
    return replace(state, accusation=accusation, passes=0)


def fine_paid(state: State, event: ev.FinePaid) -> State:
    """Money from one haul to the other."""
    players = with_player(state, event.seat, haul=state.players[event.seat].haul - event.amount)
    payee = players[event.to]
    return replace(
        state, players=put(players, event.to, replace(payee, haul=payee.haul + event.amount))
    )


def guild_paid(state: State, event: ev.GuildPaid) -> State:
    """Money from the bank."""
    players = with_player(state, event.seat, haul=state.players[event.seat].haul + event.amount)
    return replace(state, players=players, bank=state.bank - event.amount)


def awaiting(state: State, event: ev.Awaiting) -> State:
    """Something else is awaited now."""
    return replace(state, phase=event.phase, after=event.after)


def game_ended(state: State, event: ev.GameEnded) -> State:
    """Nothing is awaited any more."""
    over = Ending(winners=event.winners, reason=event.reason)
    return replace(state, phase="over", after=None, accusation=None, over=over)
