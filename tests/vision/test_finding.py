"""Whole cards are found on tables of any colour, alone and side by side."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn_table import face
from tests.vision.test_photo import names, table
from vision.catalogue import build
from vision.finding import find_card_quads
from vision.geometry import rectangle
from vision.outlines import overlap
from vision.photo import PhotoReader, read_photo


@pytest.mark.parametrize("ground", [(215, 222, 225), (45, 60, 70), (60, 120, 50), (40, 30, 150)])
def test_a_card_is_found_on_a_pale_a_dark_and_a_coloured_table(drawn, taught, ground):
    scene = table((drawn["moon:red"], 500, 350, 33), ground=ground)
    (reading,) = read_photo(scene, taught, find=True)
    assert reading.key == "moon:red"
    truth = rectangle((500, 350), (150, 150 * 352 / 252), 33)
    assert np.abs(reading.quad_px - truth).max() < 8


def test_a_tight_grid_is_read_card_by_card(drawn, taught):
    keys = list(drawn)[:6]
    places = [(260 + 156 * (i % 3), 200 + 216 * (i // 3)) for i in range(6)]
    turns = [0, 180, 0, 180, 180, 0]
    scene = table(*((drawn[k], *at, turn) for k, at, turn in zip(keys, places, turns, strict=True)))
    assert sorted(names(read_photo(scene, taught, find=True))) == sorted(keys)


def test_a_tray_around_several_cards_is_no_card(drawn):
    scene = table((drawn["star:red"], 400, 350, 0), (drawn["ring:blue"], 600, 350, 0))
    cv2.rectangle(scene, (230, 130), (770, 570), (200, 210, 215), 4)
    quads = find_card_quads(scene)
    assert len(quads) == 2
    for x in (400, 600):
        card = rectangle((x, 350), (150, 150 * 352 / 252), 0)
        assert any(overlap(quad, card) > 0.9 for quad in quads)


@pytest.mark.parametrize("blur", [1.5, 3.0, 4.5])
def test_a_card_out_of_focus_is_named_or_asked_about_never_another(drawn, taught, blur):
    reader = PhotoReader(taught)
    said = []
    for key, card in drawn.items():
        soft = cv2.GaussianBlur(cv2.resize(card, (160, 224)), (0, 0), blur)
        reading = reader.read_patch(soft)
        assert reading.key in {key, None}
        said.append(reading.key)
    if blur < 4:
        assert said == list(drawn)


def test_a_printed_frame_is_not_taken_for_the_edge_of_the_card(taught):
    """Drawn cards have a frame near their edge; the quad is the card's, not the frame's."""
    scene = table((face("star", "red"), 480, 340, 75))
    (reading,) = read_photo(scene, taught, find=True)
    truth = rectangle((480, 340), (150, 150 * 352 / 252), 75)
    assert np.abs(reading.quad_px - truth).max() < 6


def test_a_pale_card_with_a_thin_figure_is_read_where_it_is_as_large_as_the_others(drawn):
    """Rough corners shift its lines by a few px, so that no face fits before it is aligned."""
    deck = dict(drawn)
    for name, corners in (("diamond", 4), ("hexagon", 6)):
        card = np.full_like(drawn["star:red"], 240)
        points = [
            (126 + 70 * np.cos(2 * np.pi * i / corners), 176 + 90 * np.sin(2 * np.pi * i / corners))
            for i in range(corners)
        ]
        cv2.polylines(card, [np.array(points, np.int32)], isClosed=True, color=(90, 40, 90))
        deck[name] = card
    laid = [(deck[key], 200 + 250 * i, 330, 4 * i) for i, key in enumerate(("star:red", "diamond"))]
    scene = table(*laid, (deck["hexagon"], 720, 340, 187))
    readings = read_photo(scene, build(list(deck.items())), find=True)
    assert set(names(readings)) >= {"star:red", "diamond", "hexagon"}
