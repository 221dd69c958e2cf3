"""The part of a desk that is about grids, lines and dice, for games whose camera reads none."""

from typing import Any

from companion.table.cell_names import cell_name
from companion.table.desk import Meaning, Nothing, Told
from companion.words import Words
from hardware.events import DiceSeen, GridSeen


def grid(_state: Any, _seen: GridSeen) -> Meaning:
    """No grid means anything."""
    return Nothing()


def dice(_state: Any, _seen: DiceSeen) -> Meaning:
    """No dice mean anything."""
    return Nothing()


def aliases(_told: Told) -> dict[str, str]:
    """Cards and dice are taught by their keys only."""
    return {}


def place(_zone: str, cell: int, columns: int, _told: Told) -> Words:
    """Where a cell is, for whoever looks at the table."""
    return cell_name(cell, columns)


def face_name(face: str, told: Told) -> Words:
    """What a face is called: `str1`, `strength`, `4`."""
    return told.names.get(face, face)


def in_play(_state: Any, _zone: str) -> bool:
    """Every grid and line of the mat belongs to the game."""
    return True


def sides(_zone: str, _cell: int, _told: Told) -> tuple[tuple[str, Words], ...]:
    """Cards lie in every cell."""
    return ()
