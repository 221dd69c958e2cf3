"""Dice that lean: told from flat ones by how the others lie."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.dice import DieReading, box_overlap
from vision.dice_lean import POWERS, Lie, departures, flat_only, leaning
from vision.dice_reading import read_dice

SIZE = (1280, 960)
PLACES = ((200, 150), (640, 200), (1100, 180), (250, 800), (900, 500), (1120, 820))
FOCAL = 1300.0
SURE = [0.99] * 6
PICTURE = Path(__file__).parent / "leaning_die.jpg"
"""Rendered by tools/train_dice/pov_leaning.py, seed 801, scene 211 (it chose the limits)."""
LEANS, FLAT = (142.0, 139.0, 45.0, 49.0), [3, 4, 5, 6]


def about(axis, degrees):
    return cv2.Rodrigues(np.array(axis, np.float64) * np.radians(degrees))[0]


def lie(at, lean=0.0, oblique=0.0, leans=0.1):
    """A die at this place by a pinhole camera `oblique` degrees off the vertical."""
    off = np.array([at[0] - SIZE[0] / 2, at[1] - SIZE[1] / 2, FOCAL])
    sight = off / np.linalg.norm(off)
    back = np.cross(sight, (0, 0, 1))
    size = np.linalg.norm(back)
    along = about(back / size, np.degrees(np.arcsin(size)))
    axes = along @ about((1, 0, 0), oblique) @ about((0.6, 0.8, 0), lean) @ about((0, 0, 1), at[0])
    towards = axes * -np.sign(axes[2])
    shape = np.array([axes[list(powers)].prod(0).sum() for powers in POWERS], np.float32)
    normal = towards[:2, towards[2].argmin()]
    return Lie(normal.astype(np.float32), shape, leans)


def boxes(places):
    return [np.array([x - 40, y - 40, 80, 80], np.float32) for x, y in places]


@pytest.mark.parametrize("oblique", [0, 20, 35])
def test_flat_dice_agree_wherever_they_lie_and_from_wherever_they_are_seen(oblique):
    lies = [lie(at, oblique=oblique) for at in PLACES]
    assert departures(lies, boxes(PLACES), SIZE).max() < 6
    assert not any(leaning(lies, boxes(PLACES), SIZE, SURE))


@pytest.mark.parametrize("oblique", [0, 20, 35])
@pytest.mark.parametrize("lean", [25, 35, 45])
def test_one_that_leans_departs_from_the_others(oblique, lean):
    lies = [lie(at, lean * (n == 4), oblique) for n, at in enumerate(PLACES)]
    assert leaning(lies, boxes(PLACES), SIZE, SURE) == [n == 4 for n in range(6)]


def test_of_two_that_lie_differently_neither_is_told():
    lies = [lie(PLACES[0]), lie(PLACES[4], 40)]
    assert leaning(lies, boxes([PLACES[0], PLACES[4]]), SIZE, SURE[:2]) == [True, True]


def test_one_alone_is_believed_unless_it_looks_propped_up_or_too_oblique():
    one = boxes([PLACES[1]])
    assert leaning([lie(PLACES[1], oblique=25)], one, SIZE, [0.99]) == [False]
    assert leaning([lie(PLACES[1], leans=0.95)], one, SIZE, [0.99]) == [True]
    assert leaning(
        [Lie(np.array((0.5, 0.55), np.float32), np.zeros(15), 0.1)], one, SIZE, [0.99]
    ) == [True]


def test_less_is_enough_where_the_value_is_not_clear():
    lies = [lie(at, 20 * (n == 4)) for n, at in enumerate(PLACES)]
    assert not any(leaning(lies, boxes(PLACES), SIZE, SURE))
    assert leaning(lies, boxes(PLACES), SIZE, [0.8] * 6) == [n == 4 for n in range(6)]


def test_dice_without_a_value_are_left_as_they_are():
    unsure = DieReading(None, 0.5, "it is blurred", (10.0, 10.0, 40.0, 40.0))
    assert flat_only(np.zeros((100, 100, 3), np.uint8), [unsure]) == [unsure]


def test_a_rendered_die_on_an_edge_is_tilted_and_the_flat_ones_are_told():
    reading = read_dice(cv2.imread(str(PICTURE)))
    (leans,) = [die for die in reading.dice if box_overlap(die.box, LEANS) > 0.5]
    assert leans.cocked
    assert leans.candidates[0].key == "6"
    assert sorted(die.value for die in reading.dice if die.value is not None) == FLAT
    assert reading.total is None
