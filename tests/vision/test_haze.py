"""Light that is no plain gain: haze over a card, and a hard shadow on it."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn_table import COLOURS, face
from vision.catalogue import build
from vision.faces import MARGIN, inner, prepare, to_lab
from vision.familiar import LEAST, deck_scale, familiarity
from vision.fits import best_fits
from vision.haze import clear, unshaded
from vision.photo import PhotoReader

SIZE = (64, 89)


def veiled(card, share, *, lamp=(0.86, 0.94, 1.0)):
    """A lamp mirrored faintly all over the card: full figures turn pale, paper hardly changes."""
    print_ = cv2.GaussianBlur(card, (0, 0), 1.5).astype(np.float32)
    small = cv2.resize(print_, (126, 176), interpolation=cv2.INTER_AREA)
    veil = np.array(lamp, np.float32) * 255 * share * np.linspace(0.8, 1.2, 126)[None, :, None]
    noise = np.random.default_rng(3).normal(0, 2, small.shape)
    return np.clip(small * (1 - share) + veil + noise, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def solid():
    """Cards with full figures that differ by few dots: little may remain unexplained."""
    deck = {}
    for name, colour in COLOURS.items():
        for dots in (1, 2, 3):
            card = face("square", "red")
            for i in range(dots):
                cv2.circle(card, (60 + 45 * i, 290), 16, colour, -1)
            deck[f"{name}-{dots}"] = card
    return deck


def test_haze_and_gain_are_taken_off_together(solid):
    taught = prepare(solid["red-2"], SIZE)
    seen = (0.7 * taught + 0.2).astype(np.float32)
    back = clear(seen, taught, MARGIN)
    assert np.abs(back - inner(taught)).max() < 0.06
    assert np.abs(inner(seen) - inner(taught)).max() > 0.15


def test_a_hard_shadow_is_light_and_a_figure_is_not(solid):
    taught = prepare(solid["red-2"], SIZE)
    shadow = taught.copy()
    shadow[:40] *= 0.7
    other = taught.copy()
    cv2.circle(other, (14, 70), 5, (0.1, 0.1, 0.1), -1)
    lab = to_lab(taught)
    left = [float(np.square(unshaded(p, taught) - lab).sum()) for p in (shadow, other)]
    were = [float(np.square(to_lab(p) - lab).sum()) for p in (shadow, other)]
    assert left[0] < 0.2 * were[0]
    assert left[1] > 0.8 * were[1]


def test_a_card_under_a_mirrored_lamp_is_named(solid):
    reader = PhotoReader(build(list(solid.items())))
    patch = veiled(solid["red-2"], 0.4)
    plain = best_fits(patch, reader.catalogue, (False, True))[0]
    assert familiarity(plain, deck_scale(reader.catalogue)) < LEAST, "plain light does not explain"
    assert reader.read_patch(patch).key == "red-2"


def test_haze_makes_no_untaught_card_its_relative(solid):
    for number, key in enumerate(list(solid)[::3]):
        taught = [(k, card) for k, card in solid.items() if k != key]
        reading = PhotoReader(build(taught)).read_patch(veiled(solid[key], 0.15 + 0.1 * number))
        assert reading.key is None, (key, reading)


def test_two_looks_that_see_two_cards_are_a_question(solid, monkeypatch):
    """A lamp over the middle of a 5 makes it a 4 in plain light, and a 5 once it is taken off."""
    reader = PhotoReader(build(list(solid.items())))
    patch = veiled(solid["red-2"], 0.0)
    assert reader.read_patch(patch).key == "red-2"
    monkeypatch.setattr("vision.photo.BEYOND_DOUBT", np.inf)
    monkeypatch.setattr("vision.photo.CLEARED", np.inf)
    looks = best_fits

    def other_when_cleared(patch, catalogue, turns, *, hazy=False, **hope):
        fits = looks(patch, catalogue, turns, hazy=hazy, **hope)
        return fits[1:] if hazy else fits

    monkeypatch.setattr("vision.photo.best_fits", other_when_cleared)
    reading = reader.read_patch(patch)
    assert reading.key is None
    assert "red-2 or" in reading.unsure
