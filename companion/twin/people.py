"""The people at the simulated table: how fast they are, what they overlook, what they do wrong."""

import random
from dataclasses import dataclass, field

from hardware.timing import MS

NAMES = ("Timbo", "Liza", "Mara", "Otto", "Nele", "Finn")
REACTION_MEAN_MS, REACTION_SPREAD_MS = 384.0, 96.0
"""Recognising a card and slapping: mean and standard deviation measured in reaction experiments."""
_TAIL_MS = 60.0
"""Exponential part of the reaction: mean = centre + tail, variance = spread^2 + tail^2."""
FASTEST_MS = 190.0
"""Nobody recognises a picture and moves a hand in less."""
BOLD_AFTER = 220
"""Reveals after which people lose patience: a game should end in one evening."""


@dataclass(frozen=True, slots=True)
class Manners:
    """Chances of mistakes, for each card and each person unless said otherwise.

    Attributes:
        miss: Does not notice a pair.
        lapse: Notices late: 250 to 450 ms on top.
        false_grab: Slaps at a card that matches nothing.
        guess: Slaps before or just as the card becomes visible.
        twice: Hits the button a second time.
        mis_reveal: Somebody flips out of turn (for each card, all people together).
        together: Two people agree to the millisecond (for each pair of slaps).
        stop: Holds the slap back on seeing another hand in time.
    """

    miss: float = 0.10
    lapse: float = 0.05
    false_grab: float = 0.004
    guess: float = 0.0015
    twice: float = 0.06
    mis_reveal: float = 0.012
    together: float = 0.03
    stop: float = 0.75


@dataclass(slots=True)
class Person:
    """One seat's human: their own stream of chance, so that others' luck does not change theirs."""

    seat: int
    seed: str
    manners: Manners = field(default_factory=Manners)
    rng: random.Random = field(init=False)
    speed_ms: float = field(init=False)

    def __post_init__(self) -> None:
        """Draw what this person is like."""
        self.rng = random.Random(f"{self.seed} person {self.seat}")
        self.speed_ms = self.rng.gauss(0, 18)

    @property
    def name(self) -> str:
        """As typed on the phone."""
        return NAMES[self.seat % len(NAMES)]

    def reaction_ns(self) -> int:
        """From the face being visible to the button: ex-Gaussian."""
        centre = REACTION_MEAN_MS - _TAIL_MS + self.speed_ms
        width = (REACTION_SPREAD_MS**2 - _TAIL_MS**2) ** 0.5
        ms = self.rng.gauss(centre, width) + self.rng.expovariate(1 / _TAIL_MS)
        if self.rng.random() < self.manners.lapse:
            ms += self.rng.uniform(250, 450)
        return round(max(FASTEST_MS, ms) * MS)

    def slap_after(self, *, match: bool, boldness: float) -> int | None:
        """When this person slaps, ns after the card became visible, or None.

        Args:
            match: Whether the Pot may be grabbed, as sharp eyes see it.
            boldness: 1 in a fresh game, more when it drags on.
        """
        draw = self.rng.random()
        if match:
            return None if draw < self.manners.miss else self.reaction_ns()
        if draw < self.manners.false_grab * boldness:
            return self.reaction_ns()
        return None

    def guess_before(self) -> int | None:
        """When a slap on a guess comes, ns after (mostly before) the card is visible, or None."""
        if self.rng.random() >= self.manners.guess:
            return None
        return round(self.rng.uniform(-140, 90) * MS)

    def flip_pause_ns(self, *, bold: bool) -> int:
        """From the last card to this person's hand moving."""
        return round(self.rng.uniform(640, 900 if bold else 1150) * MS)

    def hide_ns(self) -> int:
        """How long the hand lies over the Pot before the face shows."""
        return round(self.rng.uniform(90, 420) * MS)

    def tap_pause_ns(self) -> int:
        """From a page's offer to the thumb."""
        return round(self.rng.uniform(500, 1500) * MS)

    def hold_ns(self) -> int:
        """How long a button stays down."""
        return round(self.rng.uniform(60, 160) * MS)

    def likes(self, choices: list[tuple[str, int | None]]) -> tuple[str, int | None]:
        """Which choice of an item this person takes."""
        return self.rng.choice(choices)


def boldness(reveals: int) -> float:
    """How much more often people slap wrongly as a game drags on."""
    return 1.0 if reveals < BOLD_AFTER else 1.0 + (reveals - BOLD_AFTER) / 12
