"""Dice whose faces are colours: taught once, read in other light, doubted where light decides."""

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.commands.read import command as read_command
from companion.commands.teach import command as teach_command
from tests.vision.drawn_dice import die_face, symbol_tray
from vision.colour_dice import Colours, is_plain
from vision.symbol_dice import SymbolDiceReader, alike_faces, build_dice

COLOURS = {
    "red": (40, 30, 190),
    "green": (60, 140, 40),
    "blue": (170, 80, 30),
    "yellow": (40, 200, 230),
    "white": (235, 240, 240),
    "black": (35, 35, 35),
}


def plain(colour, *, light=(1.0, 1.0, 1.0)):
    face = np.full((120, 120, 3), np.array(colour) * np.array(light), np.float32)
    grain = np.random.default_rng(3).normal(0, 2, face.shape)
    return np.clip(face + grain, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def reader():
    return SymbolDiceReader(build_dice([(name, plain(c)) for name, c in COLOURS.items()]))


@pytest.mark.parametrize("name", COLOURS)
@pytest.mark.parametrize("light", [(0.7, 0.7, 0.7), (0.85, 1.0, 1.05), (1.0, 0.95, 0.85)])
def test_a_colour_is_known_in_dimmer_warmer_and_colder_light(reader, name, light):
    assert reader.read_face(plain(COLOURS[name], light=light)).key == name


def test_a_colour_that_was_not_taught_has_no_name():
    some = [(name, plain(COLOURS[name])) for name in ("red", "blue", "white")]
    reading = SymbolDiceReader(build_dice(some)).read_face(plain((60, 160, 40)))
    assert reading.key is None
    assert "like none that was taught" in reading.unsure


def test_colours_that_a_lamp_exchanges_are_asked_about_and_named_as_a_pair():
    catalogue = build_dice([("red", plain((40, 30, 190))), ("crimson", plain((52, 30, 185)))])
    reading = SymbolDiceReader(catalogue).read_face(plain((44, 30, 188)))
    assert reading.key is None
    assert {ranked.key for ranked in reading.candidates} == {"red", "crimson"}
    (pair,) = alike_faces(catalogue)
    assert {pair.first, pair.second} == {"red", "crimson"}
    assert pair.distance < 1


def test_a_figure_is_no_colour_and_a_colour_no_figure():
    assert not is_plain(die_face("H"))
    catalogue = build_dice(
        [("H", die_face("H")), ("X", die_face("X")), ("red", plain((40, 30, 190)))]
    )
    assert Colours.of(catalogue).keys == ("red",)
    reader = SymbolDiceReader(catalogue)
    assert reader.read_face(die_face("H")).key == "H"
    assert reader.read_face(plain((38, 28, 170))).key == "red"
    only_colours = SymbolDiceReader(build_dice([("red", plain((40, 30, 190)))]))
    assert only_colours.read_face(die_face("H")).key is None


def test_the_commands_teach_colours_and_read_them(tmp_path):
    folder = tmp_path / "faces"
    folder.mkdir()
    for name in ("red", "yellow", "white"):
        cv2.imwrite(str(folder / f"{name}.png"), plain(COLOURS[name]))
    out = tmp_path / "colours.dice"
    done = CliRunner().invoke(teach_command, ["dice", "--from", str(folder), "--out", str(out)])
    assert done.exit_code == 0, done.output
    picture = tmp_path / "tray.png"
    laid = ("yellow", 200, 200, 15), ("red", 500, 400, 70)
    cv2.imwrite(str(picture), symbol_tray(*((plain(COLOURS[n]), x, y, d) for n, x, y, d in laid)))
    arguments = ["dice", "--catalogue", str(out), "--json", str(picture)]
    line = json.loads(CliRunner().invoke(read_command, arguments).stdout)
    assert [die["value"] for die in line["dice"]] == ["yellow", "red"]
    assert line["total"] is None
    assert line["state"] == "settled"


def test_a_lens_cap_is_no_black_die(tmp_path):
    cv2.imwrite(str(tmp_path / "black.png"), np.full((200, 200, 3), 3, np.uint8))
    arguments = ["dice", "--from", str(tmp_path), "--out", str(tmp_path / "x.dice")]
    done = CliRunner().invoke(teach_command, arguments)
    assert done.exit_code == 1
    assert "it shows nothing" in done.stderr
