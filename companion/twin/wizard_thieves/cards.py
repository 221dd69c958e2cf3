"""The box of Wizard Thieves as the twin's world knows it: physical cards and how they are dealt.

Written from the rulebook ("Core Game Components", "Setup"); nothing is shared with the rules
under test.
"""

import random
from dataclasses import dataclass

GEM_KINDS = 9
TREASURES = (1, 2, 3, 4)
ITEMS = ("gauntlet", "bomb", "king_coin", "portal_caster")
BORDERS = 4
BOTH_BORDERS_OF_A_PAIR = 2
"""In a two-player game each player uses two of the four border piles."""


@dataclass(frozen=True, slots=True)
class Card:
    """One physical card.

    Attributes:
        ident: Unique in the box.
        key: What is printed on it.
        border: 1-4, or 0 for Magic Items.
    """

    ident: int
    key: str
    border: int

    @property
    def picture(self) -> str:
        """Stem of the file that shows its face: `gem-1__2`; Magic Items have one picture."""
        return f"{self.key.replace(':', '-')}__{self.border or 1}"

    @property
    def is_treasure(self) -> bool:
        """A Treasure card sets a challenge."""
        return self.key.startswith("treasure:")

    @property
    def is_item(self) -> bool:
        """A Magic Item has an effect."""
        return self.key.startswith("item:")

    @property
    def value(self) -> int:
        """Chances that a Treasure gives."""
        return int(self.key.split(":")[1])


def all_keys() -> list[str]:
    """The 17 distinct keys of the box."""
    return (
        [f"gem:{kind}" for kind in range(1, GEM_KINDS + 1)]
        + [f"treasure:{value}" for value in TREASURES]
        + [f"item:{name}" for name in ITEMS]
    )


def all_pictures() -> list[Card]:
    """One card for each of the 56 distinct pictures."""
    pictures: list[Card] = []
    for key in all_keys():
        borders = (0,) if key.startswith("item:") else range(1, BORDERS + 1)
        pictures += [Card(len(pictures) + i, key, border) for i, border in enumerate(borders)]
    return pictures


def deal(seats: int, rng: random.Random) -> list[list[Card]]:
    """Shuffled decks, top first. Rulebook "Setup": own border's 13 cards and two Magic Items each.

    Two players take two borders and four Magic Items each (the note there).
    """
    ident = 0
    piles: list[list[Card]] = []
    for border in range(1, BORDERS + 1):
        keys = [f"gem:{kind}" for kind in range(1, GEM_KINDS + 1)]
        keys += [f"treasure:{value}" for value in TREASURES]
        piles.append([Card(ident + i, key, border) for i, key in enumerate(keys)])
        ident += len(keys)
    items = [Card(ident + i, f"item:{name}", 0) for i, name in enumerate(ITEMS * 2)]
    rng.shuffle(items)
    if seats == BOTH_BORDERS_OF_A_PAIR:
        decks = [piles[0] + piles[1] + items[:4], piles[2] + piles[3] + items[4:]]
    else:
        decks = [piles[seat] + items[2 * seat : 2 * seat + 2] for seat in range(seats)]
    for deck in decks:
        rng.shuffle(deck)
    return decks
