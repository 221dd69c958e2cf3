"""What one person at the table knows of the cards, and what they do with a drawn one."""

import random
from dataclasses import dataclass, field

from companion.twin.people import Person
from companion.twin.skullduggery.cards import LINE, Card
from companion.twin.skullduggery.truth import SIDES, Place, Truth

WORTH = (1000, 100, 10, 1)
UNKNOWN = 5.0
"""What people take an unseen card for: the mean of the box."""
WHIM = 0.25
"""Share of turns in which somebody does just anything."""
SPITE = 0.6
"""How much a neighbour's loss is worth beside the own gain."""

Deed = tuple[str | None, int]
"""(whose line: `own`, `left`, `right`; slot), or (None, 0) for the discard."""


@dataclass(slots=True)
class Player:
    """A person and the cards that they have seen; knowledge follows the card."""

    person: Person
    truth: Truth
    knows: dict[Card, int] = field(default_factory=dict)

    @property
    def seat(self) -> int:
        """Where they sit."""
        return self.person.seat

    @property
    def rng(self) -> random.Random:
        """Their own chance."""
        return self.person.rng

    def sees(self, card: Card) -> None:
        """A card was looked at, in secret or by all."""
        self.knows[card] = card.value

    def believes(self, card: Card) -> float:
        """What they take this card for."""
        return self.knows.get(card, UNKNOWN)

    def deed(self, card: Card) -> Deed:
        """Where the drawn card goes (R-SK-13: the old one is not looked at first)."""
        deeds = self._deeds()
        if self.rng.random() < WHIM:
            return self.rng.choice(deeds)
        return max(deeds, key=lambda deed: self._gain(deed, card.value) + self.rng.gauss(0, 40))

    def _deeds(self) -> list[Deed]:
        truth = self.truth
        deeds: list[Deed] = [(None, 0), *(("own", slot) for slot in range(LINE))]
        for side in SIDES:
            if (self.seat, side) not in truth.used:
                deeds += [(side, slot) for slot in range(LINE)]
        return deeds

    def _gain(self, deed: Deed, value: int) -> float:
        whose, slot = deed
        if whose is None:
            return 0.0
        if whose == "own":
            line = self.truth.lines[self.seat]
            return WORTH[slot] * (value - self.believes(line[slot]))
        line = self.truth.lines[self.truth.neighbour(self.seat, whose)]
        return SPITE * WORTH[slot] * (self.believes(line[slot]) - value)

    def looks_at(self) -> Place | None:
        """Which card of a Peek or Sneak; now and then none (R-SK-5)."""
        if self.rng.random() < 0.1:  # noqa: PLR2004 - now and then
            return None
        return self.rng.choice(self.truth.look_due)

    def turns_up(self) -> int:
        """Which middle card for a Spyglass."""
        return self.rng.choice(self.truth.middle(self.seat))
