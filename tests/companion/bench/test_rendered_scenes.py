"""Rendered tables with score sheets and poker tables: what is said to lie there lies there."""

import itertools
from collections import Counter

import cv2
import numpy as np

from companion.bench.drawn_deck import drawn_back, printed_deck, written_deck
from companion.bench.other_day import Day, View
from companion.bench.rendered_cards import Laid
from companion.bench.rendered_scenes import SIZES, Scene, poker_table, score_table
from companion.bench.vision_scenes import said_of
from companion.bench.vision_sets import set_rows
from vision.geometry import area, cut_out
from vision.readings import CardReading

CARD = np.array([[10, 10], [60, 10], [60, 80], [10, 80]], np.float32)


def read(key, quad):
    return CardReading(key, (), "" if key else "it is too dark", quad, 0.9)


def test_both_decks_have_52_cards_no_two_alike():
    for deck in (printed_deck(), written_deck(np.random.default_rng(1))):
        assert len(dict(deck)) == 52
        for (_, one), (_, two) in itertools.combinations(deck, 2):
            assert cv2.absdiff(one, two).max() > 100


def test_a_view_tells_where_things_of_the_table_are_seen():
    rng = np.random.default_rng(4)
    view = View.drawn(Day(pitch=30.0, bent=0.03), rng, (640, 480))
    table = np.zeros((624, 832, 3), np.float32)
    spot = np.array([[500, 380], [520, 380], [520, 400], [500, 400]], np.float32)
    cv2.fillConvexPoly(table, spot.astype(np.int32), (255.0, 255.0, 255.0))
    ys, xs = np.nonzero(view.picture(table)[..., 0] > 127)
    assert np.abs(np.array([xs.mean(), ys.mean()]) - view.place(spot).mean(0)).max() < 1.0


def shows(picture, quad, face):
    """How alike a place of the picture and a face are, 1 for the same up to light."""
    size = (70, 98)
    seen = cv2.cvtColor(cut_out(picture, quad, size), cv2.COLOR_BGR2GRAY)
    true = cv2.cvtColor(cv2.resize(face, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return np.corrcoef(seen.ravel(), true.ravel())[0, 1]


def test_open_cards_show_their_faces_where_they_are_said_to_lie():
    deck, rng = printed_deck(), np.random.default_rng(5)
    scene = score_table(deck, Day(), rng)
    faces = dict(deck)
    assert len(scene.open) >= 2
    for card in scene.open:
        assert shows(scene.picture, card.quad, faces[card.key]) > 0.8


def test_nothing_of_open_cards_on_a_poker_table_is_hidden():
    deck, back, rng = printed_deck(), drawn_back(), np.random.default_rng(6)
    faces = dict(deck)
    for _ in range(3):
        scene = poker_table(deck, back, Day(glare=0.0), rng)
        for card in scene.open:
            assert shows(scene.picture, card.quad, faces[card.key]) > 0.8
        for quad in scene.backs:
            assert area(quad) > 2000
        assert scene.picture.shape[1::-1] in SIZES


def test_readings_are_counted_by_what_lies_there():
    apart = np.float32([100, 0])
    nothing = CARD + np.float32([0, 200])
    scene = Scene(
        np.zeros((9, 9, 3), np.uint8),
        [Laid("a", CARD)],
        [Laid("b", CARD + apart)],
        [CARD + 2 * apart],
        [CARD + 3 * apart],
    )
    readings = [
        read("x", CARD),
        read(None, CARD + apart),
        read("c", CARD + 3 * apart),
        read(None, nothing),
    ]
    assert said_of(scene, readings) == Counter(
        {
            ("open", "wrong"): 1,
            ("covered", "asked"): 1,
            ("backs", "not found"): 1,
            ("beside", "asked"): 1,
        }
    )


def test_a_folder_of_faces_is_a_deck_to_render(tmp_path, monkeypatch):
    for key, face in printed_deck()[:3]:
        cv2.imwrite(str(tmp_path / f"{key}.png"), face)
    seen = {}
    for rows in ("rendered_rows", "scene_rows"):
        monkeypatch.setattr(
            f"companion.bench.vision_sets.{rows}",
            lambda name, faces: seen.update({name: faces}) or [],
        )
    assert set_rows(tmp_path) == []
    assert {key for key, _ in seen[tmp_path.name]} == {"ace-clubs", "2-clubs", "3-clubs"}
