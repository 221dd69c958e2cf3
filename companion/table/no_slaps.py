"""The part of a desk that is about slaps, for games in which nobody slaps: there is nothing."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.table.desk import Told
from companion.words import Words

SLAPS = False
SHARED = -1
"""Seat number of a button that all share."""
CITES: Mapping[str, str] = MappingProxyType({})
DISPUTES: frozenset[str] = frozenset()
SPOKEN = (
    "verdict",
    "question",
    "move",
    "count",
    "card",
    "correction",
    "people",
    "sensor",
    "conditions",
)
"""Kinds that may be spoken where there is no Pot and no challenge."""


def tied(_state: Any) -> tuple[int, ...]:
    """Nobody is ever too close to call."""
    return ()


def can_grab(_view: Any) -> tuple[int, ...]:
    """There is nothing to grab."""
    return ()


def slapped(_action: Any) -> tuple[int, ...]:
    """No entry is a slap."""
    return ()


def won_by(_events: Sequence[Any]) -> int | None:
    """Nobody takes anything by a slap."""
    return None


def remembered(_state: Any) -> Any:
    """There is no slap to judge the other way."""
    return None


def overrules(_state: Any) -> tuple[tuple[str, Words], ...]:
    """There is no verdict."""
    return ()


def overrule(_value: str) -> Any | None:
    """There is no verdict."""
    return None


def said_of_grab(_action: Any, _told: Told) -> Words:
    """Nobody says anything of a slap."""
    return ""


def took_pot(_events: Sequence[Any]) -> bool:
    """There is no Pot."""
    return False


def pot_lies(_state: Any) -> bool:
    """There is no Pot."""
    return False


def race(_state: Any) -> bool:
    """No tap races with a hand."""
    return False


def collect(_state: Any, _seat: int) -> Any | None:
    """A button to take the Pot means nothing."""
    return None


def dispute(_state: Any) -> Any | None:
    """A button to dispute a slap means nothing."""
    return None


def undoes_reveal(_done: Any) -> bool:
    """No undo leaves a card that the camera waits to see lifted."""
    return False


def count_laid(_state: Any) -> int:
    """No card is laid before somebody says what it is for."""
    return 0


def essence(state: Any) -> Any:
    """What of a state matters to anybody: all of it, since nothing is raced for."""
    return state
