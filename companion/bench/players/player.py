"""Who plays at random: knows the real cards, chooses among what is offered, and compares."""

import random
from collections.abc import Callable
from typing import Any, Protocol

from rules.core import Actor


class Player(Protocol):
    """All seats of one random game. It learns what happens from events alone."""

    start: Any
    """The first state."""

    def choose(self, state: Any) -> tuple[Actor, Any]:
        """Whom to ask, and what that one does. Raises PlayoutError."""

    def follow(self, event: Any) -> None:
        """Move the real cards as this fact says."""

    def compare(self, state: Any) -> None:
        """Raises PlayoutError where the engine's account is not that of the real cards."""


MakePlayer = Callable[[int, random.Random, Any, Any], Player]
"""From seats, chance, options and pack."""
