"""Which desk serves which game: the explicit mapping."""

from typing import Any

from companion.table import skullduggery, wizard_thieves
from companion.table.desk import Reach, Told
from companion.table.state import Table
from rules import GAMES

DESKS: dict[str, Any] = {"wizard-thieves": wizard_thieves, "skullduggery": skullduggery}


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
    return Told(name=table.name, names=desk_of(table).card_names(table.pack), recent=recent)


def reach_of(table: Table) -> Reach:
    """Which sensors work."""
    return Reach(camera=table.works("camera"), buttons=table.works("buttons"))
