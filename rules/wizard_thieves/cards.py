"""What is printed on the cards, as far as the rules care (borders are not part of a key)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from rules.core import Key

GEM_KINDS = 9
"""Kinds of gem, one of each in every border (spec, "Components": assumed, strong)."""

TREASURE_VALUES = 4
"""x1 to x4, one of each in every border (rulebook, "Core Game Components")."""

BORDERS = 4
ITEM_COPIES = 2
"""Of each core Magic Item (rulebook, "Core Game Components")."""

GAUNTLET: Key = "item:gauntlet"
BOMB: Key = "item:bomb"
KING_COIN: Key = "item:king_coin"
PORTAL_CASTER: Key = "item:portal_caster"

ItemName = Literal["gauntlet", "bomb", "king_coin", "portal_caster"]

GEMS: tuple[Key, ...] = tuple(f"gem:{kind}" for kind in range(1, GEM_KINDS + 1))
TREASURES: tuple[Key, ...] = tuple(f"treasure:{value}" for value in range(1, TREASURE_VALUES + 1))
ITEMS: tuple[Key, ...] = (GAUNTLET, BOMB, KING_COIN, PORTAL_CASTER)
KEYS: tuple[Key, ...] = GEMS + TREASURES + ITEMS
"""Every key of the core box: 17."""

GEM_SET = frozenset(GEMS)

TREASURE_VALUE: Mapping[Key, int] = MappingProxyType(
    {key: value for value, key in enumerate(TREASURES, start=1)}
)
"""Treasure key to the number of chances it grants."""

BORDERS_IN_PLAY: Mapping[int, int] = MappingProxyType({2: 4, 3: 3, 4: 4})
"""Seats to borders in play (rulebook, "Setup"; with 2 players each uses two)."""

ITEMS_EACH: Mapping[int, int] = MappingProxyType({2: 4, 3: 2, 4: 2})
"""Seats to Magic Items dealt to each (R-WT-23)."""

DECK_SIZE: Mapping[int, int] = MappingProxyType({2: 30, 3: 15, 4: 15})
"""Seats to the size of a starting deck (spec, "Decks")."""


def box(seats: int) -> dict[Key, int]:
    """Key to copies that may be in play with so many seats, core cards only.

    With three players two Magic Items stay in the box unseen, so the item counts are upper bounds.
    """
    borders = BORDERS_IN_PLAY[seats]
    counts = dict.fromkeys(GEMS + TREASURES, borders)
    counts.update(dict.fromkeys(ITEMS, ITEM_COPIES))
    return counts


def cards_in_play(seats: int) -> int:
    """60 with two or four players, 45 with three."""
    return DECK_SIZE[seats] * seats
