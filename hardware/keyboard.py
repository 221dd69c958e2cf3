"""Keys 1 to 6 of this terminal as buzzers, for trying out; never exact."""

import contextlib
import os
import select
import sys
import termios
import threading
import tty
from collections.abc import Callable
from typing import Any

from hardware.events import EdgesUntil, Press, SensorStatus
from hardware.timing import MS, Clock, Interval, MonotonicClock

KEY_ERROR_NS = 60 * MS
"""From a finger on a key to our reading it: keyboard, USB and terminal (estimate, generous)."""

WAIT_S = 0.03
Signal = Press | EdgesUntil | SensorStatus
OnSignal = Callable[[Signal], None]


class KeyboardButtons:
    """Reads a terminal in a thread of its own and puts it back as it was.

    Use it instead of the board process, not beside it: it gives its own marks. Ctrl-C still works.

    Args:
        seats: How many keys count.
        on_signal: Called from the thread with each Press, mark and status, in order.
        fd: The terminal; standard input where not given.
        clock: Where stamps come from.
        run: Which boot they belong to.
    """

    def __init__(
        self,
        seats: int,
        on_signal: OnSignal,
        *,
        fd: int | None = None,
        clock: Clock | None = None,
        run: int = 0,
    ) -> None:
        self._fd = sys.stdin.fileno() if fd is None else fd
        self._seats = seats
        self._on_signal = on_signal
        self._clock = clock or MonotonicClock()
        self._run_number = run
        self._before: list[Any] | None = None
        self._closing = threading.Event()
        self._promised = -1
        self._thread = threading.Thread(target=self._read_all, name="keyboard", daemon=True)
        if os.isatty(self._fd):
            self._before = termios.tcgetattr(self._fd)
            tty.setcbreak(self._fd)
            self._say(ok=True, text="The number keys here are buzzers, for trying out.")
            self._thread.start()
        else:
            self._say(
                ok=False,
                text="Keys cannot be buzzers, as standard input is not a terminal; play goes on by "
                "phone. Start the companion in a terminal window.",
            )

    def close(self) -> None:
        """Idempotent; the terminal is as before."""
        self._closing.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()
        if self._before is not None:
            with contextlib.suppress(termios.error):  # a window that was closed needs no care
                termios.tcsetattr(self._fd, termios.TCSADRAIN, self._before)
            self._before = None

    def _read_all(self) -> None:
        try:
            while not self._closing.is_set():
                self._round()
        except OSError:
            self._say(
                ok=False, text="The terminal is gone, and its keys with it; play goes on by phone."
            )

    def _round(self) -> None:
        """Keys first; the mark is of the time before we looked and found none."""
        before = self._clock.now()
        ready, _, _ = select.select([self._fd], [], [], 0)
        if not ready:
            self._mark(before - KEY_ERROR_NS)
            ready, _, _ = select.select([self._fd], [], [], WAIT_S)
        if ready:
            self._press_all(os.read(self._fd, 64))

    def _press_all(self, keys: bytes) -> None:
        if not keys:
            raise OSError("end of input")
        now = self._clock.now()
        at = Interval(max(now - KEY_ERROR_NS, self._promised + 1), now)
        for key in keys:
            seat = key - ord("1")
            if 0 <= seat < self._seats:
                self._on_signal(Press(seat=seat, at=at, run=self._run_number, exact=False))

    def _mark(self, ns: int) -> None:
        if ns > self._promised:
            self._promised = ns
            self._on_signal(EdgesUntil(ns=ns, run=self._run_number))

    def _say(self, *, ok: bool, text: str) -> None:
        self._on_signal(SensorStatus(sensor="buttons", ok=ok, text=text, source="keyboard"))
