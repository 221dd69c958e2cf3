"""Proving a journal: what of a file is sound, without changing it."""

import sqlite3
import sys
import zlib
from collections import Counter
from contextlib import closing
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.history import Row
from companion.store.errors import DamagedJournalError, NotAJournalError
from companion.store.layout import (
    APPLICATION_ID,
    FIRST_CHAIN,
    FORMAT,
    SELECT_ENTRIES,
    Entry,
    Header,
    flaw,
    unseal,
)
from companion.store.pages import carve, log_salt, read_frames, read_pages

_HEAD_BYTES = 100
_MOST_FORMATS = 1_000  # a larger number in the head is damage, not a newer companion
_BUSY_MS = 2_000
_INDEX_BYTES = 48
_SURELY_SYNCED = 2


class Scan(Struct, frozen=True, kw_only=True):
    """What of a journal is sound.

    Attributes:
        header: None where it is gone.
        entries: The longest sound prefix, as stored.
        rows: The same, decoded.
        problem: What is wrong; empty where all is well.
    """

    header: Header | None = None
    entries: tuple[Entry, ...] = ()
    rows: tuple[Row, ...] = ()
    problem: str = ""


def connect_read_only(path: Path) -> sqlite3.Connection:
    """A connection that cannot change the file. Raises sqlite3.Error.

    Opening a WAL file wants to make its `-shm` beside it. Where that may not be (a card mounted
    read-only) and nothing waits in a `-wal`, the file is read as one that cannot change.
    """
    uri = f"{path.absolute().as_uri()}?mode=ro"
    connection = _connect(uri)
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError:
        connection.close()
        wal = path.with_name(path.name + "-wal")
        if wal.exists() and wal.stat().st_size:
            raise
        return _connect(uri + "&immutable=1")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _connect(uri: str) -> sqlite3.Connection:
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    connection.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
    return connection


def refuse_strangers(path: Path) -> None:
    """Leave files alone that are not ours.

    Raises:
        NotAJournalError: No such file, another kind of file, or a newer format.
    """
    if not path.is_file():
        raise NotAJournalError(
            f"There is no journal {path}.",
            meaning="Nothing was opened.",
            cure="Check the name; games are kept in the `games` folder of the data folder.",
        )
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    if int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        _refuse_unless_remains(path)
        return
    version = int.from_bytes(head[60:64], "big")
    if FORMAT < version <= _MOST_FORMATS:
        raise NotAJournalError(
            f"{path} has journal format {version}; this companion reads up to {FORMAT}.",
            meaning="It was written by a newer companion, and was not touched.",
            cure="Update the companion.",
        )


def _refuse_unless_remains(path: Path) -> None:
    """Without our mark it is a stranger's file, or one of ours whose first page is damaged."""
    remains = carve(read_pages(path), read_frames(path))
    if not remains.entries and not remains.headers:
        raise NotAJournalError(
            f"{path} is not a journal of the companion, or nothing of one is left in it.",
            meaning="It was not touched.",
            cure="Check the name. If a game was there, move the file away and start a new one.",
        )


def scan(path: Path) -> Scan:
    """Read every entry and prove it, without changing the file; never raises for a damaged one."""
    try:
        with closing(connect_read_only(path)) as connection:
            header, problem = read_header(connection)
            found = _prefix(connection)
            return Scan(
                header=header,
                entries=found.entries,
                rows=found.rows,
                problem=found.problem
                or problem
                or _index_problem(connection)
                or _log_problem(path, len(found.entries)),
            )
    except sqlite3.Error as error:
        return Scan(problem=f"the file cannot be read ({error})")


def _prefix(connection: sqlite3.Connection) -> Scan:
    entries: list[Entry] = []
    rows: list[Row] = []
    chain, problem = FIRST_CHAIN, ""
    try:
        for values in connection.execute(SELECT_ENTRIES, (1,)):
            entry = Entry(*values)
            problem = flaw(entry, len(entries) + 1, chain)
            if problem:
                break
            rows.append(unseal(entry))
            entries.append(entry)
            chain = entry.chain
    except (sqlite3.Error, msgspec.MsgspecError) as error:
        problem = f"entry {len(rows) + 1} cannot be read ({error})"
    return Scan(entries=tuple(entries), rows=tuple(rows), problem=problem)


def read_header(connection: sqlite3.Connection) -> tuple[Header | None, str]:
    """The header, or None and what is wrong with it."""
    try:
        found = connection.execute("SELECT body, crc32 FROM header").fetchone()
        if found is None or zlib.crc32(found[0]) != found[1]:
            return None, "the header is damaged"
        return msgspec.json.decode(found[0], type=Header), ""
    except (sqlite3.Error, msgspec.MsgspecError, TypeError) as error:
        return None, f"the header is damaged ({error})"


def _index_problem(connection: sqlite3.Connection) -> str:
    """Damage that would stop the next append: in tables that the scan did not walk."""
    try:
        connection.execute("SELECT count(*) FROM images NOT INDEXED").fetchone()
        connection.execute("SELECT count(*) FROM images WHERE id >= ''").fetchone()
        connection.execute("SELECT count(*) FROM evidence").fetchone()
    except sqlite3.Error as error:
        return f"the pictures cannot be reached ({error})"
    return ""


def _log_problem(path: Path, last_seq: int) -> str:
    """Damage inside the log: SQLite believes it up to the first bad frame and says nothing.

    A power cut can spoil the newest transaction only, because each is synced before the next. Two
    or more beyond the believed part that hold later entries were acknowledged once.
    """
    frames = read_frames(path)
    if not frames:
        return ""
    beyond, present = frames[_believed_frames(path) :], log_salt(path)
    if present is not None:
        beyond = [frame for frame in beyond if frame.salt == present]
    commits = Counter(frame.salt for frame in beyond if frame.commit)
    suspect = [frame for frame in beyond if commits[frame.salt] >= _SURELY_SYNCED]
    if any(seq > last_seq for seq in carve([], suspect).entries):
        return f"the log is damaged after entry {last_seq}"
    return ""


def _believed_frames(path: Path) -> int:
    """How many frames SQLite's index of the log holds: `mxFrame`, sqlite.org/walformat.html 2.2."""
    index = path.with_name(path.name + "-shm")
    if not index.exists():
        return 0
    with index.open("rb") as file:
        head = file.read(_INDEX_BYTES)
    return int.from_bytes(head[16:20], sys.byteorder)


def damaged(path: Path, problem: str) -> DamagedJournalError:
    """The error for a journal that is not sound."""
    return DamagedJournalError(
        f"{path} is damaged: {problem}.",
        meaning="The file was not changed.",
        cure="Start the companion on it: it keeps the damaged file aside and opens the longest "
        "sound part.",
    )
