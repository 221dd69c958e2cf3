"""The fold: the state after one fact. Total; it validates nothing and decides nothing."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from msgspec.structs import replace

from rules.core import Key
from rules.eldris import events as ev
from rules.eldris.money import WAGER
from rules.eldris.state import Accusation, Ending, Peek, Player, Solo, State
from rules.rows import put

T = TypeVar("T")


def without(row: tuple[T, ...], value: T | None) -> tuple[T, ...]:
    """The row without this value, if it is there."""
    return tuple(item for item in row if item != value)


def swapped(grid: tuple[Key, ...], card: Key, other: Key) -> tuple[Key, ...]:
    """The Square after two cards have changed places."""
    cells = list(grid)
    here, there = cells.index(card), cells.index(other)
    cells[here], cells[there] = other, card
    return tuple(cells)


def _player(state: State, seat: int, **changes: Any) -> tuple[Player, ...]:
    return put(state.players, seat, replace(state.players[seat], **changes))


def _solo(state: State) -> Solo:
    return state.solo or Solo()


# The Square and the deck.


def _square_laid(state: State, event: ev.SquareLaid) -> State:
    return replace(state, grid=event.grid)


def _card_turned_up(state: State, event: ev.CardTurnedUp) -> State:
    solo = state.solo
    if solo is not None:
        solo = replace(solo, threats=without(solo.threats, event.card))
    return replace(
        state, display=(*state.display, event.card), deck=state.deck - 1, peeks=(), solo=solo
    )


def _display_returned(state: State, event: ev.DisplayReturned) -> State:
    display = without(state.display, event.card)
    return replace(state, display=display, deck=state.deck + 1, peeks=())


def _target_drawn(state: State, event: ev.TargetDrawn) -> State:
    player = state.players[event.seat]
    others = player.others if event.card is None else (*player.others, event.card)
    players = _player(state, event.seat, cards=player.cards + 1, others=others)
    return replace(state, players=players, deck=state.deck - 1, peeks=())


def _target_returned(state: State, event: ev.TargetReturned) -> State:
    player = state.players[event.seat]
    others = without(player.others, event.card)
    players = _player(state, event.seat, cards=player.cards - 1, others=others)
    return replace(state, players=players, deck=state.deck + 1, peeks=())


def _peek_noted(state: State, event: ev.PeekNoted) -> State:
    return replace(state, peeks=_peeked(state, event.seat, event.card))


def _peeked(state: State, seat: int, card: Key | None) -> tuple[Peek, ...]:
    rest = tuple(peek for peek in state.peeks if peek.seat != seat)
    return (*rest, Peek(seat=seat, card=card))


# The Cutpurse.


def _cards_entered(state: State, event: ev.CardsEntered) -> State:
    return replace(state, players=_player(state, event.seat, others=event.cards, entered=True))


def _cutpurse_chosen(state: State, event: ev.CutpurseChosen) -> State:
    others = without(state.players[event.seat].others, event.card)
    players = _player(state, event.seat, started=True, cutpurse=event.card, others=others)
    return replace(state, players=players)


def _solo_cutpurse_chosen(state: State, event: ev.SoloCutpurseChosen) -> State:
    return replace(
        state,
        players=_player(
            state, event.seat, started=True, haul=state.players[event.seat].haul + event.amount
        ),
        bank=state.bank - event.amount,
        display=without(state.display, event.card),
        solo=replace(_solo(state), cutpurse=event.card),
    )


def _cutpurse_rechosen(state: State, event: ev.CutpurseRechosen) -> State:
    player = state.players[event.seat]
    if event.card is None or event.card == player.cutpurse:
        return replace(state, players=_player(state, event.seat, exposed=None))
    others = without(player.others, event.card)
    if player.cutpurse is not None:
        others = (*others, player.cutpurse)
    players = _player(state, event.seat, exposed=None, cutpurse=event.card, others=others)
    return replace(state, players=players)


def _cutpurse_taken(state: State, event: ev.CutpurseTaken) -> State:
    player = state.players[event.seat]
    players = _player(
        state,
        event.seat,
        cards=player.cards - 1,
        cutpurse=None,
        exposed=None,
        lost=player.lost + 1,
    )
    taker = players[event.by]
    players = put(players, event.by, replace(taker, taken=(*taker.taken, event.card)))
    return replace(state, players=players, dark=(*state.dark, event.card))


def _cutpurse_replaced(state: State, event: ev.CutpurseReplaced) -> State:
    others = without(state.players[event.seat].others, event.card)
    players = _player(state, event.seat, cutpurse=event.card, others=others)
    return replace(state, players=players)


def _shadow_stepped_in(state: State, event: ev.ShadowSteppedIn) -> State:
    others = state.players[event.seat].others
    players = _player(state, event.seat, cutpurse=others[0] if others else None, others=())
    return replace(state, players=players)


def _cutpurse_shown(state: State, event: ev.CutpurseShown) -> State:
    return replace(state, players=_player(state, event.seat, exposed=event.card, shown=True))


def _eliminated(state: State, event: ev.Eliminated) -> State:
    return replace(state, players=_player(state, event.seat, out=True))


# A turn.


def _turn_passed(state: State, event: ev.TurnPassed) -> State:
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


def _rolled(state: State, event: ev.Rolled) -> State:
    return replace(state, phase="slip", dice=event.dice, unspent=event.dice)


def _rerolled(state: State, event: ev.Rerolled) -> State:
    return replace(
        state,
        players=_player(state, event.seat, sigil=False),
        dice=event.dice,
        unspent=event.dice,
        declined=False,
    )


def _sigil_reset(state: State, event: ev.SigilReset) -> State:
    return replace(state, players=_player(state, event.seat, sigil=True), benefit="reset")


def _ability_used(state: State, event: ev.AbilityUsed) -> State:
    peeks = state.peeks
    if event.ability == "charisma" and event.effect:
        peeks = _peeked(state, event.seat, None)
    return replace(state, benefit=event.ability, peeks=peeks)


def _benefit_declined(state: State, _event: ev.BenefitDeclined) -> State:
    return replace(state, declined=True)


def _moved(state: State, event: ev.Moved) -> State:
    unspent = list(state.unspent)
    unspent.remove(event.die)
    grid = swapped(state.grid, event.card, event.other)
    if unspent:
        return replace(state, grid=grid, unspent=tuple(unspent))
    return replace(state, grid=grid, unspent=(), phase="nick" if state.solo is None else "wager")


def _ability_moved(state: State, event: ev.AbilityMoved) -> State:
    return replace(state, grid=swapped(state.grid, event.card, event.other), runner=event.card)


def _exchanged(state: State, event: ev.Exchanged) -> State:
    return replace(state, grid=swapped(state.grid, event.first, event.second))


def _stolen(state: State, event: ev.Stolen) -> State:
    player = state.players[event.seat]
    in_display = event.card in state.display
    players = _player(
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


def _passed(state: State, _event: ev.Passed) -> State:
    return replace(state, passes=0 if state.deck else state.passes + 1)


def _accused(state: State, event: ev.Accused) -> State:
    accusation = Accusation(character=event.character, player=event.player)
    return replace(state, accusation=accusation, passes=0)


def _fine_paid(state: State, event: ev.FinePaid) -> State:
    players = _player(state, event.seat, haul=state.players[event.seat].haul - event.amount)
    payee = players[event.to]
    return replace(
        state, players=put(players, event.to, replace(payee, haul=payee.haul + event.amount))
    )


def _guild_paid(state: State, event: ev.GuildPaid) -> State:
    players = _player(state, event.seat, haul=state.players[event.seat].haul + event.amount)
    return replace(state, players=players, bank=state.bank - event.amount)


# Solo.


def _foes_fanned(state: State, event: ev.FoesFanned) -> State:
    solo = _solo(state)
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


def _wagered(state: State, event: ev.Wagered) -> State:
    solo = _solo(state)
    return replace(
        state,
        players=_player(state, event.seat, haul=state.players[event.seat].haul - event.amount),
        solo=replace(solo, wagers=(*solo.wagers, event.character)),
    )


def _foes_revealed(state: State, event: ev.FoesRevealed) -> State:
    solo = _solo(state)
    rivals = solo.rivals + event.cards
    return replace(state, solo=replace(solo, rivals=rivals, concealed=(), threats=()))


def _wager_lost(state: State, event: ev.WagerLost) -> State:
    solo = _solo(state)
    return replace(
        state,
        bank=state.bank + WAGER,
        solo=replace(solo, wagers=without(solo.wagers, event.character)),
    )


def _wager_won(state: State, event: ev.WagerWon) -> State:
    solo, player = _solo(state), state.players[event.seat]
    return replace(
        state,
        players=_player(
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


def _rivals_stole(state: State, event: ev.RivalsStole) -> State:
    solo = _solo(state)
    return _robbed(
        replace(state, solo=replace(solo, pool=solo.pool + event.amount)), event.card, event.amount
    )


def _target_robbed(state: State, event: ev.TargetRobbed) -> State:
    players = _player(state, event.seat, haul=state.players[event.seat].haul + event.amount)
    return _robbed(replace(state, players=players), event.card, event.amount)


def _robbed(state: State, card: Key, amount: int) -> State:
    solo = _solo(state)
    return replace(
        state,
        bank=state.bank - amount,
        dark=(*state.dark, card),
        display=without(state.display, card),
        solo=replace(solo, discarded=(*solo.discarded, card)),
    )


def _competition_paid(state: State, event: ev.CompetitionPaid) -> State:
    solo = _solo(state)
    return replace(
        state,
        players=_player(state, event.seat, haul=state.players[event.seat].haul - event.amount),
        solo=replace(solo, pool=solo.pool + event.amount),
    )


# The course of the game.


def _awaiting(state: State, event: ev.Awaiting) -> State:
    return replace(state, phase=event.phase, after=event.after)


def _game_ended(state: State, event: ev.GameEnded) -> State:
    over = Ending(winners=event.winners, reason=event.reason)
    return replace(state, phase="over", after=None, accusation=None, over=over)


def _unchanged(state: State, _event: object) -> State:
    return state


EVOLVERS: Mapping[type, Callable[[State, Any], State]] = MappingProxyType(
    {
        ev.SquareLaid: _square_laid,
        ev.CardTurnedUp: _card_turned_up,
        ev.CardsEntered: _cards_entered,
        ev.CutpurseChosen: _cutpurse_chosen,
        ev.SoloCutpurseChosen: _solo_cutpurse_chosen,
        ev.Rolled: _rolled,
        ev.Rerolled: _rerolled,
        ev.SigilReset: _sigil_reset,
        ev.AbilityUsed: _ability_used,
        ev.BenefitDeclined: _benefit_declined,
        ev.Moved: _moved,
        ev.AbilityMoved: _ability_moved,
        ev.AbilityEnded: _unchanged,
        ev.Exchanged: _exchanged,
        ev.CutpurseRechosen: _cutpurse_rechosen,
        ev.TargetDrawn: _target_drawn,
        ev.TargetReturned: _target_returned,
        ev.DisplayReturned: _display_returned,
        ev.PeekNoted: _peek_noted,
        ev.Stolen: _stolen,
        ev.Passed: _passed,
        ev.Accused: _accused,
        ev.Answered: _unchanged,
        ev.CutpurseTaken: _cutpurse_taken,
        ev.FinePaid: _fine_paid,
        ev.GuildPaid: _guild_paid,
        ev.CutpurseReplaced: _cutpurse_replaced,
        ev.ShadowSteppedIn: _shadow_stepped_in,
        ev.Eliminated: _eliminated,
        ev.CutpurseShown: _cutpurse_shown,
        ev.AdjacencyDoubted: _unchanged,
        ev.TurnPassed: _turn_passed,
        ev.FoesFanned: _foes_fanned,
        ev.Wagered: _wagered,
        ev.FoesRevealed: _foes_revealed,
        ev.WagerLost: _wager_lost,
        ev.WagerWon: _wager_won,
        ev.RivalsStole: _rivals_stole,
        ev.TargetRobbed: _target_robbed,
        ev.CompetitionPaid: _competition_paid,
        ev.RoundEnded: _unchanged,
        ev.Awaiting: _awaiting,
        ev.GameEnded: _game_ended,
    }
)


def evolve(state: State, event: ev.Event) -> State:
    """The state after this fact."""
    return EVOLVERS[type(event)](state, event)
