"""Decks whose cards carry a border that says nothing of their key."""

from collections.abc import Iterable

from vision.faces import FINE_WIDTH, MARGIN

PLAIN = MARGIN / FINE_WIDTH
"""Share of a card's width along its edges that is never compared: corners are cut roughly."""
FRAMED: tuple[tuple[tuple[str, ...], float], ...] = ((("gem:", "treasure:", "item:"), 0.12),)
"""Wizard Thieves: four border styles, and only the Loot itself matters (rulebook, "Doubles"). The
drawn borders are 0.07 wide; 0.12 leaves room for rough cutting. Taught from one border each, 80 of
80 drawn cards with any border were read right; with PLAIN about 60 in 100 had to be asked for."""


def border_for(keys: Iterable[str]) -> float:
    """The share of a card's width that a deck with these keys leaves out of comparisons."""
    named = tuple(keys)
    for prefixes, share in FRAMED:
        if named and all(key.startswith(prefixes) for key in named):
            return share
    return PLAIN
