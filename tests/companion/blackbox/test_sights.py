"""Grids and dice stand in the black box as they came."""

from companion.blackbox.quiet import ALWAYS_KEPT
from companion.blackbox.records import FRAME, SIGNAL, decode, frame
from hardware.events import Candidate, CellSeen, DiceSeen, DieSeen, FrameRef, GridSeen
from hardware.timing import Interval


def test_a_grid_and_a_roll_are_read_back_as_they_were_written():
    frames = (FrameRef(id="0-grid-1", at=Interval(1, 2)),)
    cells = (CellSeen(key="str1:dark"), CellSeen(unsure="glare", candidates=(Candidate("a", 0.5),)))
    grid = GridSeen(zone="grid", columns=2, cells=cells, changed=(1,), settled_at=3, frames=frames)
    roll = DiceSeen(zone="tray", dice=(DieSeen(value="4"), DieSeen(cocked=True)), settled_at=4)
    for signal in (grid, roll):
        assert decode(SIGNAL, frame(signal)[FRAME.size :]) == signal
        assert isinstance(signal, ALWAYS_KEPT)


def test_a_total_is_told_only_where_every_die_shows_a_number():
    two = DiceSeen(zone="tray", dice=(DieSeen(value="4"), DieSeen(value="3")), settled_at=1)
    assert two.total == 7
    assert DiceSeen(zone="tray", dice=(DieSeen(value="4"), DieSeen()), settled_at=1).total is None
    assert DiceSeen(zone="tray", dice=(DieSeen(value="wisdom"),), settled_at=1).total is None
