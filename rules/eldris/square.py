"""Skulduggery Square: six columns, four rows; cells count row by row from the top left."""

from typing import Literal

Place = Literal["corner", "edge", "centre"]

ROWS = 4
COLUMNS = 6
CELLS = ROWS * COLUMNS


def _beside(cell: int, steps: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    row, column = divmod(cell, COLUMNS)
    return tuple(
        (row + down) * COLUMNS + column + right
        for down, right in steps
        if 0 <= row + down < ROWS and 0 <= column + right < COLUMNS
    )


def _place(cell: int) -> Place:
    row, column = divmod(cell, COLUMNS)
    ends = (row in (0, ROWS - 1)) + (column in (0, COLUMNS - 1))
    places: tuple[Place, ...] = ("centre", "edge", "corner")
    return places[ends]


BESIDE = tuple(_beside(cell, ((-1, 0), (0, -1), (0, 1), (1, 0))) for cell in range(CELLS))
"""Cell to its orthogonal neighbours: 2 in a corner, 3 on an edge, 4 in the centre."""

DIAGONAL = tuple(_beside(cell, ((-1, -1), (-1, 1), (1, -1), (1, 1))) for cell in range(CELLS))
"""Cell to its diagonal neighbours."""

AROUND = tuple(beside + across for beside, across in zip(BESIDE, DIAGONAL, strict=True))
"""Cell to all its neighbours."""

PLACE = tuple(map(_place, range(CELLS)))
"""Cell to its class ("Reap the Reward")."""
