"""The voice of pyttsx3 over eSpeak NG, so used that it loses nothing and can be interrupted.

Why not `say()` and `runAndWait()`: of several queued sentences only the last is spoken, playback
cannot be interrupted, and a machine without sound reports success. So one worker thread owns
pyttsx3, renders each sentence to a WAV file once, and plays it with an `aplay` process of its own,
whose exit code tells the truth.
"""

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from hardware.events import SensorStatus
from hardware.voice import (
    STALE_NS,
    OnStatus,
    Playing,
    Queue,
    Utterance,
    VoiceUnavailableError,
    cuts,
    silent_because,
)
from hardware.voice_aplay import AplayPlayer
from hardware.voice_espeak import ENGLISH, RATE_WPM, EspeakRenderer

__all__ = ["AplayPlayer", "EspeakRenderer", "PyttsxVoice", "pyttsx3_voice"]

RETRY_NS = 30_000_000_000
"""After a failure sentences are dropped unsaid for so long; then the next one is tried."""


Render = Callable[[str, str], Path]
"""Text and language to a WAV file."""
Play = Callable[[Path], Playing]


class PyttsxVoice:
    """Speaks in a thread of its own. Implements `hardware.voice.Voice`.

    Args:
        on_status: Told when the voice is lost and when it is back, once each.
        render: From text and language to a WAV file; called in the worker alone. Raises
            VoiceUnavailableError.
        play: Starts to play a file. Raises VoiceUnavailableError.
        clock: ns on CLOCK_MONOTONIC.
    """

    def __init__(
        self,
        on_status: OnStatus,
        *,
        render: Render,
        play: Play,
        clock: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._on_status = on_status
        self._render = render
        self._play = play
        self._clock = clock
        self._queue = Queue()
        self._changed = threading.Condition()
        self._closing = False
        self._current: Utterance | None = None
        self._sound: Playing | None = None
        self._unwanted = False
        self._works = True
        self._deaf_until = 0
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    def say(
        self,
        text: str,
        *,
        priority: str = "say",
        key: str = "",
        seq: int = 0,
        expires_s: float | None = None,
        language: str = "",
    ) -> None:
        """See `Voice.say`; a verdict cuts others short."""
        if priority == "quiet" or not text.strip():
            return
        wait_ns = STALE_NS if expires_s is None else round(expires_s * 1e9)
        utterance = Utterance(
            text=text,
            priority=priority,
            key=key,
            seq=seq,
            expires=self._clock() + wait_ns,
            language=language,
        )
        with self._changed:
            self._queue.put(utterance)
            if cuts(utterance, self._current):
                self._stop_current()
            self._changed.notify()

    def retract(self, seq: int) -> None:
        """See `Voice.retract`."""
        with self._changed:
            self._queue.retract(seq)
            if self._current is not None and self._current.seq == seq:
                self._stop_current()

    def close(self) -> None:
        """See `Voice.close`."""
        with self._changed:
            self._closing = True
            self._queue.clear()
            self._stop_current()
            self._changed.notify()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _stop_current(self) -> None:
        self._unwanted = True
        if self._sound is not None:
            self._sound.stop()

    def _run(self) -> None:
        while (utterance := self._next()) is not None:
            try:
                trouble = self._speak(utterance)
            except VoiceUnavailableError as error:
                trouble = str(error)
            except Exception as error:  # noqa: BLE001  the voice may fail, the game goes on
                trouble = silent_because(f"{type(error).__name__}: {error}")
            if trouble is not None:
                self._report(trouble)

    def _next(self) -> Utterance | None:
        with self._changed:
            while not self._closing:
                self._current = None
                utterance = self._queue.take(self._clock())
                if utterance is not None and self._clock() >= self._deaf_until:
                    self._current, self._unwanted = utterance, False
                    return utterance
                if utterance is None:
                    self._changed.wait()
            return None

    def _speak(self, utterance: Utterance) -> str | None:
        """Render and play; what went wrong, empty for nothing, None where it was cut short."""
        path = self._render(utterance.text, utterance.language)
        with self._changed:
            if self._unwanted:
                return None
            self._sound = sound = self._play(path)
        trouble = sound.wait()
        with self._changed:
            self._sound = None
            return None if self._cut_short() else trouble

    def _cut_short(self) -> bool:
        return self._unwanted

    def _report(self, trouble: str) -> None:
        """Only what is new: the voice is lost, or it is back."""
        self._deaf_until = self._clock() + RETRY_NS if trouble else 0
        works = not trouble
        if works == self._works:
            return
        self._works = works
        text = trouble or "The voice can be heard again."
        self._on_status(SensorStatus(sensor="voice", ok=works, text=text, source="pyttsx3"))


def pyttsx3_voice(
    on_status: OnStatus,
    cache_dir: Path,
    *,
    voices: Mapping[str, str] = ENGLISH,
    rate: int = RATE_WPM,
) -> PyttsxVoice:
    """The real voice, ready; pyttsx3 is imported with its first sentence, in its own thread."""
    render = EspeakRenderer(cache_dir, voices=voices, rate=rate)
    return PyttsxVoice(on_status, render=render, play=AplayPlayer())
