"""What stands in a black box, and its frame: mark, kind, length, CRC, payload.

    file   = MAGIC frame*
    frame  = 0xB7 kind(1) length(u32 LE) crc32(u32 LE, of kind and payload) payload

A segment is one Begin and what follows it. Begin is compressed MessagePack, the others MessagePack.
"""

import struct
import zlib
from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.history import Row
from companion.table.signals import Signal
from companion.table.state import Table
from rules import GAMES

MAGIC = b"companion black box 1\n"
FORMAT = 1
"""Rises when an older reader would misunderstand a segment."""
MARK = 0xB7
FRAME = struct.Struct("<BcII")
BEGIN, SIGNAL, REFUSED, STUMBLED, END = b"B", b"S", b"R", b"X", b"E"
MOST_BEGIN_BYTES = 128 * 1024 * 1024
"""Unpacked; a game of ten thousand entries with evidence stays far below."""


class Begin(Struct, frozen=True, kw_only=True):
    """Where a segment starts from.

    Attributes:
        kind: `start`: the table just before the signal that brought the first entry. `resume`: an
            empty table of a new boot, and the entries that its journal held. `next`: the table of
            another game in the same boot, right after the signal that brought these entries.
        table: See `pack_table`.
        rows: Entries that were on disk already.
        rescued: What people were told of a damaged journal.
        join_url: Where the pages were.
        game, edition, app, created: As in the journal's header.
        about: What the table was built from: the command line without places and keys.
    """

    kind: Literal["start", "resume", "next"]
    table: bytes
    rows: tuple[Row, ...] = ()
    rescued: str = ""
    join_url: str = ""
    game: str = ""
    edition: int = 0
    app: str = ""
    created: str = ""
    about: Mapping[str, Any] = {}
    format: int = FORMAT


class Refused(Struct, frozen=True, kw_only=True):
    """The disk refused the `commit`-th transaction (1, 2, ...) of the signal before."""

    commit: int
    why: str


class Stumbled(Struct, frozen=True, kw_only=True):
    """The program stumbled over the signal before, when `applied` steps of it were done."""

    applied: int


class End(Struct, frozen=True, kw_only=True):
    """Recording ended before the game did; `why` as a clause."""

    why: str


Record = Begin | Refused | Stumbled | End
_encoder = msgspec.msgpack.Encoder()
_signals = msgspec.msgpack.Decoder(Signal)
_KINDS: Mapping[type, bytes] = {Begin: BEGIN, Refused: REFUSED, Stumbled: STUMBLED, End: END}
_DECODERS: Mapping[bytes, Any] = {
    kind: msgspec.msgpack.Decoder(model) for model, kind in _KINDS.items() if kind != BEGIN
}
_begins = msgspec.msgpack.Decoder(Begin)


def frame(value: Record | Signal) -> bytes:
    """The bytes of one frame."""
    kind = _KINDS.get(type(value), SIGNAL)
    payload = _encoder.encode(value)
    if kind == BEGIN:
        payload = zlib.compress(payload, 6)
    crc = zlib.crc32(payload, zlib.crc32(kind))
    return FRAME.pack(MARK, kind, len(payload), crc) + payload


def decode(kind: bytes, payload: bytes) -> Record | Signal:
    """The value of a frame whose sum is right. Raises ValueError where it makes no sense."""
    if kind == SIGNAL:
        return _signals.decode(payload)
    if kind == BEGIN:
        return _begins.decode(_inflate(payload))
    if kind not in _DECODERS:
        raise ValueError(f"unknown kind of record {kind!r}")
    record: Record = _DECODERS[kind].decode(payload)
    return record


def _inflate(payload: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(payload, MOST_BEGIN_BYTES)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if unpacker.unconsumed_tail:
        raise ValueError("unpacks to more than a table can be")
    return data


def pack_table(table: Table) -> bytes:
    """A table before or between games, as bytes. Raises ValueError in the middle of a game."""
    if table.game is not None or table.steps:
        raise ValueError("only a table without a game in progress can be packed")
    return _encoder.encode(table)


def unpack_table(data: bytes) -> Table:
    """The table again. Raises ValueError where the bytes are not one."""
    table = msgspec.msgpack.decode(data, type=Table)
    if table.game_name not in GAMES:
        raise ValueError(f"the game {table.game_name!r} is not known here; update the companion")
    pack = table.pack
    if pack is not None:
        pack = msgspec.convert(pack, type=GAMES[table.game_name].Pack)
    return replace(table, pack=pack)
