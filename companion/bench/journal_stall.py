"""What waits while a commit waits for the disk: nothing but the one who asked for it."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median, quantiles

from companion.bench.row import BenchRow, beside
from companion.history import Row
from companion.images import ImageShelf
from companion.loop import Loop
from companion.outputs import TableOutputs
from companion.packs import content_pack
from companion.ports import Done, Identity, Joined
from companion.referee import RefereeConfig, start
from companion.server import TableServer
from companion.store import Header, Journal
from companion.table.signals import Tick
from companion.table.state import Table
from rules import wizard_thieves as game

SYNC_S = 0.030
COMMITS = 40
_CODE = "ABC234"
_NS_IN_MS = 1_000_000


class SlowJournal(Journal):
    """A journal on a slow disk: `sync_s` is slept in every commit, without the GIL."""

    sync_s = 0.0

    def append(self, rows: Sequence[Row], images: Mapping[str, bytes] | None = None) -> None:
        """As on a card whose sync takes `sync_s`."""
        time.sleep(self.sync_s)
        super().append(rows, images or {})


def stalls(folder: Path) -> list[BenchRow]:
    """Pages, health and sensors' posts beside commits of 30 ms, and beside quick ones."""
    slow_others, slow_commits = _measure(folder / "slow", SYNC_S)
    quick_others, quick_commits = _measure(folder / "quick", 0.0)
    peer = "the same with quick syncs"
    return [
        beside(
            f"page, health and sensor post while commits take {SYNC_S * 1000:.0f} ms, p99",
            quantiles(slow_others, n=100)[-1],
            "ms",
            peer=peer,
            peer_value=quantiles(quick_others, n=100)[-1],
        ),
        beside(
            f"answer to a phone whose commit takes {SYNC_S * 1000:.0f} ms, median",
            median(slow_commits),
            "ms",
            peer=peer,
            peer_value=median(quick_commits),
        ),
    ]


def _measure(folder: Path, sync_s: float) -> tuple[list[float], list[float]]:
    """Milliseconds that bystanders took, and that those took who changed something."""
    loop, server = _table(folder, sync_s)
    loop.start()
    try:
        joined = server.join(code=_CODE, name="Ann", seat=0, token=None)
        if not isinstance(joined, Joined):
            raise TypeError(f"could not join: {joined}")
        host = Identity(audience="seat:0", seat=0, host=True)
        commits: list[float] = []
        writer = threading.Thread(target=_change, args=(server, host, commits))
        writer.start()
        others: list[float] = []
        while writer.is_alive():
            others.append(_took(lambda: _look(loop, server, joined.token)))
            time.sleep(0.001)
        writer.join()
        return others, commits
    finally:
        loop.stop()


def _table(folder: Path, sync_s: float) -> tuple[Loop, TableServer]:
    def open_journal() -> Journal:
        journal = SlowJournal.create(folder / "stall.journal", Header(game=game.NAME))
        journal.sync_s = sync_s
        return journal

    def shown(now: Table, audiences: tuple[str, ...]) -> None:
        server.shown(now, audiences)

    shelf = ImageShelf()
    pack = content_pack(game)
    table = Table(
        game_name=game.NAME, seats=2, code=_CODE, referee=start(RefereeConfig()), pack=pack
    )
    loop = Loop(
        table,
        open_journal=open_journal,
        journal=None,
        outputs=TableOutputs(),
        images=shelf,
        shown=shown,
    )
    server = TableServer(loop, images=shelf, table_key="key", clock=time.monotonic_ns)
    return loop, server


def _change(server: TableServer, host: Identity, commits: list[float]) -> None:
    for number in range(COMMITS):
        set_option = partial(_set_option, server, host, f"tie_ms={number % 9 + 1}")
        commits.append(_took(set_option))


def _set_option(server: TableServer, host: Identity, value: str) -> None:
    answer = server.host(host, action="option", value=value)
    if not isinstance(answer, Done):
        raise TypeError(f"the option was refused: {answer}")


def _look(loop: Loop, server: TableServer, token: str) -> None:
    """What a page, a health check and a sensor do."""
    server.identify(token)
    server.encoded_view("seat:0")
    server.health()
    loop.post(Tick(ns=time.monotonic_ns()))


def _took(act: Callable[[], None]) -> float:
    before = time.perf_counter_ns()
    act()
    return (time.perf_counter_ns() - before) / _NS_IN_MS
