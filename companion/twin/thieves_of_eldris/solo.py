"""The solo game's truth: four rounds against Rivals without minds (spec, section 4)."""

from dataclasses import dataclass, field
from typing import Any

from companion.twin.thieves_of_eldris.cards import TRAIT_OF, beside, loot
from companion.twin.thieves_of_eldris.standing import DOLLAR
from companion.twin.thieves_of_eldris.truth import Truth

ROUNDS = 4
COMPETITION = 3
HIDDEN = 2


@dataclass(slots=True)
class SoloTruth(Truth):
    """One solo game.

    Attributes:
        concealed: The hidden cards of this round's foes' stack.
        threats: Characters with a Threat token.
        pool: What the Rivals stole.
    """

    cutpurse: str = ""
    round: int = 0
    pool: int = 0
    rivals: list[str] = field(default_factory=list)
    concealed: list[str] = field(default_factory=list)
    threats: list[str] = field(default_factory=list)
    wagers: list[str] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)

    @property
    def uses_display(self) -> bool:
        """Targets for all lie open."""
        return True

    def _solo(self) -> dict[str, Any] | None:
        return {
            "round": self.round,
            "pool": self.pool,
            "cutpurse": self.cutpurse or None,
            "rivals": sorted(self.rivals),
            "threats": sorted(self.threats),
            "wagers": sorted(self.wagers),
            "discarded": sorted(self.discarded),
        }

    def turn_up(self, at: int) -> str:
        """A card of the Display is no Threat (R-EL-11)."""
        if self.deck[0] in self.threats:
            self.threats.remove(self.deck[0])
        return Truth.turn_up(self, at)

    def may_rechoose(self) -> bool:
        """There is one Cutpurse only (R-EL-11)."""
        return False

    def choose(self, at: int, card: str) -> None:
        """Out of the Display; the first dollar comes from the bank."""
        self._must("choose")
        self.display.remove(card)
        self.cutpurse, self.active.started = card, True
        self.active.haul += DOLLAR
        self.bank -= DOLLAR
        self._fill("fan")
        self._record(at, "choose")

    def fan(self, at: int) -> None:
        """A round's foes: one open, the traits of the others (R-EL-10, R-EL-12)."""
        self._must("fan")
        self.round += 1
        rival = self.deck.pop(0)
        self.concealed = [self.deck.pop(0) for _ in range(min(HIDDEN, len(self.deck)))]
        traits = {TRAIT_OF[card] for card in self.concealed}
        self.rivals.append(rival)
        taken = {*self.rivals, *self.display, *self.dark, self.cutpurse}
        self.threats = [c for c in self.grid if TRAIT_OF[c] in traits and c not in taken]
        self.dice, self.unspent, self.benefit, self.due = [], [], "", "roll"
        self._record(at, "fan")

    def _after_moves(self) -> str:
        return "wager"

    def beside_cutpurse(self) -> list[str]:
        """Who stands right beside the own Cutpurse."""
        return [self.grid[cell] for cell in beside(self.grid.index(self.cutpurse))]

    def may_wager(self) -> list[str]:
        """Threats beside the Cutpurse, while there is a dollar (R-EL-33)."""
        if self.active.haul < DOLLAR:
            return []
        return [c for c in self.beside_cutpurse() if c in self.threats and c not in self.wagers]

    def wager(self, at: int, card: str) -> None:
        """A dollar on this character."""
        self._must("wager")
        self.active.haul -= DOLLAR
        self.wagers.append(card)
        self._record(at, "wager")

    def reveal(self, at: int) -> None:
        """Payout, Rivals steal, the player steals; then Strength or the end (R-EL-19)."""
        self._must("wager")
        self.rivals += self.concealed
        self.threats = []
        for card in self.wagers:
            self._settle(card)
        self.wagers = []
        for card in list(self.display):
            if any(self.grid[c] in self.rivals for c in beside(self.grid.index(card))):
                self.pool += self._leaves(card)
        for card in list(self.display):
            if card in self.beside_cutpurse():
                self.active.haul += self._leaves(card)
        if self.diagonal():
            self.due = "diagonal"
        else:
            self._end_round()
        self._record(at, "reveal")

    def diagonal(self) -> list[str]:
        """Targets that Strength alone reaches (R-EL-31)."""
        if not self.strong:
            return []
        around = beside(self.grid.index(self.cutpurse), diagonal=True)
        return [card for card in self.display if self.grid.index(card) in around]

    def rob_diagonal(self, at: int, card: str | None) -> None:
        """One of them, or none."""
        self._must("diagonal")
        if card is not None:
            self.active.haul += self._leaves(card)
        self._end_round()
        self._record(at, "diagonal")

    def _settle(self, card: str) -> None:
        if card not in self.concealed:
            self.bank += DOLLAR
            return
        self.active.haul += 3 * DOLLAR
        self.bank -= 2 * DOLLAR
        self.rivals.remove(card)
        self.active.taken.append(card)
        self.dark.append(card)

    def _leaves(self, card: str) -> int:
        amount = loot(self.grid.index(card))
        self.bank -= amount
        self.display.remove(card)
        self.discarded.append(card)
        self.dark.append(card)
        return amount

    def _end_round(self) -> None:
        self.turns += 1
        if any(card in self.rivals for card in self.beside_cutpurse()):
            amount = min(COMPETITION, self.active.haul)
            self.active.haul -= amount
            self.pool += amount
        if self.round < ROUNDS:
            self._fill("fan")
        else:
            self.winners = [0] if self.active.haul >= self.pool else []
