"""Which desk serves which game: the explicit mapping."""

from typing import Any

from companion.table import eldris, skullduggery, wizard_thieves
from companion.table.desk import Reach, Told
from companion.table.state import Table
from rules import GAMES

DESKS: dict[str, Any] = {
    "wizard-thieves": wizard_thieves,
    "skullduggery": skullduggery,
    "thieves-of-eldris": eldris,
}


def desk_of(table: Table) -> Any:
    """The desk of the table's game."""
    return DESKS[table.game_name]


def game_of(table: Table) -> Any:
    """The rules of the table's game."""
    return GAMES[table.game_name]


RECENT = 8
"""Entries whose facts pages may still show."""


def told_of(table: Table) -> Told:
    """Names for narrators."""
    recent = tuple(event for step in table.steps[-RECENT:] for event in step.events)
    names = desk_of(table).card_names(table.pack)
    return Told(name=table.name, names=names, recent=recent, pack=table.pack)


def reach_of(table: Table) -> Reach:
    """Which sensors work."""
    return Reach(camera=table.works("camera"), buttons=table.works("buttons"))
