"""What a verdict of Wizard Thieves rests on, and how the table may overrule it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.table.desk import Told
from companion.words import Text, Words, mark, t
from rules.core import TABLE
from rules.wizard_thieves import actions as a
from rules.wizard_thieves.choosing import choices
from rules.wizard_thieves.events import PotWon
from rules.wizard_thieves.rulings import RULINGS as RULINGS  # noqa: PLC0414 - for the page
from rules.wizard_thieves.state import State

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
DISPUTES = frozenset({"check_grab"})
"""Choices of the game that question its last grab and change nothing."""
OVERRULES = (
    (True, "valid", mark("It was valid")),
    (False, "invalid", mark("It was not valid")),
)


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


def remembered(state: State) -> Any:
    """The last grab as the rules remember it, for judging it the other way."""
    return state.memory


def overrules(state: State) -> tuple[tuple[str, Words], ...]:
    """(value, label) of what the table may say against its last grab's verdict."""
    possible = {
        action.valid for action in choices(state, TABLE) if isinstance(action, a.OverrideGrab)
    }
    return tuple((value, Text(label)) for valid, value, label in OVERRULES if valid in possible)


def overrule(value: str) -> a.OverrideGrab | None:
    """The action of such a value, or None."""
    for valid, word, _ in OVERRULES:
        if word == value:
            return a.OverrideGrab(valid=valid)
    return None


def said_of_grab(action: a.Action, told: Told) -> Words:
    """What people said about the last grab by this entry, or nothing."""
    match action:
        case a.OverrideGrab(valid=True):
            return t("The table says that this grab was valid.")
        case a.OverrideGrab(valid=False):
            return t("The table says that this grab was not valid.")
        case a.AdjudicateGrab(seat=seat):
            return t("The table says that {who} was first.", who=told.name(seat))
        case _:
            return ""
