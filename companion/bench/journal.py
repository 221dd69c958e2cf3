"""`companion bench journal`: a commit beside a bare SQLite commit; opening a long game.

The files lie in `data/` of the working folder, so that the disk is measured which holds games, and
not a `/tmp` in memory.
"""

import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import msgspec

from companion.bench.journal_stall import stalls
from companion.bench.playout import Playout
from companion.bench.row import BenchRow, beside
from companion.history import Row, fold
from companion.packs import content_pack
from companion.store import Header, Journal
from rules import wizard_thieves as game

ENTRIES = 1_000
OPENINGS = 15
SEATS = 4
LONG_SEED = 113
"""523 actions: the longest of the first 300 seeds."""
_NS_IN_MS = 1_000_000
_RECORD_BYTES = 1_500
"""A verdict's evidence record: four presses with their bounce and a reveal."""


def rows() -> list[BenchRow]:
    """What `companion bench journal` prints."""
    folder = Path("data")
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix="bench-") as name:
        played = recorded_game(ENTRIES)
        here = Path(name)
        return [*_commits(here, played), *_openings(here, played), *stalls(here)]


def recorded_game(entries: int, seed: int = LONG_SEED) -> tuple[Row, ...]:
    """A random game as a table would journal it, `entries` entries long (or one less).

    Random games are shorter, so some actions are taken back and played again.
    """
    pack = content_pack(game)
    playout = Playout(game, SEATS, seed, game.Options(), pack)
    data = {
        "game": game.NAME,
        "seats": SEATS,
        "first": playout.start.turn,
        "options": msgspec.to_builtins(game.Options()),
        "names": ["Ann", "Ben", "Cleo", "Dan"],
        "pack": msgspec.to_builtins(pack),
    }
    played = [Row(seq=1, kind="game", at_ns=0, by="table", data=data)]
    moves = list(playout.moves())[: entries - 1]
    taken_back = (entries - 1 - len(moves)) // 2
    for number, move in enumerate(moves):
        for _ in range(taken_back * (number + 1) // len(moves) - taken_back * number // len(moves)):
            played.append(_row(len(played) + 1, move))
            undo = {"undoes": len(played)}
            played.append(Row(seq=len(played) + 1, kind="undo", at_ns=0, data=undo))
        played.append(_row(len(played) + 1, move))
    return tuple(played)


def _row(seq: int, move: Any) -> Row:
    judged = isinstance(move.action, game.Grab)
    return Row(
        seq=seq,
        kind="action",
        at_ns=seq * 1_500 * _NS_IN_MS,
        action=msgspec.to_builtins(move.action),
        events=tuple(msgspec.to_builtins(event) for event in move.events),
        evidence={"presses": "p" * _RECORD_BYTES} if judged else None,
    )


def _commits(folder: Path, played: Sequence[Row]) -> list[BenchRow]:
    """Ours and the peer's take turns, so that both meet the same disk in the same second."""
    ours: list[float] = []
    bare: list[float] = []
    journal = Journal.create(folder / "ours.journal", Header(game=game.NAME))
    with journal, closing(_bare(folder / "bare.db")) as connection:
        for row in played:
            blob = msgspec.json.encode(row)
            turns = [(ours, lambda row=row: journal.append([row]))]
            turns.append((bare, lambda blob=blob: _insert(connection, blob)))
            for times, commit in turns if row.seq % 2 else reversed(turns):
                before = time.perf_counter_ns()
                commit()
                times.append((time.perf_counter_ns() - before) / _NS_IN_MS)
    peer = "bare SQLite WAL/FULL, same bytes"
    return [
        beside(
            "commit of one entry, median", median(ours), "ms", peer=peer, peer_value=median(bare)
        ),
        beside("commit of one entry, p99", _p99(ours), "ms", peer=peer, peer_value=_p99(bare)),
    ]


def _bare(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE journal(seq INTEGER PRIMARY KEY, body BLOB)")
    return connection


def _insert(connection: sqlite3.Connection, blob: bytes) -> None:
    connection.execute("INSERT INTO journal(body) VALUES (?)", (blob,))


def _openings(folder: Path, played: Sequence[Row]) -> list[BenchRow]:
    path = folder / "long.journal"
    with Journal.create(path, Header(game=game.NAME)) as journal:
        journal.append(played)
    opening: list[float] = []
    folding: list[float] = []
    for _ in range(OPENINGS):
        before = time.perf_counter_ns()
        journal, opened = Journal.open(path)
        proved = time.perf_counter_ns()
        fold(opened.rows)
        folded = time.perf_counter_ns()
        journal.close()
        opening.append((folded - before) / _NS_IN_MS)
        folding.append((folded - proved) / _NS_IN_MS)
    what = f"a journal of {len(played):,} entries"
    return [
        BenchRow(what=f"open, prove and fold {what}", value=median(opening), unit="ms"),
        BenchRow(what=f"of which folding {what}", value=median(folding), unit="ms"),
    ]


def _p99(times: Sequence[float]) -> float:
    return quantiles(times, n=100)[-1]
