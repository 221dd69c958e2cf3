"""From a legal action to the facts that follow."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from rules.course import carry_out
from rules.wizard_thieves import actions as act
from rules.wizard_thieves.course import Course, close_collecting
from rules.wizard_thieves.events import Event, GrabChecked, MisRevealed
from rules.wizard_thieves.grab import adjudicate, grab, override
from rules.wizard_thieves.items import (
    owed,
    to_portal,
    use_bomb,
    use_gauntlet,
    use_portal_caster,
)
from rules.wizard_thieves.legality import CHECKS
from rules.wizard_thieves.reveal import follow_up, reveal
from rules.wizard_thieves.state import State


def _take_pot(course: Course, _action: act.TakePot | act.ApplyKingCoin) -> None:
    close_collecting(course)


def _check_grab(course: Course, _action: act.CheckGrab) -> None:
    memory = course.state.memory
    if memory is not None and memory.winner is not None:
        course.tell(
            GrabChecked(seat=memory.winner, cards=memory.before.pot, reasons=memory.reasons)
        )


def _use_gauntlet(course: Course, action: act.UseGauntlet) -> None:
    rest = owed(course.state)
    use_gauntlet(course, action)
    follow_up(course, action.seat, rest)


def _use_bomb(course: Course, action: act.UseBomb) -> None:
    rest = owed(course.state)
    use_bomb(course, action)
    follow_up(course, action.seat, rest)


def _use_portal_caster(course: Course, action: act.UsePortalCaster) -> None:
    use_portal_caster(course, action)
    if action.card is not None:
        _to_portal(course, act.ToPortal(seat=action.target, card=action.card))


def _to_portal(course: Course, action: act.ToPortal) -> None:
    due = course.state.portal_due
    to_portal(course, action)
    if due is not None:
        follow_up(course, due.seat, due.owed)


def _mis_reveal(course: Course, action: act.MisReveal) -> None:
    course.tell(MisRevealed(seat=action.seat))


_DECIDERS: Mapping[type, Callable[[Course, Any], None]] = MappingProxyType(
    {
        act.Reveal: reveal,
        act.Grab: grab,
        act.TakePot: _take_pot,
        act.CheckGrab: _check_grab,
        act.UseGauntlet: _use_gauntlet,
        act.UseBomb: _use_bomb,
        act.UsePortalCaster: _use_portal_caster,
        act.ToPortal: _to_portal,
        act.ApplyKingCoin: _take_pot,
        act.MisReveal: _mis_reveal,
        act.AdjudicateGrab: adjudicate,
        act.OverrideGrab: override,
    }
)


def apply(state: State, action: act.Action) -> tuple[tuple[Event, ...], State]:
    """The facts that follow, and the state that folding them gives. Raises IllegalActionError."""
    return carry_out(Course(state), action, CHECKS, _DECIDERS)


def decide(state: State, action: act.Action) -> tuple[Event, ...]:
    """The facts that follow. Raises IllegalActionError."""
    return apply(state, action)[0]
