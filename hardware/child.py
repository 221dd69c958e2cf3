"""A process of ours that is kept alive: started, heard, started again when it dies or hangs."""

import contextlib
import functools
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NoReturn, TypeVar

from hardware.channel import Channel, ChannelClosedError, ChannelSilentError
from hardware.heart import START_S, Alive
from hardware.urgent import be_urgent

RESTART_S = (0.1, 0.5, 2.0, 5.0)
"""Waits before each further start; the last one repeats. A process that ran for a minute starts
over."""
STEADY_S = 60.0
MOST_PATIENCE = 8
"""Each process that hung doubles how long the next may be silent, up to so many times as long: one
that is merely slow, on a slow card or a hot board, is not ended for ever."""

M = TypeVar("M")


class Child(Generic[M]):
    """One process that speaks a `Channel` over an inherited socket.

    Args:
        name: Of the thread that listens.
        command: What to start, asked for each start; `--fd N` is appended.
        incoming: Union of the messages it sends, besides `Alive`.
        on_message: Called from the thread with each message, in order.
        on_death: Called from the thread with the exit code (None where it did not start) each time
            it ended without being asked to.
        on_silence: Called likewise instead, where it was killed because it said nothing any more.
        silent_s: It says something (`Alive` where nothing else) at least so often, or it hangs;
            None for one that has no heart. Until its first word it has START_S. See MOST_PATIENCE.
        greeting: What a new process is told first, before anything that is sent.
        farewell: What tells it to end.
        stop_s: How long it may take to end before it is killed.
        environment: Of the process; None for our own.
        urgent: What it says is taken before anything else runs here, where this user may ask that.
    """

    def __init__(
        self,
        name: str,
        *,
        command: Callable[[], Sequence[str]],
        incoming: Any,
        on_message: Callable[[M], None],
        on_death: Callable[[int | None], None],
        greeting: Callable[[], Iterable[Any]],
        farewell: Any,
        stop_s: float = 2.0,
        environment: Mapping[str, str] | None = None,
        silent_s: float | None = None,
        on_silence: Callable[[], None] = lambda: None,
        urgent: bool = False,
    ) -> None:
        self._command = command
        self._incoming = incoming
        self._on_message = on_message
        self._on_death = on_death
        self._greeting = greeting
        self._farewell = farewell
        self._stop_s = stop_s
        self._environment = environment
        self._silent_s = silent_s
        self._on_silence = on_silence
        self._urgent = urgent
        self._patience = 1
        self._lock = threading.Lock()
        self._channel: Channel[M] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int | None:
        """Of the present process, for memory measurements."""
        process = self._process
        return process.pid if process is not None else None

    def send(self, message: Any) -> bool:
        """Pass it on; False where no process runs just now. Never raises."""
        with self._lock:
            channel = self._channel
        if channel is None:
            return False
        with contextlib.suppress(ChannelClosedError):  # the reading thread starts it again
            channel.send(message)
            return True
        return False

    def close(self) -> None:
        """Idempotent; returns when the process has ended."""
        self._closing.set()
        self.send(self._farewell)
        process = self._process
        if process is not None:
            self._end(process)
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        if self._urgent:
            be_urgent()
        failures = 0
        while not self._closing.is_set():
            started = time.monotonic()
            tell: Callable[[], None]
            try:
                tell = functools.partial(self._on_death, self._one_life())
            except ChannelSilentError:
                tell = self._on_silence
                self._patience = min(2 * self._patience, MOST_PATIENCE)
            if self._closing.is_set():
                return
            failures = 0 if time.monotonic() - started > STEADY_S else failures + 1
            tell()
            self._closing.wait(RESTART_S[min(failures, len(RESTART_S)) - 1])

    def _one_life(self) -> int | None:
        """Start the process and listen until it ends; its exit code, None if it did not start.

        Raises ChannelSilentError where it hung; it was killed then.
        """
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                self._process = process = self._spawn(theirs.fileno())
            except OSError:
                ours.close()
                return None
        channel: Channel[M] = Channel(ours, self._incoming | Alive)
        try:
            self._greet(channel)
            self._listen(channel)
        except (ChannelClosedError, ValueError):  # ValueError: it sent something damaged
            self._hang_up(channel)
            return self._end(process)
        except ChannelSilentError:
            process.kill()  # first: one that is stopped would not end by itself
            self._hang_up(channel)
            process.wait()
            raise

    def _listen(self, channel: Channel[M]) -> NoReturn:
        patience_s = self._given(START_S)
        while True:
            message = channel.receive(patience_s)
            patience_s = self._given(self._silent_s)
            if not isinstance(message, Alive):
                self._on_message(message)

    def _given(self, seconds: float | None) -> float | None:
        """How long this process may say nothing."""
        if self._silent_s is None or seconds is None:
            return None
        return seconds * self._patience

    def _hang_up(self, channel: Channel[M]) -> None:
        with self._lock:
            self._channel = None
        channel.close()

    def _greet(self, channel: Channel[M]) -> None:
        """Under the lock, so that what is sent meanwhile comes after, and none of it is lost."""
        with self._lock:
            channel.send(*self._greeting())
            self._channel = channel
        if self._closing.is_set():  # `close` came before there was a channel
            channel.send(self._farewell)

    def _spawn(self, fd: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*self._command(), "--fd", str(fd)],
            pass_fds=(fd,),
            stdin=subprocess.DEVNULL,
            env=self._environment,
        )

    def _end(self, process: subprocess.Popen[bytes]) -> int:
        """Wait for it, or kill it; its exit code."""
        try:
            return process.wait(self._stop_s)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()
