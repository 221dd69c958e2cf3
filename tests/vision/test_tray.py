"""Taught dice in a tray: seen from aside, leaning, touching, strange."""

import cv2
import numpy as np
import pytest

from companion.twin import thieves_of_eldris
from companion.twin.cubes import Cube, draw_cubes
from tests.vision.drawn_table import DrawnTable
from vision.geometry import ZoneView
from vision.mat import load_mat
from vision.symbol_dice import SymbolDiceReader, build_dice
from vision.tray import read_tray

MAT = load_mat("thieves-of-eldris")
TRAY = MAT.zone("tray")
SCALE, MARGIN = 4.0, 10.0
FACES = thieves_of_eldris.dice()


@pytest.fixture(scope="module")
def reader():
    return SymbolDiceReader(build_dice(list(FACES.items())))


def tray(reader, *dice, seed=2):
    table = DrawnTable(seed, mat=MAT)
    image = draw_cubes(table.frame(), dice, table.plane, FACES)
    view = ZoneView(TRAY, table.plane, px_per_mm=SCALE, margin_mm=MARGIN)
    return read_tray(view.rectify(image), TRAY, SCALE, MARGIN, reader.read_face).dice


def at(x, y):
    return TRAY.x_mm + x, TRAY.y_mm + y


def test_an_empty_tray_has_no_dice(reader):
    assert tray(reader) == ()


@pytest.mark.parametrize("trait", FACES)
def test_each_face_is_read_seen_from_aside(reader, trait):
    """The tray lies at the edge of the sheet, so side faces show as well."""
    for turn in (10.0, 55.0):
        (die,) = tray(reader, Cube(trait, at(60, 70), turn))
        assert die.value in {trait, None}
        assert die.candidates[0].key == trait


def test_a_leaning_die_has_no_value(reader):
    for tilt in (30.0, 40.0):
        (die,) = tray(reader, Cube("strength", at(60, 70), 20.0, tilt))
        assert die.value is None


def test_dice_that_touch_are_not_named(reader):
    """They are asked to be laid apart, not guessed at."""
    x, y = at(50, 70)
    dice = tray(reader, Cube("wisdom", (x, y), 0.0), Cube("strength", (x + 16.2, y), 0.0))
    assert all(die.value is None for die in dice)
    assert "touch" in dice[0].unsure


def test_a_hair_or_a_speck_is_no_die(reader):
    table = DrawnTable(2, mat=MAT)
    image = table.frame()
    corner = cv2.perspectiveTransform(np.array([[at(40, 60)]], np.float32), table.plane)[0, 0]
    cv2.circle(image, tuple(int(v) for v in corner), 2, (20, 20, 20), -1)
    view = ZoneView(TRAY, table.plane, px_per_mm=SCALE, margin_mm=MARGIN)
    assert read_tray(view.rectify(image), TRAY, SCALE, MARGIN, reader.read_face).dice == ()
