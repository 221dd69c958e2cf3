"""The course of the game between the actions: what is awaited next, whose turn it is, the end."""

from typing import ClassVar

from rules.course import Course as AnyCourse
from rules.eldris.cards import DISPLAY
from rules.eldris.events import Awaiting, Event, GameEnded, TargetDrawn, TurnPassed
from rules.eldris.folding import EVOLVERS
from rules.eldris.money import GOAL
from rules.eldris.standing import drawer, trusted
from rules.eldris.state import After, EndReason, State


class Course(AnyCourse[State, Event]):
    """One action of Thieves of Eldris on its way."""

    __slots__ = ()

    evolvers: ClassVar = EVOLVERS


def go_on(course: Course, after: After) -> None:
    """What was waiting for a card goes on."""
    if after == "end":
        end_turn(course)
    elif after == "begin":
        course.tell(Awaiting(phase="choose"))
    else:
        course.tell(Awaiting(phase=after))


def refill(course: Course, after: After) -> None:
    """Cards for the Display until it is full or the deck is empty (R-EL-6), then what follows."""
    state = course.state
    if len(state.display) < DISPLAY and state.deck:
        course.tell(Awaiting(phase="turn_up", after=after))
    else:
        go_on(course, after)


def draw(course: Course, after: After) -> None:
    """A new Target for whom one is due, if there is one (R-EL-6); trusted players say which."""
    state = course.state
    if not state.deck:
        go_on(course, after)
    elif trusted(state):
        course.tell(Awaiting(phase="draw", after=after))
    else:
        course.tell(TargetDrawn(seat=drawer(state), left=state.deck - 1))
        go_on(course, after)


def players_in(state: State) -> tuple[int, ...]:
    """Seats that have not been eliminated."""
    return tuple(seat for seat, player in enumerate(state.players) if not player.out)


def end_turn(course: Course) -> None:
    """The active player's haul may win (R-EL-1); a last player has won (R-EL-8); or the next."""
    state = course.state
    if state.players[state.turn].haul >= GOAL:
        end_game(course, (state.turn,), "goal")
        return
    still_in = players_in(state)
    if len(still_in) == 1:
        end_game(course, still_in, "last_standing")
        return
    later = [seat for seat in still_in if seat > state.turn]
    course.tell(TurnPassed(seat=later[0] if later else still_in[0]))


def end_game(
    course: Course, winners: tuple[int, ...], reason: EndReason, title: str | None = None
) -> None:
    """The game is over; hauls are the scores, in half-dollars."""
    scores = tuple(player.haul for player in course.state.players)
    course.tell(GameEnded(winners=winners, reason=reason, scores=scores, title=title))


def agree_end(course: Course) -> None:
    """The highest haul of the players still in wins; ties share it (R-EL-8, R-EL-28)."""
    players = course.state.players
    still_in = players_in(course.state)
    best = max(players[seat].haul for seat in still_in)
    winners = tuple(seat for seat in still_in if players[seat].haul == best)
    end_game(course, winners, "agreed")
