"""Folding what happens to cards: the Square, the deck, a Cutpurse."""

from msgspec.structs import replace

from rules.eldris import events as ev
from rules.eldris.folding_parts import peeked, with_player, without
from rules.eldris.state import State
from rules.rows import put


def square_laid(state: State, event: ev.SquareLaid) -> State:
    """The characters lie where they were laid."""
    return replace(state, grid=event.grid)


def card_turned_up(state: State, event: ev.CardTurnedUp) -> State:
    """From the deck into the Display; nobody is a Threat who lies there."""
    solo = state.solo
    if solo is not None:
        solo = replace(solo, threats=without(solo.threats, event.card))
    return replace(
        state, display=(*state.display, event.card), deck=state.deck - 1, peeks=(), solo=solo
    )


def display_returned(state: State, event: ev.DisplayReturned) -> State:
    """From the Display into the deck, which is shuffled."""
    display = without(state.display, event.card)
    return replace(state, display=display, deck=state.deck + 1, peeks=())


def target_drawn(state: State, event: ev.TargetDrawn) -> State:
    """From the deck into a hand."""
    player = state.players[event.seat]
    others = player.others if event.card is None else (*player.others, event.card)
    players = with_player(state, event.seat, cards=player.cards + 1, others=others)
    return replace(state, players=players, deck=state.deck - 1, peeks=())


def target_returned(state: State, event: ev.TargetReturned) -> State:
    """From a hand into the deck, which is shuffled."""
    player = state.players[event.seat]
    others = without(player.others, event.card)
    players = with_player(state, event.seat, cards=player.cards - 1, others=others)
    return replace(state, players=players, deck=state.deck + 1, peeks=())


def peek_noted(state: State, event: ev.PeekNoted) -> State:
    """The seat knows the top card and has told its own page."""
    return replace(state, peeks=peeked(state, event.seat, event.card))


def cards_entered(state: State, event: ev.CardsEntered) -> State:
    """The seat told which cards it was dealt."""
    return replace(state, players=with_player(state, event.seat, others=event.cards, entered=True))


def cutpurse_chosen(state: State, event: ev.CutpurseChosen) -> State:
    """One card of the hand is the first Cutpurse."""
    others = without(state.players[event.seat].others, event.card)
    players = with_player(state, event.seat, started=True, cutpurse=event.card, others=others)
    return replace(state, players=players)


def cutpurse_rechosen(state: State, event: ev.CutpurseRechosen) -> State:
    """Perhaps another card is the Cutpurse; what all knew of it lapses (R-EL-22)."""
    player = state.players[event.seat]
    if event.card is None or event.card == player.cutpurse:
        return replace(state, players=with_player(state, event.seat, exposed=None))
    others = without(player.others, event.card)
    if player.cutpurse is not None:
        others = (*others, player.cutpurse)
    players = with_player(state, event.seat, exposed=None, cutpurse=event.card, others=others)
    return replace(state, players=players)


def cutpurse_taken(state: State, event: ev.CutpurseTaken) -> State:
    """The accuser has the card, and the character has left the Square."""
    player = state.players[event.seat]
    players = with_player(
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


def cutpurse_replaced(state: State, event: ev.CutpurseReplaced) -> State:
    """A Target becomes the Cutpurse."""
    others = without(state.players[event.seat].others, event.card)
    players = with_player(state, event.seat, cutpurse=event.card, others=others)
    return replace(state, players=players)


def shadow_stepped_in(state: State, event: ev.ShadowSteppedIn) -> State:
    """The Shadow becomes the Cutpurse."""
    others = state.players[event.seat].others
    players = with_player(state, event.seat, cutpurse=others[0] if others else None, others=())
    return replace(state, players=players)


def cutpurse_shown(state: State, event: ev.CutpurseShown) -> State:
    """Everybody knows this Cutpurse from now on."""
    return replace(state, players=with_player(state, event.seat, exposed=event.card, shown=True))


def eliminated(state: State, event: ev.Eliminated) -> State:
    """The seat is out."""
    return replace(state, players=with_player(state, event.seat, out=True))
