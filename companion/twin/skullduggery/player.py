"""What one person at the table knows of the cards, and what they do with a drawn one."""

import random
from collections.abc import Generator
from dataclasses import dataclass, field

from companion.twin.people import Person
from companion.twin.skullduggery.cards import LINE, Card
from companion.twin.skullduggery.truth import SIDES, Place, Truth
from companion.twin.timeline import Steps, Until

WORTH = (1000, 100, 10, 1)
UNKNOWN = 5.0
"""What people take an unseen card for: the mean of the box."""
WHIM = 0.25
"""Share of turns in which somebody does just anything."""
SPITE = 0.6
"""How much a neighbour's loss is worth beside the own gain."""
LOOKERS = 0.8
"""Share of people who use the look at their middle cards."""
FORGETS = 0.15
"""Share of used tokens that nobody turns over."""
CARELESS = 0.3
"""Share of secret looks in which a card is turned over where it lies, in the camera's view."""

Deed = tuple[str | None, int]
"""(whose line: `own`, `left`, `right`; slot), or (None, 0) for the discard."""
Choosing = Generator[int | Until, bool, bool]
Deciding = Generator[int | Until, bool, Deed]
Looking = Generator[int | Until, bool, Place | None]
Turning = Generator[int | Until, bool, int]


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
        deeds = self.deeds()
        if self.rng.random() < WHIM:
            return self.rng.choice(deeds)
        return max(deeds, key=lambda deed: self._gain(deed, card.value) + self.rng.gauss(0, 40))

    def deeds(self) -> list[Deed]:
        """All that may be done with it."""
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

    # ---- what they want, when it is time for it; humans take their time ------------------------

    def first_look(self) -> Choosing:
        """Whether they look at their two middle cards before the first draw (R-SK-12)."""
        yield from ()
        return self.rng.random() < LOOKERS

    def begins(self) -> Steps:
        """Before their draw."""
        yield self.person.flip_pause_ns(bold=False)

    def decides(self, card: Card) -> Deciding:
        """Where the drawn card goes."""
        yield self.person.tap_pause_ns()
        return self.deed(card)

    def looks_at(self) -> Looking:
        """Which card of a Peek or Sneak; now and then none (R-SK-5)."""
        yield from ()
        if self.rng.random() < 0.1:  # noqa: PLR2004 - now and then
            return None
        return self.rng.choice(self.truth.look_due)

    def turns_token(self) -> str:
        """When the token of a replacement is turned over: `first`, `then`, or it is forgotten."""
        if self.rng.random() < FORGETS:
            return "forgets"
        return self.rng.choice(("first", "then"))

    def takes_care(self) -> bool:
        """Whether a card is looked at below the table's edge, and not in the camera's view."""
        return self.rng.random() >= CARELESS

    def turns_up(self) -> Turning:
        """Which middle card for a Spyglass."""
        yield from ()
        return self.rng.choice(self.truth.middle(self.seat))

    def opens(self) -> Steps:
        """Before their line is turned up at the end."""
        yield from ()
