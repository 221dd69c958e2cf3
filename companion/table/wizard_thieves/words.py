"""How the cards of Wizard Thieves are named and drawn on a page."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from companion.readmodels import CardFace
from companion.table.desk import Told
from companion.words import Text, Words, all_of, mark, n
from rules.core import Key

TINTS = {
    "gem:1": "red",
    "gem:2": "blue",
    "gem:3": "teal",
    "gem:4": "amber",
    "gem:5": "violet",
    "gem:6": "pale",
    "gem:7": "dark",
    "gem:8": "coral",
    "gem:9": "green",
    "treasure": "gold",
    "item": "mystic",
}
"""Colours of the page, chosen after the gems of the shipped content pack."""

WHY_GRAB: Mapping[str, str] = MappingProxyType(
    {"doubles": mark("doubles"), "sandwich": mark("sandwich"), "portal": mark("portal match")}
)
"""Grab reasons in the announcer's words."""

ITEM_SHORT: Mapping[str, str] = MappingProxyType(
    {
        "item:gauntlet": mark("Gauntlet"),
        "item:bomb": mark("Bomb"),
        "item:king_coin": mark("King Coin"),
        "item:portal_caster": mark("Portal Caster"),
    }
)


def card_name(key: Key, names: Mapping[str, str] | None = None) -> Text:
    """What the content pack calls the card; a readable key where it has no name.

    Catalogues may know the name too; one that the owner gave stays as it is.
    """
    if names and key in names:
        return Text(names[key])
    return Text(key.partition(":")[2].replace("_", " ").title())


def item_short(key: Key, names: Mapping[str, str] | None = None) -> Text:
    """A short name for buttons and speech."""
    return Text(ITEM_SHORT[key]) if key in ITEM_SHORT else card_name(key, names)


def names_of(seats: Sequence[int], told: Told) -> Words:
    """`Ann, Ben and Cleo`."""
    return all_of([told.name(seat) for seat in seats])


def grab_reasons(reasons: Sequence[str]) -> Words:
    """`doubles and portal match`."""
    return all_of([Text(WHY_GRAB[reason]) for reason in reasons])


def chances(count: int) -> Text:
    """`1 chance`, `3 chances`."""
    return n("{n} chance", "{n} chances", count)


def cards(count: int) -> Text:
    """`1 card`, `12 cards`."""
    return n("{n} card", "{n} cards", count)


def face(key: Key, names: Mapping[str, str] | None = None) -> CardFace:
    """How to draw a visible card; `icon` is a symbol of web/static/icons.svg."""
    icon = key.replace(":", "-").replace("_", "-")
    tint = TINTS.get(key) or TINTS.get(key.partition(":")[0], "")
    return CardFace(key=key, label=card_name(key, names), icon=icon, tint=tint)
