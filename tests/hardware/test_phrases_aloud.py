"""Every phrase of the catalogues, aloud in each language: a sound that is as long as its words.

Too short is a sentence that eSpeak swallowed or cut, too long one that it spells.
"""

import wave
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.words import Text, catalogue, languages, render
from companion.words.extract import Template, templates
from hardware.voice_espeak import EspeakRenderer

ROOT = Path(__file__).parents[2]
PHRASES = templates(ROOT)
SHORTEST_S, LONGEST_S, PAUSES_S = 0.04, 0.1, 1.5
"""A character, and a sentence's own pauses: 0.055 to 0.08 s were measured for whole sentences, and
up to 0.6 s for three letters (2026-11-30, eSpeak NG 1.51)."""

pytest.importorskip("pyttsx3")


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> EspeakRenderer:
    voices = {code: catalogue(code).voice for code in languages()}
    return EspeakRenderer(tmp_path_factory.mktemp("voice"), voices=voices)


def told(phrase: Template, language: str) -> Iterator[str]:
    """With names and small numbers for its parts, in each of its forms."""
    for number in (1, 3) if phrase.plural else (3,):
        parts = dict.fromkeys(phrase.parts, "Ann") | {"n": number}
        yield render(Text(phrase.text, parts, phrase.plural), language)


def wrong(phrases: list[Template], language: str, rendered: EspeakRenderer) -> list[str]:
    """Sentences whose sound is no sensible length."""
    found = []
    for sentence in {one for phrase in phrases for one in told(phrase, language)}:
        with wave.open(str(rendered(sentence, language))) as file:
            seconds = file.getnframes() / file.getframerate()
        letters = len(sentence)
        if not SHORTEST_S * letters < seconds < LONGEST_S * letters + PAUSES_S:
            found.append(f"{seconds:.1f} s: {sentence}")
    return found


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", ["wizard_thieves", "eldris", "skullduggery"])
def test_what_a_game_tells_is_spoken_whole(
    game: str, language: str, rendered: EspeakRenderer
) -> None:
    narrated = [one for one in PHRASES if any(f"{game}/narrator" in file for file in one.places)]
    assert len(narrated) > 20
    assert wrong(narrated, language, rendered) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
def test_every_phrase_of_the_catalogues_is_spoken_whole(
    language: str, rendered: EspeakRenderer
) -> None:
    assert wrong(list(PHRASES), language, rendered) == []
