"""Why a card or a die in a picture is asked about: in the configuration's language, JSON not."""

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.commands.read import command
from companion.words import recognised, render
from vision.catalogue import build, dump
from vision.covered import too_little

REASONS = (
    "the card lies between two places; push it to where it belongs",
    "a part of it is covered, and what shows is like no taught card",
    too_little("ace", "king"),
    "the frames differ: 3 or 5",
    "only 2 of 7 frames show 4",
    "nothing has changed between the two pictures",
)


@pytest.mark.parametrize("reason", REASONS)
def test_every_doubt_is_told_in_german_with_its_parts(reason):
    german = render(recognised(reason), "de")
    assert german != reason
    for part in ("ace", "king", "3", "5", "2", "7", "4"):
        assert (part in german.split() or f"{part}:" in german) == (part in reason.split())


def test_people_get_their_language_and_programs_english(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "table-companion").mkdir()
    (tmp_path / "table-companion" / "companion.toml").write_text('[voice]\nlanguage = "de"\n')
    face = np.full((352, 252, 3), 240, np.uint8)
    cv2.circle(face, (126, 176), 70, (40, 40, 200), -1)
    (tmp_path / "my.catalogue").write_bytes(dump(build([("ball", face)])))
    stranger = np.random.default_rng(1).integers(0, 255, face.shape, np.uint8)
    cv2.imwrite(str(tmp_path / "a.png"), stranger)
    ask = ["cards", "--catalogue", str(tmp_path / "my.catalogue"), str(tmp_path / "a.png")]
    told = CliRunner().invoke(command, ask).stdout
    assert "unsicher (sie gleicht keiner Karte" in told
    (item,) = json.loads(CliRunner().invoke(command, [*ask, "--json"]).stdout)["items"]
    assert item["unsure"].startswith("it does not look like")
