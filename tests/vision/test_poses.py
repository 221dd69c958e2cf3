"""Poses on which features agree, brought into line by what is seen of the face."""

import cv2
import numpy as np
import pytest

from tests.vision.test_photo import table
from tests.vision.test_pile_photo import pictured
from vision.catalogue import build
from vision.geometry import rectangle
from vision.poses import Pose, cells_seen, refined

WIDTH, HEIGHT = 150.0, 150.0 * 88 / 63
"""A card of `table`, px."""


@pytest.fixture(scope="module")
def catalogue():
    return build([(str(seed), pictured(seed)) for seed in range(3)])


def grey_table(*cards, hand=False):
    picture = table(*((pictured(seed), x, y, turn) for seed, x, y, turn in cards))
    if hand:
        cv2.rectangle(picture, (0, 400), (picture.shape[1], picture.shape[0]), (120, 150, 205), -1)
    return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)


def pose_at(x, y, turn):
    return Pose("1", 9, 0, rectangle((x, y), (WIDTH, HEIGHT), turn), 1)


@pytest.mark.parametrize("hand", [False, True])
def test_a_pose_some_px_off_is_brought_to_where_the_card_lies(catalogue, hand):
    grey = grey_table((1, 500, 340, 25.0), hand=hand)
    off = pose_at(501.5, 339.0, 26.0)
    found = refined(off, grey, catalogue)
    true = rectangle((500, 340), (WIDTH, HEIGHT), 25.0)
    assert np.linalg.norm(found.quad - true, axis=1).max() < 2.0
    assert found.seen > 4 * cells_seen(grey, off, catalogue)


def test_a_face_that_does_not_lie_there_is_not_seen(catalogue):
    grey = grey_table((2, 500, 340, 25.0))
    assert refined(pose_at(500, 340, 25.0), grey, catalogue).seen < 10
