"""Reading a black box: segments of signals; a torn tail and damage are told, never fatal."""

import zlib
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.blackbox.records import (
    BEGIN,
    FORMAT,
    FRAME,
    MAGIC,
    MARK,
    Begin,
    End,
    Record,
    Refused,
    Stumbled,
    decode,
    frame,
)
from companion.table.signals import Signal

MOST_BYTES = 256 * 1024 * 1024


class BoxError(ValueError):
    """The file cannot be replayed; the message says what it is and what to do."""


class Heard(Struct, frozen=True, kw_only=True):
    """One signal and what the world did with it.

    Attributes:
        refused: Transactions (1, 2, ...) that the disk refused, with its words.
        stumbled: How many steps were done when the program broke off; None where it did not.
    """

    signal: Signal
    refused: Mapping[int, str] = {}
    stumbled: int | None = None


class Segment(Struct, frozen=True, kw_only=True):
    """From one beginning to the next."""

    begin: Begin
    heard: tuple[Heard, ...]


class Box(Struct, frozen=True, kw_only=True):
    """What a black box holds.

    Attributes:
        segments: In order; each can be replayed by itself.
        remarks: What a person should know: a torn end, damage, recording that ended early.
    """

    segments: tuple[Segment, ...]
    remarks: tuple[str, ...] = ()


def is_box(head: bytes) -> bool:
    """Whether a file that begins so is a black box."""
    return head.startswith(MAGIC)


def read_box(path: Path) -> Box:
    """Read a black box. Raises BoxError: no such file, another kind of file, or a newer format."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BoxError(f"{path} is far larger than a black box can be. Check the name.")
        data = path.read_bytes()
    except OSError as error:
        raise BoxError(f"{path}: {error.strerror}. Check the name.") from error
    return parse_box(data, str(path))


def parse_box(data: bytes, name: str = "the black box") -> Box:
    """The same from bytes."""
    if not is_box(data):
        raise BoxError(
            f"{name} is not a black box of the companion, or of a newer one. Nothing was changed."
        )
    reader = _Reader(data, name)
    reader.read()
    if not reader.segments:
        raise BoxError(
            f"{name} holds nothing that can be replayed: no beginning in it is sound. "
            "`companion replay` of the journal beside it still tells the game."
        )
    return Box(segments=tuple(reader.segments), remarks=tuple(reader.remarks))


class _Reader:
    def __init__(self, data: bytes, name: str) -> None:
        self._data = data
        self._name = name
        self.segments: list[Segment] = []
        self.remarks: list[str] = []
        self._begin: Begin | None = None
        self._heard: list[Heard] = []

    def read(self) -> None:
        at = len(MAGIC)
        while at < len(self._data):
            found = self._record(at)
            if found is None:
                at = self._skip(at)
                continue
            record, at = found
            self._take(record)
        self._finish()

    def _record(self, at: int) -> tuple[Record | Signal, int] | None:
        """The record at this place and where the next one begins, or None."""
        if len(self._data) - at < FRAME.size:
            return None
        mark, kind, length, crc = FRAME.unpack_from(self._data, at)
        start, end = at + FRAME.size, at + FRAME.size + length
        if mark != MARK or end > len(self._data):
            return None
        payload = self._data[start:end]
        if zlib.crc32(payload, zlib.crc32(kind)) != crc:
            return None
        try:
            return decode(kind, payload), end
        except (ValueError, msgspec.MsgspecError, RecursionError):
            return None

    def _skip(self, at: int) -> int:
        """Go on at the next sound beginning: signals after a gap cannot be replayed."""
        self._finish()
        sign = bytes((MARK,)) + BEGIN
        place = at
        while (place := self._data.find(sign, place + 1)) >= 0:
            if self._record(place) is not None:
                break
        else:
            place = len(self._data)
        self.remarks.append(f"{self._name}: {place - at} bytes at byte {at} are torn or damaged.")
        return place

    def _take(self, record: Record | Signal) -> None:
        match record:
            case Begin():
                self._finish()
                if record.format > FORMAT:
                    raise BoxError(
                        f"{self._name} was written by a newer companion (format {record.format}). "
                        "Update the companion; nothing was changed."
                    )
                self._begin = record
            case Refused() if self._heard:
                last = self._heard[-1]
                refused = {**last.refused, record.commit: record.why}
                self._heard[-1] = msgspec.structs.replace(last, refused=refused)
            case Stumbled() if self._heard:
                last = self._heard[-1]
                self._heard[-1] = msgspec.structs.replace(last, stumbled=record.applied)
            case Refused() | Stumbled():
                self.remarks.append(f"{self._name}: a remark belongs to no signal.")
            case End(why=why):
                self.remarks.append(
                    f"{self._name}: recording ended before the game, because {why}; "
                    "what came later is in the journal only."
                )
            case _:
                self._heard.append(Heard(signal=record))

    def _finish(self) -> None:
        if self._begin is not None:
            self.segments.append(Segment(begin=self._begin, heard=tuple(self._heard)))
        self._begin = None
        self._heard = []


def box_bytes(box: Box) -> bytes:
    """The file that reads as these segments."""
    parts = [MAGIC]
    for segment in box.segments:
        parts.append(frame(segment.begin))
        for heard in segment.heard:
            parts.append(frame(heard.signal))
            parts += [frame(Refused(commit=n, why=why)) for n, why in heard.refused.items()]
            if heard.stumbled is not None:
                parts.append(frame(Stumbled(applied=heard.stumbled)))
    return b"".join(parts)
