"""Mending a difference of a grid or a line, by what people say."""

from msgspec.structs import replace

from companion.table.audit_grids import MOVED
from companion.table.audit_state import Difference
from companion.table.cells import BACK
from companion.table.desks import desk_of
from companion.table.sights import carry_out_meaning
from companion.table.signals import Tap
from companion.table.work import Work
from hardware.events import CellSeen, GridSeen


def mend_grid(work: Work, difference: Difference, what: str, tap: Tap) -> None:
    """Somebody said what happened."""
    table = work.table
    seen = table.sights.get(difference.zone)
    if not isinstance(seen, GridSeen):
        return
    if what == MOVED:
        meaning = desk_of(table).grid(table.game, seen)
        carry_out_meaning(work, seen, meaning, by=tap.audience)
        return
    cells = list(seen.cells)
    for one in difference.cells:
        cells[one.place] = _as_face(one.believed)
    sights = {**table.sights, difference.zone: replace(seen, cells=tuple(cells))}
    work.set(sights=sights)
    work.row("audit", by=tap.audience, data={"zone": difference.zone, "kept": True})


def _as_face(face: str) -> CellSeen:
    return CellSeen(back=True) if face == BACK else CellSeen(key=face or None)
