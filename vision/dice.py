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
    box: tuple[float, float, float, float]
    candidates: tuple[Ranked, ...] = ()


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
