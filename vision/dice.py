"""What dice show: readings of single dice, their total, and the state of the tray."""

from dataclasses import dataclass
from enum import StrEnum

from vision.readings import Ranked


class DiceState(StrEnum):
    """What the tray is doing."""

    SETTLED = "settled"
    MOVING = "moving"
    EMPTY = "empty"
    HAND = "hand"


Box = tuple[float, float, float, float]
"""x, y, width, height in px of the given picture."""

TILTED_WHY = "it is tilted: no face lies on top. Roll it again or push it flat"

MOVING_WHY = "it is still moving. Read it when it lies"


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die as read.

    Attributes:
        value: Pips on top where sure, else None. For taught dice the face's key.
        confidence: Calibrated probability of the best candidate.
        unsure: Why there is no value, in plain words; empty where sure.
        box: x, y, width, height in px of the given picture.
        candidates: The best two, key and probability.
    """

    value: int | str | None
    confidence: float
    unsure: str
    box: Box
    candidates: tuple[Ranked, ...] = ()

    @property
    def cocked(self) -> bool:
        """Whether it leans on something."""
        return self.unsure == TILTED_WHY


@dataclass(frozen=True, slots=True)
class DiceReading:
    """All dice in a picture, top to bottom."""

    dice: tuple[DieReading, ...]
    state: DiceState

    @property
    def total(self) -> int | None:
        """The sum, only when every die is read, lies still, and shows a number."""
        if self.state is not DiceState.SETTLED:
            return None
        values = [die.value for die in self.dice]
        numbers = [value for value in values if isinstance(value, int)]
        return sum(numbers) if len(numbers) == len(values) else None


def box_overlap(a: Box, b: Box) -> float:
    """Shared area over that of the smaller box, 0..1."""
    across = max(min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0]), 0.0)
    down = max(min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1]), 0.0)
    return across * down / max(min(a[2] * a[3], b[2] * b[3]), 1e-6)
