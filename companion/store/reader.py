"""Reading a journal, also while another process or thread writes it."""

import sqlite3
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.closing import Closing
from companion.history import Row
from companion.store.layout import FIRST_CHAIN, SELECT_ENTRIES, Entry, flaw, unseal
from companion.store.scan import connect_read_only, damaged, read_header, refuse_strangers

_MAX_SEQ_DIGITS = 18  # fits SQLite's 64-bit integers


class JournalReader(Closing):
    """Reads one journal; may be used from any thread, beside a writer in this or another process.

    Every call sees the newest commit.
    """

    def __init__(self, path: Path) -> None:
        """Open `path`.

        Raises:
            NotAJournalError: No such file, another kind of file, or a newer format.
            DamagedJournalError: The header cannot be read.
        """
        refuse_strangers(path)
        self.path = path
        self._lock = threading.Lock()
        try:
            self._connection = connect_read_only(path)
        except sqlite3.Error as error:
            raise damaged(path, f"the file cannot be read ({error})") from error
        header, problem = read_header(self._connection)
        if header is None:
            self._connection.close()
            raise damaged(path, problem)
        self.header = header

    def rows(self, from_seq: int = 1) -> tuple[Row, ...]:
        """The entries from `from_seq` on, each proved against its sum and the chain.

        Raises:
            DamagedJournalError: An entry is not sound.
        """
        with self._lock:
            try:
                return tuple(self._proved(max(from_seq, 1)))
            except (sqlite3.Error, msgspec.MsgspecError) as error:
                raise damaged(self.path, f"an entry cannot be read ({error})") from error

    def evidence(self, ident: str) -> bytes | None:
        """The evidence record of the entry whose seq is `ident`, as JSON bytes."""
        if not ident.isascii() or not ident.isdecimal() or len(ident) > _MAX_SEQ_DIGITS:
            return None
        found = self._one("SELECT record FROM evidence WHERE seq = ?", int(ident))
        return None if found is None else found[0]

    def image(self, ident: str) -> bytes | None:
        """A JPEG, or None where there is none or it is damaged."""
        found = self._one("SELECT jpeg, crc32 FROM images WHERE id = ?", ident)
        if found is None or zlib.crc32(found[0]) != found[1]:
            return None
        return bytes(found[0])

    def close(self) -> None:
        """Idempotent."""
        with self._lock:
            self._connection.close()

    def _proved(self, from_seq: int) -> Iterator[Row]:
        before = self._connection.execute(
            "SELECT chain FROM journal WHERE seq = ?", (from_seq - 1,)
        ).fetchone()
        chain: bytes = before[0] if before else FIRST_CHAIN
        for seq, values in enumerate(
            self._connection.execute(SELECT_ENTRIES, (from_seq,)), from_seq
        ):
            entry = Entry(*values)
            problem = flaw(entry, seq, chain)
            if problem:
                raise damaged(self.path, problem)
            yield unseal(entry)
            chain = entry.chain

    def _one(self, statement: str, key: int | str) -> tuple[Any, ...] | None:
        with self._lock:
            try:
                found: tuple[Any, ...] | None = self._connection.execute(
                    statement, (key,)
                ).fetchone()
            except sqlite3.DatabaseError:
                return None
            return found
