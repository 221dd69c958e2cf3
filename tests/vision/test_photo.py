"""Cards in loose photographs: rows, fans, strangers and near twins that were never taught."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn_table import COLOURS, FACE, face
from vision.catalogue import build
from vision.familiar import LEAST, deck_scale, familiarity
from vision.fits import best_fits
from vision.geometry import card_corners, rectangle
from vision.photo import PhotoReader, read_photo


def table(*laid, size=(1000, 700), ground=(45, 60, 70), seed=3):
    """Cards on a bare table: (face, x, y, degrees) with the card 150 px wide, later ones on top."""
    rng = np.random.default_rng(seed)
    scene = np.full((size[1], size[0], 3), ground, np.uint8)
    for card, x, y, degrees in laid:
        quad = rectangle((x, y), (150, 150 * FACE[1] / FACE[0]), degrees)
        warp = cv2.getPerspectiveTransform(card_corners(FACE), quad)
        small = cv2.GaussianBlur(card, (0, 0), 0.8)
        over = cv2.warpPerspective(small, warp, size, flags=cv2.INTER_AREA)
        cover = cv2.warpPerspective(np.full(card.shape[:2], 255, np.uint8), warp, size)
        scene[cover > 128] = over[cover > 128]
    light = np.linspace(0.75, 0.95, size[0])[None, :, None] * np.array([0.9, 0.95, 1.0])
    return np.clip(scene * light + rng.normal(0, 3, scene.shape), 0, 255).astype(np.uint8)


def names(readings):
    return [reading.key for reading in readings]


def test_a_row_is_read_from_left_to_right_with_every_turn(drawn, taught):
    keys = ["star:red", "moon:blue", "ring:blue"]
    turns = [0.0, 180.0, 270.0]
    laid = [(drawn[k], 180 + 300 * i, 350, turns[i]) for i, k in enumerate(keys)]
    readings = read_photo(table(*laid), taught, find=True)
    assert names(readings) == keys
    for reading, turn in zip(readings, turns, strict=True):
        off = (reading.rotation_deg - turn + 180) % 360 - 180
        assert abs(off) < 5


def test_the_upper_of_two_overlapping_cards_is_completed_from_its_corner(drawn, taught):
    under, over = drawn["cross:blue"], drawn["star:red"]
    scene = table((under, 400, 340, 5), (over, 500, 370, 24))
    assert "star:red" in names(read_photo(scene, taught, find=True))
    wrong = {"star:red", "cross:blue", None}
    assert set(names(read_photo(scene, taught, find=True))) <= wrong


def test_a_card_far_away_is_called_too_small(drawn, taught):
    scene = table((drawn["star:red"], 500, 350, 10))
    small = cv2.resize(scene, None, fx=0.2, fy=0.2, interpolation=cv2.INTER_AREA)
    (reading,) = read_photo(small, taught, find=True)
    assert reading.key is None
    assert "too small" in reading.unsure


def twin_deck():
    """Cards that differ by one small mark: any of them left out looks like the others."""
    deck = {}
    for name in COLOURS:
        for dots in (1, 2, 3, 4):
            card = face("square", "red")
            for i in range(dots):
                cv2.circle(card, (60 + 45 * i, 290), 16, COLOURS[name], -1)
            deck[f"{name}-{dots}"] = card
    return deck


def photographed(card, seed):
    """A crop as a phone takes it: other light, blur, noise, a px of displacement."""
    rng = np.random.default_rng(seed)
    small = cv2.resize(
        cv2.GaussianBlur(card, (0, 0), 1.5), (126, 176), interpolation=cv2.INTER_AREA
    )
    small = np.roll(small, rng.integers(-1, 2, 2), axis=(0, 1))
    light = rng.uniform(0.8, 1.0, 3) * np.linspace(0.95, 1.05, 126)[None, :, None]
    return np.clip(small * light + rng.normal(0, 2, small.shape), 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def twins():
    return twin_deck()


def test_a_twin_that_was_never_taught_is_not_given_its_relatives_name(twins):
    left_out = list(twins)[::3]
    reader = PhotoReader(build([(k, f) for k, f in twins.items() if k not in left_out]))
    for seed, key in enumerate(left_out):
        reading = reader.read_patch(photographed(twins[key], seed))
        assert reading.key is None, (key, reading)
        assert reading.unsure


def test_the_taught_ones_of_such_a_deck_are_still_named(twins):
    reader = PhotoReader(build(list(twins.items())))
    right = [
        reader.read_patch(photographed(card, 50 + seed)).key == key
        for seed, (key, card) in enumerate(twins.items())
    ]
    assert sum(right) >= len(right) - 1


def test_the_odds_of_a_twin_lie_below_those_of_the_card(twins):
    full = build(list(twins.items()))
    without = build([(k, f) for k, f in twins.items() if k != "red-2"])
    shown = photographed(twins["red-2"], 7)
    own, other = (
        familiarity(best_fits(shown, deck, (False, True))[0], deck_scale(deck))
        for deck in (full, without)
    )
    assert other < LEAST < own


def test_a_deck_of_one_card_has_a_scale(drawn):
    reader = PhotoReader(build([("star:red", drawn["star:red"])]))
    assert reader.read_patch(photographed(drawn["star:red"], 1)).key == "star:red"
    assert reader.read_patch(photographed(drawn["moon:blue"], 1)).key is None
