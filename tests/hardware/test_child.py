"""A process that is kept alive, with a small one that says what it hears."""

import os
import queue
import signal
import socket
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hardware import child
from hardware.board_link import Stop
from hardware.channel import Channel
from hardware.child import Child
from hardware.events import Beep, Lamps, SensorStatus
from hardware.heart import Alive, Heart
from tests.support.notes import PATIENCE_S

PARROT = textwrap.dedent(
    """
    import os, socket, sys, time
    from hardware.board_link import Stop, ToBoard
    from hardware.channel import Channel
    from hardware.events import Beep, SensorStatus
    from hardware.heart import Alive, Heart

    fd = int(sys.argv[sys.argv.index("--fd") + 1])
    channel = Channel(socket.socket(fileno=fd), ToBoard)
    Heart(channel).start()
    while not isinstance(heard := channel.receive(), Stop):
        kind = heard.kind if isinstance(heard, Beep) else ""
        if kind == "die":
            sys.exit(3)
        if kind == "damage":
            os.write(fd, b"\\x01\\x00\\x00\\x00\\xc1")
        if kind == "alive":
            channel.send(Alive())
        if kind == "deaf":
            channel.send(SensorStatus(sensor="deaf", ok=True, text=""))
            time.sleep(3600)
        channel.send(SensorStatus(sensor=type(heard).__name__, ok=True, text=kind))
    """
)


class Kept:
    """The child, what it said, and how often it died."""

    def __init__(
        self, folder: Path, command: list[str] | None = None, silent_s: float | None = None
    ) -> None:
        script = folder / "parrot.py"
        script.write_text(PARROT)
        self.command = command or [sys.executable, str(script)]
        self.greeting: list[Any] = [Lamps(status=())]
        self.heard: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.deaths: queue.SimpleQueue[int | None] = queue.SimpleQueue()
        self.silences: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self.child: Child[SensorStatus] = Child(
            "parrot",
            command=lambda: self.command,
            incoming=SensorStatus,
            on_message=lambda status: self.heard.put(f"{status.sensor} {status.text}".strip()),
            on_death=self.deaths.put,
            greeting=lambda: self.greeting,
            farewell=Stop(),
            stop_s=0.5,
            silent_s=silent_s,
            on_silence=lambda: self.silences.put(True),
        )

    def hears(self) -> str:
        return self.heard.get(timeout=PATIENCE_S)

    def died(self) -> int | None:
        return self.deaths.get(timeout=PATIENCE_S)


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    made = Kept(tmp_path)
    yield made
    made.child.close()


def test_the_greeting_comes_first_in_every_life(kept: Kept) -> None:
    assert kept.hears() == "Lamps"
    kept.child.send(Beep(kind="one"))
    assert kept.hears() == "Beep one"
    kept.greeting = [Beep(kind="again"), Lamps(status=())]
    kept.child.send(Beep(kind="die"))
    assert kept.died() == 3
    assert [kept.hears(), kept.hears()] == ["Beep again", "Lamps"]


def test_one_that_says_something_damaged_is_started_again(kept: Kept) -> None:
    kept.hears()
    first = kept.child.pid
    kept.child.send(Beep(kind="damage"))
    assert kept.died() is not None
    assert kept.hears() == "Lamps"
    assert kept.child.pid != first


def test_one_that_will_not_end_is_killed(kept: Kept) -> None:
    kept.hears()
    kept.child.send(Beep(kind="deaf"))
    assert kept.hears() == "deaf"
    pid = kept.child.pid
    kept.child.close()
    assert not Path(f"/proc/{pid}").exists()
    assert kept.deaths.empty()
    assert not kept.child.send(Beep())


def test_one_that_is_stopped_is_killed_and_another_started(tmp_path: Path) -> None:
    """It is there, and says nothing: not a sign of life comes for too long."""
    kept = Kept(tmp_path, silent_s=4.0)
    try:
        assert kept.hears() == "Lamps"
        first = kept.child.pid
        assert first is not None
        os.kill(first, signal.SIGSTOP)
        assert kept.silences.get(timeout=PATIENCE_S)
        assert kept.hears() == "Lamps"
        assert kept.child.pid != first
        assert not Path(f"/proc/{first}").exists()
        assert kept.deaths.empty()
    finally:
        kept.child.close()


DRAWLER = textwrap.dedent(
    """
    import socket, sys, time
    from hardware.channel import Channel
    from hardware.events import SensorStatus

    channel = Channel(socket.socket(fileno=int(sys.argv[-1])), SensorStatus)
    for word in ("first", "second"):
        channel.send(SensorStatus(sensor=word, ok=True, text=""))
        time.sleep(0.5)
    """
)


def test_one_that_is_slow_is_given_more_time_in_its_next_life(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a slow board would be ended for ever, each time it does something that takes long."""
    monkeypatch.setattr(child, "RESTART_S", (0.01,))
    script = tmp_path / "drawler.py"
    script.write_text(DRAWLER)
    kept = Kept(tmp_path, [sys.executable, str(script)], silent_s=0.2)
    kept.greeting = []
    try:
        heard = [kept.hears(), kept.hears()]
        while heard[-1] != "second":
            heard.append(kept.hears())
        assert set(heard) == {"first", "second"}
    finally:
        kept.child.close()


def test_a_sign_of_life_is_no_message(kept: Kept) -> None:
    kept.hears()
    kept.child.send(Beep(kind="alive"))
    assert kept.hears() == "Beep alive"


def test_the_heart_beats_while_there_is_nothing_to_do_and_stops_when_work_hangs() -> None:
    ours, theirs = socket.socketpair()
    listening: Channel[Alive] = Channel(ours, Alive)
    beating: Channel[Alive] = Channel(theirs, Alive)
    heart = Heart(beating, every_s=0.01, stuck_s=60.0)
    heart.start()
    assert [listening.receive(), listening.receive()] == [Alive(), Alive()]
    assert heart.beats_at(1e12)
    heart.begins()
    began = time.monotonic()
    assert heart.beats_at(began + 50)
    assert not heart.beats_at(began + 61)
    heart.rests()
    assert heart.beats_at(began + 61)
    beating.close()
    listening.close()


def test_what_does_not_start_is_tried_until_it_does(tmp_path: Path) -> None:
    kept = Kept(tmp_path, ["/nowhere/at/all"])
    try:
        assert [kept.died(), kept.died()] == [None, None]
        assert not kept.child.send(Beep())
        kept.command = [sys.executable, str(tmp_path / "parrot.py")]
        assert kept.hears() == "Lamps"
    finally:
        kept.child.close()


def test_closing_at_once_leaves_nothing(tmp_path: Path) -> None:
    for _ in range(5):
        kept = Kept(tmp_path)
        kept.child.close()
        kept.child.close()
        pid = kept.child.pid
        assert pid is None or not Path(f"/proc/{pid}").exists()
