"""Fans of playing cards: each lies over the one before, and shows a strip with its index."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn_table import FACE, faces
from tests.vision.test_photo import table
from vision.catalogue import build
from vision.geometry import rectangle
from vision.overlaps import same_place
from vision.photo import PhotoReader

WIDTH, HEIGHT = 150.0, 150 * FACE[1] / FACE[0]
INKS = {"red": (50, 40, 200), "blue": (190, 90, 30)}
HAND = ["7:red", "2:blue", "9:red", "4:red"]


def indexed(rank, colour, *, corners=2):
    """A card of a deck of ranks: an index in one or two corners, and as many pips."""
    ink = INKS[colour]
    card = np.full((FACE[1], FACE[0], 3), (238, 243, 246), np.uint8)
    for i in range(int(rank)):
        cv2.circle(card, (86 + 80 * (i % 2), 80 + 48 * (i // 2)), 16, ink, -1, cv2.LINE_AA)
    for _ in range(corners):
        card = np.ascontiguousarray(card[::-1, ::-1])
        cv2.putText(card, rank, (12, 50), cv2.FONT_HERSHEY_DUPLEX, 1.6, ink, 4, cv2.LINE_AA)
    cv2.rectangle(card, (0, 0), (FACE[0] - 1, FACE[1] - 1), (150, 150, 150), 2)
    return card


@pytest.fixture(scope="module")
def deck():
    """Key to face: 2 to 9 in two colours."""
    return {f"{rank}:{ink}": indexed(rank, ink) for rank in "23456789" for ink in ("red", "blue")}


@pytest.fixture(scope="module")
def reader(deck):
    return PhotoReader(build(list(deck.items())))


def fan(step, *, rightmost_on_top=True):
    """Where four cards of a fan lie, the lowest first: (x, y, degrees)."""
    places = []
    for i in range(len(HAND)):
        turn = (i - 1.5) * step
        angle = np.radians(turn - 90)
        places.append((500 + 230 * np.cos(angle), 560 + 230 * np.sin(angle), turn))
    return places if rightmost_on_top else places[::-1]


def pictured(cards, places):
    """The photograph, and where each card lies."""
    laid = [(card, *place) for card, place in zip(cards, places, strict=True)]
    return table(*laid), [rectangle((x, y), (WIDTH, HEIGHT), turn) for x, y, turn in places]


def said(readings, quads):
    """What is said of each card, from the lowest up: its reading, or None."""
    return [next((r for r in readings if same_place(r.quad_px, q) > 0.7), None) for q in quads]


@pytest.mark.parametrize("step", [11, 16])
def test_every_card_of_a_fan_is_named_by_the_strip_that_shows(deck, reader, step):
    scene, quads = pictured([deck[key] for key in HAND], fan(step))
    found = said(reader.read(scene, find=True), quads)
    assert [reading and reading.key for reading in found] == HAND


def test_a_fan_held_the_other_way_is_named_by_the_lower_corners(deck, reader):
    scene, quads = pictured([deck[key] for key in HAND], fan(16, rightmost_on_top=False))
    found = said(reader.read(scene, find=True), quads)
    assert [reading and reading.key for reading in found] == HAND


def test_cards_whose_rank_is_covered_are_asked_about_where_they_lie():
    """Only the upper left corner bears a rank; held the other way the fan shows none of them."""
    deck = {f"{rank}:{i}": indexed(rank, i, corners=1) for rank in "23456789" for i in INKS}
    scene, quads = pictured([deck[key] for key in HAND], fan(16, rightmost_on_top=False))
    readings = PhotoReader(build(list(deck.items()))).read(scene, find=True)
    *lower, top = said(readings, quads)
    assert top is not None
    assert top.key == HAND[-1]
    assert all(reading is not None for reading in lower)
    assert {reading.key for reading in lower if reading} == {None}
    assert all(
        "covered" in r.unsure or "too little" in r.unsure or "corner" in r.unsure
        for r in lower
        if r
    )


def test_a_card_of_a_fan_that_was_never_taught_has_no_name_and_hides_no_other(deck):
    less = PhotoReader(build([(key, face) for key, face in deck.items() if key != "9:red"]))
    scene, quads = pictured([deck[key] for key in HAND], fan(16))
    found = said(less.read(scene, find=True), quads)
    names = [reading and reading.key for reading in found]
    assert names[2] is None
    assert names[3] == "4:red"
    assert set(names) <= {None, *HAND}


def test_pictures_in_a_fan_are_told_though_the_uppermost_has_no_outline(drawn):
    """White cards on white ones hardly show an edge; what is printed on them does."""
    reader = PhotoReader(build(list(faces().items())))
    keys = ["star:red", "moon:blue", "cross:red"]
    scene, quads = pictured([drawn[key] for key in keys], fan(20)[:3])
    found = said(reader.read(scene, find=True), quads)
    assert found[-1] is not None
    assert found[-1].key == keys[-1]
    assert all(r is None or r.key in {None, key} for r, key in zip(found, keys, strict=True))
