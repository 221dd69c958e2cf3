"""How the cards of Wizard Thieves are named and drawn on a page."""

from companion.readmodels import CardFace
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

WHY_GRAB = {"doubles": "doubles", "sandwich": "sandwich", "portal": "portal match"}
"""Grab reasons in the announcer's words."""

ITEM_SHORT = {
    "item:gauntlet": "Gauntlet",
    "item:bomb": "Bomb",
    "item:king_coin": "King Coin",
    "item:portal_caster": "Portal Caster",
}


def card_name(key: Key, names: dict[str, str] | None = None) -> str:
    """What the content pack calls the card; a readable key where it has no name."""
    if names and key in names:
        return names[key]
    return key.partition(":")[2].replace("_", " ").title()


def item_short(key: Key, names: dict[str, str] | None = None) -> str:
    """A short name for buttons and speech."""
    return ITEM_SHORT.get(key) or card_name(key, names)


def face(key: Key, names: dict[str, str] | None = None) -> CardFace:
    """How to draw a visible card; `icon` is a symbol of web/static/icons.svg."""
    icon = key.replace(":", "-").replace("_", "-")
    tint = TINTS.get(key) or TINTS.get(key.partition(":")[0], "")
    return CardFace(key=key, label=card_name(key, names), icon=icon, tint=tint)
