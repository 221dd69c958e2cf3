"""The box of Thieves of Eldris as the twin's world knows it: 24 characters, each once as a card.

Written from the rulebook; nothing is shared with the rules under test.
"""

import random
from dataclasses import dataclass

TRAITS = ("charisma", "constitution", "dexterity", "intelligence", "strength", "wisdom")
KEYS = tuple(f"{trait[:3]}{number}" for trait in TRAITS for number in range(1, 5))
TRAIT_OF = {key: trait for trait in TRAITS for key in KEYS if key.startswith(trait[:3])}
"""Of the box as it is shipped; owners may tell the companion otherwise."""
ROWS, COLUMNS = 4, 6


@dataclass(frozen=True, slots=True)
class Card:
    """A card as the camera could see it."""

    key: str
    dark: bool = False

    @property
    def picture(self) -> str:
        """Stem of the file that shows it."""
        return f"{self.key}-dark" if self.dark else self.key


def shuffled(rng: random.Random) -> list[str]:
    """All 24 in some order."""
    cards = list(KEYS)
    rng.shuffle(cards)
    return cards


def beside(cell: int, *, diagonal: bool = False) -> list[int]:
    """Cells next to this one in the Square; with the diagonal ones where Strength counts."""
    row, column = divmod(cell, COLUMNS)
    found = []
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            steps = abs(down) + abs(right)
            inside = 0 <= row + down < ROWS and 0 <= column + right < COLUMNS
            if inside and (steps == 1 or (diagonal and steps > 1)):
                found.append((row + down) * COLUMNS + column + right)
    return found


def loot(cell: int) -> int:
    """What a theft brings there, in half-dollars: corner $2, edge $1.50, centre $1."""
    row, column = divmod(cell, COLUMNS)
    borders = (row in (0, ROWS - 1)) + (column in (0, COLUMNS - 1))
    return 2 + borders
