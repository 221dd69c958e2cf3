"""A sign in a corner tells two cards apart, or it is said that none does."""

import cv2
import numpy as np
import pytest

from tests.vision.test_fans import indexed
from vision.catalogue import build
from vision.signs import Doubt, Signs

RANKS = "23456789"


@pytest.fixture(scope="module")
def cat():
    return build([(rank, indexed(rank, "red")) for rank in RANKS])


def seen(cat, rank, *, shown, gain=0.8):
    """A strip of a card at its left edge, in another light, soft and noisy."""
    size = cat.shape.signs
    rng = np.random.default_rng(5)
    card = cv2.resize(indexed(rank, "red"), size, interpolation=cv2.INTER_AREA).astype(np.float32)
    card = cv2.GaussianBlur(card, (0, 0), 0.8) * gain + rng.normal(0, 3, card.shape)
    shows = np.zeros((size[1], size[0]), np.uint8)
    shows[:, : round(shown * size[0])] = 255
    return Signs(np.clip(card, 0, 255).astype(np.uint8), shows, cat)


def views(cat, *ranks):
    return [RANKS.index(rank) for rank in ranks]


@pytest.mark.parametrize("rank", ["3", "6", "8"])
def test_the_sign_that_stands_there_leaves_no_doubt(cat, rank):
    everything = range(len(RANKS))
    assert seen(cat, rank, shown=0.4).doubt(RANKS.index(rank), everything) is None


@pytest.mark.parametrize(("rank", "taken_for"), [("3", "8"), ("6", "8"), ("8", "9"), ("5", "6")])
def test_another_sign_is_not_taken_for_it(cat, rank, taken_for):
    doubt = seen(cat, rank, shown=0.4).doubt(RANKS.index(taken_for), range(len(RANKS)))
    assert doubt is not None


@pytest.mark.parametrize(("rank", "nearest"), [("3", "8"), ("6", "8"), ("9", "8"), ("5", "6")])
def test_a_sign_that_nobody_taught_is_no_other(rank, nearest):
    less = build([(other, indexed(other, "red")) for other in RANKS if other != rank])
    kept = RANKS.replace(rank, "")
    doubt = seen(less, rank, shown=0.4).doubt(kept.index(nearest), range(len(kept)))
    assert doubt is not None


def test_a_strip_without_the_sign_could_be_either(cat):
    signs = seen(cat, "8", shown=0.4)
    strip = Signs(*_without_corners(cat, "8"), cat)
    assert signs.shows_corner(RANKS.index("8"))
    assert not strip.shows_corner(RANKS.index("8"))
    assert strip.doubt(RANKS.index("8"), views(cat, "9")) == Doubt("9")


def _without_corners(cat, rank):
    """The pips that an 8 and a 9 have in common, and nothing else."""
    size = cat.shape.signs
    card = cv2.resize(indexed(rank, "red"), size, interpolation=cv2.INTER_AREA)
    shows = np.zeros((size[1], size[0]), np.uint8)
    shows[26:98, 24:90] = 255
    return card, shows


def test_nothing_to_see_is_a_doubt(cat):
    size = cat.shape.signs
    blank = np.full((size[1], size[0], 3), 230, np.uint8)
    assert Signs(blank, np.zeros(blank.shape[:2], np.uint8), cat).doubt(0, [1]) == Doubt()
    assert Signs(blank, np.full(blank.shape[:2], 255, np.uint8), cat).doubt(0, [1]) == Doubt()
