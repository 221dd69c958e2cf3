"""The newest card from two loose pictures of a pile."""

import cv2
import numpy as np
import pytest

from tests.vision.test_photo import table
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
