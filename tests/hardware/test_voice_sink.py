"""The whole voice, eSpeak to aplay, into a sound card made of a file: what people would hear."""

import shutil
import sys
import time
import wave
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.events import SensorStatus
from hardware.voice_aplay import AplayPlayer
from hardware.voice_espeak import EspeakRenderer
from hardware.voice_pyttsx3 import PyttsxVoice
from tests.support.notes import PATIENCE_S

pytestmark = pytest.mark.skipif(
    shutil.which("aplay") is None or shutil.which("espeak-ng") is None,
    reason="aplay or espeak-ng is not installed",
)

CARD = """
import fcntl, sys, time
with open(sys.argv[1], "ab", buffering=0) as card:
    fcntl.flock(card, fcntl.LOCK_EX)  # one sound after the other
    while sound := sys.stdin.buffer.read1(4096):
        card.write(sound)
        time.sleep(len(sound) / float(sys.argv[2]))
"""
BYTES_A_SECOND = 22_050 * 2 * 8
"""eSpeak's sound, eight times as fast as people hear it; a pipe holds a fifth of a second of it."""
LONG = "The pot holds nine cards, and nobody may touch it before the count is done, " * 6


class Heard:
    """A voice, and the sound card's memory."""

    def __init__(self, folder: Path, device: str = "default") -> None:
        self.statuses: list[SensorStatus] = []
        self._render = EspeakRenderer(folder / "cache")
        self._card = folder / "card.raw"
        self._card.touch()
        self.voice = PyttsxVoice(
            self.statuses.append,
            render=self._render,
            play=AplayPlayer(("aplay", "-q", "-D", device)),
        )

    def sound_of(self, text: str) -> bytes:
        with wave.open(str(self._render.path_of(text))) as file:
            return file.readframes(file.getnframes())

    @property
    def sound(self) -> bytes:
        return self._card.read_bytes()

    def wait_for(self, text: str) -> None:
        """Until all of a sentence was heard."""
        until = time.monotonic() + PATIENCE_S
        while not (self._render.path_of(text).exists() and self.sound_of(text) in self.sound):
            assert time.monotonic() < until, f"never heard: {text}"
            time.sleep(0.01)


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Heard]:
    (tmp_path / "card.py").write_text(CARD)
    command = f"{sys.executable} -I -S {tmp_path}/card.py {tmp_path}/card.raw {BYTES_A_SECOND}"
    (tmp_path / ".asoundrc").write_text(
        f'pcm.!default {{ type file slave.pcm "null" file "| {command}" format "raw" }}\n'
    )
    monkeypatch.setenv("HOME", str(tmp_path))
    made = Heard(tmp_path)
    yield made
    made.voice.close()


def test_sentences_that_queue_are_heard_whole_once_and_in_their_order(heard: Heard) -> None:
    texts = [f"Number {number}, Ben takes the pot." for number in ("one", "two", "three", "four")]
    for text in texts:
        heard.voice.say(text, expires_s=PATIENCE_S)
    heard.wait_for(texts[-1])
    sound = heard.sound
    places = [sound.find(heard.sound_of(text)) for text in texts]
    assert -1 not in places
    assert places == sorted(places)
    assert [sound.count(heard.sound_of(text)) for text in texts] == [1, 1, 1, 1]
    assert heard.statuses == []


def test_a_verdict_cuts_a_sentence_short_and_is_heard_whole(heard: Heard) -> None:
    heard.voice.say(LONG, expires_s=PATIENCE_S)
    heard.voice.say("This would sound like news.", expires_s=PATIENCE_S)
    until = time.monotonic() + PATIENCE_S
    while not heard.sound:
        assert time.monotonic() < until
        time.sleep(0.005)
    heard.voice.say("Ben was first.", priority="verdict", expires_s=PATIENCE_S)
    heard.wait_for("Ben was first.")
    sound, whole = heard.sound, heard.sound_of(LONG)
    cut = sound.find(heard.sound_of("Ben was first."))
    assert 0 < cut < len(whole)
    assert sound[:4096] == whole[:4096]  # it began as it should
    time.sleep(0.3)
    after = heard.sound[cut + len(heard.sound_of("Ben was first.")) :]
    assert not any(after)  # silence: what the verdict overtook is not said any more
    assert heard.statuses == []


def test_a_machine_without_a_sound_card_says_so_once(heard: Heard, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    silent = Heard(tmp_path / "other", device="no-such-card")
    try:
        for number in range(3):
            silent.voice.say(f"Sentence {number}.", expires_s=PATIENCE_S)
        until = time.monotonic() + PATIENCE_S
        while not silent.statuses:
            assert time.monotonic() < until
            time.sleep(0.01)
        time.sleep(0.3)
    finally:
        silent.voice.close()
    (told,) = silent.statuses
    assert not told.ok
    assert "captions are on every page" in told.text
