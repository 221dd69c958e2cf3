"""The companion's end of the board process: starts it, listens, starts it again when it dies."""

import contextlib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hardware.board_link import Reconfigure, Stop, ToCompanion
from hardware.channel import Channel, ChannelClosedError
from hardware.config import BoardConfig
from hardware.events import Beep, Lamps, SensorStatus, sensor_status

RESTART_S = (0.1, 0.5, 2.0, 5.0)
"""Waits before each further start; the last one repeats. A board that ran for a minute starts
over.
"""

STEADY_S = 60.0
STOP_S = 2.0
OnSignal = Callable[[ToCompanion], None]


class BoardClient:
    """One board process, kept alive.

    Args:
        config: The wiring.
        on_signal: Called from the client's thread with each Press, EdgesUntil and SensorStatus, in
            order.
        rendezvous: Directory of the twin's sockets; None for real hardware.
        run: Which boot the stamps belong to.
        command: What to start, for tests; `--fd N` and the rest are appended.
    """

    def __init__(
        self,
        config: BoardConfig,
        on_signal: OnSignal,
        rendezvous: Path | None = None,
        *,
        run: int = 0,
        command: Sequence[str] = (sys.executable, "-m", "hardware.board"),
    ) -> None:
        self._config = config
        self._on_signal = on_signal
        self._rendezvous = rendezvous
        self._run_number = run
        self._command = tuple(command)
        self._lock = threading.Lock()
        self._channel: Channel[ToCompanion] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._lamps: Lamps | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="board client", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int | None:
        """Of the present process, for memory measurements."""
        process = self._process
        return process.pid if process is not None else None

    def set_lamps(self, lamps: Lamps) -> None:
        """Show this from now on, also after a restart of the process. Never raises."""
        self._lamps = lamps
        self._send(lamps)

    def beep(self, beep: Beep) -> None:
        """Sound the beeper, if the process is up."""
        self._send(beep)

    def reconfigure(self, config: BoardConfig) -> None:
        """Use another wiring from now on."""
        self._config = config
        self._send(Reconfigure(config=config))

    def close(self) -> None:
        """Idempotent. Lamps go out; returns when the process has ended."""
        self._closing.set()
        self._send(Stop())
        process = self._process
        if process is not None:
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _send(self, message: Any) -> None:
        with self._lock:
            channel = self._channel
        if channel is None:
            return
        with contextlib.suppress(ChannelClosedError):  # the reading thread starts it again
            channel.send(message)

    def _run(self) -> None:
        failures = 0
        while not self._closing.is_set():
            started = time.monotonic()
            code = self._one_life()
            if self._closing.is_set():
                return
            failures = 0 if time.monotonic() - started > STEADY_S else failures + 1
            self._on_signal(_died(code))
            self._closing.wait(RESTART_S[min(failures, len(RESTART_S)) - 1])

    def _one_life(self) -> int | None:
        """Start the process and listen until it ends; its exit code, None if it did not start."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                process = self._spawn(theirs.fileno())
            except OSError:
                ours.close()
                return None
        channel: Channel[ToCompanion] = Channel(ours, ToCompanion)
        self._process = process
        try:
            channel.send(Reconfigure(config=self._config))
            with self._lock:
                self._channel = channel
            if self._lamps is not None:
                channel.send(self._lamps)
            if self._closing.is_set():  # close() came before there was a channel
                channel.send(Stop())
            while True:
                self._on_signal(channel.receive())
        except (ChannelClosedError, ValueError):  # ValueError: it sent something damaged
            return self._bury(process, channel)

    def _spawn(self, fd: int) -> subprocess.Popen[bytes]:
        arguments = [*self._command, "--fd", str(fd), "--run", str(self._run_number)]
        if self._rendezvous is not None:
            arguments += ["--rendezvous", str(self._rendezvous)]
        return subprocess.Popen(arguments, pass_fds=(fd,), stdin=subprocess.DEVNULL)

    def _bury(self, process: subprocess.Popen[bytes], channel: Channel[ToCompanion]) -> int:
        with self._lock:
            self._channel = None
        channel.close()
        try:
            return process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()


def _died(code: int | None) -> SensorStatus:
    return sensor_status(
        "buttons",
        ok=False,
        source="none",
        template="The part that reads the buttons stopped (exit code {code}) and is being started "
        "again; until then slaps are settled by phone. If it goes on, run: companion doctor",
        parts={"code": str(code)},
    )
