"""What an entry of Skullduggery may be corrected to, and how later entries are read again."""

from typing import Any

from msgspec.structs import replace

from companion.table.desk import Told
from companion.table.skullduggery.words import slot_name
from companion.words import Words, t
from rules.skullduggery import actions as a
from rules.skullduggery.cards import KEY, VALUES, Side
from rules.skullduggery.events import CardDiscarded, CardTurnedUp, FaceRead
from rules.skullduggery.legality import check
from rules.skullduggery.state import State


def again(_state: State, action: a.Action, _by: str) -> a.Action:
    """What people declared stays theirs, and at its place."""
    return action


def amendments(state: State, action: a.Action, told: Told) -> tuple[tuple[str, Words], ...]:
    """(value, label) of what this entry could have been, on the state before it."""
    match action:
        case a.ShowDiscard(value=value) | a.ReadFaceUp(value=value):
            return tuple((f"card:{KEY[one]}", str(one)) for one in VALUES if one != value)
        case a.ReplaceOwn() | a.ReplaceNeighbour() | a.TurnUp():
            slots = (replace(action, slot=slot) for slot in range(4) if slot != action.slot)
            return tuple(
                (f"slot:{one.slot}", slot_name(one.slot))
                for one in slots
                if not getattr(check(state, one), "reason", "")
            )
        case a.ChoosePeek(look=True):
            return (("end:other", t("The other end")),)
        case a.ChooseSneak(look=True):
            return (("end:other", t("The other neighbour's card")),)
        case _:
            return ()


def amended(action: Any, value: str) -> a.Action | None:
    """The corrected action, or None where `value` is none of this entry's.

    What was told in confidence of another card is forgotten with the correction.
    """
    word, _, rest = value.partition(":")
    match action, word:
        case (a.ShowDiscard() | a.ReadFaceUp(), "card"):
            number = next((one for one in VALUES if KEY[one] == rest), None)
            return None if number is None else replace(action, value=number)
        case (a.ReplaceOwn() | a.ReplaceNeighbour(), "slot") if rest in {"0", "1", "2", "3"}:
            return replace(action, slot=int(rest), discard=None)
        case (a.TurnUp(), "slot") if rest in {"1", "2"}:
            return replace(action, slot=int(rest), value=None)
        case (a.ChoosePeek(look=True), "end"):
            end: a.End = "right" if action.end == "left" else "left"
            return a.ChoosePeek(seat=action.seat, end=end)
        case (a.ChooseSneak(look=True), "end"):
            side: Side = "right" if action.side == "left" else "left"
            return a.ChooseSneak(seat=action.seat, side=side)
        case _:
            return None


def reprint(event: Any, action: a.Action) -> Any:
    """The old event with the face that the corrected action names: the same piece of cardboard."""
    match event, action:
        case (CardDiscarded(), a.ShowDiscard(value=value)):
            return replace(event, value=value)
        case (FaceRead() | CardTurnedUp(), a.ReadFaceUp(value=value)):
            return replace(event, value=value)
        case _:
            return event
