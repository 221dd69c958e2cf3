"""What is said of a card that is not named."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn_table import FACE
from tests.vision.test_photo import table
from vision.doubt import spoiled_by, weighed
from vision.familiar import LEAST
from vision.photo import read_photo
from vision.readings import CardReading, Ranked


def lamp(card):
    """A lamp mirrored in the middle of the card, fading into it."""
    ys, xs = np.mgrid[: card.shape[0], : card.shape[1]]
    away = np.hypot(xs - card.shape[1] / 2, ys - card.shape[0] / 2)
    light = 300 * np.exp(-((away / 50) ** 2))
    return np.clip(card * 0.7 + light[..., None], 0, 255).astype(np.uint8)


SPOILED = {
    "a lamp is mirrored in it": lamp,
    "it is too dark": lambda card: (card * 0.2).astype(np.uint8),
    "it is blurred or too far away": lambda card: cv2.GaussianBlur(card, (0, 0), 14),
    "it is overexposed": lambda card: np.clip(card * 1.8 + 120.0, 0, 255).astype(np.uint8),
    "": lambda card: (card * 0.7).astype(np.uint8),
}


@pytest.mark.parametrize("cause", SPOILED)
def test_what_spoils_a_card_is_said(drawn, cause):
    assert spoiled_by(SPOILED[cause](drawn["star:blue"])) == cause


def test_a_doubt_names_its_cause_and_keeps_both_candidates(drawn):
    both = (Ranked("star:blue", 0.9), Ranked("star:red", 0.1))
    sure = CardReading("star:blue", both, "", np.zeros((4, 2), np.float32), 0.7)
    doubted = weighed(sure, LEAST - 1, lamp(drawn["star:blue"]))
    assert doubted.key is None
    assert doubted.unsure == "it is like star:blue, but a lamp is mirrored in it"
    assert [one.key for one in doubted.candidates] == ["star:blue", "star:red"]
    assert doubted.confidence < 0.75


def test_a_card_cut_off_by_the_edge_of_the_picture_is_never_named_wrong(drawn, taught):
    """Beside a whole one: named by what shows, or said to be cut off."""
    height = 150 * FACE[1] / FACE[0]
    for key, past in (("cross:blue", 0.2), ("moon:blue", 0.2), ("star:blue", 0.35)):
        scene = table(
            (drawn["star:red"], 300, 300, 8.0), (drawn[key], 700, 700 - height * (0.5 - past), 2.0)
        )
        others = [one for one in read_photo(scene, taught, find=True) if one.key != "star:red"]
        assert all(one.key in (None, key) for one in others)
        assert all(one.key or "cuts it off" in one.unsure for one in others)
