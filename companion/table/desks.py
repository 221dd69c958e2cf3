"""Which desk serves which game: the explicit mapping."""

from types import ModuleType
from typing import Any

from companion.table import (
    eldris,
    no_facts,
    no_grids,
    no_secrets,
    no_slaps,
    no_table,
    skullduggery,
    wizard_thieves,
)
from companion.table.desk import Reach, Told
from companion.table.state import Table
from rules import GAMES

DEFAULTS = (no_facts, no_grids, no_secrets, no_slaps, no_table)
"""What a desk may leave out."""


class Laid:
    """A game's own desk, and under it the defaults: see `companion.table.desk.Desk`."""

    def __init__(self, own: ModuleType) -> None:
        self._parts = (own, *DEFAULTS)

    def __getattr__(self, name: str) -> Any:
        for part in self._parts:
            if name in vars(part):
                found = vars(part)[name]
                setattr(self, name, found)
                return found
        raise AttributeError(name)


DESKS: dict[str, Any] = {
    "wizard-thieves": Laid(wizard_thieves),
    "skullduggery": Laid(skullduggery),
    "thieves-of-eldris": Laid(eldris),
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
