"""Fakes that are shipped: a board, presses by script, a clock, voices without sound."""

import socket
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import Struct

from hardware.board_link import Reconfigure, Stop, ToBoard, ToCompanion
from hardware.channel import Channel, ChannelClosedError
from hardware.events import Beep, EdgesUntil, Lamps, Lit, Press, SensorStatus
from hardware.timing import MS, Instant, Interval


class FakeClock:
    """A clock that stands still until it is moved (`hardware.timing.Clock`)."""

    def __init__(self, now: Instant = 0) -> None:
        self._now = now

    def now(self) -> Instant:
        """The present instant, ns."""
        return self._now

    def move_on(self, ms: float) -> None:
        """Let `ms` pass."""
        self._now += round(ms * MS)


class FakeBoard:
    """The board's end of a channel, without pins: say what happens, look at the lamps.

    `channel_end` is the socket to give to whoever talks to a board.
    """

    def __init__(self, *, run: int = 0) -> None:
        self.channel_end, ours = socket.socketpair()
        self._channel: Channel[ToBoard] = Channel(ours, ToBoard)
        self._run_number = run
        self._heard = threading.Condition()
        self.lamps: Lamps | None = None
        self.beeps: list[Beep] = []
        self.config: Reconfigure | None = None
        self.stopped = False
        self._thread = threading.Thread(target=self._listen, name="fake board", daemon=True)
        self._thread.start()

    def press(
        self, seat: int, at_ms: float, *, error_ms: float = 0.0, button: str = "grab"
    ) -> None:
        """Seat `seat` (0 for the first) pressed at `at_ms`; it may have been `error_ms` earlier."""
        at = Interval(round((at_ms - error_ms) * MS), round(at_ms * MS))
        self.tell(Press(seat=seat, at=at, run=self._run_number, button=button))

    def mark(self, ms: float) -> None:
        """Everything up to `ms` was told."""
        self.tell(EdgesUntil(ns=round(ms * MS), run=self._run_number))

    def lit(self, ident: int, at_ms: float, *, error_ms: float = 0.0) -> None:
        """The signal with this number was given at `at_ms`, or up to `error_ms` before."""
        at = Interval(round((at_ms - error_ms) * MS), round(at_ms * MS))
        self.tell(Lit(ident=ident, at=at, run=self._run_number))

    def status(self, *, ok: bool, text: str = "") -> None:
        """The buttons came or went."""
        self.tell(SensorStatus(sensor="buttons", ok=ok, text=text, source="mock"))

    def tell(self, *messages: ToCompanion) -> None:
        """Anything a board can say. Raises ChannelClosedError."""
        self._channel.send(*messages)

    def wait_until(self, heard: Callable[["FakeBoard"], bool], seconds: float = 5.0) -> bool:
        """Whether `heard(board)` became true within `seconds`."""
        with self._heard:
            return self._heard.wait_for(lambda: heard(self), seconds)

    def close(self) -> None:
        """Idempotent; like a board that died."""
        self._channel.close()
        self._thread.join()

    def _listen(self) -> None:
        try:
            while True:
                self._hear(self._channel.receive())
        except ChannelClosedError:
            pass

    def _hear(self, message: ToBoard) -> None:
        with self._heard:
            match message:
                case Lamps():
                    self.lamps = message
                case Beep():
                    self.beeps.append(message)
                case Reconfigure():
                    self.config = message
                case Stop():
                    self.stopped = True
            self._heard.notify_all()


class ScriptedPresses:
    """Presses known beforehand, told as time passes, each before the mark that covers it."""

    def __init__(self, presses: Iterable[Press]) -> None:
        self._waiting = sorted(presses, key=lambda press: press.at.earliest)

    def until(self, ns: Instant) -> tuple[Press | EdgesUntil, ...]:
        """What a board would have told by `ns`, since the last call."""
        due = [press for press in self._waiting if press.at.earliest <= ns]
        self._waiting = self._waiting[len(due) :]
        return (*due, EdgesUntil(ns=ns))


class Spoken(Struct, frozen=True, kw_only=True):
    """What a SilentVoice was asked to say."""

    text: str
    priority: str
    key: str
    seq: int
    language: str = ""


class SilentVoice:
    """Says nothing and remembers everything (`hardware.voice.Voice`)."""

    def __init__(self) -> None:
        self.spoken: list[Spoken] = []
        self.retracted: list[int] = []
        self.closed = False

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
        """Remember it."""
        self.spoken.append(
            Spoken(text=text, priority=priority, key=key, seq=seq, language=language)
        )

    def retract(self, seq: int) -> None:
        """Remember that, too."""
        self.retracted.append(seq)

    def close(self) -> None:
        """Idempotent."""
        self.closed = True


class RecordedSound:
    """A sound of `RecordingPlayer` (`voice_pyttsx3.Playing`)."""

    def __init__(self, path: Path, trouble: str) -> None:
        self.path = path
        self.stopped = False
        self._trouble = trouble
        self._over = threading.Event()

    def wait(self) -> str:
        """Blocks until it ended."""
        self._over.wait()
        return self._trouble

    def stop(self) -> None:
        """Cut short."""
        self.stopped = True
        self._over.set()

    def end(self) -> None:
        """It was played to its end."""
        self._over.set()


class RecordingPlayer:
    """Plays nothing and keeps what it was given, in order.

    Args:
        by_hand: Each sound lasts until its `end()`; otherwise it is over at once.
    """

    def __init__(self, *, by_hand: bool = False) -> None:
        self.sounds: list[RecordedSound] = []
        self.trouble = ""
        """What each further sound reports; empty for success."""
        self._by_hand = by_hand
        self._started = threading.Condition()

    def __call__(self, path: Path) -> RecordedSound:
        """Start to play."""
        sound = RecordedSound(path, self.trouble)
        if not self._by_hand:
            sound.end()
        with self._started:
            self.sounds.append(sound)
            self._started.notify_all()
        return sound

    def wait_for(self, count: int, seconds: float = 10.0) -> bool:
        """Whether so many sounds were started within `seconds`."""
        with self._started:
            return self._started.wait_for(lambda: len(self.sounds) >= count, seconds)
