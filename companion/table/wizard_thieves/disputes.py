"""What a verdict of Wizard Thieves rests on, and how the table may overrule it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.table.desk import Told
from rules.wizard_thieves import actions as a
from rules.wizard_thieves.events import PotWon
from rules.wizard_thieves.rulings import RULINGS as RULINGS  # noqa: PLC0414 - for the page

CITES: Mapping[str, str] = MappingProxyType(
    {
        "judged": "R-WT-4",
        "late": "R-WT-5",
        "tie": "R-WT-6",
        "chain": "R-WT-7",
        "repeated": "R-WT-8",
    }
)
"""Rulings behind what the referee says."""
DISPUTES = frozenset({"check_grab", "override_grab:valid", "override_grab:invalid"})
"""Choices of the game that question its last grab."""


def slapped(action: a.Action) -> tuple[int, ...]:
    """Who pressed, in their order; nobody where the entry is no grab."""
    if not isinstance(action, a.Grab):
        return ()
    return tuple(seat for group in action.presses for seat in group)


def won_by(events: Sequence[Any]) -> int | None:
    """Who took the Pot by a grab."""
    for event in events:
        if isinstance(event, PotWon) and event.why == "grab":
            return event.seat
    return None


def said_of_grab(action: a.Action, told: Told) -> str:
    """What people said about the last grab by this entry, or nothing."""
    match action:
        case a.OverrideGrab(valid=True):
            return "The table says that this grab was valid."
        case a.OverrideGrab(valid=False):
            return "The table says that this grab was not valid."
        case a.AdjudicateGrab(seat=seat):
            return f"The table says that {told.name(seat)} was first."
        case _:
            return ""
