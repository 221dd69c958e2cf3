"""From a legal action to the facts that follow."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from rules.course import carry_out
from rules.skullduggery import actions as act
from rules.skullduggery import events as ev
from rules.skullduggery.cards import neighbour
from rules.skullduggery.course import (
    Course,
    finish_turn,
    peek_places,
    reveal,
    show_discard,
    sneak_place,
    warn_of_excess,
)
from rules.skullduggery.knowledge import everybody_knows
from rules.skullduggery.legality import CHECKS
from rules.skullduggery.state import State, open_face


def _look_at_middle(course: Course, action: act.LookAtMiddle) -> None:
    course.tell(ev.MiddleLooked(seat=action.seat, values=action.values))


def _draw(course: Course, action: act.Draw) -> None:
    left = len(course.state.pile) - 1
    course.tell(ev.CardDrawn(seat=action.seat, left=left, value=action.value))


def _tell(course: Course, action: act.Tell) -> None:
    course.tell(ev.ValueTold(seat=action.seat, value=action.value))


def _discard_drawn(course: Course, action: act.DiscardDrawn) -> None:
    course.tell(ev.DrawnLetGo(seat=action.seat))
    if action.discard is not None:
        show_discard(course, action.discard)


def _replace_own(course: Course, action: act.ReplaceOwn) -> None:
    _replace(course, action.seat, action)


def _replace_neighbour(course: Course, action: act.ReplaceNeighbour) -> None:
    seat, side = action.seat, action.side
    owner = neighbour(course.state.config.seats, seat, side)
    course.tell(ev.TokenUsed(seat=seat, side=side, against=owner))
    _replace(course, owner, action)


def _replace(course: Course, owner: int, action: act.ReplaceOwn | act.ReplaceNeighbour) -> None:
    """The new card lies as the old one lay (R-SK-3); the old one is shown, or known already.

    What was told of the drawn card in confidence stays so, even when the card lies face up now:
    only what comes with this action, or is read from the table, is everybody's.
    """
    state, seat = course.state, action.seat
    old = state.lines[owner][action.slot]
    face, face_up = open_face(state, old), old in state.face_up
    value = action.value
    course.tell(
        ev.CardPlaced(seat=seat, owner=owner, slot=action.slot, face_up=face_up, value=value)
    )
    if face_up and value is not None:
        warn_of_excess(course, value)
    discard = face if action.discard is None else action.discard
    if discard is not None:
        show_discard(course, discard)


def _show_discard(course: Course, action: act.ShowDiscard) -> None:
    show_discard(course, action.value)


def _choose_peek(course: Course, action: act.ChoosePeek) -> None:
    left, right = peek_places(action.seat)
    _look(course, "peek", left if action.end == "left" else right, action)


def _choose_sneak(course: Course, action: act.ChooseSneak) -> None:
    place = sneak_place(course.state.config.seats, action.seat, action.side)
    _look(course, "sneak", place, action)


def _look(
    course: Course, kind: ev.LookKind, place: ev.Place, action: act.ChoosePeek | act.ChooseSneak
) -> None:
    course.tell(
        ev.CardLooked(
            seat=action.seat, kind=kind, place=place, look=action.look, value=action.value
        )
    )
    finish_turn(course)


def _turn_up(course: Course, action: act.TurnUp) -> None:
    course.tell(ev.CardTurnedUp(seat=action.seat, slot=action.slot, value=action.value))
    if action.value is not None:
        warn_of_excess(course, action.value)
    if not course.state.owing:
        finish_turn(course)


def _read_face_up(course: Course, action: act.ReadFaceUp) -> None:
    course.tell(ev.FaceRead(seat=action.seat, slot=action.slot, value=action.value))
    warn_of_excess(course, action.value)


def _reveal_all(course: Course, action: act.RevealAll) -> None:
    state = course.state
    line = state.lines[action.seat]
    known = [
        everybody_knows(state, ref) if value is None else value
        for ref, value in zip(line, action.values, strict=True)
    ]
    reveal(course, action.seat, tuple(value for value in known if value is not None))


_DECIDERS: Mapping[type, Callable[[Course, Any], None]] = MappingProxyType(
    {
        act.LookAtMiddle: _look_at_middle,
        act.Draw: _draw,
        act.Tell: _tell,
        act.DiscardDrawn: _discard_drawn,
        act.ReplaceOwn: _replace_own,
        act.ReplaceNeighbour: _replace_neighbour,
        act.ShowDiscard: _show_discard,
        act.ChoosePeek: _choose_peek,
        act.ChooseSneak: _choose_sneak,
        act.TurnUp: _turn_up,
        act.ReadFaceUp: _read_face_up,
        act.RevealAll: _reveal_all,
    }
)


def apply(state: State, action: act.Action) -> tuple[tuple[ev.Event, ...], State]:
    """The facts that follow, and the state that folding them gives. Raises IllegalActionError."""
    return carry_out(Course(state), action, CHECKS, _DECIDERS)


def decide(state: State, action: act.Action) -> tuple[ev.Event, ...]:
    """The facts that follow. Raises IllegalActionError."""
    return apply(state, action)[0]
