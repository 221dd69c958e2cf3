"""Reading what SQLite itself can no longer reach: rows straight from the pages of the file.

Format: sqlite.org/fileformat2.html, sections 1.6 (b-tree pages), 2.1 (records) and 4 (the log).
Every row of a journal carries a sum, so what is found here is proved like everything else; a page
of rubbish yields nothing.
"""

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.store.layout import CHAIN_BYTES, PAGE_BYTES, Entry

_FILE_HEADER_BYTES = 100
_LEAF_TABLE = 0x0D
_WAL_HEADER = struct.Struct(">8I")
_FRAME_HEADER = struct.Struct(">IIIIII")
_MAX_VARINT_BYTES = 9
_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_FIRST_BLOB = 12
_ENTRY_COLUMNS, _EVIDENCE_COLUMNS, _IMAGE_COLUMNS = 7, 2, 3

Value = int | bytes | None


class Frame(NamedTuple):
    """One page in the log. `commit` is true for the last one of a transaction."""

    page: int
    commit: bool
    salt: tuple[int, int]
    image: bytes


class Carved(NamedTuple):
    """What the pages hold. Several versions of a row may be found; their sums and the chain decide.

    Attributes:
        entries: By seq, without their evidence records.
        records: Evidence records by seq.
        headers: Bodies of headers.
        images: JPEGs by id.
    """

    entries: dict[int, list[Entry]]
    records: dict[int, list[bytes]]
    headers: list[bytes]
    images: dict[str, bytes]


def read_frames(path: Path) -> list[Frame]:
    """The frames of the log beside `path`, whether or not SQLite would still believe them."""
    wal = path.with_name(path.name + "-wal")
    if not wal.exists():
        return []
    data = wal.read_bytes()
    size = _FRAME_HEADER.size + PAGE_BYTES
    frames = []
    for start in range(_WAL_HEADER.size, len(data) - size + 1, size):
        page, commit, salt_1, salt_2, _, _ = _FRAME_HEADER.unpack_from(data, start)
        image = data[start + _FRAME_HEADER.size : start + size]
        frames.append(Frame(page, commit > 0, (salt_1, salt_2), image))
    return frames


def log_salt(path: Path) -> tuple[int, int] | None:
    """The salt of the log's present generation, or None where the log's header is damaged.

    Frames of an earlier generation stand behind the present ones until they are overwritten.
    """
    with path.with_name(path.name + "-wal").open("rb") as log:
        words = _WAL_HEADER.unpack(log.read(_WAL_HEADER.size))
    order = ">" if words[0] & 1 else "<"
    first = second = 0
    for left, right in struct.iter_unpack(f"{order}II", _WAL_HEADER.pack(*words)[:24]):
        first = (first + left + second) & 0xFFFFFFFF
        second = (second + right + first) & 0xFFFFFFFF
    return (words[4], words[5]) if (first, second) == words[6:] else None


def read_pages(path: Path) -> list[bytes]:
    """The pages of the main file."""
    data = path.read_bytes()
    return [data[start : start + PAGE_BYTES] for start in range(0, len(data), PAGE_BYTES)]


def carve(pages: list[bytes], frames: list[Frame]) -> Carved:
    """Every row that the pages and the frames hold."""
    found = Carved({}, {}, [], {})
    newest = dict(enumerate(pages, 1)) | {frame.page: frame.image for frame in frames}
    for number, page in enumerate(pages, 1):
        _carve_page(number, page, newest, found)
    for frame in frames:
        _carve_page(frame.page, frame.image, newest, found)
    return found


def _carve_page(number: int, page: bytes, newest: dict[int, bytes], found: Carved) -> None:
    for rowid, payload in _cells(page, _FILE_HEADER_BYTES if number == 1 else 0, newest):
        try:
            _sort_row(rowid, _record(payload), found)
        except (ValueError, IndexError):
            continue  # rubbish that happened to look like a cell


def _sort_row(rowid: int, values: list[Value], found: Carved) -> None:
    match values:
        case [None, bytes(kind), int(run), int(at_ns), bytes(body), int(crc), bytes(chain)] if (
            len(chain) == CHAIN_BYTES
        ):
            entry = Entry(rowid, kind.decode(), run, at_ns, body, None, crc, chain)
            versions = found.entries.setdefault(rowid, [])
            if entry not in versions:
                versions.append(entry)
        case [None, bytes(record)]:
            records = found.records.setdefault(rowid, [])
            if record not in records:
                records.append(record)
        case [None, bytes(body), int(crc)] if zlib.crc32(body) == crc:
            found.headers.append(body)
        case [bytes(ident), bytes(jpeg), int(crc)] if zlib.crc32(jpeg) == crc:
            found.images[ident.decode()] = jpeg
        case _:
            raise ValueError("not a row of ours")


def _cells(page: bytes, start: int, newest: dict[int, bytes]) -> Iterator[tuple[int, bytes]]:
    if len(page) < PAGE_BYTES or page[start] != _LEAF_TABLE:
        return
    count = int.from_bytes(page[start + 3 : start + 5], "big")
    for index in range(min(count, PAGE_BYTES // 4)):
        at = start + 8 + 2 * index
        offset = int.from_bytes(page[at : at + 2], "big")
        try:
            size, offset = _varint(page, offset)
            rowid, offset = _varint(page, offset)
            payload = _payload(page, offset, size, newest)
        except (ValueError, IndexError):
            continue  # this cell is rubbish; its neighbours may be whole
        yield rowid, payload


def _payload(page: bytes, offset: int, size: int, newest: dict[int, bytes]) -> bytes:
    most_local = PAGE_BYTES - 35
    if size <= most_local:
        return page[offset : offset + size]
    least = (PAGE_BYTES - 12) * 32 // 255 - 23
    local = least + (size - least) % (PAGE_BYTES - 4)
    local = local if local <= most_local else least
    parts, left = [page[offset : offset + local]], size - local
    following = int.from_bytes(page[offset + local : offset + local + 4], "big")
    while left > 0:
        overflow = newest.get(following)
        if overflow is None or not following:
            raise ValueError("the rest of the row is gone")
        following = int.from_bytes(overflow[:4], "big")
        parts.append(overflow[4 : 4 + left])
        left -= len(parts[-1])
        if not parts[-1]:
            raise ValueError("an empty page in the row")
    return b"".join(parts)


def _record(payload: bytes) -> list[Value]:
    header_size, at = _varint(payload, 0)
    kinds = []
    while at < header_size:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    if len(kinds) not in {_ENTRY_COLUMNS, _EVIDENCE_COLUMNS, _IMAGE_COLUMNS}:
        raise ValueError("not a row of ours")
    values: list[Value] = []
    for kind in kinds:
        value, at = _value(payload, at, kind)
        values.append(value)
    return values


def _value(payload: bytes, at: int, kind: int) -> tuple[Value, int]:
    if kind == 0:
        return None, at
    if kind in _INTEGER_BYTES:
        end = at + _INTEGER_BYTES[kind]
        return int.from_bytes(payload[at:end], "big", signed=True), end
    if kind in (8, 9):
        return kind - 8, at
    if kind < _FIRST_BLOB:
        raise ValueError("not a value of ours")
    end = at + (kind - _FIRST_BLOB) // 2
    if end > len(payload):
        raise ValueError("the row is cut off")
    return payload[at:end], end


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for index in range(at, at + _MAX_VARINT_BYTES - 1):
        value = value << 7 | data[index] & 0x7F
        if not data[index] & 0x80:
            return value, index + 1
    last = at + _MAX_VARINT_BYTES - 1
    return value << 8 | data[last], last + 1
