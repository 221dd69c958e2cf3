"""The reader of kernel events, fed with events as the kernel writes them."""

import os
import queue
import struct
from collections.abc import Iterator
from typing import Any

import pytest

from hardware.board import line_events
from hardware.board.line_events import QUEUEING_NS, LineReader, parse_events
from hardware.press_maker import Mark, RawEdge
from hardware.timing import MS

RISING, FALLING = 1, 2


def event(tick: int, kind: int, *, seqno: int) -> bytes:
    """`struct gpio_v2_line_event` of linux/gpio.h: 48 bytes."""
    return struct.pack("=QIIII6I", tick, kind, 17, seqno, seqno, *[0] * 6)


class Lines:
    """Pipes in place of lines, a clock set by hand, and what was delivered."""

    def __init__(self) -> None:
        self.now = 0
        self.told: list[RawEdge | Mark] = []
        self.broken: queue.SimpleQueue[OSError] = queue.SimpleQueue()
        self.reader = LineReader(self.told.append, broke=self.broken.put, clock=lambda: self.now)
        self.ends: list[int] = []
        self.levels: dict[int, int | None] = {}

    def line(self, gpio: int, follow: Any = lambda tick, level: None) -> int:
        """A line at rest (high); its level is what was told last unless `levels` says otherwise."""
        read, write = os.pipe()
        os.set_blocking(read, False)

        def level() -> int:
            asked = self.levels.get(gpio)
            told = self.reader._lines.get(read)
            return asked if asked is not None else told.level if told else 1

        self.reader.watch(read, gpio, follow, level)
        self.ends += [read, write]
        return write

    def round(self, now_ms: float) -> list[RawEdge | Mark]:
        self.now = round(now_ms * MS)
        self.told.clear()
        self.reader.round()
        return list(self.told)


@pytest.fixture
def lines(monkeypatch: Any) -> Iterator[Lines]:
    monkeypatch.setattr(line_events, "QUIET_WAIT_MS", 0)
    monkeypatch.setattr(line_events, "BUSY_WAIT_MS", 0)
    monkeypatch.setattr(line_events, "EDGE_WAIT_MS", 0)
    made = Lines()
    yield made
    for fd in made.ends:
        os.close(fd)


def test_structs_have_the_size_that_the_kernel_expects() -> None:
    """The size is part of the request number: 592, 48 and 16 bytes in linux/gpio.h."""
    assert line_events._REQUEST.size == line_events.GET_LINE >> 16 & 0x3FFF == 592
    assert line_events._VALUES.size == line_events.GET_VALUES >> 16 & 0x3FFF == 16
    assert line_events._EVENT.size == 48


def test_events_are_read_as_the_kernel_wrote_them() -> None:
    data = event(5, RISING, seqno=1) + event(9, FALLING, seqno=2)
    assert [(e.tick_ns, e.level, e.line_seqno) for e in parse_events(data)] == [
        (5, 1, 1),
        (9, 0, 2),
    ]


def test_an_edge_is_delivered_with_its_stamp_and_its_arrival(lines: Lines) -> None:
    write = lines.line(17)
    os.write(write, event(990 * MS, FALLING, seqno=1))
    assert lines.round(1000) == [RawEdge(gpio=17, level=0, tick_ns=990 * MS, arrival_ns=1000 * MS)]


def test_there_is_a_mark_only_when_nothing_is_left_to_read(lines: Lines) -> None:
    write = lines.line(17)
    assert lines.round(1000) == [Mark(ns=1000 * MS - QUEUEING_NS)]
    os.write(write, event(1001 * MS, FALLING, seqno=1))
    assert not any(isinstance(told, Mark) for told in lines.round(1002))
    assert lines.round(1003) == [Mark(ns=1003 * MS - QUEUEING_NS)]


def test_the_mark_that_covers_an_edge_comes_as_soon_as_it_may(
    lines: Lines, monkeypatch: Any
) -> None:
    """Its press is told by it, so it is asked for more often than a mark that covers nothing."""
    write = lines.line(17)
    waits: list[int] = []
    read_ready = lines.reader._read_ready

    def without_waiting(timeout_ms: int) -> bool:
        waits.append(timeout_ms)
        return read_ready(0)

    monkeypatch.setattr(lines.reader, "_read_ready", without_waiting)
    for name, ms in (("EDGE_WAIT_MS", 1), ("BUSY_WAIT_MS", 3), ("QUIET_WAIT_MS", 20)):
        monkeypatch.setattr(line_events, name, ms)
    os.write(write, event(1001 * MS, FALLING, seqno=1))
    for now_ms in (1001.1, 1001.2, 1002.2, 1400):
        lines.round(now_ms)
    assert waits == [0, 0, 1, 0, 3, 0, 20]


def test_an_edge_between_the_clock_and_the_question_is_not_overtaken(lines: Lines) -> None:
    """It happens after the time was taken, and is read before any mark is given."""
    write = lines.line(17)
    clock = iter([2000 * MS, 2001 * MS])

    def now() -> int:
        tick = next(clock)
        if tick == 2000 * MS:
            os.write(write, event(2000 * MS + 1, FALLING, seqno=1))
        return tick

    lines.reader._clock = now
    lines.reader.round()
    assert [type(told) for told in lines.told] == [RawEdge]


def test_there_is_no_mark_while_an_edge_is_on_its_way(lines: Lines) -> None:
    """Stamped in the interrupt and not yet queued by its thread: the level gives it away."""
    write = lines.line(17)
    lines.levels[17] = 0
    assert lines.round(1000) == []
    assert lines.round(1005) == []
    os.write(write, event(999 * MS, FALLING, seqno=1))
    assert [type(told) for told in lines.round(1006)] == [RawEdge]
    assert lines.round(1007) == [Mark(ns=1007 * MS - QUEUEING_NS)]


def test_an_edge_that_the_kernel_never_tells_is_found_all_the_same(lines: Lines) -> None:
    """Its time is only known to lie after the last mark, so it is called an edge after a gap."""
    lines.line(17)
    lines.round(990)
    lines.levels[17] = 0
    assert lines.round(1000) == []
    assert lines.round(1049) == []
    assert lines.round(1050) == [
        RawEdge(gpio=17, level=0, tick_ns=1050 * MS, arrival_ns=1050 * MS, after_gap=True)
    ]
    assert lines.round(1051) == [Mark(ns=1051 * MS - QUEUEING_NS)]


def test_a_jump_in_the_kernels_numbers_is_a_lost_edge(lines: Lines) -> None:
    write = lines.line(17)
    os.write(write, event(1 * MS, FALLING, seqno=1) + event(2 * MS, RISING, seqno=4))
    gaps = [told.after_gap for told in lines.round(10) if isinstance(told, RawEdge)]
    assert gaps == [False, True]


def test_a_device_that_raises_does_not_stop_the_reader(lines: Lines) -> None:
    def broken(tick: int, level: int) -> None:
        raise RuntimeError("a fault in a device")

    write = lines.line(17, broken)
    os.write(write, event(1 * MS, FALLING, seqno=1) + event(2 * MS, RISING, seqno=2))
    assert len(lines.round(10)) == 2
    assert lines.reader.failures == 2


def test_a_line_that_is_gone_is_reported_from_the_thread(lines: Lines) -> None:
    write = lines.line(17)
    lines.reader.start()
    os.close(write)
    lines.ends.remove(write)
    assert "GPIO 17" in str(lines.broken.get(timeout=60))
    lines.reader.close()


def test_the_thread_reads_and_ends(lines: Lines) -> None:
    write = lines.line(17)
    seen: queue.SimpleQueue[RawEdge | Mark] = queue.SimpleQueue()
    lines.reader._deliver = seen.put
    lines.reader.start()
    os.write(write, event(3 * MS, RISING, seqno=1))
    while not isinstance(told := seen.get(timeout=60), RawEdge):
        pass
    assert told.tick_ns == 3 * MS
    lines.reader.close()
    lines.reader.close()
