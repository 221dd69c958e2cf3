"""The fold: the state after one fact. Total; it validates nothing and decides nothing."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from rules import knowledge
from rules.knowledge import CardRef, Sights
from rules.rows import put
from rules.skullduggery import events as ev
from rules.skullduggery.cards import LEFT_END, MIDDLE, RIGHT_END, SPYGLASS
from rules.skullduggery.passing import passed
from rules.skullduggery.state import Ending, Look, State


def _identified(state: State, ref: CardRef, value: int | None) -> Sights[int]:
    return knowledge.identify(state.sights, ref, value, state.config.seats)


def _middle_looked(state: State, event: ev.MiddleLooked) -> State:
    sights = state.sights
    for slot, value in zip(MIDDLE, event.values, strict=True):
        sights = knowledge.look(sights, state.lines[event.seat][slot], event.seat, value)
    return replace(state, sights=sights, looked=(*state.looked, event.seat))


def _card_drawn(state: State, event: ev.CardDrawn) -> State:
    if not state.pile:
        return state
    ref = state.pile[0]
    return replace(
        state,
        pile=state.pile[1:],
        drawn=ref,
        sights=knowledge.look(state.sights, ref, event.seat, event.value),
        look=None,
    )


def _value_told(state: State, event: ev.ValueTold) -> State:
    ref = state.drawn
    if ref is None and state.look is not None:
        ref = state.lines[state.look.place.seat][state.look.place.slot]
    if ref is None:
        return state
    return replace(state, sights=knowledge.look(state.sights, ref, event.seat, event.value))


def _token_used(state: State, event: ev.TokenUsed) -> State:
    tokens = state.tokens[event.seat]
    tokens = replace(tokens, red=True) if event.side == "left" else replace(tokens, blue=True)
    return replace(state, tokens=put(state.tokens, event.seat, tokens))


def _card_placed(state: State, event: ev.CardPlaced) -> State:
    new = state.drawn
    if new is None:
        return state
    line = state.lines[event.owner]
    old = line[event.slot]
    face_up, sights = state.face_up, state.sights
    if event.face_up:
        face_up = face_up - {old} | {new}
        sights = _identified(state, new, event.value)
    elif event.value is not None:
        sights = knowledge.look(sights, new, event.seat, event.value)
    return replace(
        state,
        lines=put(state.lines, event.owner, put(line, event.slot, new)),
        face_up=face_up,
        sights=sights,
        drawn=None,
        leaving=old,
    )


def _drawn_let_go(state: State, _event: ev.DrawnLetGo) -> State:
    return replace(state, drawn=None, leaving=state.drawn)


def _card_discarded(state: State, event: ev.CardDiscarded) -> State:
    ref = state.leaving
    if ref is None:
        return state
    sights = _identified(state, ref, event.value)
    if event.value == SPYGLASS:
        return replace(state, leaving=None, sights=sights, spyglass=(*state.spyglass, ref))
    return replace(state, leaving=None, sights=sights, discard=(*state.discard, ref))


def _unchanged(state: State, _event: object) -> State:
    return state


def _cards_passed(state: State, event: ev.CardsPassed) -> State:
    return replace(state, lines=passed(state.lines, event.action))


def _ends_switched(state: State, event: ev.EndsSwitched) -> State:
    line = state.lines[event.seat]
    switched = put(put(line, LEFT_END, line[RIGHT_END]), RIGHT_END, line[LEFT_END])
    return replace(state, lines=put(state.lines, event.seat, switched))


def _look_due(state: State, event: ev.LookDue) -> State:
    return replace(state, choosing=event.kind)


def _card_looked(state: State, event: ev.CardLooked) -> State:
    if not event.look:
        return replace(state, choosing=None)
    ref = state.lines[event.place.seat][event.place.slot]
    return replace(
        state,
        choosing=None,
        look=Look(seat=event.seat, place=event.place),
        sights=knowledge.look(state.sights, ref, event.seat, event.value),
    )


def _turn_up_due(state: State, event: ev.TurnUpDue) -> State:
    return replace(state, owing=event.seats)


def _card_turned_up(state: State, event: ev.CardTurnedUp) -> State:
    ref = state.lines[event.seat][event.slot]
    return replace(
        state,
        face_up=state.face_up | {ref},
        sights=_identified(state, ref, event.value),
        owing=tuple(seat for seat in state.owing if seat != event.seat),
    )


def _face_read(state: State, event: ev.FaceRead) -> State:
    ref = state.lines[event.seat][event.slot]
    return replace(state, sights=_identified(state, ref, event.value))


def _turn_passed(state: State, event: ev.TurnPassed) -> State:
    return replace(state, turn=event.seat)


def _play_ended(state: State, event: ev.PlayEnded) -> State:
    return replace(state, ended=event.reason)


def _line_revealed(state: State, event: ev.LineRevealed) -> State:
    line, sights = state.lines[event.seat], state.sights
    for ref, value in zip(line, event.values, strict=True):
        sights = knowledge.identify(sights, ref, value, state.config.seats)
    return replace(
        state,
        sights=sights,
        face_up=state.face_up.union(line),
        revealed=(*state.revealed, event.seat),
        look=None,
    )


def _game_ended(state: State, event: ev.GameEnded) -> State:
    over = Ending(winners=event.winners, scores=event.scores, reason=event.reason)
    return replace(state, over=over)


EVOLVERS: Mapping[type, Callable[[State, Any], State]] = MappingProxyType(
    {
        ev.MiddleLooked: _middle_looked,
        ev.CardDrawn: _card_drawn,
        ev.ValueTold: _value_told,
        ev.TokenUsed: _token_used,
        ev.CardPlaced: _card_placed,
        ev.DrawnLetGo: _drawn_let_go,
        ev.CardDiscarded: _card_discarded,
        ev.Overcounted: _unchanged,
        ev.CardsPassed: _cards_passed,
        ev.EndsSwitched: _ends_switched,
        ev.LookDue: _look_due,
        ev.CardLooked: _card_looked,
        ev.TurnUpDue: _turn_up_due,
        ev.CardTurnedUp: _card_turned_up,
        ev.FaceRead: _face_read,
        ev.TurnPassed: _turn_passed,
        ev.PlayEnded: _play_ended,
        ev.LineRevealed: _line_revealed,
        ev.GameEnded: _game_ended,
    }
)


def evolve(state: State, event: ev.Event) -> State:
    """The state after this fact."""
    return EVOLVERS[type(event)](state, event)
