"""Taught dice and pip dice in one tray."""

import cv2
import pytest

from tests.vision.drawn_dice import die_face, put, symbol_tray
from vision.dice import DiceReading, DiceState, DieReading
from vision.dice_reading import read_dice
from vision.dice_tray import read_mixed_tray
from vision.symbol_dice import SymbolDiceReader, build_dice

FIGURES = ("S", "?", "H", "4", "X", "7")


@pytest.fixture(scope="module")
def taught():
    return SymbolDiceReader(build_dice([(f, die_face(f)) for f in FIGURES]))


def test_each_die_is_read_by_the_reader_of_its_kind(taught):
    scene = symbol_tray((die_face("H"), 200, 150, 25), (die_face("X"), 600, 400, 70))
    scene = put(put(scene, 5, (400, 450)), 2, (560, 180), body="red", degrees=50)
    reading = read_mixed_tray(scene, taught)
    assert reading.state is DiceState.SETTLED
    said = {(round(d.box[0] + d.box[2] / 2, -1), d.value) for d in reading.dice}
    assert {(200, "H"), (600, "X")} <= said
    pips = {round(d.box[0] + d.box[2] / 2, -1): d.value for d in read_dice(scene).dice}
    assert pips.get(400) in (5, None)
    assert (400, pips.get(400)) in said or (400, None) in said
    assert {value for x, value in said if x == 560} <= {2, None}


def test_signs_are_never_counted_as_pips(taught):
    scene = symbol_tray((die_face("?"), 300, 300, 20), (die_face("7"), 500, 200, 70))
    assert {d.value for d in read_mixed_tray(scene, taught).dice} <= {"?", "7", None}


def test_an_empty_tray_is_empty(taught):
    assert (
        read_mixed_tray(cv2.GaussianBlur(symbol_tray(), (0, 0), 1), taught).state is DiceState.EMPTY
    )


def test_symbols_and_pips_have_no_common_total(taught):
    scene = put(symbol_tray((die_face("H"), 200, 150, 25)), 5, (400, 450))
    assert read_mixed_tray(scene, taught).total is None


class NothingTaught:
    def read(self, image):
        return DiceReading((), DiceState.EMPTY)


@pytest.mark.parametrize(
    ("value", "confidence", "told"), [(5, 0.95, 5), (5, 0.85, None), (None, 0.67, None)]
)
def test_pips_that_only_one_reader_sees_are_told_when_clear_and_else_asked_about(
    monkeypatch, value, confidence, told
):
    """Left out, such a die would make a total that lacks it."""
    die = DieReading(value, confidence, "" if value else "5 or 3", (10.0, 10.0, 40.0, 40.0))
    seen = DiceReading((die,), DiceState.SETTLED)
    monkeypatch.setattr("vision.dice_tray.read_dice", lambda image: seen)
    reading = read_mixed_tray(symbol_tray(), NothingTaught())
    assert [(d.value, bool(d.unsure)) for d in reading.dice] == [(told, told is None)]
    assert reading.total == told
