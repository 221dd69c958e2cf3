"""What each actor may do now, from what all can see."""

from collections.abc import Iterator

from rules.core import TABLE, Actor
from rules.skullduggery import actions as act
from rules.skullduggery.cards import LINE, Side
from rules.skullduggery.course import may_turn_up
from rules.skullduggery.knowledge import open_values, weights
from rules.skullduggery.legality import may_tell, token_used
from rules.skullduggery.state import State, has_begun, open_face, phase_of

_MOST_SEATS = range(6)
_SLOTS = range(LINE)
_SIDES: tuple[Side, ...] = ("left", "right")
_ENDS: tuple[act.End, ...] = ("left", "right")
_LOOK_AT_MIDDLE = tuple(act.LookAtMiddle(seat=seat) for seat in _MOST_SEATS)
_DRAW = tuple(act.Draw(seat=seat) for seat in _MOST_SEATS)
_TELL = tuple(act.TellPattern(seat=seat) for seat in _MOST_SEATS)
_OWN: tuple[tuple[act.Choice, ...], ...] = tuple(
    (
        act.DiscardDrawn(seat=seat),
        *(act.ReplaceOwn(seat=seat, slot=slot) for slot in _SLOTS),
    )
    for seat in _MOST_SEATS
)
_NEIGHBOUR: dict[Side, tuple[tuple[act.Choice, ...], ...]] = {
    side: tuple(
        tuple(act.ReplaceNeighbour(seat=seat, side=side, slot=slot) for slot in _SLOTS)
        for seat in _MOST_SEATS
    )
    for side in _SIDES
}
_PEEK: tuple[tuple[act.Choice, ...], ...] = tuple(
    tuple(act.ChoosePeek(seat=seat, end=end, look=look) for look in (True, False) for end in _ENDS)
    for seat in _MOST_SEATS
)
_SNEAK: tuple[tuple[act.Choice, ...], ...] = tuple(
    tuple(
        act.ChooseSneak(seat=seat, side=side, look=look)
        for look in (True, False)
        for side in _SIDES
    )
    for seat in _MOST_SEATS
)
_TURN_UP = tuple(tuple(act.TurnUp(seat=seat, slot=slot) for slot in _SLOTS) for seat in _MOST_SEATS)


def choices(state: State, actor: Actor) -> tuple[act.Choice, ...]:
    """Legal actions of a seat, or of the table; values that must come to light are patterns.

    A value that may be told in confidence, or read later, is left out. Correcting a face-up card
    that was read already is legal too, but not listed.
    """
    if actor == TABLE:
        return tuple(_of_the_table(state))
    if not isinstance(actor, int) or not 0 <= actor < state.config.seats:
        return ()
    return tuple(_of_a_seat(state, actor))


def _of_the_table(state: State) -> Iterator[act.Choice]:
    """What the camera may see, or one person may enter for all."""
    if phase_of(state) == "draw":
        yield _DRAW[state.turn]
    for seat in range(state.config.seats):
        yield from _seen(state, seat)


def _of_a_seat(state: State, seat: int) -> Iterator[act.Choice]:
    phase = phase_of(state)
    if seat not in state.looked and not has_begun(state):
        yield _LOOK_AT_MIDDLE[seat]
    if seat == state.turn:
        match phase:
            case "draw":
                yield _DRAW[seat]
            case "act":
                yield from _OWN[seat]
                for side in _SIDES:
                    if not token_used(state, seat, side):
                        yield from _NEIGHBOUR[side][seat]
            case "peek":
                yield from _PEEK[seat]
            case "sneak":
                yield from _SNEAK[seat]
            case _:
                pass
    yield from _seen(state, seat)
    if may_tell(state, seat):
        yield _TELL[seat]


def _seen(state: State, seat: int) -> Iterator[act.Choice]:
    """What comes to light now at this seat, for all to see."""
    if state.leaving is not None and seat == state.turn:
        cards = weights(state.config.copies, open_values(state))
        yield act.ShowDiscardPattern(seat=seat, cards=cards)
    if seat in state.owing:
        for slot in may_turn_up(state, seat):
            yield _TURN_UP[seat][slot]
    if state.over is not None or seat in state.revealed:
        return
    if state.face_up:
        yield from _unread(state, seat)
    if state.ended is not None:
        line = state.lines[seat]
        yield act.RevealAllPattern(
            seat=seat,
            known=tuple(open_face(state, ref) for ref in line),
            cards=weights(state.config.copies, open_values(state)),
        )


def _unread(state: State, seat: int) -> Iterator[act.Choice]:
    for slot, ref in enumerate(state.lines[seat]):
        if ref in state.face_up and open_face(state, ref) is None:
            cards = weights(state.config.copies, open_values(state))
            yield act.ReadFaceUpPattern(seat=seat, slot=slot, cards=cards)


def acting(state: State) -> frozenset[Actor]:
    """Whom the game waits for. Others may look at their middle cards, tell, or read open cards."""
    turn = state.turn
    match phase_of(state):
        case "over":
            return frozenset()
        case "draw" | "discard":
            return frozenset((TABLE, turn))
        case "act" | "peek" | "sneak":
            return frozenset((turn,))
        case "spyglass":
            return frozenset((TABLE, *state.owing))
        case "reveal":
            seats = range(state.config.seats)
            return frozenset((TABLE, *(seat for seat in seats if seat not in state.revealed)))
