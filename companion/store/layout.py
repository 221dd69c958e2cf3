"""How a journal lies in its SQLite file: tables, and the sum and chain that protect every entry.

Table `journal` holds one entry a line. `crc32` covers all of it and its evidence record; `chain` is
the BLAKE2b hash of the previous entry's chain and the same bytes, so that an entry can be neither
changed, dropped nor exchanged without the next one showing it. Pictures are not chained (a picture
may come later than the entry that names it); each has a sum of its own.
"""

import hashlib
import sqlite3
import zlib
from collections.abc import Mapping
from types import NoneType
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from companion.history import Row

FORMAT = 1
"""Format of the file. A reader for every released format stays in this package."""
APPLICATION_ID = 0x57544A31
"""`WTJ1` in SQLite's header, so that `file` and we can tell a journal from any other database."""
PAGE_BYTES = 4096
"""Of the file, so that its pages can be read without SQLite."""
CHAIN_BYTES = 16
FIRST_CHAIN = hashlib.blake2b(b"table companion journal 1", digest_size=CHAIN_BYTES).digest()

SCHEMA = (
    "CREATE TABLE header(id INTEGER PRIMARY KEY CHECK (id = 1), body BLOB NOT NULL,"
    " crc32 INTEGER NOT NULL)",
    "CREATE TABLE journal(seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, run INTEGER NOT NULL,"
    " at_ns INTEGER NOT NULL, body BLOB NOT NULL, crc32 INTEGER NOT NULL, chain BLOB NOT NULL)",
    "CREATE TABLE evidence(seq INTEGER PRIMARY KEY, record BLOB NOT NULL)",
    "CREATE TABLE images(id TEXT PRIMARY KEY, jpeg BLOB NOT NULL, crc32 INTEGER NOT NULL)",
)
SELECT_ENTRIES = (
    "SELECT j.seq, j.kind, j.run, j.at_ns, j.body, e.record, j.crc32, j.chain"
    " FROM journal j LEFT JOIN evidence e USING (seq) WHERE j.seq >= ? ORDER BY j.seq"
)
INSERT_ENTRY = "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)"
INSERT_EVIDENCE = "INSERT INTO evidence VALUES (?, ?)"
INSERT_IMAGE = "INSERT OR IGNORE INTO images VALUES (?, ?, ?)"


class Header(Struct, frozen=True, kw_only=True):
    """What the file is about.

    Attributes:
        format: Of the file.
        game: `wizard-thieves`.
        edition: Of the rules, when the game was played.
        app: Version of the companion.
        created: Wall time for people to read; nothing compares it.
        config: What the table was built from.
    """

    game: str
    edition: int = 0
    format: int = FORMAT
    app: str = ""
    created: str = ""
    config: Mapping[str, Any] = {}


class Entry(NamedTuple):
    """One entry as it is stored."""

    seq: int
    kind: str
    run: int
    at_ns: int
    body: bytes
    record: bytes | None
    crc32: int
    chain: bytes


_encoder = msgspec.json.Encoder()
_row_decoder = msgspec.json.Decoder(Row)


def seal(row: Row, previous: bytes) -> Entry:
    """The entry to store for `row`, chained to the `previous` entry's chain."""
    record = None if row.evidence is None else _encoder.encode(row.evidence)
    body = _encoder.encode(row if record is None else msgspec.structs.replace(row, evidence=None))
    bare = Entry(row.seq, row.kind, row.run, row.at_ns, body, record, 0, b"")
    return bare._replace(crc32=_sum(bare), chain=_link(previous, bare))


def flaw(entry: Entry, seq: int, previous: bytes) -> str:
    """Why `entry` is not the sound entry `seq` after `previous`; empty where it is."""
    if entry.seq != seq:
        return f"entry {seq} is missing"
    if type(entry.body) is not bytes or type(entry.record) not in {bytes, NoneType}:
        return f"entry {seq} is garbled"
    if entry.crc32 != _sum(entry):
        return f"entry {seq} has a wrong checksum"
    if entry.chain != _link(previous, entry):
        return f"entry {seq} does not belong after the one before it"
    return ""


def unseal(entry: Entry) -> Row:
    """The row. Raises msgspec.MsgspecError where the bytes are not one."""
    row = _row_decoder.decode(entry.body)
    if entry.record is None:
        return row
    return msgspec.structs.replace(row, evidence=msgspec.json.decode(entry.record))


def lay_out(connection: sqlite3.Connection, header: Header) -> None:
    """Make the tables in a new file and write the header."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")
    for statement in SCHEMA:
        connection.execute(statement)
    body = _encoder.encode(header)
    connection.execute("INSERT INTO header VALUES (1, ?, ?)", (body, zlib.crc32(body)))


def store_entry(connection: sqlite3.Connection, entry: Entry) -> None:
    """Insert one entry and its evidence record."""
    connection.execute(
        INSERT_ENTRY,
        (entry.seq, entry.kind, entry.run, entry.at_ns, entry.body, entry.crc32, entry.chain),
    )
    if entry.record is not None:
        connection.execute(INSERT_EVIDENCE, (entry.seq, entry.record))


def store_image(connection: sqlite3.Connection, ident: str, jpeg: bytes) -> None:
    """Insert one picture; the same id again changes nothing."""
    connection.execute(INSERT_IMAGE, (ident, jpeg, zlib.crc32(jpeg)))


def _sum(entry: Entry) -> int:
    index = f"{entry.seq} {entry.kind} {entry.run} {entry.at_ns} ".encode()
    return zlib.crc32(entry.record or b"", zlib.crc32(entry.body, zlib.crc32(index)))


def _link(previous: bytes, entry: Entry) -> bytes:
    # The length keeps the border between body and record: bytes cannot wander across it.
    digest = hashlib.blake2b(previous, digest_size=CHAIN_BYTES)
    digest.update(len(entry.body).to_bytes(8, "little"))
    digest.update(entry.body)
    digest.update(entry.record or b"")
    return digest.digest()
