"""A world for practice: a lamp, a beeper, and people who press when they see or hear it.

Its clock runs by itself at a chosen pace; presses carry exact stamps, and every output that changes
is seen at an exact instant. What people did is kept, for comparison with what was measured.
"""

import random
import threading
import time
from pathlib import Path

from msgspec import Struct

from companion.twin.board import BoardPort, press_edges
from hardware.timing import MS

STEP_NS = 2 * MS
"""How far the world goes on at a time."""
REACTION_MS = (215.0, 30.0)
"""Simple reactions to a light: mean and spread."""
QUICKEST_MS = 130.0
GUESS = 0.06
"""How often somebody presses right with the signal, by luck or impatience."""
JUMP = 0.05
"""How often somebody cannot wait for it."""
HOLD_MS = 70
STROKE_MS = 1200
"""Between two strokes of the bar."""


class Done(Struct, frozen=True, kw_only=True):
    """What somebody really did: after which signal (0: before any), and how long after it, ms."""

    seat: int
    signal: int
    after_ms: float


class PracticeWorld:
    """Listens for a board in `directory`.

    Args:
        directory: Rendezvous.
        buttons: GPIO of each seat's buzzer.
        pressed_level: Level of a pressed one.
        seed: Of the people.
        pace: Virtual seconds in a real one.
        bar: All buttons are struck together again and again instead.
        delays_ms: How much later than its true instant each button closes.
    """

    def __init__(
        self,
        directory: Path,
        buttons: tuple[int, ...],
        *,
        pressed_level: int = 0,
        seed: int = 0,
        pace: float = 1.0,
        bar: bool = False,
        delays_ms: tuple[float, ...] = (),
    ) -> None:
        self._buttons = buttons
        self._pressed = pressed_level
        self._random = random.Random(seed)
        self._pace = pace
        self._bar = bar
        self._delays = delays_ms or tuple(0.0 for _ in buttons)
        self._now = 0
        self._lock = threading.Lock()
        self._lit: set[int] = set()
        self._signals = 0
        self._struck = 0
        self._closing = threading.Event()
        self.done: list[Done] = []
        self._port = BoardPort(directory)
        self._port.on_pin = self._on_pin
        self._thread = threading.Thread(target=self._run, name="practice world", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Idempotent."""
        self._closing.set()
        self._thread.join()
        self._port.close()

    def _run(self) -> None:
        self._port.wait_until_connected(60.0)
        began = time.monotonic()
        while not self._closing.is_set():
            behind = (time.monotonic() - began) * self._pace * 1e9 - self._now
            if behind < STEP_NS:
                self._closing.wait((STEP_NS - behind) / self._pace / 1e9)
                continue
            with self._lock:
                self._now += STEP_NS
                if self._bar and self._now - self._struck >= STROKE_MS * MS:
                    self._strike()
                self._port.until(self._now)

    def _on_pin(self, gpio: int, level: int) -> None:
        """A lamp or the beeper changed; it is seen in the next instant."""
        with self._lock:
            tick = self._now + 1
            self._port.seen(gpio, level, tick)
            if self._bar:
                return  # nobody's hands are at the buttons but those that hold the bar
            if not level:
                self._lit.discard(gpio)
                if not self._lit:
                    self._wait()
                return
            first = not self._lit
            self._lit.add(gpio)
            if first:
                self._signals += 1
                for seat in range(len(self._buttons)):
                    self._react(seat, tick)

    def _react(self, seat: int, tick: int) -> None:
        mean, spread = REACTION_MS
        after_ms = max(self._random.gauss(mean, spread), QUICKEST_MS)
        if self._random.random() < GUESS:
            after_ms = self._random.uniform(5.0, 90.0)
        self._press(seat, tick + round(after_ms * MS))
        self.done.append(Done(seat=seat, signal=self._signals, after_ms=round(after_ms, 6)))

    def _wait(self) -> None:
        """It is dark again. Some cannot wait for the next signal."""
        for seat in range(len(self._buttons)):
            if self._random.random() < JUMP:
                after_ms = self._random.uniform(1400.0, 2400.0)
                self._press(seat, self._now + round(after_ms * MS))
                self.done.append(Done(seat=seat, signal=0, after_ms=after_ms))

    def _strike(self) -> None:
        """The bar comes down on all buttons; it is never quite level."""
        self._struck = self._now
        for seat, delay in enumerate(self._delays):
            uneven = self._random.uniform(0.0, 0.3)
            self._press(seat, self._now + MS + round((delay + uneven) * MS))

    def _press(self, seat: int, at: int) -> None:
        edges = press_edges(self._buttons[seat], at, HOLD_MS * MS, self._random, self._pressed)
        for edge in edges:
            self._port.edge(edge)
