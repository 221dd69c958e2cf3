"""The box of Skullduggery as the twin's world knows it: 54 number cards, dealt four to a line.

Written from the rulebook; nothing is shared with the rules under test.
"""

import random
from dataclasses import dataclass

NUMBERS = range(1, 10)
COPIES = 6
"""54 cards, nine numbers (spec, section 1)."""
LINE = 4


@dataclass(frozen=True, slots=True)
class Card:
    """One physical card.

    Attributes:
        ident: Its number in the deal: seat 0's line from its left, seat 1's, ..., then the pile.
        value: What is printed on it.
    """

    ident: int
    value: int

    @property
    def key(self) -> str:
        """As the companion's pages name the face."""
        return f"number:{self.value}"

    @property
    def picture(self) -> str:
        """Stem of the file that shows its face."""
        return f"number-{self.value}"


def shuffled(rng: random.Random) -> list[Card]:
    """All cards in the order in which they are dealt and then drawn."""
    values = [number for number in NUMBERS for _ in range(COPIES)]
    rng.shuffle(values)
    return [Card(ident, value) for ident, value in enumerate(values)]
