"""Naming a crop of one card."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn_table import COLOURS, FACE, face
from vision.catalogue import build
from vision.readings import Prior
from vision.zone_reader import ZoneReader


def photographed(card, *, gain=(0.8, 0.9, 1.0), slope=0.15, blur=1.0, shift=(2.0, -1.5), seed=0):
    """The card as a phone might show it: coloured light with a slope, blur, misplacement, noise."""
    rng = np.random.default_rng(seed)
    move = np.array([[1.0, 0.01, shift[0]], [-0.01, 1.0, shift[1]]])
    size = (card.shape[1], card.shape[0])
    moved = cv2.warpAffine(card, move, size, borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(
        cv2.GaussianBlur(moved, (0, 0), blur), (126, 176), interpolation=cv2.INTER_AREA
    )
    light = np.array(gain) * (1 + slope * np.linspace(-1, 1, 126)[None, :, None])
    return np.clip(small * light + rng.normal(0, 3, small.shape), 0, 255).astype(np.uint8)


def test_every_card_is_named_in_foreign_light_either_way_up(drawn, taught):
    for number, (key, card) in enumerate(drawn.items()):
        picture = photographed(card, seed=number)
        for turned in (picture, np.ascontiguousarray(picture[::-1, ::-1])):
            reading = ZoneReader(taught).read(turned)
            assert reading.key == key, (key, reading)
            assert reading.confidence > 0.97


def test_the_quad_starts_at_the_cards_own_top_left(drawn, taught):
    picture = photographed(drawn["star:red"])
    upright = ZoneReader(taught).read(picture)
    turned = ZoneReader(taught).read(np.ascontiguousarray(picture[::-1, ::-1]))
    assert np.linalg.norm(upright.quad_px[0]) < 12
    assert np.linalg.norm(turned.quad_px[0] - (126, 176)) < 12
    assert min(upright.rotation_deg, 360 - upright.rotation_deg) < 5
    assert abs(turned.rotation_deg - 180) < 5


def checkerboard():
    board = np.indices((352, 252)).sum(0) // 24 % 2 * 255
    return np.repeat(board[:, :, None], 3, 2).astype(np.uint8)


def playing_card():
    card = np.full((FACE[1], FACE[0], 3), 245, np.uint8)
    for x, y in ((70, 90), (180, 90), (70, 260), (180, 260), (125, 175)):
        cv2.ellipse(card, (x, y), (14, 22), 0, 0, 360, COLOURS["black"], -1)
    cv2.putText(card, "5", (12, 50), cv2.FONT_HERSHEY_SIMPLEX, 1.6, COLOURS["black"], 4)
    return card


def coaster():
    card = np.full((FACE[1], FACE[0], 3), (60, 90, 120), np.uint8)
    cv2.circle(card, (126, 176), 110, (80, 150, 190), -1)
    return card


def skin():
    rng = np.random.default_rng(3)
    return np.clip(
        np.array((120, 150, 205)) + rng.normal(0, 9, (FACE[1], FACE[0], 3)), 0, 255
    ).astype(np.uint8)


@pytest.mark.parametrize("stranger", [checkerboard, playing_card, coaster, skin])
def test_a_stranger_is_never_named(stranger, taught):
    reading = ZoneReader(taught).read(photographed(stranger()))
    assert reading.key is None
    assert "does not look like any card" in reading.unsure
    assert sum(ranked.p for ranked in reading.candidates) < 0.6


def near_twins():
    """Two faces that differ in one small stroke."""
    one = face("circle", "red")
    other = one.copy()
    cv2.line(other, (120, 176), (132, 176), (238, 243, 246), 5)
    return {"plain": one, "notched": other}


def test_twins_that_a_picture_cannot_part_are_asked_about():
    twins = near_twins()
    taught = build(list(twins.items()))
    between = cv2.addWeighted(twins["plain"], 0.4, twins["notched"], 0.6, 0)
    reading = ZoneReader(taught).read(photographed(between, blur=2.0))
    assert reading.key is None
    assert {ranked.key for ranked in reading.candidates} == {"plain", "notched"}
    assert "plain" in reading.unsure
    assert "notched" in reading.unsure


def test_what_is_expected_weighs_among_close_candidates():
    twins = near_twins()
    taught = build(list(twins.items()))
    between = photographed(cv2.addWeighted(twins["plain"], 0.4, twins["notched"], 0.6, 0), blur=2.0)
    for expected in twins:
        reading = ZoneReader(taught).read(between, prior=Prior({expected: 2}))
        assert reading.candidates[0].key == expected


def test_a_clear_reading_wins_over_every_expectation(drawn, taught):
    reading = ZoneReader(taught).read(
        photographed(drawn["moon:blue"]), prior=Prior({"star:red": 4})
    )
    assert reading.key == "moon:blue"
