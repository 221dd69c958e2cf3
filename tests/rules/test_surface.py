"""Every game offers the whole common surface, under the names and parameters of `rules.game`."""

import inspect
import types
from typing import Any

import pytest

from companion.bench import rules as bench
from rules import GAMES
from rules.game import Game

FUNCTIONS = [name for name, value in vars(Game).items() if isinstance(value, types.FunctionType)]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_surface_is_complete(game: Any) -> None:
    for name in Game.__annotations__:
        assert hasattr(game, name), name
    for name in FUNCTIONS:
        if name.startswith("_"):
            continue
        wanted = [p.lstrip("_") for p in inspect.signature(getattr(Game, name)).parameters][1:]
        found = [p.lstrip("_") for p in inspect.signature(getattr(game, name)).parameters]
        assert found == wanted, name


@pytest.mark.parametrize("game", GAMES.items(), ids=list(GAMES))
def test_names_are_as_typed(game: tuple[str, Any]) -> None:
    name, module = game
    assert module.NAME == name == name.lower()
    assert set(dir(module)) >= set(module.__all__)


def test_the_bench_measures_all_it_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short run: what is measured, not how much."""
    monkeypatch.setattr(bench, "ROUNDS", 1)
    monkeypatch.setattr(bench, "TURN_S", 0.01)
    monkeypatch.setattr(bench, "PLAYED", 12)
    rows = bench.rows()
    assert len(rows) == 5 * len(GAMES)
    assert all(row.value > 0 for row in rows)
    assert [row.peer is not None for row in rows] == [True, True, False, False, False] * len(GAMES)
    titles = [game.TITLE for game in GAMES.values()]
    assert [row.what.split(",")[0] for row in rows[::5]] == titles
    states = [row for row in rows if row.unit == "bytes"]
    assert len(states) == len(GAMES)
    assert all(row.value <= 1500 for row in states)
