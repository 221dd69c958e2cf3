"""The real cards of a simulated game: what lies where, in which order. The engine sees none.

Written from the rulebook by hands of its own, so that it can find the engine's mistakes.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.rows import put
from rules.skullduggery import events as ev
from rules.skullduggery.cards import LINE, SPYGLASS, VALUES

Cards = tuple[int, ...]
"""Numbers of cards, not what they show."""


class World(Struct, frozen=True, kw_only=True, gc=False):
    """Real cards. `faces`: what each shows; it never changes, only the places do."""

    faces: tuple[int, ...]
    pile: Cards
    lines: tuple[Cards, ...]
    face_up: frozenset[int] = frozenset()
    hand: int | None = None
    shown_next: int | None = None
    discard: Cards = ()
    spyglass: Cards = ()

    def count(self) -> int:
        """All cards there are: it never changes."""
        held = (self.hand is not None) + (self.shown_next is not None)
        piles = len(self.pile) + len(self.discard) + len(self.spyglass)
        return piles + sum(map(len, self.lines)) + held


def box(copies: Sequence[int]) -> tuple[int, ...]:
    """What the cards of the box show, to be shuffled."""
    return tuple(value for value, count in zip(VALUES, copies, strict=True) for _ in range(count))


def lay_out(seats: int, faces: Sequence[int]) -> World:
    """A fresh table; the cards lie in the order of the engine's refs (`beginning.setup`)."""
    dealt = seats * LINE
    return World(
        faces=tuple(faces),
        pile=tuple(range(dealt, len(faces))),
        lines=tuple(tuple(range(first, first + LINE)) for first in range(0, dealt, LINE)),
    )


def _draw(world: World, _event: ev.CardDrawn) -> World:
    return replace(world, hand=world.pile[0], pile=world.pile[1:])


def _put_in(world: World, event: ev.CardPlaced) -> World:
    if world.hand is None:
        raise ValueError("a card is placed, but nobody holds one")
    owner, slot = event.owner, event.slot
    line = world.lines[owner]
    old = line[slot]
    up = world.face_up
    return replace(
        world,
        lines=put(world.lines, owner, put(line, slot, world.hand)),
        face_up=(up - {old}) | {world.hand} if old in up else up,
        hand=None,
        shown_next=old,
    )


def _let_go(world: World, _event: ev.DrawnLetGo) -> World:
    return replace(world, hand=None, shown_next=world.hand)


def _discard(world: World, _event: ev.CardDiscarded) -> World:
    card = world.shown_next
    if card is None:
        raise ValueError("a card is discarded, but none is about to be")
    if world.faces[card] == SPYGLASS:
        return replace(world, shown_next=None, spyglass=(*world.spyglass, card))
    return replace(world, shown_next=None, discard=(*world.discard, card))


def _pass(world: World, event: ev.CardsPassed) -> World:
    return _pass_left(world) if event.action == "pass_left" else _pass_right(world)


def _pass_left(world: World) -> World:
    """Each left-most card goes to the next player clockwise, there to the right end."""
    given = [line[0] for line in world.lines]
    kept = [line[1:] for line in world.lines]
    return replace(world, lines=tuple((*kept[seat], given[seat - 1]) for seat in range(len(given))))


def _pass_right(world: World) -> World:
    """Each right-most card goes to the player before, there to the left end."""
    given = [line[-1] for line in world.lines]
    given.append(given[0])
    kept = [line[:-1] for line in world.lines]
    return replace(world, lines=tuple((given[seat + 1], *kept[seat]) for seat in range(len(kept))))


def _switch(world: World, event: ev.EndsSwitched) -> World:
    first, *middle, last = world.lines[event.seat]
    return replace(world, lines=put(world.lines, event.seat, (last, *middle, first)))


def _turn_up(world: World, event: ev.CardTurnedUp) -> World:
    return replace(world, face_up=world.face_up | {world.lines[event.seat][event.slot]})


def _turn_all_up(world: World, event: ev.LineRevealed) -> World:
    return replace(world, face_up=world.face_up | set(world.lines[event.seat]))


_FOLLOWERS: Mapping[type, Callable[[World, Any], World]] = MappingProxyType(
    {
        ev.CardDrawn: _draw,
        ev.CardPlaced: _put_in,
        ev.DrawnLetGo: _let_go,
        ev.CardDiscarded: _discard,
        ev.CardsPassed: _pass,
        ev.EndsSwitched: _switch,
        ev.CardTurnedUp: _turn_up,
        ev.LineRevealed: _turn_all_up,
    }
)


def follow(world: World, event: ev.Event) -> World:
    """Move the cards as this fact says; most facts move none."""
    move = _FOLLOWERS.get(type(event))
    return world if move is None else move(world, event)
