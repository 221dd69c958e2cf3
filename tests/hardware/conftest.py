"""A bench: a world that moves pins, a board, and somebody who writes down what it says."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hardware.board.choice import open_pins
from hardware.board.process import Board
from hardware.board_link import Stop, ToBoard, ToCompanion
from hardware.channel import Channel, ChannelClosedError
from hardware.config import BoardConfig, default_wiring
from hardware.events import EdgesUntil, Press, SensorStatus
from hardware.timing import MS
from hardware.twin_link import BOARD_SOCKET, EdgesDone, FromBoard, PinEdge, PinState

PATIENCE_S = 60.0


class Notes:
    """What the board said, in order; waits for what is to come."""

    def __init__(self) -> None:
        self.all: list[Any] = []
        self._new = threading.Condition()

    def __call__(self, signal: Any) -> None:
        with self._new:
            self.all.append(signal)
            self._new.notify_all()

    def wait_for(self, what: str, condition: Any) -> Any:
        with self._new:
            if not self._new.wait_for(lambda: condition(self.all), PATIENCE_S):
                raise AssertionError(f"no {what} in {self.all[-20:]}")
            return condition(self.all)

    def mark(self, ms: float) -> None:
        """Wait until the board says that it has told everything up to `ms`."""
        self.wait_for(
            f"mark at {ms} ms",
            lambda all_: any(isinstance(s, EdgesUntil) and s.ns >= ms * MS for s in all_),
        )

    def status(self, sensor: str, *, ok: bool) -> SensorStatus:
        def find(all_: list[Any]) -> SensorStatus | None:
            found = [s for s in all_ if isinstance(s, SensorStatus) and s.sensor == sensor]
            return next((s for s in reversed(found) if s.ok == ok), None)

        status: SensorStatus = self.wait_for(f"{sensor} ok={ok}", find)
        return status

    @property
    def presses(self) -> list[Press]:
        return [s for s in self.all if isinstance(s, Press)]

    def presses_ms(self) -> list[tuple[int, float]]:
        return [(p.seat, p.at.earliest / MS) for p in self.presses]


class World:
    """The twin's end of the board's socket: moves inputs by its own clock, sees lamps."""

    def __init__(self, directory: Path) -> None:
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._path = directory / BOARD_SOCKET
        self._path.unlink(missing_ok=True)
        self._listener.bind(str(self._path))
        self._listener.listen()
        self._channel: Channel[FromBoard] | None = None
        self._seen = threading.Condition()
        self.pins: dict[int, int] = {}
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while True:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            channel: Channel[FromBoard] = Channel(sock, FromBoard)
            with self._seen:
                self._channel = channel
                self._seen.notify_all()
            self._watch(channel)

    def _watch(self, channel: Channel[FromBoard]) -> None:
        try:
            while True:
                state: PinState = channel.receive()
                with self._seen:
                    self.pins[state.gpio] = state.level
                    self._seen.notify_all()
        except ChannelClosedError:
            channel.close()
            with self._seen:
                self._channel = None

    def wait_for_board(self) -> None:
        with self._seen:
            assert self._seen.wait_for(lambda: self._channel is not None, PATIENCE_S)

    def wait_for_lamps(self, lit: set[int]) -> None:
        with self._seen:
            seen = self._seen.wait_for(
                lambda: {gpio for gpio, level in self.pins.items() if level} == lit, PATIENCE_S
            )
            assert seen, f"lit: {self.pins}"

    def edge(self, gpio: int, level: int, ms: float) -> None:
        self._send(PinEdge(gpio=gpio, level=level, tick_ns=round(ms * MS)))

    def tap(self, gpio: int, ms: float, *, hold_ms: float = 80) -> None:
        """A button to ground goes down at `ms` and up again."""
        self.edge(gpio, 0, ms)
        self.edge(gpio, 1, ms + hold_ms)

    def done(self, ms: float) -> None:
        self._send(EdgesDone(ns=round(ms * MS)))

    def _send(self, message: Any) -> None:
        self.wait_for_board()
        channel = self._channel
        assert channel is not None
        channel.send(message)

    def vanish(self) -> None:
        self._listener.close()
        self._path.unlink(missing_ok=True)
        if self._channel is not None:
            self._channel.close()


class Bench:
    """A board in a thread of the test, on the world's pins."""

    def __init__(self, directory: Path, config: BoardConfig, **options: Any) -> None:
        self.config = config
        self.world = World(directory)
        ours, theirs = socket.socketpair()
        self.notes = Notes()
        self.channel: Channel[ToCompanion] = Channel(ours, ToCompanion)
        self._board = Board(
            Channel(theirs, ToBoard),
            config,
            rendezvous=directory,
            open_pins=options.get("open_pins", open_pins),
        )
        self._threads = [
            threading.Thread(target=self._board.run, daemon=True),
            threading.Thread(target=self._listen, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _listen(self) -> None:
        try:
            while True:
                self.notes(self.channel.receive())
        except ChannelClosedError:
            pass

    @property
    def factory(self) -> Any:
        """The gpiozero factory inside the board."""
        return self._board._pins.factory  # type: ignore[union-attr]

    def close(self) -> None:
        with contextlib.suppress(ChannelClosedError):
            self.channel.send(Stop())
        for thread in self._threads:
            thread.join(PATIENCE_S)
            assert not thread.is_alive()
        self.channel.close()
        self.world.vanish()


@pytest.fixture
def make_bench(tmp_path: Path) -> Iterator[Any]:
    benches: list[Bench] = []

    def make(config: BoardConfig | None = None, **options: Any) -> Bench:
        directory = tmp_path / f"bench{len(benches)}"
        directory.mkdir()
        benches.append(Bench(directory, config or default_wiring(4), **options))
        return benches[-1]

    yield make
    for bench in benches:
        bench.close()


@pytest.fixture
def bench(make_bench: Any) -> Bench:
    made: Bench = make_bench()
    return made


@pytest.fixture
def notes() -> Notes:
    return Notes()


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    yield made
    made.vanish()
