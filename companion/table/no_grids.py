"""The part of a desk that is about grids, lines and dice, for games whose camera reads none."""

from typing import Any

from companion.table.desk import Meaning, Nothing, Told
from companion.words import Words, t
from hardware.events import DiceSeen, GridSeen


def grid(_state: Any, _seen: GridSeen) -> Meaning:
    """No grid means anything."""
    return Nothing()


def dice(_state: Any, _seen: DiceSeen) -> Meaning:
    """No dice mean anything."""
    return Nothing()


def place(_zone: str, cell: int, columns: int, _told: Told) -> Words:
    """Where a cell is, for whoever looks at the table."""
    row, column = divmod(cell, columns)
    return t("row {row}, column {column}", row=row + 1, column=column + 1)


def face_name(face: str, told: Told) -> Words:
    """What a face is called: `str1`, `strength`, `4`."""
    return told.names.get(face, face)
