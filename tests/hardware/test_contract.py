"""One suite over what is real and what is shipped as a fake: a board's channel, and a voice."""

import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from hardware.board_link import Stop, ToCompanion
from hardware.channel import Channel, ChannelClosedError
from hardware.events import Beep, EdgesUntil, Lamps, Press
from hardware.fakes import FakeBoard, FakeClock, RecordingPlayer, ScriptedPresses, SilentVoice
from hardware.timing import MS, Clock, Interval, MonotonicClock
from hardware.voice import Voice
from hardware.voice_pyttsx3 import PyttsxVoice


class TableWithBoard(Protocol):
    """Somebody presses; somebody listens on the channel."""

    channel: Channel[ToCompanion]

    def press(self, seat: int, at_ms: float) -> None: ...

    def done(self, ms: float) -> None: ...


class FakeTable:
    def __init__(self) -> None:
        self.board = FakeBoard()
        self.channel: Channel[ToCompanion] = Channel(self.board.channel_end, ToCompanion)

    def press(self, seat: int, at_ms: float) -> None:
        self.board.press(seat, at_ms)

    def done(self, ms: float) -> None:
        self.board.mark(ms)

    def close(self) -> None:
        self.board.close()
        self.channel.close()


class MockTable:
    """The real board on mock pins; its bench listens already, so its notes are relayed."""

    def __init__(self, bench: Any) -> None:
        self._bench = bench
        ours, theirs = socket.socketpair()
        self._relay: Channel[Any] = Channel(theirs, ToCompanion)
        self.channel: Channel[ToCompanion] = Channel(ours, ToCompanion)
        self._told = 0

    def press(self, seat: int, at_ms: float) -> None:
        self._bench.world.tap(self._bench.config.seats[seat].button, at_ms)

    def done(self, ms: float) -> None:
        self._bench.world.done(ms)
        self._bench.notes.mark(ms)
        signals = self._bench.notes.all[self._told :]
        self._told += len(signals)
        self._relay.send(*signals)

    def close(self) -> None:
        self._relay.close()
        self.channel.close()


@pytest.fixture(params=["fake", "mock"])
def table(request: pytest.FixtureRequest) -> Iterator[TableWithBoard]:
    made = FakeTable() if request.param == "fake" else MockTable(request.getfixturevalue("bench"))
    yield made
    made.close()


def hear_until(table: TableWithBoard, ms: float) -> list[ToCompanion]:
    heard: list[ToCompanion] = []
    while not (heard and isinstance(heard[-1], EdgesUntil) and heard[-1].ns >= ms * MS):
        heard.append(table.channel.receive())
    return heard


def test_a_press_is_told_before_the_mark_that_covers_it(table: TableWithBoard) -> None:
    table.press(2, 1000)
    table.done(1200)
    heard = [s for s in hear_until(table, 1200) if isinstance(s, Press | EdgesUntil)]
    (press,) = [s for s in heard if isinstance(s, Press)]
    assert press == Press(seat=2, at=Interval(1000 * MS, 1000 * MS))
    for signal in heard[: heard.index(press)]:
        assert isinstance(signal, EdgesUntil)
        assert signal.ns < 1000 * MS


def test_marks_only_grow(table: TableWithBoard) -> None:
    for ms in (1000, 1100, 1250):
        table.done(ms)
    marks = [s.ns for s in hear_until(table, 1250) if isinstance(s, EdgesUntil)]
    assert marks == sorted(set(marks))


def test_a_fake_board_sees_what_it_was_asked_to_show() -> None:
    board = FakeBoard()
    companion: Channel[ToCompanion] = Channel(board.channel_end, ToCompanion)
    lamps = Lamps(status=("green", "purple"), turn=1)
    companion.send(Beep(kind="refused"), lamps)
    assert board.wait_until(lambda seen: seen.lamps == lamps)
    assert board.beeps == [Beep(kind="refused")]
    companion.send(Stop())
    assert board.wait_until(lambda seen: seen.stopped)
    board.status(ok=False, text="unplugged")
    companion.receive()
    board.close()
    with pytest.raises(ChannelClosedError):
        companion.receive()
    companion.close()


def test_scripted_presses_come_in_time_each_before_its_mark() -> None:
    presses = [Press(seat=n, at=Interval(ms * MS, ms * MS)) for n, ms in enumerate((30, 10, 20))]
    script = ScriptedPresses(presses)
    assert script.until(5 * MS) == (EdgesUntil(ns=5 * MS),)
    assert script.until(20 * MS) == (presses[1], presses[2], EdgesUntil(ns=20 * MS))
    assert script.until(100 * MS) == (presses[0], EdgesUntil(ns=100 * MS))


@pytest.fixture(params=["silent", "pyttsx3"])
def voice(request: pytest.FixtureRequest) -> Iterator[tuple[Voice, Callable[[], list[str]]]]:
    """(a voice, what it said so far)."""
    if request.param == "silent":
        silent = SilentVoice()
        yield silent, lambda: [spoken.text for spoken in silent.spoken]
        silent.close()
        return
    player = RecordingPlayer()
    real = PyttsxVoice(lambda _: None, render=lambda text, _: Path(text), play=player)
    yield (
        real,
        lambda: [str(sound.path) for sound in player.sounds] if player.wait_for(2) else ["too few"],
    )
    real.close()


def test_a_voice_takes_sentences_at_once_and_says_them_in_order(
    voice: tuple[Voice, Callable[[], list[str]]],
) -> None:
    speaker, said = voice
    speaker.say("one", seq=1)
    speaker.say("two", priority="say", key="k", seq=2, expires_s=9)
    assert said() == ["one", "two"]
    speaker.retract(3)
    speaker.close()
    speaker.close()


@pytest.mark.parametrize("clock", [MonotonicClock(), FakeClock(5)])
def test_a_clock_never_goes_back(clock: Clock) -> None:
    first = clock.now()
    assert clock.now() >= first


def test_a_fake_clock_moves_when_it_is_moved() -> None:
    clock = FakeClock()
    clock.move_on(2.5)
    assert clock.now() == 2_500_000
