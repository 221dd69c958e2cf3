"""What the system and the libraries say comes in the reader's language too."""

import os

import msgspec
import pytest

from companion.store.errors import disk_error
from companion.words import recognised, render
from companion.words.programs import SYSTEM
from rules.core import SetupError
from rules.seating import require_seats


@pytest.mark.parametrize("said", [text for text in SYSTEM if "{" not in text])
def test_the_system_says_it_in_these_very_words(said):
    assert said in {os.strerror(number) for number in range(1, 134)}


@pytest.mark.parametrize(
    ("error", "german"),
    [
        (OSError(5, "Input/output error"), "konnte nicht geschrieben werden ([Fehler 5] "),
        (OSError(13, "Permission denied", "/x"), "[Fehler 13] Keine Berechtigung: „/x“"),
    ],
)
def test_a_disk_that_fails_tells_it_in_german(tmp_path, error, german):
    said = str(disk_error(error, tmp_path / "a.journal"))
    assert german in render(recognised(said), "de")


class Body(msgspec.Struct):
    seat: int


@pytest.mark.parametrize(
    ("body", "german"),
    [
        (b'{"seat":"x"}', "`int` erwartet, `str` bekommen, bei `$.seat`"),
        (b"{}", "Das Feld `seat` fehlt"),
        (b"[]", "`object` erwartet, `array` bekommen"),
        (b"{", "Die Daten brechen ab"),
        (b"?", "JSON ist fehlerhaft: ungültiges Zeichen (Byte 0)"),
    ],
)
def test_what_does_not_fit_is_told_in_german(body, german):
    with pytest.raises(msgspec.DecodeError) as found:
        msgspec.json.decode(body, type=Body)
    assert render(recognised(str(found.value)), "de") == german


@pytest.mark.parametrize(
    ("seats", "first", "german"),
    [
        (range(7), 0, "seats: 7 Spieler; Wizard Thieves ist für 2 bis 4."),
        ((0, 2), 0, "seats: [0, 2]; nummeriert sie im Uhrzeigersinn lückenlos von 0 bis 1."),
        (range(2), 5, "Wer anfängt: Es gibt keinen Platz 5; wähle einen von 0 bis 1."),
    ],
)
def test_what_rules_refuse_at_the_start_is_told_in_german(seats, first, german):
    with pytest.raises(SetupError) as found:
        require_seats("Wizard Thieves", range(2, 5), seats, first)
    assert render(recognised(str(found.value)), "de") == german
