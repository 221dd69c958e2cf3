"""The part of a desk that is about the table's own screen: nothing of the game is entered there."""

from typing import Any

from companion.readmodels import Choice
from companion.table.desk import Told


def table_offers(_state: Any, _told: Told) -> tuple[Choice, ...]:
    """Only players tell of the game."""
    return ()


def table_action(_state: Any, _choice: str) -> Any | None:
    """Nothing is behind any choice."""
    return None
