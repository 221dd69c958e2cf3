"""From a Square as it was read to the moves that lead there: for cameras, from the table's view.

People move faster than anybody looks, so several moves may lie between two readings. Where more
than one way leads there, which dice were spent is a question for the table.
"""

from collections.abc import Iterator, Mapping, Sequence

from rules.core import Key
from rules.eldris import actions as act
from rules.eldris.cards import Trait
from rules.eldris.folding_parts import swapped
from rules.eldris.square import BESIDE
from rules.eldris.view import View

Way = tuple[act.Move, ...] | tuple[act.AbilityMove, ...] | tuple[act.Exchange, ...]

FREE_MOVES = 2
"""Moves that Dexterity gives (R-EL-14)."""


def ways_to(view: View, grid: Sequence[Key]) -> tuple[Way, ...]:
    """The shortest ways from the view's Square to this one that the rules allow now.

    Each way is the actions in order. Empty: the two are the same, or no way leads there: then the
    Square on the table and the one in the view disagree.
    """
    goal, start = tuple(grid), tuple(cell.character for cell in view.square)
    if view.turn is None or goal == start or sorted(goal) != sorted(start):
        return ()
    if view.phase == "wisdom":
        return tuple(_exchanges(view, view.turn, start, goal))
    if view.phase == "dexterity":
        return _free_ways(view, view.turn, start, goal)
    if view.phase != "slip":
        return ()
    traits = {cell.character: cell.trait for cell in view.square}
    for length in range(1, len(view.unspent) + 1):
        found = tuple(_ways(traits, start, goal, view.unspent, length))
        if found:
            return tuple(
                tuple(act.Move(seat=view.turn, card=card, other=other) for card, other in way)
                for way in found
            )
    return ()


def _apart(start: tuple[Key, ...], goal: tuple[Key, ...]) -> int:
    return sum(here != there for here, there in zip(start, goal, strict=True))


def _ways(
    traits: Mapping[Key, Trait],
    start: tuple[Key, ...],
    goal: tuple[Key, ...],
    dice: tuple[Trait, ...],
    length: int,
) -> Iterator[tuple[tuple[Key, Key], ...]]:
    """Pairs that change places; a move changes two cells, so what is further off is not tried."""
    if length == 0:
        if start == goal:
            yield ()
        return
    if _apart(start, goal) > 2 * length:
        return
    for cell, card in enumerate(start):
        if traits[card] not in dice:
            continue
        rest = list(dice)
        rest.remove(traits[card])
        for near in BESIDE[cell]:
            after = swapped(start, card, start[near])
            for way in _ways(traits, after, goal, tuple(rest), length - 1):
                yield ((card, start[near]), *way)


def _free_ways(
    view: View, seat: int, start: tuple[Key, ...], goal: tuple[Key, ...]
) -> tuple[tuple[act.AbilityMove, ...], ...]:
    runners = start if view.runner is None else (view.runner,)
    longest = FREE_MOVES if view.runner is None else FREE_MOVES - 1
    for length in range(1, longest + 1):
        found = tuple(way for card in runners for way in _runs(seat, card, start, goal, length))
        if found:
            return found
    return ()


def _runs(
    seat: int, card: Key, start: tuple[Key, ...], goal: tuple[Key, ...], length: int
) -> Iterator[tuple[act.AbilityMove, ...]]:
    if length == 0:
        if start == goal:
            yield ()
        return
    for near in BESIDE[start.index(card)]:
        move = act.AbilityMove(seat=seat, card=card, other=start[near])
        for way in _runs(seat, card, swapped(start, card, start[near]), goal, length - 1):
            yield (move, *way)


def _exchanges(
    view: View, seat: int, start: tuple[Key, ...], goal: tuple[Key, ...]
) -> Iterator[tuple[act.Exchange]]:
    moved = [
        cell for cell, here, there in zip(view.square, start, goal, strict=True) if here != there
    ]
    if len(moved) == 2 and moved[0].trait == moved[1].trait:  # noqa: PLR2004 - two change places
        first, second = moved[0].character, moved[1].character
        yield (act.Exchange(seat=seat, first=first, second=second),)
