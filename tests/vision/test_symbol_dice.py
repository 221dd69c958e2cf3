"""Dice with symbols: each face taught once, read in any turn on a plain table."""

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.commands.read import command as read_command
from companion.commands.teach import command as teach_command
from tests.vision.drawn_table import COLOURS
from vision.catalogue import CatalogueError
from vision.geometry import card_corners, rectangle
from vision.symbol_dice import SymbolDiceReader, build_dice

SIDE = 120
FIGURES = ("S", "?", "H", "4", "X", "7")


def die_face(figure, colour="red"):
    """A pale face with a thick sign."""
    picture = np.full((SIDE, SIDE, 3), (225, 235, 240), np.uint8)
    (w, h), _ = cv2.getTextSize(figure, cv2.FONT_HERSHEY_DUPLEX, 2.6, 7)
    at = ((SIDE - w) // 2, (SIDE + h) // 2)
    cv2.putText(picture, figure, at, cv2.FONT_HERSHEY_DUPLEX, 2.6, COLOURS[colour], 7, cv2.LINE_AA)
    return cv2.GaussianBlur(picture, (3, 3), 0.8)


def tray(*laid, size=(800, 600), seed=2, across=56):
    """Dice on dark cloth: (face, x, y, degrees)."""
    rng = np.random.default_rng(seed)
    scene = np.full((size[1], size[0], 3), (70, 60, 45), np.uint8)
    for face, x, y, degrees in laid:
        quad = rectangle((x, y), (across, across), degrees)
        warp = cv2.getPerspectiveTransform(card_corners((SIDE, SIDE)), quad)
        over = cv2.warpPerspective(cv2.GaussianBlur(face, (0, 0), 0.9), warp, size)
        cover = cv2.warpPerspective(np.full((SIDE, SIDE), 255, np.uint8), warp, size)
        scene[cover > 128] = over[cover > 128]
    light = np.linspace(0.8, 1.0, size[0])[None, :, None]
    return np.clip(scene * light + rng.normal(0, 2.5, scene.shape), 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def reader():
    return SymbolDiceReader(build_dice([(f, die_face(f)) for f in FIGURES]))


def test_six_dice_are_read_whichever_way_they_lie(reader):
    places = [(120 + 220 * (i % 3), 160 + 260 * (i // 3)) for i in range(6)]
    laid = [
        (die_face(f), *at, 37.0 * i) for i, (f, at) in enumerate(zip(FIGURES, places, strict=True))
    ]
    reading = reader.read(tray(*laid))
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
    reading = reader.read(tray((die_face("K"), 300, 300, 20), (die_face("B"), 500, 200, 70)))
    assert all(die.value is None for die in reading.dice)
    assert all(die.unsure for die in reading.dice)


def test_an_empty_tray_is_empty(reader):
    assert reader.read(tray()).state == "empty"


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
    cv2.imwrite(str(picture), tray((die_face("X"), 300, 300, 200)))
    done = CliRunner().invoke(
        read_command, ["dice", "--catalogue", str(out), "--json", str(picture)]
    )
    line = json.loads(done.stdout)
    assert [die["value"] for die in line["dice"]] == ["face4"]
    assert line["total"] is None
    assert line["state"] == "settled"
