"""How sure, and how quick, the referee is: shuffled deliveries, a million grabs, time a verdict."""

import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import median
from typing import TypeVar

from companion.bench.referee_deliveries import CONFIG, deliver, evidence
from companion.bench.referee_grabs import series
from companion.bench.row import BenchRow, beside
from companion.referee import DuePresses, due, feed, judge, seal, start
from hardware.events import EdgesUntil, KnownUntil
from hardware.timing import MS
from rules import GAMES

DELIVERIES = 100_000
GRABS = 1_000_000
SEED = 20_260
T = TypeVar("T")
R = TypeVar("R")


def rows() -> list[BenchRow]:
    """About two minutes on two cores."""
    return [*speed(), *deliveries(DELIVERIES), *grabs(GRABS)]


def deliveries(count: int) -> list[BenchRow]:
    """Distinct verdicts of `count` shuffled deliveries of the same evidence."""
    parts = _spread(deliver, _shares(count))
    ours = {verdict for found, _ in parts for verdict in found}
    naive = {order for _, found in parts for order in found}
    return [
        beside(
            f"distinct verdicts of {count:,} shuffled deliveries",
            float(len(ours)),
            "verdicts",
            peer="order of callbacks",
            peer_value=float(len(naive)),
        )
    ]


def grabs(count: int) -> list[BenchRow]:
    """What came of `count` simulated grabs."""
    tally = sum(_spread(series, _shares(count)), Counter[str]())
    return [
        beside(
            f"wrong winners in {count:,} grabs",
            float(tally["wrong"]),
            "grabs",
            peer="order of callbacks",
            peer_value=float(tally["naive"]),
        ),
        BenchRow(what="grabs too close to call", value=100 * tally["undecided"] / count, unit="%"),
        BenchRow(
            what="undecided though further apart than band and error",
            value=float(tally["doubt"]),
            unit="grabs",
        ),
        BenchRow(
            what="edges to dues, a grab, debounce included (one core)",
            value=tally["ns"] / count / 1000,
            unit="us",
        ),
    ]


def speed() -> list[BenchRow]:
    """Medians of a judgement: time of one core, whatever else the machine does."""
    game = GAMES["wizard-thieves"]
    state = game.setup(range(4), 0, game.Options(), game.load_pack([]))
    signals = (*evidence()[:5], EdgesUntil(ns=900 * MS), KnownUntil(ns=900 * MS))
    settle, sealing, judging = [], [], []
    for _ in range(3_000):
        begun = time.thread_time()
        referee = start(CONFIG)
        for signal in signals:
            referee = feed(referee, signal)
        _, dues = due(referee)
        settled = time.thread_time()
        presses = [one for one in dues if isinstance(one, DuePresses)]
        sealed = [seal(one.record, game="wizard-thieves", state=state) for one in presses]
        done = time.thread_time()
        for record in sealed:
            judge(record)
        end = time.thread_time()
        settle.append((settled - begun) / len(dues))
        sealing.append((done - settled) / len(presses))
        judging.append((end - done) / len(presses))
    return [
        BenchRow(what="signals to a due", value=1e6 * median(settle), unit="us"),
        BenchRow(
            what="due to sealed verdict, rules included", value=1e6 * median(sealing), unit="us"
        ),
        BenchRow(what="verdict from its record alone", value=1e6 * median(judging), unit="us"),
    ]


def _shares(total: int) -> list[tuple[int, int]]:
    """A seed and a count for each core."""
    cores = os.cpu_count() or 1
    share = [total // cores + (n < total % cores) for n in range(cores)]
    return [(SEED + n, count) for n, count in enumerate(share)]


def _spread(function: Callable[[T], R], work: Sequence[T]) -> list[R]:
    with multiprocessing.get_context("spawn").Pool(len(work)) as pool:
        return pool.map(function, work)
