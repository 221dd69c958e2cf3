"""From the finger to the press on the table's queue: alone, and beside three busy Python threads.

The board is the product's own, a process as in play, on the simulated pins; fingers are another
(`presses_fingers`). The busy threads are in the interpreter that takes the presses, which in play
has none. On the pins of a Pi up to a millisecond comes on top, until a mark covers the edge.
"""

import contextlib
import os
import queue
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from companion.bench.row import BenchRow, beside
from hardware.board_client import BoardClient
from hardware.board_link import ToCompanion
from hardware.config import default_wiring
from hardware.events import Press
from hardware.timing import MS
from hardware.urgent import SWITCH_S, be_urgent

PRESSES = 200
BUSY_THREADS = 3
LIMIT_MS = 10.0
"""Within which 99 of 100 presses are to be on the queue."""
WAIT_S = 60.0


class NoPressError(RuntimeError):
    """A press did not come; the message says how many did."""


def rows() -> list[BenchRow]:
    """Both, each as median and as the time within which 99 of 100 came."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)  # as `companion run` does
    try:
        alone = delays_ms()
        with busy_threads(BUSY_THREADS):
            beside_busy = delays_ms()
    finally:
        sys.setswitchinterval(before)
    urgent = "urgent" if _is_urgent() else "not urgent: no right"
    load = os.getloadavg()[0]
    told = [*_told("press on the queue", alone)]
    told += _told(f"beside {BUSY_THREADS} busy threads ({urgent})", beside_busy)
    return [*told, BenchRow(what="load of the machine", value=load, unit="processes")]


def _is_urgent() -> bool:
    """Whether this user may have that; the thread that finds out ends at once."""
    found: list[bool] = []
    thread = threading.Thread(target=lambda: found.append(be_urgent()))
    thread.start()
    thread.join()
    return found[0]


def delays_ms() -> list[float]:
    """Of each press, from right before it was made to when the table's queue had it."""
    folder = Path(tempfile.mkdtemp(prefix="companion-presses-"))
    table: queue.SimpleQueue[tuple[ToCompanion, int]] = queue.SimpleQueue()
    found: list[float] = []
    try:
        with _fingers(folder):
            board = BoardClient(
                default_wiring(4),
                lambda signal: table.put((signal, time.monotonic_ns())),
                folder,
            )
            try:
                while len(found) < PRESSES:
                    signal, came = table.get(timeout=WAIT_S)
                    if isinstance(signal, Press):
                        found.append((came - signal.at.latest) / MS)
            except queue.Empty as error:
                raise NoPressError(f"{len(found)} of {PRESSES} presses came") from error
            finally:
                board.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return found


@contextlib.contextmanager
def _fingers(folder: Path) -> Iterator[None]:
    """The process that presses, once its pins are there."""
    command = [sys.executable, "-m", "companion.bench.presses_fingers", str(folder), str(PRESSES)]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    with process:
        try:
            assert process.stdout is not None  # noqa: S101  a pipe was asked for
            process.stdout.readline()
            yield
        finally:
            process.kill()


@contextlib.contextmanager
def busy_threads(count: int) -> Iterator[None]:
    """Python that never rests, in this interpreter."""
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            sum(range(1000))

    threads = [threading.Thread(target=work, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _told(what: str, delays: list[float]) -> list[BenchRow]:
    ranked = sorted(delays)
    worst = ranked[min(len(ranked) - 1, round(0.99 * len(ranked)))]
    limit = f"limit {LIMIT_MS:.0f} ms"
    return [
        BenchRow(
            what=f"{what}, median of {len(ranked)}", value=statistics.median(ranked), unit="ms"
        ),
        beside(f"{what}, 99 of 100", worst, "ms", peer=limit, peer_value=LIMIT_MS),
    ]
