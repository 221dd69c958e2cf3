"""Cards that lie there already when an entry is made cannot be what that entry waits for.

People tell faster than a camera sees: what was told by phone is seen a moment later, and must not
be taken for the next card.
"""

from companion.table.desks import desk_of
from companion.table.state import Table
from hardware.timing import Instant


def is_echo(table: Table, laid_ns: Instant) -> bool:
    """Whether what lay there at `laid_ns` belongs to an earlier turn than the present one."""
    kinds = desk_of(table).LAID_AFTER
    newest = next((step for step in reversed(table.steps) if isinstance(step.action, kinds)), None)
    return newest is not None and laid_ns <= newest.at_ns
