"""Dice with symbols: each face taught once, read in any turn on a plain table."""

import json

import cv2
import pytest
from click.testing import CliRunner

from companion.commands.read import command as read_command
from companion.commands.teach import command as teach_command
from tests.vision.drawn_dice import die_face, symbol_tray
from vision.catalogue_head import CatalogueError
from vision.symbol_dice import SymbolDiceReader, build_dice

FIGURES = ("S", "?", "H", "4", "X", "7")


@pytest.fixture(scope="module")
def reader():
    return SymbolDiceReader(build_dice([(f, die_face(f)) for f in FIGURES]))


def test_six_dice_are_read_whichever_way_they_lie(reader):
    places = [(120 + 220 * (i % 3), 160 + 260 * (i // 3)) for i in range(6)]
    laid = [
        (die_face(f), *at, 37.0 * i) for i, (f, at) in enumerate(zip(FIGURES, places, strict=True))
    ]
    reading = reader.read(symbol_tray(*laid))
    said = {
        f: die.value
        for f, at in zip(FIGURES, places, strict=True)
        for die in reading.dice
        if abs(die.box[0] + die.box[2] / 2 - at[0]) < 10
        and abs(die.box[1] + die.box[3] / 2 - at[1]) < 10
    }
    assert len(said) == 6
    assert all(value in (f, None) for f, value in said.items())
    assert sum(value == f for f, value in said.items()) >= 5


def test_a_face_that_was_not_taught_has_no_value(reader):
    reading = reader.read(symbol_tray((die_face("K"), 300, 300, 20), (die_face("B"), 500, 200, 70)))
    assert all(die.value is None for die in reading.dice)
    assert all(die.unsure for die in reading.dice)


@pytest.mark.parametrize(("taught", "strange"), [("2", "Z"), ("B", "8"), ("B", "D")])
def test_a_face_that_looks_like_a_taught_one_is_not_named_after_it(taught, strange):
    """These were named: they fit their relatives in all but the figure's shape."""
    reader = SymbolDiceReader(build_dice([(figure, die_face(figure)) for figure in "ABC123"]))
    at = [(150, 300, 20.0), (370, 300, 110.0), (590, 300, 250.0)]
    known = reader.read(symbol_tray(*[(die_face(taught), *place) for place in at])).dice
    assert [die.value for die in known] == [taught] * 3
    for die in reader.read(symbol_tray(*[(die_face(strange), *place) for place in at])).dice:
        assert die.value is None
        assert die.unsure.startswith(f"it looks like {taught}, but its shape differs")
        assert die.candidates[0].key == taught
        assert len(die.candidates) == 2
        assert die.confidence < 0.1


def test_an_empty_tray_is_empty(reader):
    assert reader.read(symbol_tray()).state == "empty"


def test_a_catalogue_of_cards_is_refused(taught):
    with pytest.raises(CatalogueError, match="companion teach dice"):
        SymbolDiceReader(taught)


def test_the_commands_teach_and_read(tmp_path):
    folder = tmp_path / "faces"
    folder.mkdir()
    for number, figure in enumerate(FIGURES):
        cv2.imwrite(str(folder / f"face{number}.png"), die_face(figure))
    out = tmp_path / "dice.npz"
    done = CliRunner().invoke(teach_command, ["dice", "--from", str(folder), "--out", str(out)])
    assert done.exit_code == 0, done.output
    picture = tmp_path / "tray.png"
    cv2.imwrite(str(picture), symbol_tray((die_face("X"), 300, 300, 200)))
    done = CliRunner().invoke(
        read_command, ["dice", "--catalogue", str(out), "--json", str(picture)]
    )
    line = json.loads(done.stdout)
    assert [die["value"] for die in line["dice"]] == ["face4"]
    assert line["total"] is None
    assert line["state"] == "settled"


def test_cards_are_not_read_with_a_catalogue_of_dice(tmp_path):
    for figure in FIGURES:
        cv2.imwrite(str(tmp_path / f"{ord(figure)}.png"), die_face(figure))
    out = tmp_path / "dice.catalogue"
    taught = CliRunner().invoke(teach_command, ["dice", "--from", str(tmp_path), "--out", str(out)])
    assert taught.exit_code == 0, taught.output
    done = CliRunner().invoke(read_command, ["cards", "--catalogue", str(out), "any.png"])
    assert done.exit_code == 1
    assert "holds faces of dice" in done.stderr
    assert "companion read dice" in done.stderr
