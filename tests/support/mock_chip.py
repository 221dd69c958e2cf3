"""A GPIO chip in memory, under the real gpiozero: what lgpio, gpiod and the kernel would answer.

The product's back ends run on it unmodified; only the calls that end in the kernel are replaced.
Events travel through pipes as the kernel writes them, so that the reader polls real descriptors.
"""

import errno
import os
import struct
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gpiod
import pytest
from gpiod.line import Bias, Direction, Edge, Value

from hardware.board.line_events import EVENT_BUFFER, parse_events

LINES = 54
EVENT = struct.Struct("=QIIII24x")
IS_OUT, PULL_UP, PULL_DOWN = 1 << 1, 1 << 5, 1 << 6
"""Bits of `gpio_get_mode` and of the flags of `gpio_claim_input` (lgpio's documentation)."""


class Line:
    """One pin: who has it, what it shows, who is told of its edges."""

    def __init__(self) -> None:
        self.owner = ""
        self.output = False
        self.level = 0
        self.bias = 0
        self.finger: int | None = None
        self.events: int | None = None
        self.seqno = 0

    def read(self) -> int:
        if self.output:
            return self.level
        return self.finger if self.finger is not None else int(self.bias == PULL_UP)


class MockChip:
    """What hangs on the pins, and the calls of the libraries."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._lines = [Line() for _ in range(LINES)]
        self._by_fd: dict[int, int] = {}
        self.there = True
        self.clock_ahead_ns = 0
        """Of the stamps, before CLOCK_MONOTONIC."""

    # ---- people

    def move(self, gpio: int, level: int) -> tuple[int, int]:
        """A finger: the time before and after, ns."""
        before = time.monotonic_ns()
        with self._lock:
            line = self._lines[gpio]
            was, line.finger = line.read(), level
            if line.events is not None and line.read() != was:
                line.seqno += 1
                stamp = time.monotonic_ns() + self.clock_ahead_ns
                event = EVENT.pack(stamp, 1 if level else 2, gpio, 0, line.seqno)
                os.write(line.events, event)
        return before, time.monotonic_ns()

    def lit(self) -> set[int]:
        return {n for n, line in enumerate(self._lines) if line.output and line.level}

    def release_all(self, owner: str) -> None:
        for gpio, line in enumerate(self._lines):
            if line.owner == owner:
                self.release(gpio)

    def held(self) -> set[int]:
        """Pins that somebody has claimed."""
        return {n for n, line in enumerate(self._lines) if line.owner}

    def hold(self, gpio: int) -> None:
        self._lines[gpio].owner = "another program"

    def free(self, gpio: int) -> None:
        self._lines[gpio] = Line()

    def vanish(self) -> None:
        """Every claimed line ends, as when the chip's driver is unloaded."""
        with self._lock:
            self.there = False
            for line in self._lines:
                if line.events is not None:
                    os.close(line.events)
                    line.events = None

    def return_(self) -> None:
        with self._lock:
            self._lines = [Line() for _ in range(LINES)]
            self.there = True

    # ---- the kernel

    def claim(self, gpio: int, owner: str) -> Line:
        line = self._lines[gpio]
        if not self.there:
            raise OSError(errno.ENODEV, "No such device")
        if line.owner not in ("", owner):
            raise OSError(errno.EBUSY, "Device or resource busy")
        line.owner = owner
        return line

    def watch(self, gpio: int) -> int:
        read, self._lines[gpio].events = os.pipe()
        os.set_blocking(read, False)
        self._lines[gpio].seqno = 0
        self._by_fd[read] = gpio
        return read

    def unwatch(self, gpio: int) -> None:
        line = self._lines[gpio]
        if line.events is not None:
            os.close(line.events)
            line.events = None

    def level(self, gpio: int) -> int:
        if not self.there:
            raise OSError(errno.ENODEV, "No such device")
        return self._lines[gpio].read()

    def request_line(self, _chip: int, gpio: int, *, pull: str) -> int:
        """In place of `line_events.request_line`."""
        with self._lock:
            line = self.claim(gpio, "request")
            line.bias = {"up": PULL_UP, "down": PULL_DOWN, "floating": 0}[pull]
            return self.watch(gpio)

    def line_level(self, fd: int) -> int:
        """In place of `line_events.line_level`."""
        return self.level(self._by_fd[fd])

    def release(self, gpio: int) -> None:
        with self._lock:
            self.unwatch(gpio)
            line = self._lines[gpio]
            line.owner, line.output = "", False


class Lgpio:
    """In place of the functions of lgpio that gpiozero calls."""

    def __init__(self, chip: MockChip, error: type[Exception]) -> None:
        self._chip, self._error = chip, error

    def gpiochip_open(self, _: int) -> int:
        if not self._chip.there:
            raise self._error("can not open gpiochip")
        return 0

    def gpiochip_close(self, _: int) -> None:
        self._chip.release_all("lgpio")

    def _claimed(self, gpio: int) -> Line:
        try:
            return self._chip.claim(gpio, "lgpio")
        except OSError as error:
            text = "GPIO busy" if error.errno == errno.EBUSY else "unknown handle"
            raise self._error(text) from error

    def gpio_claim_input(self, _: int, gpio: int, flags: int = 0) -> None:
        line = self._claimed(gpio)
        line.output, line.bias = False, flags

    def gpio_claim_output(self, _: int, gpio: int, level: int = 0) -> None:
        line = self._claimed(gpio)
        line.output, line.level = True, level

    def gpio_free(self, _: int, gpio: int) -> None:
        self._chip.release(gpio)

    def gpio_read(self, _: int, gpio: int) -> int:
        return self._claimed(gpio).read()

    def gpio_write(self, _: int, gpio: int, level: int) -> None:
        self._claimed(gpio).level = int(level)

    def gpio_get_mode(self, _: int, gpio: int) -> int:
        line = self._claimed(gpio)
        return (IS_OUT if line.output else 0) | line.bias

    def gpio_set_debounce_micros(self, *_: int) -> None:
        """Nothing here bounces by itself."""


def on_lgpio(chip: MockChip, patch: pytest.MonkeyPatch) -> None:
    """gpiozero's lgpio factory and our reader on the chip."""
    from hardware.board import pins_lgpio

    pins_lgpio.prepare_lg_directory()
    import lgpio

    def released(claim: Any) -> None:
        """In place of `Claim.release`: a pipe does not tell the chip that it was closed."""
        claim._reader.forget(claim._fd)
        chip.release(chip._by_fd.pop(claim._fd))
        os.close(claim._fd)

    for name in vars(Lgpio):
        if name.startswith("gpio"):
            patch.setattr(lgpio, name, getattr(Lgpio(chip, lgpio.error), name))
    patch.setattr(pins_lgpio, "request_line", chip.request_line)
    patch.setattr(pins_lgpio, "line_level", chip.line_level)
    patch.setattr(pins_lgpio.Claim, "release", released)


class GpiodRequest:
    """In place of `gpiod.LineRequest`, one line."""

    def __init__(self, chip: MockChip, gpio: int, settings: gpiod.LineSettings) -> None:
        self._chip, self._gpio = chip, gpio
        self.fd = chip.watch(gpio)
        self._told = True
        self.reconfigure_lines({gpio: settings})

    def reconfigure_lines(self, config: dict[int, gpiod.LineSettings]) -> None:
        with self._chip._lock:
            line = self._chip.claim(self._gpio, "request")
            (settings,) = config.values()
            line.output = settings.direction is Direction.OUTPUT
            line.level = int(settings.output_value is Value.ACTIVE)
            pulls = {Bias.PULL_UP: PULL_UP, Bias.PULL_DOWN: PULL_DOWN}
            line.bias = pulls.get(settings.bias, 0)
            self._told = settings.edge_detection is Edge.BOTH

    def get_value(self, gpio: int) -> Value:
        return Value.ACTIVE if self._chip.level(gpio) else Value.INACTIVE

    def set_value(self, gpio: int, value: Value) -> None:
        self._chip.claim(gpio, "request").level = int(value is Value.ACTIVE)

    def read_edge_events(self, most: int) -> list[Any]:
        data = os.read(self.fd, EVENT.size * min(most, EVENT_BUFFER))
        kinds = {1: gpiod.EdgeEvent.Type.RISING_EDGE, 0: gpiod.EdgeEvent.Type.FALLING_EDGE}
        return [
            SimpleNamespace(
                timestamp_ns=event.tick_ns,
                event_type=kinds[event.level],
                line_seqno=event.line_seqno,
            )
            for event in (parse_events(data) if self._told else [])
        ]

    def release(self) -> None:
        self._chip.release(self._gpio)
        os.close(self.fd)


def on_gpiod(chip: MockChip, patch: pytest.MonkeyPatch) -> None:
    """The gpiod back end on the chip."""
    from hardware.board import pins_gpiod

    class GpiodChip:
        """In place of `gpiod.Chip`."""

        def __init__(self, _: str) -> None:
            if not chip.there:
                raise OSError(errno.ENODEV, "No such device")

        def request_lines(self, *, config: dict[int, Any], **_: Any) -> GpiodRequest:
            ((gpio, settings),) = config.items()
            with chip._lock:
                chip.claim(gpio, "request of one")
                chip._lines[gpio].owner = "request"
                return GpiodRequest(chip, gpio, settings)

        def close(self) -> None:
            """Requests outlive it."""

    patch.setattr(pins_gpiod.gpiod, "Chip", GpiodChip)


def with_chip(folder: Path) -> Path:
    """A folder like /dev with one chip in it."""
    dev = folder / "dev"
    dev.mkdir()
    (dev / "gpiochip0").touch()
    return dev
