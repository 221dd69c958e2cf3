"""The audit through the twin's camera: what came or went unseen is told in three seconds."""

import pytest

from companion.eye.look import Eye
from companion.twin import wizard_thieves
from companion.twin.wizard_thieves.cards import Card, all_keys
from companion.twin.wizard_thieves.faces import draw
from hardware.timing import MS
from tests.companion.table.scripted import Script
from tests.twin.filmed import SECOND, Filmed
from vision.catalogue import build
from vision.mat import load_mat


class Evening(Filmed):
    """Three seats."""

    def __init__(self, catalogue, cards):
        self.cards = cards
        self.catalogue = catalogue
        super().__init__(wizard_thieves, Script(seats=3))
        self.run(0.5)
        self.script.begin()
        self.run(0.5)

    def new_eye(self) -> Eye:
        return Eye(load_mat("wizard-thieves"), self.catalogue)

    def flip(self, seat: int, key: str) -> None:
        card = self.cards[key]
        placed = self.scene.place_for(card, "pot", seat)
        lands = self.now + 400 * MS
        motion = self.scene.lay(
            seat, placed, enter_ns=self.now + 80 * MS, seen_ns=lands, leave_ns=lands + 200 * MS
        )
        self.run(0.4)
        self.scene.piles["pot"].append((card, placed))
        while self.now < motion.ends + 300 * MS:
            self.run(0.05)

    def slip(self, key: str) -> None:
        """A card comes to lie there without a hand."""
        self.scene.piles["pot"].append(
            (self.cards[key], self.scene.place_for(self.cards[key], "pot", 0))
        )


@pytest.fixture(scope="module")
def cards():
    return {
        key: Card(number, key, 0 if key.startswith("item:") else 1)
        for number, key in enumerate(all_keys())
    }


@pytest.fixture(scope="module")
def catalogue(cards):
    made = build([(key, draw(card, "distinct")) for key, card in cards.items()])
    made.warm_up()
    return made


@pytest.fixture
def evening(catalogue, cards):
    evening = Evening(catalogue, cards)
    evening.flip(0, "gem:2")
    evening.flip(1, "gem:5")
    assert evening.script.state.pot == ("gem:2", "gem:5")
    return evening


def test_play_that_is_seen_raises_nothing(evening):
    for seat, key in ((2, "gem:9"), (0, "gem:1"), (1, "gem:7"), (2, "gem:3")):
        evening.flip(seat, key)
        assert evening.told == []
    evening.run(4)
    assert evening.told == []


def test_an_extra_card_that_nobody_saw_come(evening):
    evening.slip("gem:8")
    evening.look_again()
    took = evening.alarm_s(5)
    assert took is not None
    assert took <= 3
    assert evening.told == ["On the Pot the camera sees Topaz, but the game has Amethyst on top."]


def test_a_missing_card_that_nobody_saw_go(evening):
    evening.scene.piles["pot"].pop()
    evening.look_again()
    took = evening.alarm_s(5)
    assert took is not None
    assert took <= 3


def test_a_missing_pot_and_it_comes_back(evening):
    kept = list(evening.scene.piles["pot"])
    evening.scene.piles["pot"].clear()
    evening.look_again()
    took = evening.alarm_s(5)
    assert took is not None
    assert took <= 3
    assert "lies empty" in evening.told[0]
    evening.scene.piles["pot"] = kept
    evening.look_again()
    evening.run(2, until=lambda: not evening.told)
    assert evening.told == []


def test_the_difference_waits_while_a_hand_is_in_view(evening):
    evening.slip("gem:8")
    evening.look_again()
    middle = evening.scene.sheet.zones["pot"].middle
    evening.scene.fetch(
        1,
        middle,
        enter_ns=evening.now,
        take_ns=evening.now + 6 * SECOND,
        leave_ns=evening.now + 6200 * MS,
        load=False,
    )
    evening.run(0.3)
    evening.run(5.5)
    assert evening.told == []
    took = evening.alarm_s(4)
    assert took is not None
    assert took <= 3.5
