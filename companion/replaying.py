"""Replaying a black box: the same loop, the same table, a journal in memory."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import cast

from msgspec import Struct

from companion.blackbox import Begin, Box, BoxError, Heard, Segment, addressed, resumed
from companion.blackbox.records import unpack_table
from companion.export import first_difference
from companion.history import HistoryError, Row
from companion.images import ImageShelf
from companion.loop import Loop, Outputs
from companion.store import Journal, StoreError
from companion.table.signals import Proceed
from companion.table.state import Table

Watch = Callable[[Heard, Sequence[Row]], None]


class Replayed(Struct, frozen=True, kw_only=True):
    """What a black box replays to.

    Attributes:
        rows: The journal's entries.
        table: As the last signal left it.
        signals: How many were replayed.
        remarks: What a person should know; the replay is sound all the same.
        differs: Where the replay is not what was written at the table; empty where it is.
    """

    game: str
    edition: int
    app: str
    created: str
    rows: tuple[Row, ...]
    table: Table
    segments: int
    signals: int
    remarks: tuple[str, ...] = ()
    differs: str = ""


def replay_box(box: Box) -> Replayed:
    """Feed the signals of every segment through the table. Raises BoxError."""
    rows: tuple[Row, ...] = ()
    remarks, differs, signals = list(box.remarks), "", 0
    table: Table | None = None
    for segment in box.segments:
        rows, said, wrong = _reconcile(rows, segment.begin)
        remarks += said
        differs = differs or wrong
        replayed, table, broken = play_segment(segment)
        rows = (*rows, *replayed)
        remarks += broken
        signals += len(segment.heard)
    if table is None:
        raise BoxError("The black box is empty.")
    first = box.segments[0].begin
    return Replayed(
        game=first.game,
        edition=first.edition,
        app=first.app,
        created=first.created,
        rows=rows,
        table=table,
        segments=len(box.segments),
        signals=signals,
        remarks=tuple(remarks),
        differs=differs,
    )


def _reconcile(rows: tuple[Row, ...], begin: Begin) -> tuple[tuple[Row, ...], tuple[str, ...], str]:
    """Hold what was replayed so far against what the next segment found on disk."""
    given = begin.rows
    if not rows or begin.kind != "resume":
        return given, (), ""
    place = first_difference(rows, given)
    wrong = ""
    if place is not None:
        wrong = (
            f"Entry {place + 1} replays differently from what was on disk at the restart: another "
            "version of the companion wrote it, or the black box was changed."
        )
    said: tuple[str, ...] = ()
    if len(rows) > len(given):
        said = (f"Entries {len(given) + 1} to {len(rows)} were not on disk at a restart.",)
    if len(rows) < len(given):
        said = (
            f"Entries {len(rows) + 1} to {len(given)} are taken from the journal: their signals "
            "had not reached the black box at a restart.",
        )
    return given, said, wrong


def play_segment(
    segment: Segment, watch: Watch = lambda _heard, _rows: None
) -> tuple[tuple[Row, ...], Table, list[str]]:
    """Feed one segment's signals through the table.

    Args:
        segment: What was recorded.
        watch: Called after each signal with the entries that it brought.

    Returns:
        The entries that the signals brought, the table as the last one left it, and remarks.

    Raises:
        BoxError: The table that it began with cannot be rebuilt.
    """
    memory = _Memory()
    loop = Loop(
        opening_table(segment.begin),
        open_journal=lambda: cast("Journal", memory.open()),
        journal=cast("Journal", memory) if segment.begin.rows else None,
        outputs=cast("Outputs", _Silence()),
        images=ImageShelf(),
        shown=lambda _table, _audiences: None,
    )
    remarks: list[str] = []
    with _quiet_log():
        for heard in segment.heard:
            memory.expect(heard.refused)
            known = len(memory.rows)
            remarks += _feed(loop, heard)
            watch(heard, memory.rows[known:])
    return tuple(memory.rows), loop.table, remarks


@contextmanager
def _quiet_log() -> Iterator[None]:
    """The loop's log is about this machine's disk; a replay has none."""
    logger = logging.getLogger("companion.loop")
    before, logger.disabled = logger.disabled, True
    try:
        yield
    finally:
        logger.disabled = before


def opening_table(begin: Begin) -> Table:
    """The table that a segment starts from. Raises BoxError."""
    try:
        table = unpack_table(begin.table)
        if begin.kind == "resume":
            table = addressed(resumed(table, begin.rows, begin.rescued), begin.join_url)
    except (ValueError, HistoryError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise BoxError(
            f"The table that the recording began with cannot be rebuilt: {error}. It was written "
            f"by version {begin.app or 'unknown'}; replay it with that one."
        ) from error
    return table


def _feed(loop: Loop, heard: Heard) -> list[str]:
    """One signal, as far as the table got with it; what is strange about it."""
    try:
        if heard.stumbled is None:
            loop.step(heard.signal)
        else:
            for number in range(heard.stumbled):
                loop.apply(Proceed() if number else heard.signal)
    except Exception as error:  # noqa: BLE001 - the live loop goes on as well
        if heard.stumbled is None:
            return [
                f"The replay stumbles where the table did not ({type(error).__name__}: {error}): "
                "another version of the companion recorded this."
            ]
    return []


class _RefusedError(StoreError):
    """The disk's words, as they were."""

    def __init__(self, why: str) -> None:
        super().__init__(why, meaning="", cure="")
        self._why = why

    def __str__(self) -> str:
        return self._why


class _Memory:
    """A journal in memory that refuses what the disk refused."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._refused: Mapping[int, str] = {}
        self._commits = 0

    def expect(self, refused: Mapping[int, str]) -> None:
        self._refused, self._commits = refused, 0

    def open(self) -> "_Memory":
        self._refuse(self._commits + 1)
        return self

    def append(self, rows: Sequence[Row], _images: Mapping[str, bytes]) -> None:
        self._commits += 1
        self._refuse(self._commits)
        self.rows += rows

    def _refuse(self, commit: int) -> None:
        if commit in self._refused:
            raise _RefusedError(self._refused[commit])

    def close(self) -> None:
        """Nothing to close."""


class _Silence:
    """Nobody listens to a replay: whatever the table moves in the world does nothing."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None
