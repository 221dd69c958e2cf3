"""From asking for a sentence to its first sound: known from before, and new.

The product's own player, aplay, plays into a sound card made of a FIFO, whose reader notes the
instant of the first byte; a real card's own buffer comes on top, and differs from card to card.
"""

import os
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from companion.bench.row import BenchRow, beside
from hardware.voice import Playing
from hardware.voice_aplay import AplayPlayer
from hardware.voice_espeak import EspeakRenderer
from hardware.voice_pyttsx3 import PyttsxVoice

SENTENCES = 40
WAIT_S = 20.0
TEXT = "Ben was first, {number} milliseconds after the card."
CACHED_LIMIT_MS, NEW_LIMIT_MS = 150.0, 300.0
"""What a player may have to wait for the first sound."""


class NoSoundError(RuntimeError):
    """A sentence was not spoken in time; the message says which."""


class FirstByte:
    """aplay on a FIFO in place of a sound card, read by a thread that notes when sound came."""

    def __init__(self, folder: Path) -> None:
        self._fifo = folder / "card"
        os.mkfifo(self._fifo)
        self._heard = threading.Condition()
        self._instants: list[int] = []
        self._player = AplayPlayer(("aplay", "-q", "-D", f"file:FILE={self._fifo},FORMAT=raw"))
        threading.Thread(target=self._listen, name="sound card", daemon=True).start()

    def __call__(self, path: Path) -> Playing:
        """Start to play."""
        return self._player(path)

    def _listen(self) -> None:
        while True:
            with self._fifo.open("rb", buffering=0) as card:
                if not card.read(1):
                    continue
                instant = time.monotonic_ns()
                while card.read(65536):
                    pass
            with self._heard:
                self._instants.append(instant)
                self._heard.notify_all()

    def instant(self, number: int) -> int:
        """When sound `number` (from 0) began, ns. Raises NoSoundError."""
        with self._heard:
            if not self._heard.wait_for(lambda: len(self._instants) > number, WAIT_S):
                raise NoSoundError(f"sentence {number} was not heard within {WAIT_S:.0f} s")
            return self._instants[number]


def rows() -> list[BenchRow]:
    """Median and slowest of both, beside what they may take."""
    if shutil.which("espeak-ng") is None or shutil.which("aplay") is None:
        raise NoSoundError("No voice here. Cure: sudo apt install espeak-ng alsa-utils")
    folder = Path(tempfile.mkdtemp(prefix="companion-voice-"))
    try:
        card = FirstByte(folder)
        voice = PyttsxVoice(_nobody, render=EspeakRenderer(folder / "cache"), play=card)
        try:
            told = _Asking(voice.say, card)
            told.first_ms("Ready.")  # eSpeak is started once, before play
            new = [told.first_ms(TEXT.format(number=n)) for n in range(SENTENCES)]
            known = [told.first_ms(TEXT.format(number=n)) for n in range(SENTENCES)]
        finally:
            voice.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return [
        *_told("first sound of a sentence known from before", known, CACHED_LIMIT_MS),
        *_told("first sound of a new sentence", new, NEW_LIMIT_MS),
    ]


class _Asking:
    def __init__(self, say: Callable[..., None], card: FirstByte) -> None:
        self._say, self._card, self._count = say, card, 0

    def first_ms(self, text: str) -> float:
        asked = time.monotonic_ns()
        self._say(text, expires_s=WAIT_S)
        heard = self._card.instant(self._count)
        self._count += 1
        return (heard - asked) / 1e6


def _told(what: str, times_ms: list[float], limit_ms: float) -> list[BenchRow]:
    median, slowest = statistics.median(times_ms), max(times_ms)
    limit = f"limit {limit_ms:.0f} ms"
    return [
        beside(f"{what}, median of {len(times_ms)}", median, "ms", peer=limit, peer_value=limit_ms),
        beside(f"{what}, slowest", slowest, "ms", peer=limit, peer_value=limit_ms),
    ]


def _nobody(_: object) -> None:
    """Statuses are of no interest: a silent voice shows itself by the wait."""
