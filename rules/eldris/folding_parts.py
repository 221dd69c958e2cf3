"""What several folds need: rows and players changed in one place."""

from typing import Any, TypeVar

from msgspec.structs import replace

from rules.core import Key
from rules.eldris.state import Peek, Player, Solo, State
from rules.rows import put

T = TypeVar("T")


def without(row: tuple[T, ...], value: T | None) -> tuple[T, ...]:
    """The row without this value, if it is there."""
    return tuple(item for item in row if item != value)


def swapped(grid: tuple[Key, ...], card: Key, other: Key) -> tuple[Key, ...]:
    """The Square after two cards have changed places."""
    cells = list(grid)
    here, there = cells.index(card), cells.index(other)
    cells[here], cells[there] = other, card
    return tuple(cells)


def with_player(state: State, seat: int, **changes: Any) -> tuple[Player, ...]:
    """The row of players with this one changed."""
    return put(state.players, seat, replace(state.players[seat], **changes))


def solo_of(state: State) -> Solo:
    """The solo part; an empty one where the game is not solo, since folding is total."""
    return state.solo or Solo()


def peeked(state: State, seat: int, card: Key | None) -> tuple[Peek, ...]:
    """Who knows the top card, with this seat; `card` is its own note."""
    rest = tuple(peek for peek in state.peeks if peek.seat != seat)
    return (*rest, Peek(seat=seat, card=card))
