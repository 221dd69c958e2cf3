"""Design, promise 3: what only one player knows changes no byte for anybody else.

Two tables are played alike, tap by tap. On the second, one player's phone is told other values of
cards that this player alone looks at. Everything that any other audience gets is compared.
"""

import random
from typing import Any

import pytest

from companion.table.audience import everything
from companion.table.presenter import amendments_of, audiences
from rules import skullduggery as rules
from tests.companion.table.scripted import Script
from tests.companion.table.skullduggery.people import Game

PRIVATE = ("middle=", "draw=", "tell=", "peek:", "sneak:")


def otherwise(ident: str, rng: random.Random) -> str:
    """The same tap with another value of what only this player sees, or with none noted."""
    head, filled, values = ident.partition("=")
    if not filled or not ident.startswith(PRIVATE):
        return ident
    if rng.random() < 0.25 and head != "tell":
        return head
    return f"{head}={''.join(str(rng.randint(1, 9)) for _ in values)}"


class Pair:
    """Two tables that differ in what one seat was told."""

    def __init__(self, rng: random.Random) -> None:
        seats = rng.choice(rules.SEATS)
        aid = rng.choice(("true",) * 5 + ("false",))
        seed = rng.random()
        self.rng, self.knows = rng, rng.randrange(seats)
        self.game = Game(seats, random.Random(seed), memory_aid=aid)
        self.other = Game(seats, random.Random(seed), memory_aid=aid)
        self.told_otherwise = 0
        self.compared = 0

    def both(self, what: Any, otherwise: Any = None) -> None:
        """Do it on both tables and compare everything."""
        scripts = (self.game.script, self.other.script)
        before = [len(script.effects) for script in scripts]
        what(scripts[0])
        (otherwise or what)(scripts[1])
        one, two = (
            told(script, start, self.knows) for script, start in zip(scripts, before, strict=True)
        )
        assert one == two
        self.compared += len(one)

    def _note(self) -> tuple[int, str] | None:
        """What the one who knows may tell the own phone now, mostly."""
        notes = [c for c in self.game.choices(self.knows) if c.entry is not None]
        if not notes or self.rng.random() < 0.2:
            return None
        return self.knows, str(self.game.true(self.knows, self.rng.choice(notes)))

    def _correction(self) -> str | None:
        """What the pages offer to correct an entry to."""
        table = self.game.script.table
        lines = [line for line in self.game.script.view().log if line.amendable]
        if not lines or table.prompts:
            return None
        return str(self.rng.choice(amendments_of(table, self.rng.choice(lines).seq)).id)

    def step(self) -> None:
        dice, rng = self.rng.random(), self.rng
        script = self.game.script
        if script.table.phase != "playing" or dice < 0.06:
            what = rng.choice(("undo", "redo"))
            self.both(lambda one: one.ask(what, "seat:0"))
        elif dice < 0.1 and (value := self._correction()) is not None:
            self.both(lambda one: one.ask("amend", "seat:0", value=value))
        elif dice < 0.16:
            seat, choice = rng.randrange(self.game.seats), rng.choice(("own:0", "reveal=1111", "x"))
            self.both(lambda one: one.tap(seat, choice))
        elif script.table.prompts:
            answer = rng.choice(script.view(0).prompts[0].choices).id
            self.both(lambda one: one.tap(0, answer))
        elif (found := self._note() or self.game.honest(rng)) is not None:
            seat, choice = found
            changed = otherwise(choice, rng) if seat == self.knows else choice
            self.told_otherwise += changed != choice
            self.both(lambda one: one.tap(seat, choice), lambda one: one.tap(seat, changed))


def told(script: Script, start: int, knows: int) -> list[bytes]:
    """All bytes of the last moment, for everybody but the one who knows."""
    others = [one for one in audiences(script.table) if one != f"seat:{knows}"]
    return [everything(script.table, script.effects[start:], one) for one in others]


def compare(seed: int, steps: int) -> tuple[int, int]:
    """Pairs of moments that were compared, and how often the two tables were told differently."""
    rng = random.Random(seed)
    compared = differing = 0
    while compared < steps:
        pair = Pair(rng)
        for _ in range(40):
            pair.step()
        compared += pair.compared
        differing += pair.told_otherwise
    return compared, differing


@pytest.mark.parametrize("seed", range(7))
def test_what_one_player_knows_changes_no_byte_for_the_others(seed: int):
    compared, differing = compare(seed, 1_500)
    assert compared >= 1_500
    assert differing > 8


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_no_byte_in_a_million_pairs(seed: int):
    assert compare(seed, 10_000)[0] >= 10_000


def test_the_comparison_would_notice_a_told_value():
    """The owner's own page does show it: the same bytes for the others are no accident."""
    rng = random.Random(1)
    games = [Game(3, random.Random(4), memory_aid="true") for _ in range(2)]
    for game, values in zip(games, ("12", "98"), strict=True):
        assert game.script.tap(0, f"middle={values}").status == 200
    one, two = (everything(game.script.table, (), "seat:0") for game in games)
    assert one != two
    assert rng
