"""Two tables that differ in what one seat knows, and all bytes that others get of each."""

import copy
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from companion.table.audience import everything
from companion.table.presenter import audiences, refresh
from rules import GAMES
from tests.companion.table.scripted import Script


def twin_of(script: Script, state: Any = None) -> Script:
    """The same table, with pages of its own; with another state of the game where one is given."""
    twin = copy.copy(script)
    twin.rows, twin.said, twin.spoken, twin.replies, twin.effects = [], [], [], {}, []
    if state is not None:
        twin.table = refresh(replace(script.table, game=state))[0]
    return twin


def others(script: Script, knows: int) -> list[str]:
    """Everybody but the seat that knows: seats, the table's screen, spectators."""
    return [one for one in audiences(script.table) if one != f"seat:{knows}"]


def told(script: Script, knows: int) -> list[bytes]:
    """All bytes since this twin was made, for each of the others."""
    return [everything(script.table, script.effects, one) for one in others(script, knows)]


@contextmanager
def leaking(game: str, leak: Any) -> Iterator[None]:
    """Sabotage: everybody's view of the game goes through `leak(state, view)` first."""
    rules = GAMES[game]
    real = rules.observe
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "observe", lambda state, audience: leak(state, real(state, audience)))
        yield


def count_all(counts: Iterable[str], into: dict[str, int]) -> None:
    """One more of each."""
    for what in counts:
        into[what] = into.get(what, 0) + 1
