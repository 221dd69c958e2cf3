"""Which moves lead from the Square in the view to the one that was read."""

import random

from companion.bench.playout import Playout
from rules import eldris as game
from rules.eldris.folding_parts import swapped
from rules.eldris.tracing import ways_to
from tests.support.eldris import PACK, A, Table, cell, table

TWO = ("str1 dex1 int1", "wis1 cha1 con1")


def rolled(words: str) -> Table:
    at = {"str1": cell(1, 2), "con1": cell(1, 1), "wis1": cell(0, 2), "cha1": cell(2, 2)}
    return table(TWO, at=at, phase="roll").roll(words)


def test_one_swap_that_one_die_allows() -> None:
    playing = rolled("con str wis")
    read = swapped(playing.state.grid, "str1", "cha1")
    assert ways_to(playing.view(), read) == ((game.Move(seat=A, card="str1", other="cha1"),),)


def test_two_dice_allow_the_same_swap_so_it_is_asked() -> None:
    playing = rolled("con str wis")
    read = swapped(playing.state.grid, "str1", "con1")
    movers = {way[0].card for way in ways_to(playing.view(), read)}  # type: ignore[union-attr]
    assert movers == {"str1", "con1"}


def test_what_no_die_allows_is_a_disagreement() -> None:
    playing = rolled("dex dex int")
    assert ways_to(playing.view(), swapped(playing.state.grid, "str1", "cha1")) == ()
    far = rolled("str str str")
    assert ways_to(far.view(), swapped(far.state.grid, "str1", far.state.grid[23])) == ()
    assert ways_to(far.view(), far.state.grid) == ()
    assert ways_to(far.view(), ("str1",) * 24) == ()


def test_wisdom_and_dexterity() -> None:
    wise = table(TWO, phase="roll").roll("wis wis con").use("wis")
    read = swapped(wise.state.grid, "int1", "int4")
    assert len(ways_to(wise.view(), read)) == 1
    assert ways_to(wise.view(), swapped(wise.state.grid, "int1", "dex4")) == ()
    quick = table(TWO, at={"int1": 0}, phase="roll").roll("dex dex con").use("dex")
    here, there = quick.state.grid[1], quick.state.grid[2]
    read = swapped(swapped(quick.state.grid, "int1", here), "int1", there)
    (way,) = ways_to(quick.view(), read)
    assert [(step.card, step.other) for step in way] == [  # type: ignore[union-attr]
        ("int1", here),
        ("int1", there),
    ]
    quick.run("int1", here)
    assert ways_to(quick.view(), read) == ((way[1],),)
    nick = table(TWO)
    assert ways_to(nick.view(), swapped(nick.state.grid, "int1", "int4")) == ()


def test_whatever_people_moved_is_found() -> None:
    """After all three moves of a turn, seen only at the end; every way found is legal."""
    rng = random.Random(3)
    turns = 0
    for seed in range(40):
        start = None
        for move in Playout(game, 1 + seed % 6, seed, game.Options(), PACK).moves():
            if not isinstance(move.action, game.Move):
                continue
            if len(move.before.unspent) == 3:
                start = move.before
            if start is None or move.after.phase == "slip" or rng.random() < 0.9:
                continue
            ways = ways_to(game.observe(start, "table"), move.after.grid)
            if move.after.grid == start.grid:
                assert ways == ()
                continue
            turns += 1
            assert ways
            for way in rng.sample(ways, min(4, len(ways))):
                state = start
                for action in way:
                    state = game.apply(state, action)[1]
                assert state.grid == move.after.grid
    assert turns > 30
