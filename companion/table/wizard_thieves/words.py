"""How the cards of Wizard Thieves are named and drawn on a page."""

from companion.readmodels import CardFace
from rules.core import Key

DEFAULT_NAMES = {
    "gem:1": "Ruby",
    "gem:2": "Sapphire",
    "gem:3": "Leaf",
    "gem:4": "Topaz",
    "gem:5": "Amethyst",
    "gem:6": "Pearl",
    "gem:7": "Onyx",
    "gem:8": "Coral",
    "gem:9": "Opal",
    "item:gauntlet": "Gauntlet of Stealing",
    "item:bomb": "Alchemical Bomb",
    "item:king_coin": "King Coin",
    "item:portal_caster": "Portal Caster",
}
"""Gem names are ours (the rulebook prints none but a leaf); the content pack overrides them."""

TINTS = {
    "gem:1": "red",
    "gem:2": "blue",
    "gem:3": "green",
    "gem:4": "amber",
    "gem:5": "violet",
    "gem:6": "pale",
    "gem:7": "dark",
    "gem:8": "coral",
    "gem:9": "teal",
    "treasure": "gold",
    "item": "mystic",
}

WHY_GRAB = {"doubles": "doubles", "sandwich": "sandwich", "portal": "portal match"}
"""Grab reasons in the announcer's words."""

ITEM_SHORT = {
    "item:gauntlet": "Gauntlet",
    "item:bomb": "Bomb",
    "item:king_coin": "King Coin",
    "item:portal_caster": "Portal Caster",
}


def card_name(key: Key, names: dict[str, str] | None = None) -> str:
    """`Ruby`, `x3 Treasure`, `Alchemical Bomb`."""
    if names and key in names:
        return names[key]
    if key.startswith("treasure:"):
        return f"x{key.removeprefix('treasure:')} Treasure"
    return DEFAULT_NAMES.get(key) or key.partition(":")[2].replace("_", " ").title()


def item_short(key: Key, names: dict[str, str] | None = None) -> str:
    """A short name for buttons and speech."""
    return ITEM_SHORT.get(key) or card_name(key, names)


def face(key: Key, names: dict[str, str] | None = None) -> CardFace:
    """How to draw a visible card; `icon` is a symbol of web/static/icons.svg."""
    icon = key.replace(":", "-").replace("_", "-")
    tint = TINTS.get(key) or TINTS.get(key.partition(":")[0], "")
    return CardFace(key=key, label=card_name(key, names), icon=icon, tint=tint)
