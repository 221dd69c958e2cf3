"""The voice: nothing lost, nothing late, a verdict at once, and honest about silence."""

import shutil
import subprocess
import sys
import threading
import time
import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hardware.events import SensorStatus
from hardware.fakes import RecordingPlayer
from hardware.voice import Queue, Utterance, VoiceUnavailableError
from hardware.voice_aplay import AplayPlayer
from hardware.voice_espeak import EspeakRenderer, prune
from hardware.voice_pyttsx3 import PyttsxVoice

SECOND = 1_000_000_000


class Sitting:
    """A voice whose sounds the test ends by hand; file names are the sentences."""

    def __init__(self, directory: Path) -> None:
        self.now = 0
        self.statuses: list[SensorStatus] = []
        self.player = RecordingPlayer(by_hand=True)
        self.broken = ""
        self._directory = directory
        self.voice = PyttsxVoice(
            self.statuses.append, render=self._render, play=self._play, clock=lambda: self.now
        )

    def _render(self, text: str, language: str) -> Path:
        if self.broken:
            raise VoiceUnavailableError(self.broken)
        return self._directory / text

    def _play(self, path: Path) -> Any:
        return self.player(path)

    def begun(self, count: int) -> list[str]:
        assert self.player.wait_for(count, 60), self.said
        return self.said

    def end(self, number: int) -> None:
        self.player.sounds[number - 1].end()

    @property
    def said(self) -> list[str]:
        return [sound.path.name for sound in self.player.sounds]

    def finish(self) -> list[str]:
        """Let every sound end until the voice has nothing more to say."""
        last = Utterance(text="done")
        self.voice.say("done", expires_s=1000)
        number = 1
        while last.text not in self.said or number <= len(self.said):
            self.begun(number)
            self.end(number)
            number += 1
        return self.said[:-1]


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    made = Sitting(tmp_path)
    yield made
    made.voice.close()


def test_several_sentences_are_all_said_in_order(sitting: Sitting) -> None:
    """pyttsx3 on its own speaks only the last of them."""
    for text in ("one", "two", "three", "four"):
        sitting.voice.say(text)
    assert sitting.finish() == ["one", "two", "three", "four"]


def test_a_verdict_cuts_a_sentence_short_and_what_it_overtakes_is_not_said(
    sitting: Sitting,
) -> None:
    sitting.voice.say("a long story")
    sitting.begun(1)
    sitting.voice.say("later")
    sitting.voice.say("Ann was first", priority="verdict")
    assert sitting.begun(2) == ["a long story", "Ann was first"]
    assert sitting.player.sounds[0].stopped
    assert sitting.finish() == ["a long story", "Ann was first"]


def test_a_verdict_lets_the_verdict_before_it_end(sitting: Sitting) -> None:
    sitting.voice.say("first", priority="verdict")
    sitting.begun(1)
    sitting.voice.say("second", priority="verdict")
    sitting.voice.say("third", priority="verdict")
    assert not sitting.player.sounds[0].stopped
    assert sitting.finish() == ["first", "second", "third"]


def test_a_sentence_that_waited_two_seconds_is_stale(sitting: Sitting) -> None:
    sitting.voice.say("now")
    sitting.begun(1)
    sitting.voice.say("stale")
    sitting.voice.say("patient", expires_s=5)
    sitting.now = 3 * SECOND
    sitting.end(1)
    assert sitting.finish() == ["now", "patient"]


def test_a_verdict_that_waited_two_seconds_is_stale_too(sitting: Sitting) -> None:
    sitting.voice.say("Ann was first", priority="verdict")
    sitting.begun(1)
    sitting.voice.say("Too close to call", priority="verdict")
    sitting.now = 3 * SECOND
    sitting.end(1)
    assert sitting.finish() == ["Ann was first"]


def test_of_two_sentences_with_one_key_only_the_later_is_said(
    sitting: Sitting,
) -> None:
    sitting.voice.say("now")
    sitting.begun(1)
    sitting.voice.say("Ben has 3 coins", key="coins")
    sitting.voice.say("and more")
    sitting.voice.say("Ben has 4 coins", key="coins")
    assert sitting.finish() == ["now", "and more", "Ben has 4 coins"]


def test_what_was_undone_is_not_said(sitting: Sitting) -> None:
    sitting.voice.say("of entry 7", seq=7)
    sitting.begun(1)
    sitting.voice.say("also of 7", seq=7)
    sitting.voice.say("of entry 8", seq=8)
    sitting.voice.retract(7)
    sitting.begun(2)
    assert sitting.player.sounds[0].stopped
    assert sitting.finish() == ["of entry 7", "of entry 8"]


def test_a_quiet_sentence_is_a_caption_only(sitting: Sitting) -> None:
    sitting.voice.say("psst", priority="quiet")
    sitting.voice.say("  ")
    assert sitting.finish() == []


def test_a_silent_machine_is_told_once_and_comes_back_by_itself(sitting: Sitting) -> None:
    sitting.player.trouble = "no loudspeaker"
    sitting.voice.say("one")
    sitting.begun(1)
    sitting.end(1)
    wait_for(lambda: len(sitting.statuses) == 1)
    assert not sitting.statuses[0].ok
    assert sitting.statuses[0].sensor == "voice"
    sitting.voice.say("dropped: the machine is known to be silent", expires_s=1000)
    wait_for(lambda: len(sitting.voice._queue) == 0)
    sitting.now = 31 * SECOND
    sitting.voice.say("two")
    sitting.begun(2)
    sitting.end(2)  # still silent: not told again
    sitting.player.trouble = ""
    wait_for(lambda: sitting.voice._current is None)
    sitting.now = 62 * SECOND
    sitting.voice.say("three")
    sitting.begun(3)
    sitting.end(3)
    wait_for(lambda: len(sitting.statuses) == 2)
    assert [status.ok for status in sitting.statuses] == [False, True]
    assert sitting.said == ["one", "two", "three"]


def test_a_renderer_that_fails_is_told_with_its_cure(sitting: Sitting) -> None:
    sitting.broken = "no espeak-ng; install it"
    sitting.voice.say("one")
    wait_for(lambda: len(sitting.statuses) == 1)
    assert sitting.statuses[0].text == "no espeak-ng; install it"
    assert sitting.said == []


def test_closing_falls_silent_at_once_and_twice_does_no_harm(sitting: Sitting) -> None:
    sitting.voice.say("a long story")
    sitting.begun(1)
    sitting.voice.say("never said")
    sitting.voice.close()
    sitting.voice.close()
    assert sitting.player.sounds[0].stopped
    assert sitting.said == ["a long story"]


def test_a_queue_is_drained_in_the_order_in_which_it_was_filled() -> None:
    """A verdict overtakes what is older and less; that is not said after it."""
    queue = Queue()
    for text, priority in (("a", "say"), ("b", "verdict"), ("c", "say"), ("d", "verdict")):
        queue.put(Utterance(text=text, priority=priority, expires=10))
    assert len(queue) == 2
    taken = [found.text for _ in range(2) if (found := queue.take(0))]
    assert taken == ["b", "d"]
    assert queue.take(0) is None


# With the real pyttsx3 and eSpeak NG


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> EspeakRenderer:
    return EspeakRenderer(tmp_path_factory.mktemp("voice"))


def seconds(path: Path) -> float:
    with wave.open(str(path)) as file:
        return file.getnframes() / file.getframerate()


def test_each_sentence_becomes_a_sound_of_sensible_length(rendered: EspeakRenderer) -> None:
    sentences = {
        "Liza, doubles, 412 milliseconds.": (1.5, 5.0),
        "Go.": (0.2, 1.5),
        "Improper grab. Timbo is cursed.": (1.2, 4.0),
        "Treasure of three. Ben faces it with three chances.": (2.0, 5.5),
    }
    paths = [rendered(text) for text in sentences]
    assert len(set(paths)) == len(sentences)
    for path, (shortest, longest) in zip(paths, sentences.values(), strict=True):
        assert shortest < seconds(path) < longest


def test_a_sentence_is_rendered_once(rendered: EspeakRenderer) -> None:
    path = rendered("The same again.")
    made = path.stat().st_mtime_ns
    assert rendered("The same again.") == path
    assert path.stat().st_mtime_ns == made


def test_one_sentence_after_another_is_whole(tmp_path: Path) -> None:
    """pyttsx3 can cut a sentence short that follows another closely; two runs must agree."""
    texts = [f"Liza, doubles, {n} milliseconds." for n in range(15)]
    runs = [EspeakRenderer(tmp_path / name) for name in ("a", "b")]
    lengths = [[seconds(run(text)) for text in texts] for run in runs]
    assert lengths[0] == pytest.approx(lengths[1], abs=0.2)  # eSpeak repeats itself to 0.05 s
    assert min(lengths[0]) > 1.5


def test_voice_and_rate_have_files_of_their_own(tmp_path: Path) -> None:
    paths = {EspeakRenderer(tmp_path, rate=rate).path_of("Go.") for rate in (120, 165)}
    paths.add(EspeakRenderer(tmp_path, voices={"en": "gmw/en-us"}).path_of("Go."))
    assert len(paths) == 3


def test_the_real_voice_says_all_of_several_sentences(tmp_path: Path) -> None:
    player = RecordingPlayer()
    voice = PyttsxVoice(lambda _: None, render=EspeakRenderer(tmp_path), play=player)
    texts = [f"Sentence number {n}." for n in range(5)]
    try:
        for text in texts:
            voice.say(text, expires_s=60)
        assert player.wait_for(5, 60)
    finally:
        voice.close()
    expected = [EspeakRenderer(tmp_path).path_of(text) for text in texts]
    assert [sound.path for sound in player.sounds] == expected
    assert all(seconds(path) > 0.5 for path in expected)


def test_nothing_is_printed_on_standard_output(tmp_path: Path) -> None:
    """Commands with --json print only JSON there; pyttsx3 prints a line for each file."""
    code = (
        "from pathlib import Path; from hardware.voice_pyttsx3 import EspeakRenderer;"
        f"print(EspeakRenderer(Path({str(tmp_path)!r}))('Go.').stat().st_size > 1000)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "True\n"


def test_pyttsx3_costs_the_start_nothing(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from hardware.voice_pyttsx3 import pyttsx3_voice;"
        f"v = pyttsx3_voice(print, Path({str(tmp_path)!r}));"
        "print([m for m in ('pyttsx3', 'gpiozero', 'numpy') if m in sys.modules]); v.close()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "[]\n"


def test_a_cache_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(VoiceUnavailableError, match="cannot be written"):
        EspeakRenderer(tmp_path / "file" / "voice")("Go.")


def test_a_missing_espeak_is_named_with_its_cure(tmp_path: Path, monkeypatch: Any) -> None:
    import pyttsx3

    def absent(*_: Any, **__: Any) -> None:
        raise RuntimeError("you probably do not have eSpeak-ng installed")

    monkeypatch.setattr(pyttsx3, "init", absent)
    with pytest.raises(VoiceUnavailableError, match="apt install espeak-ng"):
        EspeakRenderer(tmp_path)("Go.")


def test_a_missing_pyttsx3_is_named_with_what_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyttsx3", None)
    with pytest.raises(VoiceUnavailableError, match="pip install pyttsx3"):
        EspeakRenderer(tmp_path)("Go.")


def test_old_sounds_make_room(tmp_path: Path) -> None:
    import os

    for n in range(5):
        file = tmp_path / f"{n}.wav"
        file.write_bytes(bytes(100))
        os.utime(file, (n, n))
    prune(tmp_path, limit=250)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["3.wav", "4.wav"]


# With a real player process

needs_aplay = pytest.mark.skipif(shutil.which("aplay") is None, reason="aplay is not installed")


@needs_aplay
def test_aplay_plays_the_whole_sentence(
    tmp_path: Path, monkeypatch: Any, rendered: EspeakRenderer
) -> None:
    """A sound card made of a file records what was played."""
    recording = tmp_path / "played.wav"
    (tmp_path / ".asoundrc").write_text(
        f'pcm.!default {{ type file slave.pcm "null" file "{recording}" format "wav" }}\n'
    )
    monkeypatch.setenv("HOME", str(tmp_path))
    sentence = rendered("Liza, doubles, 412 milliseconds.")
    assert AplayPlayer()(sentence).wait() == ""
    assert seconds(recording) >= seconds(sentence)


@needs_aplay
def test_a_machine_without_sound_does_not_report_success(rendered: EspeakRenderer) -> None:
    trouble = AplayPlayer(("aplay", "-q", "-D", "no-such-device"))(rendered("Go.")).wait()
    assert "captions are on every page" in trouble


def test_a_player_that_fails_says_what_it_said(tmp_path: Path) -> None:
    player = AplayPlayer(("sh", "-c", "echo 'audio open error: No such device' >&2; exit 1"))
    trouble = player(tmp_path).wait()
    assert "audio open error: No such device" in trouble
    assert "aplay -l" in trouble


def test_a_player_that_plays_says_nothing(tmp_path: Path) -> None:
    assert AplayPlayer(("sh", "-c", "exit 0"))(tmp_path).wait() == ""


def test_a_missing_player_is_named_with_its_cure(tmp_path: Path) -> None:
    with pytest.raises(VoiceUnavailableError, match="apt install alsa-utils"):
        AplayPlayer(("no-such-player",))(tmp_path)


def test_a_stopped_player_is_silent_at_once(tmp_path: Path) -> None:
    playing = AplayPlayer(("sleep", "60"))
    sound = playing(Path("60"))
    ended = threading.Event()

    def wait() -> None:
        sound.wait()
        ended.set()

    thread = threading.Thread(target=wait)
    thread.start()
    began = time.monotonic()
    sound.stop()
    assert ended.wait(30)
    thread.join()
    sound.stop()
    assert time.monotonic() - began < 30  # the sound itself takes a minute


def wait_for(condition: Callable[[], bool], patience_s: float = 60.0) -> None:
    until = time.monotonic() + patience_s
    while not condition():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.002)
