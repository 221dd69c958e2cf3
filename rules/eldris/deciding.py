"""From a legal action to the facts that follow."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from rules.course import carry_out
from rules.eldris import actions as act
from rules.eldris import nick, slip, solo
from rules.eldris.events import (
    Awaiting,
    CardsEntered,
    CardTurnedUp,
    CutpurseChosen,
    Event,
    PeekNoted,
    SquareLaid,
    TargetDrawn,
)
from rules.eldris.legality import CHECKS
from rules.eldris.standing import drawer, uses_display
from rules.eldris.state import State
from rules.eldris.turns import Course, agree_end, go_on, refill


def _lay_out(course: Course, action: act.LayOut) -> None:
    course.tell(SquareLaid(grid=action.grid))
    if uses_display(course.state):
        refill(course, "choose" if course.state.solo is not None else "begin")
    else:
        go_on(course, "begin")


def _turn_up(course: Course, action: act.TurnUp) -> None:
    after = course.state.after or "end"
    course.tell(CardTurnedUp(card=action.card, left=course.state.deck - 1))
    if after == "give_back":  # Intelligence: one card more than the Display holds
        go_on(course, after)
    else:
        refill(course, after)


def _enter_cards(course: Course, action: act.EnterCards) -> None:
    course.tell(CardsEntered(seat=action.seat, cards=action.cards))


def _choose_cutpurse(course: Course, action: act.ChooseCutpurse) -> None:
    if course.state.phase == "constitution":
        slip.rechoose(course, action)
    elif course.state.solo is not None and action.card is not None:
        solo.choose_cutpurse(course, action.seat, action.card)
    else:
        course.tell(CutpurseChosen(seat=action.seat, card=action.card))
        course.tell(Awaiting(phase="roll"))


def _draw_target(course: Course, action: act.DrawTarget) -> None:
    after = course.state.after or "end"
    left = course.state.deck - 1
    course.tell(TargetDrawn(seat=drawer(course.state), card=action.card, left=left))
    go_on(course, after)


def _note_peek(course: Course, action: act.NotePeek) -> None:
    course.tell(PeekNoted(seat=action.seat, card=action.card))


def _steal(course: Course, action: act.Steal) -> None:
    if course.state.solo is None:
        nick.steal(course, action)
    else:
        solo.steal_diagonal(course, action)


def _pass(course: Course, action: act.Pass) -> None:
    if course.state.solo is None:
        nick.pass_(course, action)
    else:
        solo.pass_diagonal(course, action)


def _agree_end(course: Course, _action: act.AgreeEnd) -> None:
    agree_end(course)


DECIDERS: Mapping[type, Callable[[Course, Any], None]] = MappingProxyType(
    {
        act.LayOut: _lay_out,
        act.TurnUp: _turn_up,
        act.EnterCards: _enter_cards,
        act.ChooseCutpurse: _choose_cutpurse,
        act.Roll: slip.roll,
        act.Reroll: slip.reroll,
        act.ClaimReset: slip.claim_reset,
        act.ClaimAbility: slip.claim_ability,
        act.DeclineBenefit: slip.decline_benefit,
        act.Move: slip.move,
        act.AbilityMove: slip.ability_move,
        act.EndAbility: slip.end_ability,
        act.Exchange: slip.exchange,
        act.DrawTarget: _draw_target,
        act.GiveBack: slip.give_back,
        act.NotePeek: _note_peek,
        act.Steal: _steal,
        act.Accuse: nick.accuse,
        act.Pass: _pass,
        act.Answer: nick.answer,
        act.ShowCutpurse: nick.show_cutpurse,
        act.Promote: nick.promote,
        act.AgreeEnd: _agree_end,
        act.FanFoes: solo.fan_foes,
        act.Wager: solo.wager,
        act.RevealFoes: solo.reveal_foes,
    }
)


def apply(state: State, action: act.Action) -> tuple[tuple[Event, ...], State]:
    """The facts that follow, and the state that folding them gives. Raises IllegalActionError."""
    return carry_out(Course(state), action, CHECKS, DECIDERS)


def insist(state: State, action: act.Action) -> tuple[Event, ...]:
    """The facts of something that did happen, whatever a private reason speaks against it.

    When an earlier entry is corrected, others must not learn from what becomes of a theft where its
    thief stands: so it stands, as it would at a sealed table (R-EL-24).
    """
    course = Course(state)
    DECIDERS[type(action)](course, action)
    return tuple(course.events)


def decide(state: State, action: act.Action) -> tuple[Event, ...]:
    """The facts that follow. Raises IllegalActionError."""
    return apply(state, action)[0]
