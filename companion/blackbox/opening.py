"""Where a table begins, live and in a replay alike."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.history import Row
from companion.table.presenter import refresh
from companion.table.resume import resume
from companion.table.state import Table
from companion.words import recognised


def resumed(fresh: Table, rows: Sequence[Row], rescued: str = "") -> Table:
    """The table of a game that goes on; `rescued` tells of damage, where there was any.

    Raises:
        HistoryError: The entries cannot be folded.
    """
    table = resume(fresh, rows)
    if rescued:
        table = refresh(replace(table, notes=(*table.notes, recognised(rescued))))[0]
    return table


def addressed(table: Table, join_url: str) -> Table:
    """The table once it is known where its pages are."""
    return refresh(replace(table, join_url=join_url))[0]
