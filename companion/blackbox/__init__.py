"""The black box: what reached the table, recorded at its border (docs/blackbox.md)."""

from companion.blackbox.opening import addressed, resumed
from companion.blackbox.reader import (
    Box,
    BoxError,
    Heard,
    Segment,
    box_bytes,
    is_box,
    parse_box,
    read_box,
)
from companion.blackbox.recorder import LIMIT_BYTES, NoRecorder, Recorder, Recording, box_path
from companion.blackbox.records import Begin, pack_table, unpack_table

__all__ = [
    "LIMIT_BYTES",
    "Begin",
    "Box",
    "BoxError",
    "Heard",
    "NoRecorder",
    "Recorder",
    "Recording",
    "Segment",
    "addressed",
    "box_bytes",
    "box_path",
    "is_box",
    "pack_table",
    "parse_box",
    "read_box",
    "resumed",
    "unpack_table",
]
