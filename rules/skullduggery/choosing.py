"""What each actor may do now, from what all can see."""

from collections.abc import Collection

from rules.core import TABLE, Actor, Multiset
from rules.skullduggery import actions as act
from rules.skullduggery.cards import LINE, Side
from rules.skullduggery.course import may_turn_up
from rules.skullduggery.knowledge import has_unread, open_values, weights
from rules.skullduggery.legality import may_tell, token_used
from rules.skullduggery.state import State, has_begun, open_face, phase_of

_MOST_SEATS = range(6)
_SLOTS = range(LINE)
_SIDES: tuple[Side, ...] = ("left", "right")
_ENDS: tuple[act.End, ...] = ("left", "right")
_TURN: tuple[frozenset[Actor], ...] = tuple(frozenset((seat,)) for seat in _MOST_SEATS)
_TURN_OR_TABLE: tuple[frozenset[Actor], ...] = tuple(
    frozenset((TABLE, seat)) for seat in _MOST_SEATS
)
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


def _of_the_table(state: State) -> list[act.Choice]:
    """What the camera may see, or one person may enter for all."""
    found: list[act.Choice] = []
    if phase_of(state) == "draw":
        found.append(_DRAW[state.turn])
    found.extend(_seen(state, range(state.config.seats)))
    return found


def _of_a_seat(state: State, seat: int) -> list[act.Choice]:
    found: list[act.Choice] = []
    if seat not in state.looked and not has_begun(state):
        found.append(_LOOK_AT_MIDDLE[seat])
    if seat == state.turn:
        _of_the_turn(state, seat, found)
    found.extend(_seen(state, (seat,)))
    if may_tell(state, seat):
        found.append(_TELL[seat])
    return found


def _of_the_turn(state: State, seat: int, found: list[act.Choice]) -> None:
    match phase_of(state):
        case "draw":
            found.append(_DRAW[seat])
        case "act":
            found.extend(_OWN[seat])
            for side in _SIDES:
                if not token_used(state, seat, side):
                    found.extend(_NEIGHBOUR[side][seat])
        case "peek":
            found.extend(_PEEK[seat])
        case "sneak":
            found.extend(_SNEAK[seat])
        case _:
            pass


def _seen(state: State, seats: Collection[int]) -> list[act.Choice]:
    """What comes to light now at these seats, for all to see."""
    found: list[act.Choice] = []
    for seat in state.owing:
        if seat in seats:
            found.extend(_TURN_UP[seat][slot] for slot in may_turn_up(state, seat))
    unread, ending = has_unread(state), state.ended is not None and state.over is None
    if state.leaving is None and not unread and not ending:
        return found
    cards = weights(state.config.copies, open_values(state))
    if state.leaving is not None and state.turn in seats:
        found.append(act.ShowDiscardPattern(seat=state.turn, cards=cards))
    for seat in seats:
        if unread:
            found.extend(_unread(state, seat, cards))
        if ending and seat not in state.revealed:
            known = tuple([open_face(state, ref) for ref in state.lines[seat]])
            found.append(act.RevealAllPattern(seat=seat, known=known, cards=cards))
    return found


def _unread(state: State, seat: int, cards: Multiset) -> list[act.Choice]:
    return [
        act.ReadFaceUpPattern(seat=seat, slot=slot, cards=cards)
        for slot, ref in enumerate(state.lines[seat])
        if ref in state.face_up and open_face(state, ref) is None
    ]


def acting(state: State) -> frozenset[Actor]:
    """Whom the game waits for. Others may look at their middle cards, tell, or read open cards."""
    match phase_of(state):
        case "over":
            return frozenset()
        case "draw" | "discard":
            return _TURN_OR_TABLE[state.turn]
        case "act" | "peek" | "sneak":
            return _TURN[state.turn]
        case "spyglass":
            return frozenset((TABLE, *state.owing))
        case "reveal":
            seats = range(state.config.seats)
            return frozenset((TABLE, *(seat for seat in seats if seat not in state.revealed)))
