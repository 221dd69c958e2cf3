"""A patch is brought into line with a face in a few steps, whatever the light."""

import cv2
import numpy as np
import pytest

from vision.alignment import align, farthest_pull, template, unexplained, warped
from vision.geometry import card_corners

SIZE = (64, 89)


def grey_of(card):
    small = cv2.resize(card, SIZE, interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32) / 255


def pulled(grey, corners):
    """The card with its corners pulled, in dimmer light that falls off to one side."""
    warp = cv2.getPerspectiveTransform(card_corners(SIZE), card_corners(SIZE) + corners)
    light = np.linspace(0.6, 0.9, SIZE[0])[None, :]
    return (warped(grey, np.linalg.inv(warp), SIZE) * light).astype(np.float32), warp


@pytest.mark.parametrize("seed", range(6))
def test_pulled_corners_are_found_again_in_other_light(drawn, seed):
    card = grey_of(list(drawn.values())[seed * 2])
    corners = np.random.default_rng(seed).normal(0, 1.2, (4, 2)).astype(np.float32)
    patch, true = pulled(card, corners)
    found = align(patch, template(card), np.eye(3, dtype=np.float32), 12)
    off = cv2.perspectiveTransform(card_corners(SIZE).reshape(-1, 1, 2), found).reshape(4, 2)
    wanted = cv2.perspectiveTransform(
        card_corners(SIZE).reshape(-1, 1, 2), true.astype(np.float32)
    ).reshape(4, 2)
    assert np.abs(off - wanted).max() < 0.8
    assert unexplained(patch, template(card), found) < 0.1


def test_another_card_never_leads_the_alignment_to_a_worse_place(drawn):
    face = template(grey_of(drawn["star:red"]))
    still = np.eye(3, dtype=np.float32)
    for key, card in drawn.items():
        if key.startswith("star"):
            continue
        patch = grey_of(card)
        found = align(patch, face, still, 30)
        assert unexplained(patch, face, found) <= unexplained(patch, face, still) + 1e-3


def test_a_patch_in_line_stays_where_it_is(drawn):
    grey = grey_of(drawn["moon:blue"])
    found = align(grey, template(grey), np.eye(3, dtype=np.float32))
    assert farthest_pull(found, SIZE) < 0.05
