"""The real cards of a simulated game: what lies where, in which order. The engine sees none.

Written from the rulebook by hands of its own, so that it can find the engine's mistakes.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.rows import put
from rules.skullduggery import events as ev
from rules.skullduggery.cards import LINE, SPYGLASS, VALUES

Cards = tuple[int, ...]
"""Numbers of cards, not what they show."""


class World(Struct, frozen=True, kw_only=True):
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
        lying = (self.pile, self.discard, self.spyglass, *self.lines)
        return sum(map(len, lying)) + (self.hand is not None) + (self.shown_next is not None)


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


def follow(world: World, event: ev.Event) -> World:
    """Move the cards as this fact says."""
    match event:
        case ev.CardDrawn():
            return replace(world, hand=world.pile[0], pile=world.pile[1:])
        case ev.CardPlaced(owner=owner, slot=slot):
            return _put_in(world, owner, slot)
        case ev.DrawnLetGo():
            return replace(world, hand=None, shown_next=world.hand)
        case ev.CardDiscarded():
            return _discard(world)
        case ev.CardsPassed(action=action):
            return _pass_left(world) if action == "pass_left" else _pass_right(world)
        case ev.EndsSwitched(seat=seat):
            first, *middle, last = world.lines[seat]
            return replace(world, lines=put(world.lines, seat, (last, *middle, first)))
        case ev.CardTurnedUp(seat=seat, slot=slot):
            return replace(world, face_up=world.face_up | {world.lines[seat][slot]})
        case ev.LineRevealed(seat=seat):
            return replace(world, face_up=world.face_up | set(world.lines[seat]))
        case _:
            return world


def _put_in(world: World, owner: int, slot: int) -> World:
    if world.hand is None:
        raise ValueError("a card is placed, but nobody holds one")
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


def _discard(world: World) -> World:
    card = world.shown_next
    if card is None:
        raise ValueError("a card is discarded, but none is about to be")
    if world.faces[card] == SPYGLASS:
        return replace(world, shown_next=None, spyglass=(*world.spyglass, card))
    return replace(world, shown_next=None, discard=(*world.discard, card))


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
