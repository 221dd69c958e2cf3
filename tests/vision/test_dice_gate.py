"""The gate: what only looks like a die is told no value, and a die is."""

from itertools import islice

import cv2
import numpy as np
import pytest

from companion.bench.dice_strangers import stranger_tables
from companion.bench.pips import PIPS
from companion.bench.stranger_tiles import blank, box, dot
from tests.vision.drawn_dice import BODIES, put, tray
from vision.dice_gate import real_share
from vision.dice_reading import REAL, read_dice


def test_no_value_is_told_of_things_that_are_no_dice():
    for table in islice(stranger_tables(STRANGERS, each=1), 2):
        told = [die for die in read_dice(table.picture).dice if die.value is not None]
        assert told == [], table.kinds


STRANGERS = 5
"""The first of these tables has a domino of which the reader alone tells a five."""


def test_the_reader_alone_would_tell_one(monkeypatch):
    monkeypatch.setattr("vision.dice_reading.real_share", lambda _image, _box: 1.0)
    table = next(stranger_tables(STRANGERS, each=1))
    assert any(die.value is not None for die in read_dice(table.picture).dice)


def test_what_the_gate_keeps_back_is_asked_about(monkeypatch):
    scene = put(tray(), 4, (320, 240))
    monkeypatch.setattr("vision.dice_reading.real_share", lambda _image, _box: 0.0)
    (die,) = read_dice(scene).dice
    assert die.value is None
    assert "no die at all" in die.unsure


@pytest.mark.parametrize("body", BODIES)
def test_flat_dice_pass(body):
    for value in PIPS:
        at = (250 + 20 * value, 240)
        scene = put(tray(), value, at, body=body, degrees=31.0 * value)
        around = np.array([at[0] - 27, at[1] - 27, 54, 54], np.float32)
        assert real_share(scene, around) >= REAL, value


def test_a_face_among_lamps_on_a_plate_does_not_pass():
    scene = tray()
    tile, cover = blank((20.0, 20.0, 22.0))
    box(cover, 0.8, 0.8)
    for x in np.linspace(-0.3, 0.3, 5):
        for y in np.linspace(-0.3, 0.3, 5):
            dot(tile, float(x), float(y), 0.045, (60.0, 220.0, 80.0))
    plate = cv2.resize(tile, (180, 180), interpolation=cv2.INTER_AREA)
    over = cv2.resize(cover, (180, 180)) > 128
    scene[150:330, 230:410][over] = plate[over]
    inner = np.array([290, 210, 60, 60], np.float32)
    assert real_share(scene, inner) < REAL
