"""Names on photographs of real tables: what was written down, and how readings are held to it."""

from collections import Counter

import numpy as np
import pytest

from companion.bench.vision_tables import Lies, lying, said_of
from vision.geometry import sides
from vision.readings import CardReading

CARD = np.array([[10, 10], [60, 10], [60, 80], [10, 80]], np.float32)


def read(key, quad):
    return CardReading(key, (), "" if key else "it is too dark", quad, 0.9)


def test_the_list_of_cards_edje_names_every_labelled_card():
    """43 boxes with a rank in its labels.csv; the ranks were kept, the suits are of this list."""
    cards = [card for shown in lying("cards_edje").values() for card in shown]
    ranks = Counter(card.name[:-1] for card in cards)
    assert len(cards) == 43
    assert ranks == {"9": 10, "10": 7, "J": 6, "Q": 8, "K": 6, "A": 6}
    assert {card.name[-1] for card in cards} == set("CDHS")


def test_each_quad_of_the_list_begins_with_a_short_side():
    for shown in lying("cards_edje").values():
        for card in shown:
            across, along = sides(card.quad)
            assert 1.0 < along / across < 1.75, card


def test_a_set_without_a_list_has_none():
    assert lying("dice_byler") == {}
    assert lying("cards_set") == {}


@pytest.mark.parametrize(("key", "word"), [("KH", "right"), ("QH", "wrong"), (None, "unsure")])
def test_a_reading_is_held_to_the_card_that_lies_there(key, word):
    said, beside = said_of([read(key, CARD + 3)], [Lies("KH", "open", CARD)])
    assert said == [word]
    assert beside == []


def test_a_reading_elsewhere_finds_nothing_and_lies_beside():
    elsewhere = read("KH", CARD + 200)
    said, beside = said_of([elsewhere], [Lies("KH", "open", CARD)])
    assert said == ["not found"]
    assert beside == [elsewhere]
