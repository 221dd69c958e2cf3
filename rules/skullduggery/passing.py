"""Who hands which card to whom: the one account of a pass for state, text and arrows."""

from functools import lru_cache

from msgspec import Struct

from rules.knowledge import CardRef
from rules.skullduggery.cards import LEFT_END, LINE, RIGHT_END, CardAction, neighbour

Line = tuple[CardRef, ...]


class Pass(Struct, frozen=True, kw_only=True, gc=False):
    """One card on its way. `to_slot`: where it lies when all have passed."""

    from_seat: int
    from_slot: int
    to_seat: int
    to_slot: int


def passes(seats: int, action: CardAction) -> tuple[Pass, ...]:
    """One for each seat, all at the same time; none where the action is no pass.

    Pass Left: the left-most card goes to the left neighbour's right end. Pass Right: the right-most
    card goes to the right neighbour's left end ("Card Actions", R-SK-2).
    """
    if action == "pass_left":
        return tuple(
            Pass(
                from_seat=seat,
                from_slot=LEFT_END,
                to_seat=neighbour(seats, seat, "left"),
                to_slot=RIGHT_END,
            )
            for seat in range(seats)
        )
    if action == "pass_right":
        return tuple(
            Pass(
                from_seat=seat,
                from_slot=RIGHT_END,
                to_seat=neighbour(seats, seat, "right"),
                to_slot=LEFT_END,
            )
            for seat in range(seats)
        )
    return ()


@lru_cache(maxsize=16)
def _sources(seats: int, action: CardAction) -> tuple[tuple[tuple[int, int], ...], ...]:
    """By seat and slot: the (seat, slot) from where the card there comes; the rest moves up."""
    rows = [[(seat, slot) for slot in range(LINE)] for seat in range(seats)]
    moved = passes(seats, action)
    for one in moved:
        rows[one.from_seat].remove((one.from_seat, one.from_slot))
    for one in moved:
        rows[one.to_seat].insert(one.to_slot, (one.from_seat, one.from_slot))
    return tuple(map(tuple, rows))


def passed(lines: tuple[Line, ...], action: CardAction) -> tuple[Line, ...]:
    """The lines when all have passed."""
    return tuple(
        tuple([lines[seat][slot] for seat, slot in row]) for row in _sources(len(lines), action)
    )
