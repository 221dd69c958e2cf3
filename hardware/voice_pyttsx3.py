"""The voice of pyttsx3 over eSpeak NG, so used that it loses nothing and can be interrupted.

Why not `say()` and `runAndWait()`: of several queued sentences only the last is spoken, playback
cannot be interrupted, and a machine without sound reports success. So one worker thread owns
pyttsx3, renders each sentence to a WAV file once, and plays it with an `aplay` process of its own,
whose exit code tells the truth.
"""

import contextlib
import hashlib
import os
import subprocess
import threading
import time
import wave
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from hardware.errors import HardwareError
from hardware.events import SensorStatus
from hardware.voice import STALE_NS, OnStatus, Queue, Utterance

RATE_WPM = 165
"""Words a minute; eSpeak's own 200 is hard to follow across a table."""

VERDICT_STALE_NS = 10_000_000_000
"""A verdict is worth hearing after the one before it."""

RETRY_NS = 30_000_000_000
"""After a failure sentences are dropped unsaid for so long; then the next one is tried."""

INSTALL_ESPEAK = "Cure: sudo apt install espeak-ng"
RENDER_S = 10.0
TRIES = 3
CACHE_BYTES = 64 * 1024 * 1024


class VoiceUnavailableError(HardwareError, OSError):
    """Nothing can be heard now; the text says why, and the cure."""


class Playing(Protocol):
    """A sound that is being played."""

    def wait(self) -> str:
        """Blocks until it ended; empty where it was played, else what went wrong."""

    def stop(self) -> None:
        """Fall silent at once. From any thread, idempotent."""


Render = Callable[[str], Path]
Play = Callable[[Path], Playing]


class PyttsxVoice:
    """Speaks in a thread of its own. Implements `hardware.voice.Voice`.

    Args:
        on_status: Told when the voice is lost and when it is back, once each.
        render: From text to a WAV file; called in the worker alone. Raises VoiceUnavailableError.
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
    ) -> None:
        """See `Voice.say`; a verdict waits ten seconds for its turn, and cuts others short."""
        if priority == "quiet" or not text.strip():
            return
        wait_ns = VERDICT_STALE_NS if priority == "verdict" else STALE_NS
        if expires_s is not None:
            wait_ns = round(expires_s * 1e9)
        utterance = Utterance(
            text=text, priority=priority, key=key, seq=seq, expires=self._clock() + wait_ns
        )
        with self._changed:
            self._queue.put(utterance)
            current = self._current
            if priority == "verdict" and current is not None and current.priority != "verdict":
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
        path = self._render(utterance.text)
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


def silent_because(reason: str) -> str:
    """For a voice that is lost: what it means and where to look."""
    return (
        f"The voice cannot be heard ({reason}); captions are on every page. Run: companion doctor"
    )


class EspeakRenderer:
    """Text to cached WAV files through pyttsx3, all in the thread that calls it first.

    Args:
        cache_dir: Where the files are kept; made when it is not there.
        voice: A voice of eSpeak NG, such as `gmw/en`; empty for its English default.
        rate: Words a minute.
    """

    def __init__(self, cache_dir: Path, *, voice: str = "", rate: int = RATE_WPM) -> None:
        self._directory = cache_dir
        self._voice = voice
        self._rate = rate
        self._engine: Any = None
        self._finished = threading.Event()
        self._cut = False
        self._is_busy: Callable[[], bool] = lambda: False

    def __call__(self, text: str) -> Path:
        """The file that says `text`. Raises VoiceUnavailableError."""
        path = self.path_of(text)
        if path.exists():
            return path
        if self._engine is None:
            self._engine = self._start()
        part = path.with_suffix(".part")
        for _ in range(TRIES):
            if self._rendered(text, part):
                part.replace(path)
                return path
        part.unlink(missing_ok=True)
        raise VoiceUnavailableError(silent_because(f"eSpeak NG made no sound. {INSTALL_ESPEAK}"))

    def _rendered(self, text: str, part: Path) -> bool:
        """Whether `part` holds the whole sentence now.

        `runAndWait` stops whatever eSpeak is still at before it starts, and that stop can hit the
        new sentence (12 of 40 second sentences came out empty); so eSpeak must be at rest first.
        It may also return before the file is written.
        """
        until = time.monotonic() + RENDER_S
        while self._is_busy() and time.monotonic() < until:
            time.sleep(0.001)
        self._finished.clear()
        self._cut = False
        self._engine.save_to_file(text, str(part))
        self._engine.runAndWait()
        return self._finished.wait(RENDER_S) and not self._cut and _has_sound(part)

    def path_of(self, text: str) -> Path:
        """Where the sound of `text` is kept, whether it is there yet or not."""
        key = f"{text}\0{self._voice}\0{self._rate}".encode()
        return self._directory / f"{hashlib.sha256(key).hexdigest()[:32]}.wav"

    def _start(self) -> Any:
        """Import and start pyttsx3: 0.1 s that the companion's start does not pay."""
        try:
            self._directory.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise VoiceUnavailableError(
                silent_because(f"{self._directory} cannot be written: {error.strerror}")
            ) from error
        prune(self._directory)
        try:
            import pyttsx3
            from pyttsx3.drivers import _espeak, espeak

            vars(espeak)["print"] = _quiet  # it prints a line for each file to standard output
            engine = pyttsx3.init("espeak")
            self._is_busy = _espeak.IsPlaying
            engine.connect("finished-utterance", self._when_finished)
            engine.setProperty("rate", self._rate)
            if self._voice:
                engine.setProperty("voice", self._voice)
        except Exception as error:
            raise VoiceUnavailableError(
                silent_because(f"eSpeak NG does not start: {error}. {INSTALL_ESPEAK}")
            ) from error
        return engine

    def _when_finished(self, name: object = None, *, completed: object = None) -> None:
        """Called by eSpeak's own thread when the file is written; the names are pyttsx3's."""
        self._cut = self._cut or not completed
        self._finished.set()


def _quiet(*_: object, **__: object) -> None:
    """In place of print."""


def _has_sound(path: Path) -> bool:
    try:
        with wave.open(str(path)) as file:
            return bool(file.getnframes() > 0)
    except (OSError, EOFError, wave.Error):
        return False


def prune(directory: Path, limit: int = CACHE_BYTES) -> None:
    """Delete the files that were not made for longest until no more than `limit` bytes are left."""
    files = sorted(directory.glob("*.wav"), key=lambda file: file.stat().st_mtime_ns)
    total = sum(file.stat().st_size for file in files)
    for file in files:
        if total <= limit:
            return
        total -= file.stat().st_size
        file.unlink(missing_ok=True)


class AplayPlayer:
    """Plays files with a process of its own, so that a verdict can kill it.

    Args:
        command: What to start; the file's path is appended.
    """

    def __init__(self, command: Sequence[str] = ("aplay", "-q")) -> None:
        self._command = tuple(command)

    def __call__(self, path: Path) -> Playing:
        """Start to play. Raises VoiceUnavailableError where there is no player."""
        try:
            process = subprocess.Popen(
                [*self._command, str(path)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                env={**os.environ, "LC_ALL": "C"},
            )
        except OSError as error:
            raise VoiceUnavailableError(
                silent_because(
                    f"{self._command[0]} does not start: {error.strerror}. "
                    "Cure: sudo apt install alsa-utils"
                )
            ) from error
        return _PlayingProcess(process)


class _PlayingProcess:
    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def wait(self) -> str:
        _, errors = self._process.communicate()
        if self._process.returncode == 0:
            return ""
        lines = errors.strip().splitlines()
        reason = lines[-1] if lines else f"exit code {self._process.returncode}"
        return silent_because(
            f"{reason}. Cure: connect a loudspeaker, and see that aplay -l lists it"
        )

    def stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()


def pyttsx3_voice(
    on_status: OnStatus, cache_dir: Path, *, voice: str = "", rate: int = RATE_WPM
) -> PyttsxVoice:
    """The real voice, ready; pyttsx3 is imported with its first sentence, in its own thread."""
    render = EspeakRenderer(cache_dir, voice=voice, rate=rate)
    return PyttsxVoice(on_status, render=render, play=AplayPlayer())
