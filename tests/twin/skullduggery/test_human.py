"""A human at the simulated table of Skullduggery: what the page offers, the hands then do."""

import random
from pathlib import Path

import pytest

from companion.twin import skullduggery
from companion.twin.people import Person
from companion.twin.report import Report
from companion.twin.sabotage import Sabotage
from companion.twin.skullduggery.human import Hands
from companion.twin.stage import Sitting
from companion.twin.world import World


class Chooser(Hands):
    """Someone at the page who takes any of the choices, looking at the page first."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__({0: "You", 1: "Liza", 2: "Tom"}, frozenset({0}), "http://companion")
        self.rng = rng
        self.read: list[tuple[str, list[str]]] = []

    def ask(self, seat, says, labels):
        steps = super().ask(seat, says, labels)
        wish = next(steps)
        mine = self.look()["me"][0]
        offered = [choice["label"] for choice in mine["choices"]]
        self.read.append((mine["says"], offered))
        self.act("item", 1, 0)  # not their seat
        self.act("item", 0, len(offered))  # not on the page
        assert not wish.met()
        self.act("item", 0, self.rng.randrange(len(offered)))
        assert wish.met()
        try:
            while True:
                steps.send((yield wish))
        except StopIteration as done:
            return done.value


def sat_down(folder: Path, seed: int):
    report = Report(folder / "report")
    world = World(
        folder, skullduggery, seed=seed, seats=3, style="distinct", real=False, sabotage=Sabotage()
    )
    hands = Chooser(random.Random(seed))
    sitting = Sitting(
        world=world,
        people={seat: Person(seat, str(seed)) for seat in range(3)},
        phones={},
        report=report,
        rng=random.Random(f"{seed} game 0"),
        options={},
        by_phone=False,
        misread_aloud=0.0,
        real=False,
        hands=hands,
    )
    return world, report, hands, skullduggery.open(sitting)


@pytest.mark.parametrize("seed", range(3))
def test_a_human_plays_a_whole_game_with_the_choices_of_the_page(tmp_path: Path, seed: int):
    world, report, hands, game = sat_down(tmp_path, seed)
    assert not hands.playing
    assert "Join with your phone" in hands.look()["says"]
    world.timeline.run(game.steps())
    world.close()
    report.close()
    truth = game.truth
    assert truth.over
    assert hands.look()["over"]
    says = [text for text, _ in hands.read]
    draws = [text for text in says if text.endswith("Your turn.")]
    drawn = [text for text in says if "You drew" in text]
    assert len(draws) == len(drawn) > 3
    assert says[-1].endswith("The end: turn up your line.")
    assert all("Liza" not in text and "Tom" not in text for text in says)
    hands.leave()
    assert not hands.playing


def test_the_page_offers_what_the_rules_allow(tmp_path: Path):
    """Spec, section 3: discard, own line, and for each unused token the neighbour's line."""
    world, report, hands, game = sat_down(tmp_path, 5)
    world.timeline.run(game.steps())
    world.close()
    report.close()
    first = next(labels for text, labels in hands.read if "You drew" in text)
    assert first[:2] == ["Discard it", "In place of my left end"]
    assert "Red token: Liza's right end" in first
    assert "Blue token: Tom's left middle" in first
    assert len(first) == 1 + 4 + 8
    used = sum(1 for seat, _ in game.truth.used if seat == 0)
    last = [labels for text, labels in hands.read if "You drew" in text][-1]
    assert len(last) in {5, 9, 13}
    assert used or len(last) == 13
