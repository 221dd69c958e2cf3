"""An idle table at 30 frames a second: what the companion's own processes cost.

The simulated table (world, renderer, its page) runs beside it and is not counted.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from companion.bench.row import BenchRow

WARM_S = 12.0
"""Until the eye has found the mat and everything is imported."""
WATCH_S = 15.0
START_LIMIT_S = 30.0


class NotIdleError(RuntimeError):
    """The table did not come up; the message says what was waited for."""


def rows() -> list[BenchRow]:
    """Start to first page, CPU share and memory of our processes while nothing happens."""
    with _table() as (process, first_page_s):
        time.sleep(WARM_S)
        pids = _tree(process.pid)
        before = _cpu_s(pids)
        start = time.monotonic()
        time.sleep(WATCH_S)
        share = 100 * (_cpu_s(pids) - before) / (time.monotonic() - start)
        pss = {pid: _pss_mb(pid) for pid in pids}
    return [
        BenchRow(what="start to first page", value=first_page_s, unit="s"),
        BenchRow(what="idle at 30 fps, all companion processes", value=share, unit="% of a core"),
        BenchRow(what="memory, all companion processes", value=sum(pss.values()), unit="MB PSS"),
        BenchRow(what="companion processes", value=len(pids), unit="processes"),
    ]


@contextlib.contextmanager
def _table() -> Iterator[tuple["subprocess.Popen[bytes]", float]]:
    folder = Path(tempfile.mkdtemp(prefix="companion-idle-"))
    port = _free_port()
    url = f"http://127.0.0.1:{port}"
    twin_dir = folder / "twin"
    twin_dir.mkdir()
    run = ["companion", "run", "wizard-thieves", "--hardware", "twin", "--twin-dir", str(twin_dir)]
    run += ["--no-twin-process", "--port", str(port), "--data", str(folder / "data")]
    run += ["--code", "ABC234", "--mute"]
    twin = ["companion.twin", "table", "--dir", str(twin_dir), "--url", url, "--code", "ABC234"]
    twin += ["--port", str(_free_port())]
    started: list[subprocess.Popen[bytes]] = []
    try:
        begin = time.monotonic()
        started.append(_start(run))
        _wait_for(f"{url}/healthz")
        first_page_s = time.monotonic() - begin
        started.append(_start(twin))
        yield started[0], first_page_s
    finally:
        for process in reversed(started):
            process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()
        shutil.rmtree(folder, ignore_errors=True)


def _start(arguments: list[str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _wait_for(url: str) -> None:
    deadline = time.monotonic() + START_LIMIT_S
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=1):  # noqa: S310
            return
        time.sleep(0.02)
    raise NotIdleError(f"No page at {url} within {START_LIMIT_S:.0f} s.")


def _tree(pid: int) -> list[int]:
    """The process and all its descendants."""
    found = [pid]
    for parent in found:
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            found += [int(child) for child in task.read_text().split()]
    return found


def _cpu_s(pids: list[int]) -> float:
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _pss_mb(pid: int) -> float:
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    return 0.0


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
