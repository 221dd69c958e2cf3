"""The back end that hangs on the twin of the table instead of on a Pi."""

import contextlib
import socket
import threading
from collections.abc import Callable
from pathlib import Path

from hardware.board.backend import BoardQueue
from hardware.board.faults import DeliveryFaults
from hardware.board.pins_mock import StampedFactory
from hardware.channel import Channel, ChannelClosedError
from hardware.config import BoardConfig
from hardware.events import Lit, SensorStatus
from hardware.press_maker import Mark
from hardware.timing import Interval
from hardware.twin_link import BOARD_SOCKET, EdgesDone, PinEdge, PinSeen, PinState, ToBoard
from hardware.urgent import be_urgent

RETRY_S = 0.1


class TwinPins:
    """Mock pins moved by the twin. Connects when the twin is there, and again when it comes back.

    Its stamps are exact, and its clock is the twin's: it is never compared with this machine's.
    """

    source = "mock"
    stamp_error_ns = 0

    def __init__(self, config: BoardConfig, queue: BoardQueue, rendezvous: Path) -> None:
        self._queue = queue
        self._path = rendezvous / BOARD_SOCKET
        self._faults = DeliveryFaults(delay_ms=config.delay_edges_ms, shuffle=config.shuffle_edges)
        self._channel: Channel[ToBoard] | None = None
        self._timing: int | None = None
        self._lighting: dict[int, int] = {}
        self._seen: dict[int, list[int]] = {}
        self._lock = threading.Lock()
        self._wire = threading.Lock()
        """Held while pins are told, so that what all were never overtakes what one has become."""
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="twin pins", daemon=True)
        self.factory = StampedFactory(queue.put, self._show)

    def start_time(self) -> int:
        """Before the beginning: the twin's clock starts at 0 or later."""
        return -1

    def start(self) -> None:
        """Look for the twin."""
        self._thread.start()

    def stop(self) -> None:
        """Edges that still come in find no press maker; lamps must be seen to go out."""

    def timed(self, ident: int, switch: Callable[[], bool]) -> None:
        """The world says when it saw each pin go on; a world that does not leaves it unknown."""
        with self._lock:
            self._lighting = {gpio: one for gpio, one in self._lighting.items() if one == ident}
            self._timing, self._seen = ident, {ident: []}
        try:
            switch()
        finally:
            with self._lock:
                self._timing = None
            self._tell_lit(ident)

    def _tell_lit(self, ident: int) -> None:
        """Once all pins were set and each has been seen."""
        with self._lock:
            ticks = self._seen.get(ident, [])
            if self._timing == ident or ident in self._lighting.values() or not ticks:
                return
            del self._seen[ident]
        self._queue.put(Lit(ident=ident, at=Interval(min(ticks), max(ticks))))

    def _pin_seen(self, seen: PinSeen) -> None:
        with self._lock:
            ident = self._lighting.pop(seen.gpio, None) if seen.level else None
            if ident is None or ident not in self._seen:
                return
            self._seen[ident].append(seen.tick_ns)
        self._tell_lit(ident)

    def close(self) -> None:
        """Idempotent."""
        self._closing.set()
        if self._channel is not None:
            self._channel.close()
        if self._thread.is_alive():
            self._thread.join()
        self.factory.close()

    def _show(self, gpio: int, level: int) -> None:
        with self._wire:
            channel = self._channel
            if channel is None:
                return
            with self._lock:
                if level and self._timing is not None:
                    self._lighting[gpio] = self._timing
            with contextlib.suppress(ChannelClosedError):  # all is shown again when it is back
                channel.send(PinState(gpio=gpio, level=level))

    def _show_all(self, channel: Channel[ToBoard]) -> None:
        with self._wire:
            for gpio, level in self.factory.output_levels().items():
                channel.send(PinState(gpio=gpio, level=level))
            self._channel = channel

    def _run(self) -> None:
        be_urgent()  # as the reader of real pins is
        told_missing = False
        while not self._closing.is_set():
            channel = self._connect()
            if channel is None:
                if not told_missing:
                    self._say(
                        ok=False, text=f"The twin of the table does not answer at {self._path}."
                    )
                    told_missing = True
                self._closing.wait(RETRY_S)
                continue
            told_missing = False
            self._say(ok=True, text="Buttons and lamps of the simulated table.")
            self._serve(channel)
            if not self._closing.is_set():
                self._say(
                    ok=False,
                    text="The simulated table is gone, and its buttons with it; "
                    "they come back when it does.",
                )
                told_missing = True

    def _connect(self) -> Channel[ToBoard] | None:
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            sock.connect(str(self._path))
        except OSError:
            sock.close()
            return None
        return Channel(sock, ToBoard)

    def _serve(self, channel: Channel[ToBoard]) -> None:
        try:
            self._show_all(channel)
            while not self._closing.is_set():
                self._take(channel.receive())
        except ChannelClosedError:
            pass
        finally:
            self._channel = None
            channel.close()

    def _take(self, message: ToBoard) -> None:
        match message:
            case PinEdge():
                for edge in self._faults.edge(message):
                    self.factory.drive(edge.gpio, edge.level, edge.tick_ns)
            case PinSeen():
                self._pin_seen(message)
            case EdgesDone():
                due, mark = self._faults.done(message.ns)
                for edge in due:
                    self.factory.drive(edge.gpio, edge.level, edge.tick_ns)
                self._queue.put(Mark(ns=mark))

    def _say(self, *, ok: bool, text: str) -> None:
        self._queue.put(SensorStatus(sensor="buttons", ok=ok, text=text, source=self.source))
