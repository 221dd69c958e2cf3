"""Cards with one picture and different numbers, each taught in a light of its own."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn_table import Laid, middle
from tests.vision.test_photo import table
from tests.vision.test_pile import FINE, Looking
from tests.vision.test_pile_photo import pictured
from vision.catalogue import build
from vision.changes import changed_mask
from vision.geometry import rectangle
from vision.photo import PhotoReader
from vision.pile import Scene, newest_card
from vision.pile_photo import newest_in_pictures
from vision.readings import Unreadable
from vision.zone_reader import ZoneReader

NUMBERS = "2358"


def numbered(seed, number):
    card = pictured(seed)
    for x, y in ((48, 48), (card.shape[1] - 48, card.shape[0] - 48)):
        cv2.circle(card, (x, y), 30, (235, 240, 240), -1)
        at = (x - 14, y + 15)
        cv2.putText(card, number, at, cv2.FONT_HERSHEY_DUPLEX, 1.4, (20, 20, 30), 4, cv2.LINE_AA)
    return card


def lit(card, seed):
    """As a phone takes it: a lamp at one side, a tint, not quite cut along its edges."""
    rng = np.random.default_rng(seed)
    height, width = card.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    moved = (corners + rng.normal(0, 3, (4, 2))).astype(np.float32)
    cut = cv2.warpPerspective(
        card, cv2.getPerspectiveTransform(corners, moved), (width, height), borderValue=(60, 70, 80)
    )
    light = np.linspace(*rng.uniform(0.55, 1.0, 2), width)[None, :, None] * rng.uniform(0.8, 1, 3)
    return np.clip(cv2.GaussianBlur(cut, (0, 0), 1.0) * light, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def deck():
    return {f"{seed}/{n}": numbered(seed, n) for seed in (1, 2, 3, 4) for n in NUMBERS}


def reader_of(deck, left_out=()):
    taught = [(k, lit(f, i)) for i, (k, f) in enumerate(deck.items()) if k not in left_out]
    return PhotoReader(build(taught))


def laid(deck, key, turn, *, hand=False):
    pile = [(deck["4/2"], 490, 340, 20.0), (deck["1/3"], 520, 365, -50.0)]
    before, after = table(*pile), table(*pile, (deck[key], 505, 350, turn))
    if hand:
        away = 95 * np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
        over = rectangle((505 + away[0], 350 + away[1]), (160, 500), turn)
        cv2.fillConvexPoly(after, np.round(over).astype(np.int32), (120, 150, 205))
    return before, after


def said(reading):
    return None if isinstance(reading, Unreadable) else reading.key


@pytest.mark.parametrize("hand", [False, True])
def test_the_newest_card_never_gets_its_twins_number(deck, hand):
    reader = reader_of(deck)
    for i, key in enumerate(list(deck)[::2]):
        assert said(newest_in_pictures(*laid(deck, key, 37.0 * i, hand=hand), reader)) in {
            key,
            None,
        }


@pytest.mark.parametrize("hand", [False, True])
def test_a_number_that_was_not_taught_is_asked_about(deck, hand):
    left_out = [f"{seed}/2" for seed in (1, 2, 3, 4)]  # a 5 is nearer to an 8 than a 3 is
    reader = reader_of(deck, left_out)
    for i, key in enumerate(left_out):
        assert said(newest_in_pictures(*laid(deck, key, 50.0 * i, hand=hand), reader)) is None


def test_cards_with_pictures_of_their_own_have_no_twins():
    reader = reader_of({str(seed): pictured(seed) for seed in range(6)})
    assert not any(reader.twins.of(view) for view in range(6))


def test_cards_of_one_picture_are_twins_where_their_numbers_differ(deck):
    reader = reader_of(deck)
    keys = [view.key for view in reader.catalogue.views]
    for view, key in enumerate(keys):
        twins = {twin.key for twin in reader.twins.of(view)}
        assert twins <= {k for k in keys if k[0] == key[0] and k != key}
        assert twins


def on_the_mat(deck, key, *, seed, below=()):
    """A zone of the mat before and after a card was laid on others, as the eye sees it."""
    rng = np.random.default_rng(seed)
    look = Looking(seed)
    pile = [
        Laid(deck[k], middle("pot", *rng.normal(0, 10, 2)), float(rng.uniform(0, 360)))
        for k in (*below, key)
    ]
    return look(*pile[:-1]), look(*pile)


def zone_reader_of(deck, left_out=()):
    return ZoneReader(
        build([(k, lit(f, i)) for i, (k, f) in enumerate(deck.items()) if k not in left_out])
    )


def newest(reader, before, after):
    return said(newest_card(Scene(after, changed_mask(before, after), FINE), reader))


def test_on_a_mat_the_number_is_told_and_not_the_light_in_which_a_card_was_taught(deck):
    reader = zone_reader_of(deck)
    keys = list(deck)[1::2]
    names = [
        newest(reader, *on_the_mat(deck, k, seed=i, below=("4/2",))) for i, k in enumerate(keys)
    ]
    assert all(name in {key, None} for key, name in zip(keys, names, strict=True))
    assert sum(name is not None for name in names) >= len(keys) - 1


def test_on_a_mat_a_number_that_was_not_taught_is_asked_about(deck):
    left_out = [f"{seed}/8" for seed in (1, 2, 3, 4)]
    reader = zone_reader_of(deck, left_out)
    for seed, key in enumerate(left_out):
        assert newest(reader, *on_the_mat(deck, key, seed=seed)) is None
