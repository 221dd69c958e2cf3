"""The board's end of the wire: edges of the buttons with their stamps, and the lamps' pins."""

import random
import threading
from collections.abc import Callable
from pathlib import Path

from companion.twin.camera import listen, stop_listening
from hardware.channel import Channel, ChannelClosedError
from hardware.timing import MS
from hardware.twin_link import BOARD_SOCKET, EdgesDone, FromBoard, PinEdge, PinSeen, PinState

MAX_BOUNCES = 6
BOUNCE_SPREAD_NS = 9 * MS
"""Contacts bounce for up to 9 ms here; measured switches do 1-14 ms."""


def press_edges(
    gpio: int, at_ns: int, hold_ns: int, rng: random.Random, pressed: int
) -> list[PinEdge]:
    """The edges of one press: the true one at `at_ns`, its bounces, and a bouncing release."""
    edges = [PinEdge(gpio=gpio, level=pressed, tick_ns=at_ns)]
    for start, first in ((at_ns, 1 - pressed), (at_ns + hold_ns, pressed)):
        count = 2 * rng.randint(0, MAX_BOUNCES // 2)
        ticks = sorted(rng.sample(range(start + 40_000, start + BOUNCE_SPREAD_NS, 1000), count))
        if start != at_ns:
            edges.append(PinEdge(gpio=gpio, level=1 - pressed, tick_ns=start))
        for i, tick in enumerate(ticks):
            edges.append(PinEdge(gpio=gpio, level=first if i % 2 == 0 else 1 - first, tick_ns=tick))
    return edges


class BoardPort:
    """Sends edges and marks in order of time, held back by `delay_ns` and shuffled where asked."""

    def __init__(
        self, directory: Path, *, delay_ns: int = 0, shuffle: random.Random | None = None
    ) -> None:
        self._delay_ns = delay_ns
        self._shuffle = shuffle
        self._held: list[PinEdge] = []
        self._lock = threading.Lock()
        self._change = threading.Condition()
        self._channel: Channel[FromBoard] | None = None
        self._levels: dict[int, int] = {}
        self.told_ns = 0
        """The last mark that a board got."""
        self.on_pin: Callable[[int, int], None] = lambda gpio, level: None
        self._server = listen(directory / BOARD_SOCKET)
        threading.Thread(target=self._accept, name="twin-board", daemon=True).start()

    @property
    def connected(self) -> bool:
        """Whether a board is there."""
        return self._channel is not None

    def wait_until_connected(self, seconds: float) -> bool:
        """Block until a board is there; False when none came in time."""
        with self._change:
            return self._change.wait_for(lambda: self._channel is not None, seconds)

    @property
    def levels(self) -> dict[int, int]:
        """Output pins as last set: what people can see of the lamps."""
        return dict(self._levels)

    def edge(self, edge: PinEdge) -> None:
        """An input pin changed now."""
        with self._lock:
            self._held.append(edge)

    def seen(self, gpio: int, level: int, tick_ns: int) -> None:
        """Tell the board when the world saw this output change."""
        channel = self._channel
        if channel is None:
            return
        try:
            channel.send(PinSeen(gpio=gpio, level=level, tick_ns=tick_ns))
        except ChannelClosedError:
            self._drop(channel)

    def until(self, now_ns: int) -> None:
        """Deliver what is due and the mark: every edge up to `now_ns` less the delay is out."""
        mark = now_ns - self._delay_ns
        with self._lock:
            due = [edge for edge in self._held if edge.tick_ns <= mark]
            self._held = [edge for edge in self._held if edge.tick_ns > mark]
        if self._shuffle is not None:
            due = shuffled_between_pins(due, self._shuffle)
        channel = self._channel
        if channel is None:
            return
        try:
            channel.send(*due, EdgesDone(ns=mark))
            self.told_ns = mark
        except ChannelClosedError:
            self._drop(channel)

    def close(self) -> None:
        """Stop listening."""
        stop_listening(self._server)
        if self._channel is not None:
            self._drop(self._channel)

    def _accept(self) -> None:
        while True:
            try:
                sock, _ = self._server.accept()
            except OSError:
                return
            self._serve(Channel(sock, FromBoard))

    def _serve(self, channel: Channel[FromBoard]) -> None:
        with self._change:
            self._channel = channel
            self._change.notify_all()
        try:
            while True:
                message = channel.receive()
                if isinstance(message, PinState):
                    self._levels[message.gpio] = message.level
                    self.on_pin(message.gpio, message.level)
        except ChannelClosedError:
            self._drop(channel)

    def _drop(self, channel: Channel[FromBoard]) -> None:
        channel.close()
        with self._change:
            if self._channel is channel:
                self._channel = None


def shuffled_between_pins(edges: list[PinEdge], rng: random.Random) -> list[PinEdge]:
    """The same edges, interleaved at random between pins; one line's own edges stay in order."""
    order = [edge.gpio for edge in edges]
    rng.shuffle(order)
    queues = {gpio: iter([e for e in edges if e.gpio == gpio]) for gpio in set(order)}
    return [next(queues[gpio]) for gpio in order]
