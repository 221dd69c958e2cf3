"""The newest card from two loose pictures of a pile."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn_table import FACE
from tests.vision.test_photo import table
from vision.catalogue import build
from vision.geometry import rectangle
from vision.photo import PhotoReader
from vision.pile_photo import newest_in_pictures
from vision.readings import Unreadable

PILE = (("cross:blue", 480, 340, 12), ("moon:red", 520, 360, -30), ("ring:red", 500, 350, 75))


@pytest.fixture(scope="module")
def reader(taught):
    return PhotoReader(taught)


def laid(drawn, *places):
    return table(*[(drawn[key], x, y, turn) for key, x, y, turn in places])


def test_the_card_that_came_is_named_and_placed(drawn, reader):
    before = laid(drawn, *PILE)
    after = laid(drawn, *PILE, ("star:blue", 510, 345, 200))
    reading = newest_in_pictures(before, after, reader)
    assert reading.key == "star:blue"
    assert np.linalg.norm(reading.quad_px.mean(0) - (510, 345)) < 8
    assert abs((reading.rotation_deg - 200 + 180) % 360 - 180) < 5


def test_a_lamp_switched_on_is_no_card(drawn, reader):
    before = laid(drawn, *PILE)
    after = np.clip(before * 1.15, 0, 255).astype(np.uint8)
    said = newest_in_pictures(before, after, reader)
    assert isinstance(said, Unreadable)
    assert "nothing has changed" in said.reason


def test_a_dark_thing_on_the_pile_is_not_named(drawn, reader):
    before = laid(drawn, *PILE)
    after = before.copy()
    cv2.circle(after, (505, 350), 90, (70, 110, 160), -1)
    said = newest_in_pictures(before, after, reader)
    assert isinstance(said, Unreadable) or said.key is None


def test_another_size_says_what_to_do(drawn, reader):
    before = laid(drawn, *PILE)
    said = newest_in_pictures(before, before[:-10], reader)
    assert isinstance(said, Unreadable)
    assert "camera unmoved" in said.reason


def pictured(seed):
    """A face with a picture all over, as on illustrated cards."""
    rng = np.random.default_rng(seed)
    card = np.full((FACE[1], FACE[0], 3), 225, np.uint8)
    for _ in range(70):
        at = 30 + rng.uniform(0, 1, 2) * (FACE[0] - 60, FACE[1] - 60)
        outline = (at + rng.uniform(-28, 28, (5, 2))).astype(np.int32)
        cv2.fillPoly(card, [outline], tuple(int(v) for v in rng.uniform(0, 255, 3)))
    return card


@pytest.mark.parametrize("number", range(4))
def test_a_card_of_which_two_fifths_lie_under_a_hand_is_named(number):
    faces = {f"picture {seed}": pictured(seed) for seed in range(8)}
    reader = PhotoReader(build(list(faces.items())))
    key = f"picture {number}"
    pile = [(faces[f"picture {number + 4}"], 490, 340, 20), (faces["picture 0"], 520, 365, -50)]
    before = table(*pile)
    turn = 40.0 * number
    after = table(*pile, (faces[key], 505, 350, turn))
    away = 95 * np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
    hand = rectangle((505 + away[0], 350 + away[1]), (160, 500), turn)  # over 60 of 150 px
    cv2.fillConvexPoly(after, np.round(hand).astype(np.int32), (120, 150, 205))
    reading = newest_in_pictures(before, after, reader)
    assert not isinstance(reading, Unreadable)
    assert reading.key == key
