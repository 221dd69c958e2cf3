"""How long after a commit 100 phones have the new state, and what a push costs.

Server, phones and this program are three processes. A stamp is taken where the table would tell
of a commit and travels inside the view; a phone's receipt is read from the same clock.
"""

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from statistics import median
from typing import IO, Any

from msgspec import Struct

from companion.bench.row import BenchRow, beside

PHONES = 100
ROUNDS = 3
SERVERS = ("ours", "asyncio hub", "flask threads")


class Round(Struct, frozen=True, kw_only=True):
    """One server, one run.

    Attributes:
        each_ms: Latency of every phone for every change, sorted.
        last_ms: Latency of the last phone for every change, sorted.
        cpu_ms: CPU time of the server for each change.
        missed: Phones that did not end on the newest state.
    """

    each_ms: list[float]
    last_ms: list[float]
    cpu_ms: float
    missed: int


def rows() -> list[BenchRow]:
    """Ours beside a hand-written hub (the floor) and Flask's own threads, in turn in one run."""
    rounds: dict[str, list[Round]] = {name: [] for name in SERVERS}
    for _ in range(ROUNDS):
        for name in SERVERS:
            rounds[name].append(_run(name))
    found: list[BenchRow] = []
    for what, unit, pick in _MEASURES:
        ours = median(pick(one) for one in rounds["ours"])
        for peer in SERVERS[1:]:
            theirs = median(pick(one) for one in rounds[peer])
            found.append(beside(what, ours, unit, peer=peer, peer_value=theirs))
    missed = max(one.missed for one in rounds["ours"])
    found.append(BenchRow(what="phones that missed the newest state", value=missed, unit="phones"))
    return found


def at(share: float, sorted_values: list[float]) -> float:
    """The value below which this share lies."""
    return sorted_values[min(int(share * len(sorted_values)), len(sorted_values) - 1)]


_MEASURES = (
    (f"commit to the last of {PHONES} phones, p50", "ms", lambda one: at(0.5, one.last_ms)),
    (f"commit to the last of {PHONES} phones, p99", "ms", lambda one: at(0.99, one.last_ms)),
    (f"commit to a phone ({PHONES} open), p50", "ms", lambda one: at(0.5, one.each_ms)),
    (f"commit to a phone ({PHONES} open), p99", "ms", lambda one: at(0.99, one.each_ms)),
    (f"CPU of the server for a change to {PHONES} phones", "ms", lambda one: one.cpu_ms),
)


def _run(name: str) -> Round:
    with _process("companion.bench.web_servers", name) as server:
        port = _line(server)["port"]
        with _process("companion.bench.web_phones", str(port), str(PHONES)) as phones:
            if _line(phones)["open"] != PHONES:
                raise RuntimeError(f"Not all {PHONES} phones could connect to {name}")
            _tell(server)
            done = _line(server)
            _tell(phones)
            seen = _line(phones)["seen"]
    return _measure(done, seen)


def _measure(done: dict[str, Any], seen: list[dict[str, int]]) -> Round:
    """Put stamps and receipts together; a phone that skipped a state got it with the next."""
    each, last = [], []
    stamps: list[int] = done["stamps"]
    for place, stamp in enumerate(stamps):
        got = [_received(phone, stamps[place:]) for phone in seen]
        delays = [(when - stamp) / 1e6 for when in got if when is not None]
        each += delays
        if len(delays) == len(seen):
            last.append(max(delays))
    newest = str(stamps[-1])
    return Round(
        each_ms=sorted(each),
        last_ms=sorted(last),
        cpu_ms=done["cpu_s"] * 1000 / len(stamps),
        missed=sum(1 for phone in seen if newest not in phone),
    )


def _received(phone: dict[str, int], stamps: list[int]) -> int | None:
    return next((phone[str(stamp)] for stamp in stamps if str(stamp) in phone), None)


@contextlib.contextmanager
def _process(module: str, *args: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", module, *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        _pipe(process.stdin).close()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        _pipe(process.stdout).close()


def _line(process: subprocess.Popen[str]) -> dict[str, Any]:
    line = _pipe(process.stdout).readline()
    if not line:
        raise RuntimeError("A process of the measurement ended early; its message is above.")
    answer: dict[str, Any] = json.loads(line)
    return answer


def _tell(process: subprocess.Popen[str]) -> None:
    pipe = _pipe(process.stdin)
    pipe.write("go\n")
    pipe.flush()


def _pipe(pipe: IO[str] | None) -> IO[str]:
    if pipe is None:
        raise RuntimeError("A process was started without pipes")
    return pipe
