"""The journal on disk: one SQLite file a game, one durable transaction an accepted action.

WAL with `synchronous=FULL` syncs the log at every commit, so that what `append` returned from
survives a power cut on a disk that honours sync. A failed transaction is rolled back whole.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Self

from msgspec import Struct

from companion.closing import Closing
from companion.history import Row
from companion.store.build import build
from companion.store.errors import disk_error
from companion.store.layout import FIRST_CHAIN, Header, seal, store_entry, store_image
from companion.store.reader import JournalReader
from companion.store.rescue import Damage, finish_rescue, rescue
from companion.store.scan import refuse_strangers, scan

_BUSY_MS = 2_000
_NO_IMAGES: Mapping[str, bytes] = MappingProxyType({})


class Opened(Struct, frozen=True, kw_only=True):
    """What a journal held when it was opened.

    Attributes:
        rows: Every sound entry, in order.
        damage: What to tell the person, or None where the file was sound.
    """

    rows: tuple[Row, ...]
    damage: Damage | None = None


class Journal(Closing):
    """The one writer of a game's file. `append` belongs to one thread; reading to any."""

    def __init__(self, path: Path, *, last_seq: int, chain: bytes) -> None:
        """Open for writing a file that was proved sound. Use `create` or `open`."""
        self.path = path
        self.last_seq = last_seq
        self._chain = chain
        self._reader = JournalReader(path)
        self.header = self._reader.header
        self._connection: sqlite3.Connection | None = None
        self._closed = False
        try:
            with self._transaction():
                pass  # a file that may not be written is found out now, not in mid-game
        except BaseException:
            self.close()
            raise

    @classmethod
    def create(cls, path: Path, header: Header) -> Self:
        """A new, empty journal. It appears under its name only when it is whole and on disk.

        Raises:
            FileExistsError: There is such a file already.
            StoreFullError, StoreFailedError: The disk refused.
        """
        if path.exists():
            raise FileExistsError(f"{path} exists already; a new game needs a new file.")
        build(path, header)
        return cls(path, last_seq=0, chain=FIRST_CHAIN)

    @classmethod
    def open(cls, path: Path) -> tuple[Self, Opened]:
        """Open a journal, prove every entry, and go on after the last one.

        A damaged file is kept aside as `<name>.damaged-1`, its longest sound prefix opened in its
        place, and `Opened.damage` tells the person.

        Raises:
            NotAJournalError: Not a journal, or a newer format; nothing was touched.
            DamagedJournalError: Nothing of it could be saved; it is kept aside.
            StoreFullError, StoreFailedError: The disk refused.
        """
        finish_rescue(path)
        refuse_strangers(path)
        found = scan(path)
        damage: Damage | None = None
        if found.problem:
            found, damage = rescue(path, found)
        chain = found.entries[-1].chain if found.entries else FIRST_CHAIN
        journal = cls(path, last_seq=len(found.entries), chain=chain)
        return journal, Opened(rows=found.rows, damage=damage)

    def append(self, rows: Sequence[Row], images: Mapping[str, bytes] = _NO_IMAGES) -> None:
        """Write the entries of one accepted action, all or none; on disk when this returns.

        After an error nothing of it is kept, and the same rows may be appended again.

        Raises:
            ValueError: The seqs are not the next ones.
            StoreFullError, StoreFailedError: The disk refused.
        """
        chain, entries = self._chain, []
        for seq, row in enumerate(rows, self.last_seq + 1):
            if row.seq != seq:
                raise ValueError(f"entry {row.seq} where entry {seq} comes next in {self.path}")
            entries.append(seal(row, chain))
            chain = entries[-1].chain
        with self._transaction() as connection:
            for entry in entries:
                store_entry(connection, entry)
            for ident, jpeg in images.items():
                store_image(connection, ident, jpeg)
        self.last_seq += len(entries)
        self._chain = chain

    def put_images(self, images: Mapping[str, bytes]) -> None:
        """Write pictures that came later than the entry which names them; known ids are kept.

        Raises:
            StoreFullError, StoreFailedError: The disk refused.
        """
        self.append((), images)

    def rows(self, from_seq: int = 1) -> tuple[Row, ...]:
        """The committed entries from `from_seq` on. Raises DamagedJournalError."""
        return self._reader.rows(from_seq)

    def evidence(self, ident: str) -> bytes | None:
        """The evidence record (JSON) of the entry whose seq is `ident`, or None."""
        return self._reader.evidence(ident)

    def image(self, ident: str) -> bytes | None:
        """A JPEG, or None."""
        return self._reader.image(ident)

    def close(self) -> None:
        """Idempotent. The log is folded into the main file."""
        self._closed = True
        self._reader.close()
        self._drop()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        if self._closed:
            raise ValueError(f"{self.path} is closed")
        try:
            connection = self._connected()
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")
        except (sqlite3.Error, OSError) as error:
            self._drop()
            raise disk_error(error, self.path) from error

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            self._connection = connection
            connection.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
            connection.execute("PRAGMA synchronous = FULL")
        return self._connection

    def _drop(self) -> None:
        """Give the connection up, and with it whatever it had not committed.

        The next append makes a new one: a connection that saw the disk fail is not worth trusting.
        """
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()
