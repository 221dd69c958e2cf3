"""Sentences of camera, drivers and disk on a German page: recognised, and none stays English."""

import errno
import re
import sqlite3
from pathlib import Path

import numpy as np
import pytest

from companion.eye import unanswered
from companion.eye.lessons import imported
from companion.eye.limits import LIMITS
from companion.eye.shots import from_photo
from companion.store.errors import disk_error
from companion.teaching.texts import HINDERS
from companion.words import catalogue, names_in, recognised, render
from hardware.config import BoardConfig, SeatWiring
from hardware.errors import filled
from hardware.events import Candidate, SensorStatus
from hardware.wiring import wiring_problems
from tests.companion.table.scripted import Script
from tests.companion.words.test_german_table import ENGLISH, german, sentences_of
from vision.catalogue import CARD_MM
from vision.markers import plane_from
from vision.mat import load_mat

HEARD = catalogue("de").heard
QUOTED = re.compile(
    r"\([^)]*\)|`[^`]*`|\[\w+\]( \w+)?|\w+ = \S+|--[\w-]+|pip install .*|apt install .*|docs/\S+"
)
"""Commands and keys are the same in every language, and what the system says in parentheses."""


def in_german(sentence: str) -> str:
    assert str(recognised(sentence)) == sentence
    return render(recognised(sentence), "de")


def english_in(text: str) -> list[str]:
    return [word for word in ENGLISH.findall(QUOTED.sub("", text)) if word != "was"]  # German too


def test_there_are_many_and_all_come_from_files_that_are_listed():
    assert len(HEARD) > 100


@pytest.mark.parametrize("template", HEARD)
def test_every_sentence_is_recognised_with_its_parts(template: str):
    parts = {name: f"X{number}" for number, name in enumerate(sorted(names_in(template)))}
    said = re.sub(r"\{(\w+)\}", lambda match: parts[match[1]], template)
    shown = in_german(said)
    assert shown != said
    assert all(part in shown for part in parts.values())
    assert english_in(shown) == []


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, "voll"),
        OSError(errno.EIO, "kaputt"),
        sqlite3.OperationalError("Fehler"),
    ],
)
def test_a_disk_that_refuses_is_told_in_german(error: Exception):
    game = german(2).begin()
    why = str(disk_error(error, Path("/abend/spiel.journal")))  # type: ignore[arg-type]
    assert english_in(in_german(why)) == []
    game.table = game.table.__class__(
        **{name: getattr(game.table, name) for name in game.table.__struct_fields__}
        | {"failed": why}
    )
    refused = game.ask("undo", "seat:0")
    assert refused.status == 503
    assert "Spiel ist angehalten" in refused.reason
    assert english_in(refused.reason) == []


def test_light_and_markers_are_complained_of_in_german():
    bad = [
        *(filled(limit.template, {"value": limit.shown(limit.red)}) for limit in LIMITS),
        plane_from({}, load_mat("wizard-thieves")).reason,  # type: ignore[union-attr]
    ]
    game = german(2)
    for text in bad:
        assert text
        assert english_in(in_german(text)) == []
        game.send(SensorStatus(sensor="light", ok=False, text=text, source="eye"))
        (notice,) = [one for one in game.view().notices if one.level == "warn"]
        assert english_in(notice.text) == []
    assert "oben links" in in_german(bad[-1])


def test_why_a_card_is_asked_about_is_told_with_the_names_of_cards():
    game = german(2).begin()
    reasons = [
        "it could be gem:1 or gem:2",
        "it could be gem:1 or gem:2: the pictures of it do not agree",
        "a second gem:3 may have been laid, or the one there was pushed",
        "gem:1 may be new, or it came to light when cards were lifted",
        "it does not look like any card that was taught",
        "more than one card may have come at once; lay the upper one aside and say the lower",
        "the camera was away while this changed",
        "nothing here has the shape of a card",
    ]
    at = 1000
    for reason in reasons:
        game.card(None, at, candidates=(Candidate("gem:1", 0.5),), unsure=reason)
        game.until(at + 100)
        (prompt,) = game.view(0).prompts
        assert "gem:" not in prompt.body, prompt.body
        assert english_in(prompt.body) == []
        game.answer("none")
        at += 2000


def test_names_of_cards_stand_in_english_questions_as_well():
    game = Script(2).begin()
    game.card(None, 1000, unsure="it could be gem:1 or gem:2")
    game.until(1100)
    (prompt,) = game.view(0).prompts
    assert "Ruby or Sapphire" in prompt.body


def test_teaching_says_in_german_what_is_wrong_with_a_file_or_a_photo(tmp_path: Path):
    for data in (b"", b"no catalogue", b"PK\x03\x04 cut"):
        taught, _ = imported(1, data, tmp_path / "x.catalogue")
        assert not taught.ok
        assert english_in(in_german(taught.text)) == [], taught.text
    png = __import__("cv2").imencode(".png", np.full((700, 500, 3), 128, np.uint8))[1].tobytes()
    shot = from_photo(1, png, CARD_MM)
    assert english_in(in_german(shot.text)) == [], shot.text


def test_a_wiring_that_cannot_work_is_explained_in_german():
    seat = SeatWiring(button=17, lamp_green=17)
    problems = wiring_problems(BoardConfig(seats=(seat, seat), debounce_ms=5))
    assert problems
    for problem in problems:
        assert english_in(in_german(problem)) == [], problem


def test_what_nobody_knows_stays_as_it_was():
    assert recognised("Quite another thing.") == "Quite another thing."
    mixed = "Quite another thing. "
    mixed += "The picture is out of focus: edges are 12 % sharp. "
    mixed += "Focus the camera on the mat, or clean its lens."
    assert str(recognised(mixed)) == mixed
    assert "unscharf: Kanten sind zu 12 %" in render(recognised(mixed), "de")


def test_sentences_of_a_page_leave_out_nothing():
    assert sentences_of(Script(2).view())


def test_whatever_hinders_a_picture_of_teaching_is_told_in_german():
    """These are the page's own sentences, chosen by the eye's code."""
    for what, cure in (*HINDERS.values(), (unanswered.PHOTO, unanswered.PHOTO_CURE)):
        for text in (what, cure, unanswered.LEARNING, unanswered.LOADING):
            shown = in_german(text)
            assert shown != text
            assert english_in(shown) == []
