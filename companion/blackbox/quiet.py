"""Signals that changed nothing: dropped, but for the marks and the time that they told.

A mark only raises how far the buttons or the eye have promised, a tick only the time. The referee
settles more the further they reach and never less; so where the last of a run of them settled
nothing, none before it can, and the run may be replaced by those that set the final values. What a
sensor told that the table knew already leaves no trace at all.
"""

from operator import attrgetter, is_

from companion.referee import Referee
from companion.table.signals import Ask, Signal, Tap
from companion.table.state import Table
from hardware.events import DiceSeen, GridSeen, Observation, Press

ALWAYS_KEPT = (Press, Observation, GridSeen, DiceSeen, Tap, Ask)
"""What somebody did is kept even where it changed nothing."""
_table = attrgetter(*(f for f in Table.__struct_fields__ if f not in {"now", "referee"}))
_referee = attrgetter(*(f for f in Referee.__struct_fields__ if f not in {"edges", "known"}))


def is_quiet(before: Table, after: Table) -> bool:
    """Whether nothing changed but the time and how far the marks reach."""
    if before is after:
        return True
    return all(map(is_, _table(before), _table(after))) and (
        before.referee is after.referee
        or all(map(is_, _referee(before.referee), _referee(after.referee)))
    )


class QuietMarks:
    """The latest quiet signal that set each of the three values, in the order of arrival."""

    def __init__(self) -> None:
        self._edges: tuple[int, Signal] | None = None
        self._known: tuple[int, Signal] | None = None
        self._now: tuple[int, Signal] | None = None
        self._count = 0

    def add(self, signal: Signal, before: Table, after: Table) -> None:
        """A quiet signal; one that set nothing at all leaves no trace."""
        self._count += 1
        told = (self._count, signal)
        if after.now != before.now:
            self._now = told
        if after.referee.edges != before.referee.edges:
            self._edges = told
        if after.referee.known != before.referee.known:
            self._known = told

    def take(self) -> list[Signal]:
        """What must be recorded for them; they are forgotten."""
        if not self._count:
            return []
        told = {item[0]: item[1] for item in (self._edges, self._known, self._now) if item}
        self._edges = self._known = self._now = None
        self._count = 0
        return [told[number] for number in sorted(told)]
