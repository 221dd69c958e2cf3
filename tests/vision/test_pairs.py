"""Pairs of playing cards, white on white, beside others on a table: as hands lie in poker."""

import cv2
import numpy as np
import pytest

from tests.vision.test_fans import HEIGHT, INKS, WIDTH, indexed, said
from vision.catalogue import build
from vision.geometry import card_corners, rectangle
from vision.photo import PhotoReader

SIZE = (1000, 760)
ALONE = (180.0, 160.0, 4.0)


@pytest.fixture(scope="module")
def deck():
    """Key to face: 2 to 9 in two colours, without an outline."""
    cards = {f"{rank}:{ink}": indexed(rank, ink) for rank in "23456789" for ink in INKS}
    for card in cards.values():
        card[[0, 1, -2, -1]] = card[:, [0, 1, -2, -1]] = (238, 243, 246)
    return cards


@pytest.fixture(scope="module")
def reader(deck):
    return PhotoReader(build(list(deck.items())))


def grained():
    """Wood with a strong grain: bands of brown, light and dark, that run across the picture."""
    noise = np.random.default_rng(2).normal(0, 1, SIZE[::-1]).astype(np.float32)
    grain = cv2.GaussianBlur(noise, (0, 0), 60, sigmaY=8)
    wood = np.array([120, 140, 165]) + (grain / grain.std())[..., None] * np.array([23, 33, 42])
    return np.clip(wood, 0, 255).astype(np.uint8)


def photographed(ground, laid):
    """Cards laid in order, each by its face and (x, y, degrees), and where they lie."""
    scene, quads = ground.astype(np.float32), []
    for face, (x, y, turn) in laid:
        quad = rectangle((x, y), (WIDTH, HEIGHT), turn)
        place = cv2.getPerspectiveTransform(card_corners(face.shape[1::-1]), quad)
        on = cv2.warpPerspective(np.ones(face.shape[:2], np.float32), place, SIZE)[..., None]
        shadow = cv2.GaussianBlur(np.roll(on, 2, (0, 1)), (0, 0), 2.0)[..., None]
        card = cv2.warpPerspective(face, place, SIZE, flags=cv2.INTER_AREA)
        scene = scene * (1 - 0.12 * shadow) * (1 - on) + card * on
        quads.append(quad)
    soft = cv2.GaussianBlur(scene, (0, 0), 0.8)
    noise = np.random.default_rng(6).normal(0, 2, scene.shape)
    return np.clip(soft + noise, 0, 255).astype(np.uint8), quads


def test_both_cards_of_a_pair_are_named_beside_a_card_that_lies_alone(deck, reader):
    turn = 160
    at = np.radians(turn)
    aside = (620 + 55 * np.cos(at), 420 + 55 * np.sin(at), turn + 7.0)
    laid = [
        (deck["7:red"], ALONE),
        (deck["2:blue"], (620.0, 420.0, float(turn))),
        (deck["9:red"], aside),
    ]
    scene, quads = photographed(np.full((*SIZE[::-1], 3), (60, 90, 50), np.uint8), laid)
    found = said(reader.read(scene, find=True), quads)
    assert [reading and reading.key for reading in found] == ["7:red", "2:blue", "9:red"]


def test_nothing_is_asked_of_the_grain_of_a_table(deck, reader):
    laid = [(deck["7:red"], ALONE), (deck["4:blue"], (640.0, 300.0, 20.0))]
    scene, _ = photographed(grained(), laid)
    readings = reader.read(scene, find=True)
    assert [reading.key for reading in readings] == ["7:red", "4:blue"]
