"""The real cards of a simulated game: what lies where, in which order. The engine sees none."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.core import Key
from rules.rows import put
from rules.wizard_thieves import events as ev
from rules.wizard_thieves.cards import (
    BORDERS_IN_PLAY,
    GEMS,
    ITEM_COPIES,
    ITEMS,
    ITEMS_EACH,
    TREASURES,
)

Cards = tuple[Key, ...]


class World(Struct, frozen=True, kw_only=True):
    """Real cards; piles as in `state.State`. `before`: as they were before the last grab."""

    decks: tuple[Cards, ...]
    aside: tuple[Cards, ...]
    pot: Cards = ()
    portal: Cards = ()
    removed: Cards = ()
    before: "World | None" = None

    def count(self) -> int:
        """All cards there are: it never changes."""
        zones = (*self.decks, *self.aside, self.pot, self.portal, self.removed)
        return sum(map(len, zones))


def all_items() -> Cards:
    """The core Magic Items, to be shuffled and dealt."""
    return tuple(key for key in ITEMS for _ in range(ITEM_COPIES))


def starting_decks(seats: int, items: Sequence[Key]) -> tuple[Cards, ...]:
    """Each seat's cards, unshuffled, with Magic Items dealt from the front ("Setup", R-WT-23)."""
    piles = BORDERS_IN_PLAY[seats] // seats
    each = ITEMS_EACH[seats]
    own = (GEMS + TREASURES) * piles
    return tuple((*own, *items[seat * each : (seat + 1) * each]) for seat in range(seats))


def lay_out(decks: Sequence[Sequence[Key]]) -> World:
    """A fresh table with these decks, top card first."""
    return World(decks=tuple(map(tuple, decks)), aside=((),) * len(decks))


def follow(world: World, event: ev.Event) -> World:
    """Move the cards as this fact says."""
    match event:
        case ev.CardRevealed(seat=seat):
            deck = world.decks[seat]
            decks = put(world.decks, seat, deck[1:])
            return replace(world, decks=decks, pot=(*world.pot, deck[0]))
        case ev.PortalPlaced(seat=seat):
            deck = world.decks[seat]
            decks = put(world.decks, seat, deck[1:])
            return replace(world, decks=decks, portal=(*world.portal, deck[0]))
        case ev.PotWon(seat=seat):
            won = world.decks[seat] + world.pot
            return replace(world, decks=put(world.decks, seat, won), pot=())
        case ev.PotRemoved():
            return replace(world, removed=world.removed + world.pot, pot=())
        case ev.MisRevealed(seat=seat):
            return _slide_back(world, seat)
        case _:
            return _follow_rare(world, event)


def _follow_rare(world: World, event: ev.Event) -> World:
    match event:
        case ev.GauntletUsed():
            return _steal(world, event)
        case ev.CardsDestroyed(seat=seat, count=count):
            return _put_aside(world, seat, count)
        case ev.Eliminated(seat=seat):
            return _put_aside(world, seat, len(world.decks[seat]))
        case ev.Grabbed():
            return replace(world, before=replace(world, before=None))
        case ev.GrabOverturned():
            return world.before or world
        case _:
            return world


def _steal(world: World, event: ev.GauntletUsed) -> World:
    decks, portal, index = world.decks, world.portal, event.portal
    stolen: Cards = ()
    if event.deck is not None:
        stolen = decks[event.deck][: event.count]
        decks = put(decks, event.deck, decks[event.deck][event.count :])
    elif index is not None:
        stolen = (portal[index],)
        portal = portal[:index] + portal[index + 1 :]
    decks = put(decks, event.seat, decks[event.seat] + stolen)
    return replace(world, decks=decks, portal=portal)


def _put_aside(world: World, seat: int, count: int) -> World:
    deck = world.decks[seat]
    return replace(
        world,
        decks=put(world.decks, seat, deck[count:]),
        aside=put(world.aside, seat, world.aside[seat] + deck[:count]),
    )


def _slide_back(world: World, seat: int) -> World:
    top, rest = world.decks[seat][:1], world.decks[seat][1:]
    middle = len(rest) // 2
    return replace(world, decks=put(world.decks, seat, rest[:middle] + top + rest[middle:]))
