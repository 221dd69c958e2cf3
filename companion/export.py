"""The exported journal: JSON lines without wall time, so that two of them can be compared.

Line 1 is the header, each further line one entry with its evidence record. The header's `hash` is
the BLAKE2b of all bytes after line 1.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from companion.history import Row

FORMAT = 1
_HASH_BYTES = 32


class ExportError(ValueError):
    """The text is not an exported journal, or was changed."""


class ExportHeader(Struct, frozen=True, kw_only=True):
    """Line 1.

    Attributes:
        game, edition: As in the journal's header.
        entries: How many lines follow.
        hash: Hexadecimal BLAKE2b (256 bit) of all bytes that follow the header's line.
    """

    kind: Literal["companion journal export"] = "companion journal export"
    format: int = FORMAT
    game: str
    edition: int
    entries: int
    hash: str


_encoder = msgspec.json.Encoder()
_rows = msgspec.json.Decoder(Row)


def export(game: str, edition: int, rows: Sequence[Row]) -> bytes:
    """The exported journal."""
    body = b"".join(entry_line(row) + b"\n" for row in rows)
    header = ExportHeader(game=game, edition=edition, entries=len(rows), hash=_hash(body))
    return _encoder.encode(header) + b"\n" + body


def entry_line(row: Row) -> bytes:
    """One entry as its line, without the line's end."""
    return _encoder.encode(row)


def read_export(data: bytes) -> tuple[ExportHeader, tuple[Row, ...]]:
    """Header and entries. Raises ExportError naming the line."""
    head, _, body = data.partition(b"\n")
    try:
        header = msgspec.json.decode(head, type=ExportHeader)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ExportError(f"line 1 is not the header of an exported journal: {error}") from error
    if header.format > FORMAT:
        raise ExportError(f"format {header.format} is of a newer companion; update this one")
    if _hash(body) != header.hash:
        raise ExportError("the entries are not those that were exported: their hash differs")
    rows = []
    for number, line in enumerate(body.splitlines(), start=2):
        try:
            rows.append(_rows.decode(line))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ExportError(f"line {number} is not an entry: {error}") from error
    return header, tuple(rows)


def first_difference(one: Sequence[Row], other: Sequence[Row]) -> int | None:
    """The place (0, 1, ...) of the first entry that both have and that differs, or None."""
    for place, (row, twin) in enumerate(zip(one, other, strict=False)):
        if row is not twin and entry_line(row) != entry_line(twin):
            return place
    return None


def write_export(path: Path, data: bytes) -> None:
    """Replace the file in one step. Raises OSError."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _hash(body: bytes) -> str:
    return hashlib.blake2b(body, digest_size=_HASH_BYTES).hexdigest()
