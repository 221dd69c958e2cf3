"""Recording: the table's thread hands over frozen values, a thread of its own writes them.

Nothing here may stop or slow the game. Where the disk fails or the file is full, recording ends
with a notice on the page, and play goes on.
"""

import os
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from companion.blackbox.quiet import ALWAYS_KEPT, QuietMarks, is_quiet
from companion.blackbox.records import (
    MAGIC,
    Begin,
    End,
    Record,
    Refused,
    Stumbled,
    frame,
    pack_table,
)
from companion.history import Row
from companion.store import Journal
from companion.table.signals import Signal
from companion.table.state import Table

SUFFIX = ".blackbox"
LIMIT_BYTES = 16 * 1024 * 1024
"""Of one file. A demo of 262 cards in nine minutes of table time took 0.2 MB."""
MOST_WAITING = 20_000
"""Values that may wait for a slow disk; some seconds of the busiest table."""
CLOSE_S = 5.0
_BATCH_BYTES = 64 * 1024
_FULL = "the file was full"
_MARKER_BYTES = len(frame(End(why=_FULL)))


class Recording(Protocol):
    """What the loop tells of each signal; all of it in the table's thread."""

    def heard(self, table: Table, signal: Signal) -> None:
        """A signal is about to be handled."""

    def committing(self, rows: Sequence[Row]) -> None:
        """A transaction goes to disk now."""

    def opened(self, journal: Journal) -> None:
        """That transaction is the first of a new journal, and is on disk."""

    def refused(self, why: str) -> None:
        """The disk refused the transaction."""

    def applied(self) -> None:
        """One step of the signal is done."""

    def handled(self, table: Table) -> None:
        """The signal is done."""

    def stumbled(self, table: Table) -> None:
        """The program broke off in the middle of the signal; this is the table now."""

    def close(self) -> None:
        """Idempotent."""


class NoRecorder:
    """Keeps nothing."""

    def heard(self, table: Table, signal: Signal) -> None:
        """Nothing."""

    def committing(self, rows: Sequence[Row]) -> None:
        """Nothing."""

    def opened(self, journal: Journal) -> None:
        """Nothing."""

    def refused(self, why: str) -> None:
        """Nothing."""

    def applied(self) -> None:
        """Nothing."""

    def handled(self, table: Table) -> None:
        """Nothing."""

    def stumbled(self, table: Table) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


def box_path(journal: Path) -> Path:
    """The black box of this journal."""
    return journal.with_suffix(SUFFIX)


class Recorder:
    """Records one game after another, a file for each journal."""

    def __init__(
        self,
        *,
        notice: Callable[[str], None],
        about: Mapping[str, Any] | None = None,
        limit_bytes: int = LIMIT_BYTES,
    ) -> None:
        """`notice` is called, from any thread, once when recording had to end early.

        It is called with an empty text when recording goes on with another game.
        """
        self._about = about or {}
        self._writer = _Writer(notice, limit_bytes)
        self._begin: tuple[Journal, Table, Mapping[str, Any]] | None = None
        self._quiet = QuietMarks()
        self._staged: Signal | None = None
        self._before: Table | None = None
        self._fresh: Journal | None = None
        self._first = False
        self._rows: list[Row] = []
        self._commits = 0
        self._applied = 0

    def resumed(
        self, journal: Journal, fresh: Table, rows: Sequence[Row], rescued: str = ""
    ) -> None:
        """The game of `journal` goes on: a segment begins at the next signal."""
        if rows:
            told = {"kind": "resume", "rows": tuple(rows), "rescued": rescued}
            self._begin = (journal, fresh, told)

    # ---------------------------------------------------------------- in the table's thread
    def heard(self, table: Table, signal: Signal) -> None:
        """A signal is about to be handled."""
        if self._begin is not None:
            (journal, fresh, told), self._begin = self._begin, None
            self._open(journal, fresh, join_url=table.join_url, **told)
        self._staged, self._before = signal, table
        self._fresh, self._first = None, False
        self._commits = self._applied = 0

    def committing(self, rows: Sequence[Row]) -> None:
        """The signal is handed to the writer before its entries go to disk."""
        self._commits += 1
        if self._first or any(row.seq == 1 for row in rows):
            self._first = True
            self._rows += rows  # of a new journal: it belongs to the next black box
        else:
            self._put_staged()

    def opened(self, journal: Journal) -> None:
        """The first entries of a new journal are on disk."""
        self._fresh = journal

    def refused(self, why: str) -> None:
        """The disk refused a transaction of this signal."""
        self._rows.clear()
        self._first = False
        self._put_staged()
        self._put(Refused(commit=self._commits, why=why))

    def applied(self) -> None:
        """One step of the signal is done."""
        self._applied += 1

    def handled(self, table: Table) -> None:
        """The signal is done; a mark that changed nothing is kept back."""
        signal, before = self._staged, self._before
        if self._fresh is not None:
            self._turn_to(self._fresh, table)
        elif signal is None or before is None or isinstance(signal, ALWAYS_KEPT):
            pass
        elif is_quiet(before, table):
            self._quiet.add(signal, before, table)
            self._staged = None
        self._put_staged()

    def stumbled(self, table: Table) -> None:
        """The program broke off: a replay must break off there as well."""
        if self._fresh is not None and not self._turn_to(self._fresh, table):
            return
        self._rows.clear()
        self._put_staged()
        self._put(Stumbled(applied=self._applied))

    def close(self) -> None:
        """Write what is left. Idempotent."""
        self._put_quiet()
        self._writer.close()

    def _turn_to(self, journal: Journal, after: Table) -> bool:
        """The black box of another game; True where the signal belongs into it."""
        self._fresh = None
        rows, self._rows = tuple(self._rows), []
        before = self._before
        starts = before is not None and before.game is None and not before.steps
        self._quiet.take()  # the table of the new beginning holds them
        if starts and before is not None:
            self._open(journal, before, kind="start")
        else:
            self._open(journal, after, kind="next", rows=rows)
            self._staged = None
        return starts

    def _open(self, journal: Journal, table: Table, **told: Any) -> None:
        header, about = journal.header, self._about

        def begin() -> Begin:
            return Begin(
                table=pack_table(table),
                game=header.game,
                edition=header.edition,
                app=header.app,
                created=header.created,
                about=about,
                **told,
            )

        self._writer.open(journal.path, begin)

    def _put_staged(self) -> None:
        signal, self._staged = self._staged, None
        if signal is not None:
            self._put_quiet()
            self._put(signal)

    def _put_quiet(self) -> None:
        for signal in self._quiet.take():
            self._put(signal)

    def _put(self, value: Record | Signal) -> None:
        self._writer.put(value)


_Opening = tuple[Path, Callable[[], Begin]]


class _Writer:
    """The thread that encodes and writes. It opens its thread with the first file."""

    def __init__(self, notice: Callable[[str], None], limit_bytes: int) -> None:
        self._notice = notice
        self._limit = limit_bytes
        self._queue: queue.SimpleQueue[_Opening | Record | Signal | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._recording = False
        self._told = False
        self._file = -1
        self._size = 0

    # ---------------------------------------------------------------- in the table's thread
    def open(self, path: Path, begin: Callable[[], Begin]) -> None:
        """From now on into the black box of this journal; `begin` is called in the thread."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="black box", daemon=True)
            self._thread.start()
        self._recording = True
        self._queue.put((box_path(path), begin))

    def put(self, value: Record | Signal) -> None:
        """Hand over; never waits."""
        if not self._recording:
            return
        if self._queue.qsize() > MOST_WAITING:
            self._recording = False
            self._queue.put(End(why="the disk was too slow"))
            self._tell("the disk is too slow for it")
            return
        self._queue.put(value)

    def close(self) -> None:
        """Write what waits and end."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._queue.put(None)
            thread.join(CLOSE_S)

    # ---------------------------------------------------------------- in its own thread
    def _run(self) -> None:
        while (item := self._queue.get()) is not None:
            batch = bytearray()
            try:
                while item is not None and not isinstance(item, tuple):
                    batch += frame(item)
                    if len(batch) > _BATCH_BYTES or self._queue.empty():
                        break
                    item = self._queue.get()
                self._write(batch)
                if isinstance(item, tuple):
                    self._open(*item)
            except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on
                self._give_up(getattr(error, "strerror", None) or str(error))
            if item is None:
                break
        self._shut()

    def _open(self, path: Path, begin: Callable[[], Begin]) -> None:
        self._shut()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        self._size = os.fstat(self._file).st_size
        head = os.pread(self._file, len(MAGIC), 0)
        if not MAGIC.startswith(head[: len(MAGIC)]):
            self._shut()
            raise OSError(0, f"{path.name} is something else")
        opening = MAGIC[len(head) :] + frame(begin())
        if len(opening) + self._size + _MARKER_BYTES > self._limit:
            self._full()
            return
        self._write(opening)
        if self._told:
            self._told = False
            self._notice("")

    def _write(self, data: bytes | bytearray) -> None:
        if self._file < 0 or not data:
            return
        if self._size + len(data) + _MARKER_BYTES > self._limit:
            self._full()
            return
        done = 0
        while done < len(data):
            done += os.write(self._file, memoryview(data)[done:])
        self._size += done

    def _full(self) -> None:
        """Frames are written whole or not at all, so that what stands there can be replayed."""
        if self._size + _MARKER_BYTES <= self._limit:
            os.write(self._file, frame(End(why=_FULL)))
        self._give_up(f"its file has reached {self._limit // (1024 * 1024)} MB", cut=False)

    def _give_up(self, why: str, *, cut: bool = True) -> None:
        self._recording = False
        if cut and self._file >= 0:
            with suppress(OSError):  # half a frame at the end is tolerated, a whole end is nicer
                os.ftruncate(self._file, self._size)
        self._shut()
        self._tell(why)

    def _shut(self) -> None:
        if self._file >= 0:
            with suppress(OSError):
                os.fsync(self._file)
            with suppress(OSError):
                os.close(self._file)
        self._file = -1

    def _tell(self, why: str) -> None:
        if not self._told:
            self._told = True
            self._notice(
                f"The recording for bug reports has stopped: {why}. The game goes on and is kept; "
                "only a replay of what comes now is not possible. It begins anew with the next "
                "game."
            )
