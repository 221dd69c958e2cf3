"""What several actions have in common: the discard's action, the end of a turn and of the game."""

from rules import course as shared
from rules.skullduggery.cards import (
    ACTION_OF,
    LAST_SPYGLASS,
    LEFT_END,
    MIDDLE,
    RIGHT_END,
    SPYGLASS,
    Side,
    neighbour,
    number_of,
)
from rules.skullduggery.events import (
    CardDiscarded,
    CardsPassed,
    EndsSwitched,
    Event,
    GameEnded,
    LineRevealed,
    LookDue,
    Overcounted,
    Place,
    PlayEnded,
    TurnPassed,
    TurnUpDue,
)
from rules.skullduggery.folding import EVOLVERS
from rules.skullduggery.knowledge import copies_open
from rules.skullduggery.state import State


class Course(shared.Course[State, Event]):
    """The state so far and the facts that led there."""

    __slots__ = ()

    evolvers = EVOLVERS


def peek_places(seat: int) -> tuple[Place, Place]:
    """The own left-most and right-most card ("Card Actions")."""
    return Place(seat=seat, slot=LEFT_END), Place(seat=seat, slot=RIGHT_END)


def sneak_place(seats: int, seat: int, side: Side) -> Place:
    """The left neighbour's right-most card, or the right neighbour's left-most."""
    slot = RIGHT_END if side == "left" else LEFT_END
    return Place(seat=neighbour(seats, seat, side), slot=slot)


def sneak_places(seats: int, seat: int) -> tuple[Place, Place]:
    """Both that a Sneak may look at; with two players both are the opponent's."""
    return sneak_place(seats, seat, "left"), sneak_place(seats, seat, "right")


def may_turn_up(state: State, seat: int) -> tuple[int, ...]:
    """The middle slots of this line that lie face down (R-SK-6, R-SK-19)."""
    line, up = state.lines[seat], state.face_up
    return tuple(slot for slot in MIDDLE if line[slot] not in up)


def show_discard(course: Course, value: int) -> None:
    """The discard is known: it goes to its row, its action resolves, the turn passes.

    Always from the active player's point of view, wherever the card lay (R-SK-4); the new card is
    in its slot already (R-SK-18).
    """
    state, seat = course.state, course.state.turn
    row = state.spyglass if value == SPYGLASS else state.discard
    course.tell(
        CardDiscarded(seat=seat, value=value, action=ACTION_OF.get(value), count=len(row) + 1)
    )
    warn_of_excess(course, value)
    if not _act(course, seat, value):
        finish_turn(course)


def _act(course: Course, seat: int, value: int) -> bool:
    """The discard's action. True: somebody's choice is awaited, or play has ended."""
    seats = course.state.config.seats
    match ACTION_OF.get(value):
        case "pass_left" | "pass_right" as action:
            course.tell(CardsPassed(seat=seat, action=action))
        case "switch":
            course.tell(EndsSwitched(seat=seat))
        case "peek":
            course.tell(LookDue(seat=seat, kind="peek", places=peek_places(seat)))
            return True
        case "sneak":
            course.tell(LookDue(seat=seat, kind="sneak", places=sneak_places(seats, seat)))
            return True
        case "spyglass":
            return _spyglass(course)
        case _:
            pass
    return False


def _spyglass(course: Course) -> bool:
    state = course.state
    number = len(state.spyglass)
    if number >= LAST_SPYGLASS:
        course.tell(PlayEnded(reason="third_spyglass"))  # R-SK-7
        return True
    owing = tuple(seat for seat in range(state.config.seats) if may_turn_up(state, seat))
    if owing:
        course.tell(TurnUpDue(number=number, seats=owing))
    return bool(owing)


def warn_of_excess(course: Course, value: int) -> None:
    """Say where more cards of a value lie open than the box has; a warning, never a refusal."""
    copies = course.state.config.copies[value - 1]
    if copies_open(course.state, value) > copies:
        course.tell(Overcounted(value=value, copies=copies))


def finish_turn(course: Course) -> None:
    """Clockwise to the next, or the end when the last card has been played (R-SK-8)."""
    state = course.state
    if state.pile:
        course.tell(TurnPassed(seat=neighbour(state.config.seats, state.turn, "left")))
    else:
        course.tell(PlayEnded(reason="pile_empty"))


def reveal(course: Course, seat: int, values: tuple[int, ...]) -> None:
    """A line is turned up; after the last one the highest number has won (R-SK-9)."""
    course.tell(LineRevealed(seat=seat, values=values, score=number_of(values)))
    state = course.state
    if len(state.revealed) < state.config.seats or state.ended is None:
        return
    scores = tuple(_score(state, other) for other in range(state.config.seats))
    best = max(scores)
    winners = tuple(other for other, score in enumerate(scores) if score == best)
    course.tell(GameEnded(winners=winners, scores=scores, reason=state.ended))


def _score(state: State, seat: int) -> int:
    sights = [state.sights[ref] for ref in state.lines[seat]]
    return number_of(tuple(sight.face or 0 for sight in sights if sight is not None))
