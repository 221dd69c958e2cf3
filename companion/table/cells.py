"""Cells of grids and lines: how they should lie by the game, and whether they do."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from hardware.events import Candidate, CellSeen, GridSeen
from rules.core import Cell, Expectation

BACK = "back"
"""The face of any card that lies face down."""
LIKE_NOTHING = 0.5
"""Probabilities of a strange thing's best two candidates are together no more than this."""
DARK = ":dark"
"""Ends the face of a two-sided card's other side: `str1`, `str1:dark`."""


def face_up(cell: Cell) -> str:
    """The taught face that should lie up in a cell; empty where nobody knows it."""
    if cell.side == "front":
        return cell.key
    return cell.key + DARK if cell.key else BACK


def face_seen(cell: CellSeen) -> str:
    """The face that the eye is sure of; empty where it is not, or nothing lies there."""
    return BACK if cell.back else cell.key or ""


def laid_out(expectations: Sequence[Expectation]) -> dict[str, tuple[str, ...]]:
    """Grid or line to the faces that should lie in its cells, empty where that is not known."""
    return {
        one.zone: tuple(map(face_up, one.cells))
        for one in expectations
        if one.kind == "grid" and one.cells
    }


def wrong_cells(wanted: Sequence[str], seen: GridSeen) -> tuple[int, ...]:
    """Cells that surely lie otherwise than they should. What is not known is never wrong."""
    pairs = zip(wanted, seen.cells, strict=False)
    return tuple(place for place, (face, cell) in enumerate(pairs) if is_wrong(face, cell))


def is_wrong(wanted: str, cell: CellSeen) -> bool:
    """Whether this cell surely lies otherwise than the face that should be there."""
    if cell.masked or cell.unsure:
        return False
    if cell.empty:
        return bool(wanted)
    if not wanted:
        return cell.back  # a card whose face is not known lies face up
    return face_seen(cell) != wanted


def doubtful_cells(wanted: Sequence[str], seen: GridSeen) -> tuple[int, ...]:
    """Cells of which people must be asked: the eye is not sure, and it does not look as it should.

    Where a back should lie, something that is like no card is a back that was not taught.
    """
    return tuple(
        place
        for place, cell in enumerate(seen.cells)
        if cell.unsure and not _likely(wanted[place] if place < len(wanted) else "", cell)
    )


def _likely(wanted: str, cell: CellSeen) -> bool:
    if wanted == BACK and sum(one.p for one in cell.candidates[:2]) <= LIKE_NOTHING:
        return True
    return bool(wanted and cell.candidates and cell.candidates[0].key == wanted)


def by_keys(seen: GridSeen, aliases: Mapping[str, str]) -> GridSeen:
    """With the game's own keys, where cards were taught by their names."""
    if not aliases:
        return seen
    cells = tuple(
        replace(
            cell,
            key=cell.key and _key(cell.key, aliases),
            candidates=tuple(Candidate(_key(one.key, aliases), one.p) for one in cell.candidates),
        )
        for cell in seen.cells
    )
    return replace(seen, cells=cells)


def _key(face: str, aliases: Mapping[str, str]) -> str:
    name = face.removesuffix(DARK)
    return aliases.get(name, name) + face[len(name) :]
