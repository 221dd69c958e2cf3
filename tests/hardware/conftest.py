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
from hardware.timing import MS
from hardware.twin_link import BOARD_SOCKET, EdgesDone, FromBoard, PinEdge, PinState
from tests.support.notes import PATIENCE_S, Notes


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
        self.was_lit: set[int] = set()
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
                    self.was_lit |= {gpio for gpio, level in self.pins.items() if level}
                    self._seen.notify_all()
        except ChannelClosedError:
            channel.close()
            with self._seen:
                self._channel = None

    def wait_for_board(self) -> None:
        with self._seen:
            assert self._seen.wait_for(lambda: self._channel is not None, PATIENCE_S)

    def wait_for_sound(self, gpio: int) -> None:
        """It went on, however short: it may be off again by now."""
        with self._seen:
            assert self._seen.wait_for(lambda: gpio in self.was_lit, PATIENCE_S)

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
