"""Thefts and accusations, two to six players ("Nick Phase")."""

from rules.core import Key
from rules.eldris import actions as act
from rules.eldris.events import (
    Accused,
    AdjacencyDoubted,
    Answered,
    Awaiting,
    CutpurseReplaced,
    CutpurseShown,
    CutpurseTaken,
    Eliminated,
    FinePaid,
    GuildPaid,
    Passed,
    ShadowSteppedIn,
    Stolen,
)
from rules.eldris.money import FINE, GOAL, GUILD, LOOT
from rules.eldris.square import PLACE
from rules.eldris.standing import beside, has_shadows, known_cutpurse, reach, trusted, uses_display
from rules.eldris.turns import Course, draw, end_turn, refill


def steal(course: Course, action: act.Steal) -> None:
    """The money by position; then a new Target, unless the game is won."""
    state = course.state
    place = PLACE[state.grid.index(action.card)]
    amount = LOOT[place]
    haul = state.players[action.seat].haul + amount
    course.tell(Stolen(seat=action.seat, card=action.card, place=place, amount=amount, haul=haul))
    if course.state.players[action.seat].haul >= GOAL:
        end_turn(course)
    elif uses_display(state):
        refill(course, "end")
    else:
        draw(course, "end")


def pass_(course: Course, action: act.Pass) -> None:
    """The turn ends."""
    course.tell(Passed(seat=action.seat))
    end_turn(course)


def accuse(course: Course, action: act.Accuse) -> None:
    """In trusted mode the engine answers; otherwise the accused does."""
    course.tell(Accused(seat=action.seat, character=action.character, player=action.player))
    if trusted(course.state):
        cutpurse = course.state.players[action.player].cutpurse
        _resolve(course, correct=cutpurse == action.character)
    else:
        course.tell(Awaiting(phase="answer"))


def answer(course: Course, action: act.Answer) -> None:
    """What the accused said counts."""
    _resolve(course, correct=action.correct)


def _resolve(course: Course, *, correct: bool) -> None:
    accusation, seat = course.state.accusation, course.state.turn
    if accusation is None:
        return
    accused = accusation.player
    course.tell(Answered(seat=accused, correct=correct))
    if not correct:
        _expose(course, seat)
        return
    course.tell(CutpurseTaken(seat=accused, by=seat, card=accusation.character))
    fine = min(FINE, course.state.players[accused].haul)
    if fine:
        course.tell(FinePaid(seat=accused, to=seat, amount=fine))
    haul = course.state.players[seat].haul + GUILD
    course.tell(GuildPaid(seat=seat, amount=GUILD, haul=haul))
    _succeed(course, accused)


def _expose(course: Course, seat: int) -> None:
    """The wrong accuser's Cutpurse is shown: known already, or the table says which it is."""
    cutpurse = known_cutpurse(course.state.players[seat])
    if cutpurse is None:
        course.tell(Awaiting(phase="show"))
    else:
        _shown(course, seat, cutpurse)


def show_cutpurse(course: Course, action: act.ShowCutpurse) -> None:
    """Everybody sees it."""
    _shown(course, action.seat, action.card)


def _shown(course: Course, seat: int, card: Key) -> None:
    """R-EL-24: if it was not beside the named character, the table is told; the result stands."""
    state, accusation = course.state, course.state.accusation
    course.tell(CutpurseShown(seat=seat, card=card))
    if accusation is not None:
        named = accusation.character
        if not beside(state, card, named, reach(state)):
            course.tell(AdjacencyDoubted(seat=seat, card=card, character=named))
    end_turn(course)


def _succeed(course: Course, seat: int) -> None:
    """Who replaces the lost Cutpurse: the Shadow, a Target, or nobody (R-EL-6, R-EL-28)."""
    state = course.state
    player = state.players[seat]
    if player.cards == 0:
        course.tell(Eliminated(seat=seat))
        end_turn(course)
    elif has_shadows(state):
        course.tell(ShadowSteppedIn(seat=seat))
        end_turn(course)
    elif player.cards == 1:
        _replace(course, seat, player.others[0] if player.others else None)
    elif state.players[state.turn].haul >= GOAL:
        end_turn(course)
    else:
        course.tell(Awaiting(phase="promote"))


def promote(course: Course, action: act.Promote) -> None:
    """The accused has chosen."""
    _replace(course, action.seat, action.card)


def _replace(course: Course, seat: int, card: Key | None) -> None:
    course.tell(CutpurseReplaced(seat=seat, card=card))
    if course.state.players[course.state.turn].haul >= GOAL:
        end_turn(course)
    else:
        draw(course, "end")
