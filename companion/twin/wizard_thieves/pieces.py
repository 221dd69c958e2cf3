"""What the true state of a game holds beside its cards."""

from dataclasses import dataclass

MS = 1_000_000
OPTIONS: dict[str, int | bool] = {
    "grab_before_end": False,
    "tie_ms": 2,
    "grace_ms": 1500,
    "debounce_ms": 800,
}
"""Rulings' options that this truth knows, with their defaults."""
DESTROY_ONE, DESTROY_TWO, STEAL = 1, 2, 2


class ImpossibleError(RuntimeError):
    """Somebody in the world tried what the rules forbid: the world itself is wrong."""


@dataclass(slots=True)
class Challenge:
    """A Treasure Challenge in force."""

    value: int
    remaining: int
    setter: int
    facing: int


@dataclass(slots=True)
class Pending:
    """A Magic Item that waits for its owner's choice."""

    seat: int
    item: str
    facing: bool


@dataclass(slots=True)
class CasterDue:
    """`target` owes the Portal a card; `owed` is what still follows for the Caster's reveal."""

    seat: int
    target: int
    owed: str
