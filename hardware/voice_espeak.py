"""Sentences to WAV files through pyttsx3 and eSpeak NG, whole and each only once."""

import hashlib
import threading
import time
import wave
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hardware.voice import VoiceUnavailableError, silent_because

RATE_WPM = 165
"""Words a minute; eSpeak's own 200 is hard to follow across a table."""
INSTALL_ESPEAK = "Cure: sudo apt install espeak-ng"
ENGLISH: Mapping[str, str] = MappingProxyType({"en": "gmw/en"})
"""What is spoken where nobody chose: English by its own voice."""
RENDER_S = 10.0
TRIES = 3
CACHE_BYTES = 64 * 1024 * 1024


class EspeakRenderer:
    """Text to cached WAV files through pyttsx3, all in the thread that calls it first.

    Args:
        cache_dir: Where the files are kept; made when it is not there.
        voices: Language to a voice of eSpeak NG, such as `gmw/de`; others are read as English.
        rate: Words a minute.
    """

    def __init__(
        self, cache_dir: Path, *, voices: Mapping[str, str] = ENGLISH, rate: int = RATE_WPM
    ) -> None:
        self._directory = cache_dir
        self._voices = voices
        self._present = ""
        self._rate = rate
        self._engine: Any = None
        self._finished = threading.Event()
        self._cut = False
        self._is_busy: Callable[[], bool] = lambda: False

    def __call__(self, text: str, language: str = "") -> Path:
        """The file that says `text` in a language. Raises VoiceUnavailableError."""
        path = self.path_of(text, language)
        if path.exists():
            return path
        if self._engine is None:
            self._engine = self._start()
        self._speak_as(self._voice_of(language))
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

    def _voice_of(self, language: str) -> str:
        return self._voices.get(language) or self._voices.get("en") or ENGLISH["en"]

    def _speak_as(self, voice: str) -> None:
        """Change the voice only where another is wanted; one that is not there leaves the old."""
        if voice == self._present:
            return
        try:
            self._engine.setProperty("voice", voice)
        except Exception as error:
            raise VoiceUnavailableError(
                silent_because(
                    f"eSpeak NG has no voice {voice}: {error}. Choose one that "
                    "`espeak-ng --voices` lists, in [voice] of the configuration"
                )
            ) from error
        self._present = voice

    def path_of(self, text: str, language: str = "") -> Path:
        """Where the sound of `text` is kept, whether it is there yet or not."""
        key = f"{text}\0{self._voice_of(language)}\0{self._rate}".encode()
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
        except ImportError as error:
            raise VoiceUnavailableError(
                silent_because(
                    f"The package pyttsx3 cannot be used: {error}. Cure: pip install pyttsx3 in "
                    "the companion's environment"
                )
            ) from error
        try:
            vars(espeak)["print"] = _quiet  # it prints a line for each file to standard output
            engine = pyttsx3.init("espeak")
            self._is_busy = _espeak.IsPlaying
            engine.connect("finished-utterance", self._when_finished)
            engine.setProperty("rate", self._rate)
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
