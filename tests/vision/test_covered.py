"""Cards of which a part shows: named only by what parts them from all others."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn_table import FACE
from tests.vision.test_photo import names, table
from vision import covered
from vision.catalogue import build
from vision.covered import read_covered
from vision.finding import Table
from vision.geometry import cut_out, rectangle
from vision.photo import read_photo

SIZE = (160, 224)
UNDER, OVER = (420, 340, 5.0), (500, 380, 24.0)


def laid(x, y, degrees):
    """The quad of a card on `test_photo.table`."""
    return rectangle((x, y), (150, 150 * FACE[1] / FACE[0]), degrees).astype(np.float32)


@pytest.fixture(scope="module")
def pair(drawn):
    """A blue cross under a red star, cut out, and what shows of the cross."""
    scene = table((drawn["cross:blue"], *UNDER), (drawn["star:red"], *OVER))
    whole = np.full(scene.shape[:2], 255, np.uint8)
    cv2.fillConvexPoly(whole, np.round(laid(*OVER)).astype(np.int32), 0)
    return tuple(cut_out(picture, laid(*UNDER), SIZE) for picture in (scene, whole))


def test_the_lower_card_of_a_pair_is_named_by_the_part_that_shows(pair, taught):
    patch, shows = pair
    reading = read_covered(patch, shows, taught)
    assert reading is not None
    assert reading.key == "cross:blue"


def test_what_lies_over_it_is_not_compared(pair, taught):
    patch, shows = pair
    other = patch.copy()
    other[shows == 0] = (20, 200, 90)
    reading = read_covered(other, shows, taught)
    assert reading is not None
    assert reading.key == "cross:blue"


def test_a_part_of_a_card_that_was_never_taught_has_no_name(pair, drawn):
    patch, shows = pair
    less = build([(key, face) for key, face in drawn.items() if key != "cross:blue"])
    reading = read_covered(patch, shows, less)
    assert reading is not None
    assert reading.key is None
    assert "covered" in reading.unsure or "too little" in reading.unsure


@pytest.mark.parametrize(("look", "off"), [("FOREIGN", np.inf), ("HOPELESS", -np.inf)])
def test_a_place_that_is_like_no_face_is_dropped_in_haste_and_a_card_is_not(
    pair, taught, monkeypatch, look, off
):
    monkeypatch.setattr(covered, look, off)  # the other look alone is enough
    patch, shows = pair
    ys, xs = np.mgrid[: SIZE[1], : SIZE[0]]
    checked = np.where((xs // 8 + ys // 8) % 2, 235, 30).astype(np.uint8)
    foreign = np.repeat(checked[..., None], 3, axis=2)
    reading = read_covered(foreign, shows, taught)
    assert reading is not None
    assert reading.key is None
    assert read_covered(foreign, shows, taught, hasty=True) is None
    named = read_covered(patch, shows, taught, hasty=True)
    assert named is not None
    assert named.key == "cross:blue"


def test_a_sliver_is_not_read_at_all(pair, taught):
    patch, shows = pair
    sliver = np.zeros_like(shows)
    sliver[:, :12] = 255
    assert read_covered(patch, sliver, taught) is None


def test_twins_that_differ_only_where_they_are_covered_are_asked_about(pair, drawn):
    patch, shows = pair
    twin = drawn["cross:blue"].copy()
    cv2.circle(twin, (170, 230), 22, (40, 160, 40), -1)
    reading = read_covered(patch, shows, build([*drawn.items(), ("twin", twin)]))
    assert reading is not None
    assert reading.key is None
    assert {ranked.key for ranked in reading.candidates[:2]} == {"cross:blue", "twin"}


def test_a_pair_on_a_bare_table_has_both_names_or_a_question(drawn, taught):
    scene = table((drawn["cross:blue"], *UNDER), (drawn["star:red"], *OVER))
    readings = read_photo(scene, taught, find=True)
    assert "star:red" in names(readings)
    assert set(names(readings)) <= {"star:red", "cross:blue", None}
    lower = [r for r in readings if np.linalg.norm(r.quad_px.mean(0) - UNDER[:2]) < 30]
    assert lower, "the lower card is told of"


def test_under_cards_on_a_bare_table_nothing_is_looked_for(drawn):
    """What lies under a card shows an edge of the colour of the cards' edges beside it."""
    bare = table((drawn["star:red"], *OVER), ground=(60, 90, 40))
    pair = table((drawn["cross:blue"], *UNDER), (drawn["star:red"], *OVER), ground=(60, 90, 40))
    white = np.array([[187, 198, 208]], np.float32)
    shown = [
        Table(picture, build(list(drawn.items()))).shows_beside([laid(*OVER)], white, 50.0)
        for picture in (bare, pair)
    ]
    assert shown == [False, True]
