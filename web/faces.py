"""How pages without scripts draw cards: the same symbols as the live pages."""

import re

SYMBOLS = frozenset(
    {
        *(f"gem-{kind}" for kind in range(1, 10)),
        *("treasure", "gauntlet", "bomb", "coin", "portal", "card"),
    }
)
"""Of the symbols in static/icons.svg those that stand for a card."""
_ALIASES = {"king-coin": "coin", "portal-caster": "portal"}


def symbol_of(icon: str) -> str:
    """The symbol of a read model's `icon`; a plain card where there is none."""
    plain = icon.removeprefix("item-")
    known = _ALIASES.get(plain, plain)
    if known in SYMBOLS:
        return known
    family = re.sub(r"-?x?\d+$", "", known)
    return family if family in SYMBOLS else "card"


def number_on(key: str) -> str:
    """`3` for `treasure:3`; empty for a card without a number."""
    found = re.fullmatch(r"treasure\D*(\d+)", key)
    return found.group(1) if found else ""
