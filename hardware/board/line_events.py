"""Edges of GPIO lines straight from the kernel (GPIO character device, uAPI v2, Linux 5.10 on).

Why not lgpio's own callbacks: no honest mark can be had from them. lg's alert thread keeps events
back for 0.5 ms or until a quiet round, and its watchdog reports, which travel in the same pipe,
prove nothing: they come once after each edge (`lgGpioSetWatchdog` does not re-arm them) and carry
CLOCK_REALTIME (`lguTimestamp`, read in lg 0.2.2 and seen in the disassembly of its wheel), while
edges carry CLOCK_MONOTONIC. The pipe also drops the kernel's sequence numbers, and one exception in
any callback ends its thread and with it every button.

How the mark is made: take the time t, then ask poll() without waiting whether any line has an
event. If none has, every edge that the kernel had queued by t was read before and is on our queue.
But the kernel stamps an edge in the hard interrupt and queues it in the interrupt's own thread, a
little later (in an emulator on a busy machine 5 ms were seen). So, after t, the level of each line
is read as well: where it is not what the last event said, an edge is on its way and no mark is
given. A press longer than that delay cannot slip through; `QUEUEING_NS` covers shorter ones. An
edge that comes late all the same is noticed and widened (`PressMaker.late_edges`), not hidden. A
level that differs for long means that the kernel never told: the press then lies between the last
mark and now.
"""

import errno
import fcntl
import os
import select
import struct
import threading
import time
from collections.abc import Callable

from msgspec import Struct

from hardware.press_maker import Mark, RawEdge
from hardware.timing import MS
from hardware.urgent import be_urgent

QUEUEING_NS = MS
"""From the kernel's stamp to the event being readable: tens of microseconds, up to 0.5 ms under
load
(estimate); doubled."""

EVENT_BUFFER = 256
"""Events the kernel keeps for one line; its default of 16 is one bad bounce."""

EDGE_WAIT_MS, BUSY_WAIT_MS, QUIET_WAIT_MS = 1, 3, 20
"""How often a mark is due: while an edge waits for the one that covers it, so that its press can be
told; within 300 ms of an edge, when a verdict may be waiting; otherwise."""

BUSY_NS = 300 * MS

UNTOLD_NS = 50 * MS
"""A level that differs from the last event for so long belongs to an edge that will not be told."""

FLAG_INPUT, FLAG_RISING, FLAG_FALLING = 1 << 2, 1 << 4, 1 << 5
FLAG_PULL_UP, FLAG_PULL_DOWN, FLAG_NO_PULL = 1 << 8, 1 << 9, 1 << 10
PULLS = {"up": FLAG_PULL_UP, "down": FLAG_PULL_DOWN, "floating": FLAG_NO_PULL}

_REQUEST = struct.Struct("=64I32sQI20x240xII20xi")
"""struct gpio_v2_line_request: offsets, consumer, flags, num_attrs, num_lines, buffer size, fd."""
_EVENT = struct.Struct("=QIIII24x")
"""struct gpio_v2_line_event: timestamp, id, offset, seqno, line_seqno."""
_VALUES = struct.Struct("=QQ")
"""struct gpio_v2_line_values: bits, mask."""
GET_LINE = 0xC250B407
GET_VALUES = 0xC010B40E
RISING = 1
Deliver = Callable[[RawEdge | Mark], None]
Follow = Callable[[int, int], None]
ReadLevel = Callable[[], int]
ReadEvents = Callable[[], "list[LineEvent]"]


def request_line(chip_fd: int, gpio: int, *, pull: str) -> int:
    """Claim one line, both edges, CLOCK_MONOTONIC; its file descriptor. Raises OSError."""
    flags = FLAG_INPUT | FLAG_RISING | FLAG_FALLING | PULLS[pull]
    offsets = [gpio] + [0] * 63
    request = bytearray(_REQUEST.pack(*offsets, b"table-companion", flags, 0, 1, EVENT_BUFFER, 0))
    fcntl.ioctl(chip_fd, GET_LINE, request)
    fd: int = _REQUEST.unpack(request)[-1]
    os.set_blocking(fd, False)
    return fd


def line_level(fd: int) -> int:
    """The present level of a claimed line, 0 or 1. Raises OSError."""
    values = bytearray(_VALUES.pack(0, 1))
    fcntl.ioctl(fd, GET_VALUES, values)
    return int(_VALUES.unpack(values)[0] & 1)


class LineEvent(Struct, frozen=True, kw_only=True):
    """One event as the kernel wrote it."""

    tick_ns: int
    level: int
    line_seqno: int


def parse_events(data: bytes) -> list[LineEvent]:
    """Whole events of one read."""
    return [
        LineEvent(tick_ns=tick, level=int(ident == RISING), line_seqno=line_seqno)
        for tick, ident, _, _, line_seqno in _EVENT.iter_unpack(data)
    ]


class _Watched(Struct, kw_only=True):
    gpio: int
    follow: Follow
    read_level: ReadLevel
    read_events: ReadEvents | None
    level: int
    differs_since: int | None = None
    seqno: int = 0


class LineReader:
    """One thread that reads all claimed lines and delivers edges and marks.

    Args:
        deliver: Takes each edge first of all, and each mark; quick.
        clock: ns on CLOCK_MONOTONIC.
        broke: Called once, from the thread, when a line cannot be read any more.
    """

    def __init__(
        self,
        deliver: Deliver,
        *,
        broke: Callable[[OSError], None],
        clock: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._deliver = deliver
        self._broke = broke
        self._clock = clock
        self._lines: dict[int, _Watched] = {}
        self._lock = threading.Lock()
        self._last_edge_ns = -BUSY_NS
        self._uncovered = False
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="line events", daemon=True)
        self.failures = 0
        """Exceptions raised by pins that followed an edge; none of them stops the reader."""

    def watch(
        self,
        fd: int,
        gpio: int,
        follow: Follow,
        read_level: ReadLevel,
        read_events: ReadEvents | None = None,
    ) -> None:
        """Read `fd` from now on; `follow(tick_ns, level)` is told after the edge was delivered.

        `read_level()` is the line's level at this moment. `read_events()` takes what there is once
        `fd` can be read; None reads it as the kernel writes it. Raises OSError.
        """
        watched = _Watched(
            gpio=gpio,
            follow=follow,
            read_level=read_level,
            read_events=read_events,
            level=read_level(),
        )
        with self._lock:
            self._lines[fd] = watched

    def forget(self, fd: int) -> None:
        """Stop reading `fd`; the caller closes it."""
        with self._lock:
            self._lines.pop(fd, None)

    def start(self) -> None:
        """Begin to deliver."""
        self._thread.start()

    def close(self) -> None:
        """Idempotent; returns when the thread has ended."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        be_urgent()
        try:
            while not self._closing.is_set():
                self.round()
        except OSError as error:
            if not self._closing.is_set():
                self._broke(error)

    def round(self) -> None:
        """Read everything there is; mark when there is nothing; wait a little. Raises OSError."""
        before = self._clock()
        if self._read_ready(0):
            return
        all_told = self._all_told(before)
        if all_told:
            self._deliver(Mark(ns=before - QUEUEING_NS))
            self._uncovered = self._last_edge_ns > before - QUEUEING_NS
        self._read_ready(self._wait_ms(before, all_told=all_told))

    def _wait_ms(self, now: int, *, all_told: bool) -> int:
        if self._uncovered:
            return EDGE_WAIT_MS
        busy = not all_told or now - self._last_edge_ns < BUSY_NS
        return BUSY_WAIT_MS if busy else QUIET_WAIT_MS

    def _all_told(self, now: int) -> bool:
        """Whether no line has a level that its last event does not explain."""
        with self._lock:
            lines = tuple(self._lines.values())
        told = [self._is_told(line, now) for line in lines]  # each is looked at, not only the first
        return all(told)

    def _is_told(self, line: _Watched, now: int) -> bool:
        level = line.read_level()
        if level == line.level:
            line.differs_since = None
            return True
        if line.differs_since is None:
            line.differs_since = now
        if now - line.differs_since >= UNTOLD_NS:
            self._edge(line, LineEvent(tick_ns=now, level=level, line_seqno=line.seqno), now)
        return False

    def _read_ready(self, timeout_ms: int) -> bool:
        poller = select.poll()
        with self._lock:
            lines = dict(self._lines)
        for fd in lines:
            poller.register(fd, select.POLLIN)
        ready = poller.poll(timeout_ms)
        for fd, events in ready:
            if events & (select.POLLERR | select.POLLNVAL | select.POLLHUP) and not self._gone(fd):
                raise OSError(errno.EIO, f"GPIO {lines[fd].gpio} cannot be read any more")
            self._read_line(fd, lines[fd])
        return bool(ready)

    def _gone(self, fd: int) -> bool:
        with self._lock:
            return fd not in self._lines

    def _read_line(self, fd: int, line: _Watched) -> None:
        try:
            if line.read_events is not None:
                events = line.read_events()
            else:
                events = parse_events(os.read(fd, _EVENT.size * EVENT_BUFFER))
        except BlockingIOError:
            return
        except OSError:
            if self._gone(fd):
                return
            raise
        for event in events:
            self._edge(line, event, self._clock())

    def _edge(self, line: _Watched, event: LineEvent, arrival: int) -> None:
        """Deliver it before anything else happens; out of sequence means that edges were lost."""
        self._deliver(
            RawEdge(
                gpio=line.gpio,
                level=event.level,
                tick_ns=event.tick_ns,
                arrival_ns=arrival,
                after_gap=event.line_seqno != line.seqno + 1,
            )
        )
        self._last_edge_ns, self._uncovered = arrival, True
        line.seqno, line.level, line.differs_since = event.line_seqno, event.level, None
        self._let_follow(line, event)

    def _let_follow(self, line: _Watched, event: LineEvent) -> None:
        """The gpiozero device follows; whatever it raises, the buttons go on."""
        try:
            line.follow(event.tick_ns, event.level)
        except Exception:  # noqa: BLE001  a fault in one device must not silence all buttons
            self.failures += 1
