"""A stroke too many or too few tells two numbers apart."""

import cv2
import numpy as np
import pytest

from vision.ink import NOTHING_FITS, other_ink

SIZE = (112, 157)


def face(number):
    card = np.full((SIZE[1], SIZE[0], 3), (190, 205, 210), np.uint8)
    cv2.putText(card, number, (18, 40), cv2.FONT_HERSHEY_DUPLEX, 0.8, (20, 20, 30), 2, cv2.LINE_AA)
    return card


def seen(number):
    """The same in a poor light, soft, noisy and two px off."""
    rng = np.random.default_rng(3)
    moved = np.roll(cv2.GaussianBlur(face(number), (0, 0), 0.9), (1, 2), (0, 1))
    dim = moved * np.array([0.5, 0.6, 0.7]) + 20 + rng.normal(0, 2, moved.shape)
    return np.clip(dim, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def place():
    where = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    where[6:56, 4:54] = 255
    return where


@pytest.mark.parametrize("number", list("2358"))
def test_the_number_that_stands_there_leaves_no_stroke(number, place):
    assert other_ink(seen(number), face(number), place, 0.9) < 0.12


@pytest.mark.parametrize(("number", "other"), [("5", "8"), ("8", "5"), ("3", "8"), ("2", "3")])
def test_another_number_leaves_a_stroke(number, other, place):
    assert other_ink(seen(number), face(other), place, 0.9) > 0.15


def test_where_nothing_is_seen_nothing_fits(place):
    blank = np.full_like(face("5"), 200)
    assert other_ink(blank, face("5"), np.zeros_like(place), 0.9) == NOTHING_FITS
