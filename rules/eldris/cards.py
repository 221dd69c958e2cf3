"""Characters, traits and the numbers of the box."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

from rules.core import Key

TITLE = "Thieves of Eldris"

Trait = Literal["charisma", "constitution", "dexterity", "intelligence", "strength", "wisdom"]

TRAITS: tuple[Trait, ...] = get_args(Trait)
"""Also the six faces of a slip die (rulebook, "Components")."""

DICE = 3
"""Slip dice, all alike (rulebook, "Components")."""

OF_A_TRAIT = 4
"""Characters of each trait (rulebook, "Components")."""

CHARACTERS: tuple[Key, ...] = tuple(
    f"{trait[:3]}{number}" for trait in TRAITS for number in range(1, OF_A_TRAIT + 1)
)
"""Ids of the 24 characters, each with one townsfolk card. The trait is the pack's to say."""

CHARACTER_SET = frozenset(CHARACTERS)

DISPLAY = 3
"""Targets in the Display with five or six players, and solo (rulebook, "Setup")."""

HAND: Mapping[int, int] = MappingProxyType({2: 3, 3: 3, 4: 3, 5: 2, 6: 2})
"""Players to townsfolk cards dealt to each (rulebook, "Setup")."""

DISPLAY_SEATS = 5
"""From so many players on Targets lie in the Display, and each has a Shadow."""
