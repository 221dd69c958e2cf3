"""Whole games of Skullduggery at the twin's table, without any companion."""

import json
import random
from pathlib import Path

import pytest

from companion.twin import skullduggery
from companion.twin.people import NAMES, Person
from companion.twin.report import Report
from companion.twin.sabotage import Sabotage, SabotageError, require_known
from companion.twin.stage import Sitting
from companion.twin.world import World


def play(folder: Path, seats: int, seed: int) -> tuple[skullduggery.Game, list[dict]]:
    report = Report(folder / "report")
    world = World(
        folder,
        skullduggery,
        seed=seed,
        seats=seats,
        style="distinct",
        real=False,
        sabotage=Sabotage(),
    )
    sitting = Sitting(
        world=world,
        people={seat: Person(seat, str(seed)) for seat in range(seats)},
        phones={},
        report=report,
        rng=random.Random(f"{seed} game 0"),
        options={},
        by_phone=False,
        misread_aloud=0.0,
        real=False,
    )
    game = skullduggery.open(sitting)
    world.timeline.run(game.steps())
    world.close()
    report.close()
    lines = (folder / "report" / "truth.jsonl").read_text().splitlines()
    return game, [json.loads(line) for line in lines]


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("seed", range(3))
def test_a_game_ends_with_all_cards_accounted_for(tmp_path: Path, seats: int, seed: int):
    game, lines = play(tmp_path, seats, seed)
    truth = game.truth
    assert truth.over
    cards = [
        *truth.pile,
        *truth.discard,
        *truth.spyglass,
        *(c for line in truth.lines for c in line),
    ]
    assert sorted(card.ident for card in cards) == list(range(54))
    states = [line for line in lines if line["kind"] == "state"]
    assert states[-1]["state"]["over"] == {"winners": truth.winners(), "scores": truth.scores()}
    assert [s["at_ns"] for s in states] == sorted(s["at_ns"] for s in states)
    assert truth.turns <= 54 - 4 * seats, "example 21: most turns possible"


def test_the_same_seed_plays_the_same_game(tmp_path: Path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert play(tmp_path / "a", 4, 11)[1] == play(tmp_path / "b", 4, 11)[1]


def test_six_people_have_six_names():
    assert len(set(NAMES)) == 6


def test_a_fault_of_buttons_would_show_nothing_here():
    with pytest.raises(SabotageError, match="delay-edges would change nothing in skullduggery"):
        require_known(["delay-edges"], skullduggery.FAULTS, skullduggery.NAME)
    require_known(["mute-people"], skullduggery.FAULTS, skullduggery.NAME)
