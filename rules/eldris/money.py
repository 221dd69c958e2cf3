"""Money in whole half-dollars, and how people lay it out."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.eldris.square import Place

DOLLAR = 2
COINS: Mapping[int, int] = MappingProxyType({10: 6, 6: 8, 2: 13, 1: 18})
"""Half-dollars to how many such coins the box has (rulebook, "Components")."""

BANK = sum(value * count for value, count in COINS.items())
"""All money of the box: $76."""

LOOT: Mapping[Place, int] = MappingProxyType({"corner": 4, "edge": 3, "centre": 2})
"""What a theft brings ("Reap the Reward")."""

GOAL = 8 * DOLLAR
"""A haul of this wins at the end of the own turn ("End of Turn")."""

FINE = DOLLAR
"""What a player pays whose Cutpurse was named ("Reveal")."""

GUILD = 2 * DOLLAR
"""What the Thieves' Guild adds ("Reveal"), and what a correct wager brings ("Resolve Wagers")."""

WAGER = DOLLAR
"""Of each wager ("Wager")."""

COMPETITION = 3
"""What Rivals beside the Cutpurse take in all ("Stiff Competition")."""

START = DOLLAR
"""Of a solo haul ("Setup")."""

SCORE_CARD = 8 * DOLLAR
"""The highest value that two score cards can show (R-EL-36)."""

TITLES: tuple[tuple[int, str], ...] = (
    (10 * DOLLAR, "Legend Among Thieves"),
    (7 * DOLLAR, "Skilled Swindler"),
    (4 * DOLLAR, "Street Scoundrel"),
    (0, "Petty Pickpocket"),
)
"""Least haul to title ("Solo Scoring"); a half-dollar between two bands is cut off (R-EL-13)."""


def coins(halves: int) -> tuple[int, ...]:
    """The fewest coins that make this haul, largest first, each in half-dollars."""
    found: list[int] = []
    for value, have in COINS.items():
        used = min(have, halves // value)
        found.extend([value] * used)
        halves -= used * value
    return tuple(found)


def on_score_cards(halves: int) -> int:
    """What two score cards show of a haul, in half-dollars (2-Go, R-EL-36)."""
    return min(halves, SCORE_CARD)


def title(halves: int) -> str:
    """What a solo player is called, win or lose (R-EL-13, R-EL-32)."""
    return next(name for least, name in TITLES if halves >= least)
