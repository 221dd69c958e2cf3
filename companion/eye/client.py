"""The companion's end of the eye process: starts it, listens, starts it again when it dies."""

import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from companion.eye.config import EyeConfig
from hardware.channel import Channel, ChannelClosedError
from hardware.events import KnownUntil, Observation, SensorStatus, sensor_status
from hardware.eye_link import (
    Conditions,
    EvidenceImage,
    Expect,
    FromEye,
    Recheck,
    Stop,
    Taught,
    Teach,
    TeachBuild,
    TeachLoad,
    TeachPhoto,
    TeachShot,
)

RESTART_S = (0.1, 0.5, 2.0, 5.0)
"""Waits before each further start; the last repeats. An eye that ran for a minute starts over."""
STEADY_S = 60.0
STOP_S = 3.0
MOST_PX = 50_000_000
"""Of a picture that is opened: more than any phone of today takes."""

OnSignal = Callable[[Observation | KnownUntil | SensorStatus], None]
OnImage = Callable[[str, bytes], None]
OnConditions = Callable[[Conditions], None]
OnTeaching = Callable[[TeachShot | Taught], None]


class EyeClient:
    """One eye process, kept alive.

    Args:
        config: Its settings.
        on_signal: Called from the client's thread with each Observation, KnownUntil and
            SensorStatus, in order.
        on_image: Called likewise with id and JPEG of evidence, before the observation that refers
            to it.
        on_conditions: Called likewise with light, sharpness and how the zones stand.
        on_teaching: Called likewise with faces that were taken and what was learned.
        command: What to start, for tests; `--fd N --config JSON` is appended.
    """

    def __init__(
        self,
        config: EyeConfig,
        on_signal: OnSignal,
        on_image: OnImage,
        on_conditions: OnConditions | None = None,
        *,
        on_teaching: OnTeaching | None = None,
        command: Sequence[str] = (sys.executable, "-m", "companion.eye"),
    ) -> None:
        self._config = config
        self._on_signal = on_signal
        self._on_image = on_image
        self._on_conditions = on_conditions
        self._on_teaching = on_teaching
        self._teaching = Teach(on=False)
        self._command = tuple(command)
        self._lock = threading.Lock()
        self._channel: Channel[FromEye] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._expect: Expect | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="eye client", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int | None:
        """Of the present process, for memory measurements."""
        process = self._process
        return process.pid if process is not None else None

    def expect(self, expect: Expect) -> None:
        """What may turn up from now on, also after a restart of the process. Never raises."""
        self._expect = expect
        self._send(expect)

    def recheck(self, zone: str = "") -> None:
        """Take what lies in the zone (in all zones where empty) as given. Never raises."""
        self._send(Recheck(zone=zone))

    def teach(self, message: Teach | TeachPhoto | TeachBuild | TeachLoad) -> bool:
        """Pass it on; False where no eye runs just now. Teaching goes on after a restart."""
        if isinstance(message, Teach):
            self._teaching = message
        return self._send(message)

    def use_catalogue(self, path: str) -> None:
        """Which taught cards a process that is started from now on reads."""
        self._config = msgspec.structs.replace(self._config, catalogue=path)

    def close(self) -> None:
        """Idempotent; returns when the process has ended."""
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

    def _send(self, message: Any) -> bool:
        with self._lock:
            channel = self._channel
        if channel is None:
            return False
        with contextlib.suppress(ChannelClosedError):  # the reading thread starts it again
            channel.send(message)
            return True
        return False

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
        channel: Channel[FromEye] = Channel(ours, FromEye)
        self._process = process
        with self._lock:
            self._channel = channel
        if self._closing.is_set():  # `close` may have looked before there was a process
            self._send(Stop())
        try:
            if self._expect is not None:
                channel.send(self._expect)
            if self._teaching.on:
                channel.send(self._teaching)
            while True:
                self._hand_on(channel.receive())
        except (ChannelClosedError, ValueError):  # ValueError: it sent something damaged
            return self._bury(process, channel)

    def _hand_on(self, message: FromEye) -> None:
        match message:
            case EvidenceImage(id=ident, jpeg=jpeg):
                self._on_image(ident, jpeg)
            case Conditions():
                if self._on_conditions is not None:
                    self._on_conditions(message)
            case TeachShot() | Taught():
                if self._on_teaching is not None:
                    self._on_teaching(message)
            case _:
                self._on_signal(message)

    def _spawn(self, fd: int) -> subprocess.Popen[bytes]:
        config = msgspec.json.encode(self._config).decode()
        arguments = [*self._command, "--fd", str(fd), "--config", config]
        return subprocess.Popen(
            arguments, pass_fds=(fd,), stdin=subprocess.DEVNULL, env=_environment()
        )

    def _bury(self, process: subprocess.Popen[bytes], channel: Channel[FromEye]) -> int:
        with self._lock:
            self._channel = None
        channel.close()
        try:
            return process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()


def _environment() -> dict[str, str]:
    """One thread for linear algebra, and no picture that fills the memory: set before it starts."""
    return {
        **os.environ,
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "OPENCV_IO_MAX_IMAGE_PIXELS": str(MOST_PX),
    }


def _died(code: int | None) -> SensorStatus:
    return sensor_status(
        "camera",
        ok=False,
        source="none",
        template="The part that looks at the table stopped (exit code {code}) and is being started "
        "again; until then cards are entered by phone. If it goes on, run: companion doctor",
        parts={"code": str(code)},
    )
