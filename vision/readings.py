"""What vision says: readings, never exceptions and never times."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[Any]
"""BGR uint8, (H, W, 3), or grey uint8 (H, W) where said. (OpenCV's stubs promise no dtype.)"""
Floats = npt.NDArray[Any]
"""float32; the shape is said where it matters."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """One possible answer: key and calibrated probability 0..1."""

    key: str
    p: float


def rotation_deg(quad_px: Floats) -> float:
    """Clockwise turn of a card whose corners run clockwise from its own top left, 0..360."""
    top = quad_px[1] - quad_px[0]
    return float(np.degrees(np.arctan2(top[1], top[0])) % 360.0)


@dataclass(frozen=True, slots=True)
class CardReading:
    """One card as read.

    Attributes:
        key: The answer where sure, else None.
        candidates: Ranked, best first, at most five. For a stranger the probabilities sum to less
            than one: the rest is "none of those taught".
        unsure: Why there is no key, in plain words; empty where sure.
        quad_px: float32 (4, 2): the card's corners in the given picture, clockwise from the corner
            that is its top left when held upright.
        likeness: How well the best taught face explains the patch; 1 perfect, 0 nothing.
    """

    key: str | None
    candidates: tuple[Ranked, ...]
    unsure: str
    quad_px: Floats
    likeness: float = 0.0

    @property
    def rotation_deg(self) -> float:
        """Clockwise turn of the card in the picture, 0..360."""
        return rotation_deg(self.quad_px)

    @property
    def confidence(self) -> float:
        """Probability of the best candidate; 0 without one."""
        return self.candidates[0].p if self.candidates else 0.0


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Nothing can be read, and why, in plain words."""

    reason: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Two taught cards and how far apart they are: under 1 they cannot be told apart reliably."""

    first: str
    second: str
    distance: float


MIN_LIKENESS = 0.6
"""cards_set, 486 right pairs: 1 % lie under 0.57, 5 % under 0.70. Other decks' cards, carpets and
dice, 105 patches: none above 0.56. Docs: vision.md, "Strangers"."""


@dataclass(frozen=True, slots=True)
class Prior:
    """What is believed before looking.

    Attributes:
        copies: What may turn up, unseen copies by key: a weight among close candidates, never a
            licence.
        least_likeness: What looks less like a taught face than this is a stranger.
    """

    copies: dict[str, int] = field(default_factory=dict)
    least_likeness: float = MIN_LIKENESS

    def log_weight(self, key: str) -> float:
        """Natural log; bounded, so that a clear reading wins over any expectation."""
        if not self.copies:
            return 0.0
        most = max(self.copies.values(), default=0)
        share = self.copies.get(key, 0) / most if most else 0.0
        return float(np.log(max(share, UNEXPECTED_SHARE)))


UNEXPECTED_SHARE = 0.05
"""Weight of a key that is not expected: three nats below the commonest, no more."""
