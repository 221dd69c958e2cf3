"""The law of no hints on random pots: 10,000 here, a million behind the soak marker.

Two tables differ in one buried card alone. The same card lands on both; on one it can be grabbed,
on the other not. Every byte that any audience gets must be the same.
"""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.table.audience import everything
from companion.table.effects import Say
from companion.table.presenter import audiences, refresh
from companion.table.state import Table
from rules.wizard_thieves.cards import GEMS, KEYS
from tests.companion.table.scripted import Script
from tests.companion.table.test_amend import act_at_random

CHUNK = 2_000


def random_table(rng: random.Random) -> Script:
    """Somewhere in a random game, where a card may land next."""
    while True:
        game = Script(rng.choice((2, 3, 4))).begin()
        for _ in range(rng.randint(1, 30)):
            if game.table.phase == "playing":
                act_at_random(game, rng)
        state = game.state
        waits = state.item or state.collecting or state.portal_due or state.tied
        if game.table.phase == "playing" and not game.table.prompts and not waits and state.pot:
            return game


def with_buried(game: Script, pot: tuple[str, ...]) -> Script:
    """The same table with other cards in the Pot; what was told of them is forgotten."""
    copy = Script.__new__(Script)
    table: Table = replace(
        game.table,
        game=replace(game.state, pot=pot, memory=None),
        log=(),
        captions=(),
        steps=(),
        redo=(),
    )
    copy.__dict__ = {**game.__dict__, "rows": [], "said": [], "effects": []}
    copy.table = refresh(replace(table, shown={}))[0]
    return copy


def told_of(game: Script, key: str) -> tuple[list[bytes], bool]:
    at = game.table.now // 1_000_000 + 1000
    game.card(key, at)
    game.until(at + 100)
    effects = [replace(e, ident=0) if isinstance(e, Say) else e for e in game.effects]
    told = [everything(game.table, effects, audience) for audience in audiences(game.table)]
    return told, bool(game.state.window)


def pots(rng: random.Random, pot: tuple[str, ...], top: str) -> tuple[Any, Any]:
    """Two Pots that differ in one buried gem: with it `top` matches, or not."""
    place = rng.choice((-1, -2)) if len(pot) > 1 else -1
    other = rng.choice([gem for gem in GEMS if gem != top])
    match = top if top in GEMS else rng.choice([gem for gem in GEMS if gem != other])
    first, second = list(pot), list(pot)
    first[place], second[place] = match, other
    return tuple(first), tuple(second)


def compare(seed: int, count: int) -> int:
    """Pairs where one Pot could be grabbed and the other not."""
    rng = random.Random(seed)
    differing = 0
    game = random_table(rng)
    for number in range(count):
        if number % 40 == 0:
            game = random_table(rng)
        top = rng.choice(KEYS)
        one, two = pots(rng, game.state.pot, top)
        told, window = told_of(with_buried(game, one), top)
        other, other_window = told_of(with_buried(game, two), top)
        assert told == other, (seed, number, one, two, top)
        differing += window != other_window
    return differing


@pytest.mark.parametrize("seed", range(5))
def test_no_byte_tells_whether_the_pot_may_be_grabbed(seed: int) -> None:
    assert compare(seed, CHUNK) > CHUNK // 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 600))
def test_no_byte_tells_in_a_million_pots(seed: int) -> None:
    assert compare(seed, CHUNK) > CHUNK // 10
