"""What is printed on the cards, and what a discard brings about ("Contents", "Card Actions")."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from rules.core import Key

CARDS = 54
"""Number cards, without the quick reference card ("Contents")."""

VALUES = range(1, 10)
"""What a card may show ("Object of the Game")."""

LINE = 4
"""Cards of a player's line ("Set Up"). Slots are numbered 0 to 3 from the owner's left."""

LEFT_END = 0
RIGHT_END = 3
MIDDLE = (1, 2)
"""The two middle cards, whatever lies there at that moment (R-SK-19)."""

LAST_SPYGLASS = 3
"""The third Spyglass ends the game ("Card Actions")."""

CardAction = Literal["pass_left", "spyglass", "pass_right", "peek", "sneak", "switch"]
Side = Literal["left", "right"]
"""Left is the neighbour clockwise, right the one the other way (R-SK-1)."""

ACTION_OF: Mapping[int, CardAction] = MappingProxyType(
    {1: "pass_left", 2: "spyglass", 3: "pass_right", 4: "peek", 7: "sneak", 8: "switch"}
)
"""Discarded value to its action ("Card Actions"); 5, 6 and 9 have none."""

SPYGLASS = 2

KEY: Mapping[int, Key] = MappingProxyType({value: f"number:{value}" for value in VALUES})
"""Value to the key by which sensors and pages name such a card."""

KEYS: tuple[Key, ...] = tuple(KEY.values())

TOKEN_KEYS: Mapping[Side, Key] = MappingProxyType({"left": "token:red", "right": "token:blue"})
"""Whose neighbour a token is for, to the key of its pistol side ("Contents")."""


def neighbour(seats: int, seat: int, side: Side) -> int:
    """Who sits there. With two players it is the opponent on both sides (R-SK-1)."""
    return (seat + 1) % seats if side == "left" else (seat - 1) % seats


def number_of(values: tuple[int, ...]) -> int:
    """The four-digit number of a line, read from its owner's left (R-SK-15)."""
    return int("".join(map(str, values)))
