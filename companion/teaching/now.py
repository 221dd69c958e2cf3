"""How the table stands, for teaching: what its cards are, and whether they count just now."""

from companion.table.desks import desk_of, told_of
from companion.table.state import Table
from companion.teaching.service import Kind, TableNow
from companion.words import render


def table_now(table: Table, audience: str) -> TableNow:
    """What teaching needs to know of the table, for an audience's eyes."""
    desk, language = desk_of(table), table.language_of(audience)
    return TableNow(
        kinds=tuple(
            Kind(key=key, label=render(label, language), icon=desk.face(key).icon)
            for key, label in desk.kinds(told_of(table))
        ),
        busy=table.phase == "playing" and not table.paused,
        camera=table.works("camera"),
        language=language,
    )
