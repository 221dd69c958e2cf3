"""Every phrase of the catalogues as sound, by the real eSpeak NG: as long as its letters want."""

import re
import wave
from pathlib import Path

import pytest

from companion.words import catalogue, languages, n, render, t
from hardware.voice_espeak import EspeakRenderer

VOICES = {code: catalogue(code).voice for code in languages()}


@pytest.fixture(scope="module")
def speak(tmp_path_factory: pytest.TempPathFactory) -> EspeakRenderer:
    return EspeakRenderer(tmp_path_factory.mktemp("voice"), voices=VOICES)


def seconds(path: Path) -> float:
    with wave.open(str(path)) as file:
        return file.getnframes() / file.getframerate()


def phrases() -> list[tuple[str, str]]:
    """(language, sentence) with a name for every part."""
    found = []
    for english, forms in catalogue("de").forms.items():
        found.append(("en", re.sub(r"\{\w+\}", "Ann", english)))
        found += [("de", re.sub(r"\{\w+\}", "Ann", form)) for form in forms]
    return found


def check(speak: EspeakRenderer, sample: list[tuple[str, str]]) -> None:
    for language, text in sample:
        letters = len(re.sub(r"\W", "", text))
        heard = seconds(speak(text, language))
        # 1015 phrases of both languages lay within this; the median is 0.089 s a letter
        assert 0.3 + 0.03 * letters <= heard <= 1.2 + 0.16 * letters, (language, text, heard)


def test_phrases_of_both_languages_sound_as_long_as_they_are(speak: EspeakRenderer):
    found = phrases()
    assert len(found) > 800
    check(speak, found[::40])


@pytest.mark.slow
def test_every_phrase_of_both_languages_sounds_as_long_as_it_is(speak: EspeakRenderer):
    check(speak, phrases())


def test_each_language_has_its_own_voice(speak: EspeakRenderer):
    text = t("{who} takes the Pot: {cards}.", who="Ann", cards=n("{n} card", "{n} cards", 12))
    as_german = speak(render(text, "de"), "de").read_bytes()
    as_english = speak(render(text, "de"), "en").read_bytes()
    assert as_german != as_english


@pytest.mark.parametrize(
    "name", ["<speak><break time='9s'/>a</speak>", "李雷", "🃏", "Ω", "a&b <b>"]
)
def test_a_name_of_any_script_is_read_and_not_obeyed(speak: EspeakRenderer, name: str):
    assert 0.2 < seconds(speak(name, "en")) < 6
