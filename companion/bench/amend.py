"""Correcting an early entry of a long game, and looking at any moment of it."""

import statistics
import time

from companion.bench.journal import recorded_game
from companion.bench.row import BenchRow
from companion.chronicle import chronicle, moment
from companion.history import Row, fold
from companion.packs import content_pack
from companion.referee import RefereeConfig, start
from companion.table.effects import Reply
from companion.table.handle import handle
from companion.table.presenter import amendments_of
from companion.table.resume import resume
from companion.table.signals import Ask
from companion.table.state import Table
from rules import wizard_thieves as game

ENTRIES = 500
MOMENTS = 1_000
ROUNDS = 9
CARDS = 16
"""Every other card that it could have been."""


def rows() -> list[BenchRow]:
    """Amending the first of 500 entries, and opening moments of a long game."""
    table = _table(recorded_game(ENTRIES))
    amending = [_amend_first(table, number) for number in range(CARDS)]
    return [
        BenchRow(
            what=f"amend the first of {ENTRIES} entries, slowest of {CARDS} cards",
            value=max(amending),
            unit="ms",
        ),
        BenchRow(
            what=f"fold {MOMENTS:,} entries and show the table at a moment",
            value=statistics.median(_moment(number) for number in range(ROUNDS)),
            unit="ms",
        ),
        BenchRow(
            what=f"the table that goes on, from {MOMENTS:,} entries",
            value=statistics.median(_resumed() for _ in range(ROUNDS)),
            unit="ms",
        ),
    ]


def _table(journal: tuple[Row, ...]) -> Table:
    fresh = Table(
        game_name=game.NAME,
        seats=game.SEATS[-1],
        referee=start(RefereeConfig()),
        pack=content_pack(game),
    )
    return resume(fresh, journal)


def _amend_first(table: Table, number: int) -> float:
    """The first entry with another value each time; ms."""
    first = next(step.seq for step in table.steps if step.action is not None)
    choices = amendments_of(table, first)
    begin = time.perf_counter()
    _, effects = handle(
        table, Ask(what="amend", audience="table", value=choices[number].id, ident=1)
    )
    spent = 1000 * (time.perf_counter() - begin)
    reply = next(effect for effect in effects if isinstance(effect, Reply))
    if reply.status != 200:  # noqa: PLR2004 - HTTP's OK
        raise AssertionError(f"the amendment was refused: {reply.reason}")
    return spent


def _moment(number: int) -> float:
    """The first look at a long game: fold its journal and show the table right after an entry."""
    journal = recorded_game(MOMENTS)
    seqs = [row.seq for row in journal if row.kind == "action"]
    begin = time.perf_counter()
    told = chronicle(fold(journal))
    shown = None if told is None else moment(told, seqs[number * len(seqs) // ROUNDS])
    spent = 1000 * (time.perf_counter() - begin)
    if shown is None:
        raise AssertionError("the game has no such moment")
    return spent


def _resumed() -> float:
    """From the entries to the table that goes on, ms."""
    journal = recorded_game(MOMENTS)
    begin = time.perf_counter()
    _table(journal)
    return 1000 * (time.perf_counter() - begin)
