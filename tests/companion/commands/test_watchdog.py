"""systemd's watchdog is fed while the table's thread moves, and only then."""

import itertools
import os
import signal
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.commands import run


def told(
    pulse: Callable[[], int | None], seconds: float, place: Path, monkeypatch: pytest.MonkeyPatch
) -> list[bytes]:
    """What systemd hears until the companion is stopped."""
    address = place / "notify"
    ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    ear.bind(str(address))
    ear.setblocking(False)
    monkeypatch.setenv("NOTIFY_SOCKET", str(address))
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    threading.Timer(seconds, lambda: os.kill(os.getpid(), signal.SIGTERM)).start()
    try:
        run.wait_for_stop(pulse)
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
    heard = []
    with ear:
        while True:
            try:
                heard.append(ear.recv(100))
            except BlockingIOError:
                return heard


def test_a_table_that_moves_is_called_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = told(itertools.count().__next__, 2.5, tmp_path, monkeypatch)
    assert heard == [b"WATCHDOG=1"] * 2


def test_a_table_that_hangs_is_called_well_once_and_never_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So systemd starts it again, though pages are still served."""
    heard = told(lambda: 7, 3.5, tmp_path, monkeypatch)
    assert heard == [b"WATCHDOG=1"]
