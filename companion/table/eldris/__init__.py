"""Thieves of Eldris at this table: the functions of `companion.table.desk.Desk`.

People say by phone what comes to light and what they choose; what the dice show and which cards
change places as well, where no camera sees it.
"""

from typing import Any

from companion.readmodels import CardFace, Choice
from companion.table.desk import Lies, Meaning, Nothing, Reach, Told
from companion.table.eldris import ids
from companion.table.eldris import offers as _offers
from companion.table.eldris.amendments import (
    again,
    amended,
    amendments,
    keeper,
    reprint,
    secret,
)
from companion.table.eldris.differences import differences
from companion.table.eldris.facts import facts, with_facts
from companion.table.eldris.labels import label
from companion.table.eldris.narrator import narrate
from companion.table.eldris.picture import lamps, picture
from companion.table.eldris.put_back import put_back
from companion.table.eldris.seeing import aliases, dice, die_faces, face_name, faces, grid, place
from companion.table.eldris.words import card_name, in_reading_order, plain_face
from companion.words import Words, mark
from hardware.events import Observation
from rules import eldris as game
from rules.core import Key
from rules.eldris import actions as a
from rules.eldris.cards import CHARACTERS
from rules.eldris.rulings import RULINGS
from rules.eldris.state import State
from rules.eldris.view import View

__all__ = [
    "RULINGS",
    "again",
    "aliases",
    "amended",
    "amendments",
    "dice",
    "differences",
    "face_name",
    "facts",
    "grid",
    "keeper",
    "label",
    "lamps",
    "narrate",
    "picture",
    "place",
    "put_back",
    "reprint",
    "secret",
    "with_facts",
]

SEES = True
"""The camera reads the Square and the dice; what it does not see is told by phone."""
LAID_AFTER: tuple[type, ...] = ()
ONE_LIST = False
RESUMED = mark("The companion was restarted. Look whether the Square here is the one on the table.")


def change(_state: State, _observation: Observation) -> Meaning:
    """Nothing: the mat has no piles."""
    return Nothing()


def offers(state: State, view: View, seat: int, _reach: Reach, told: Told) -> tuple[Choice, ...]:
    """Buttons of this seat's page, and what may be tapped in the Square."""
    return _offers.offers(state, view, seat, told)


def action(_state: State, seat: int, choice: str) -> a.Action | None:
    """The action behind a choice id, or None where it is not one of the game's."""
    return ids.action(seat, choice)


def card_choices(_state: State, zone: str, told: Told) -> tuple[tuple[str, Words], ...]:
    """Every key that could lie there, with its name; in the Square either side."""
    return faces(told) if zone == "grid" else _characters(told)


def kinds(told: Told) -> tuple[tuple[str, Words], ...]:
    """Every face of the box that the camera has to know, with its name."""
    return (*faces(told), *die_faces())


def _characters(told: Told) -> tuple[tuple[str, Words], ...]:
    return tuple((key, card_name(key, told.names)) for key in in_reading_order(CHARACTERS, told))


def face(key: Key) -> CardFace:
    """How to draw a card of which only the key is known."""
    return plain_face(key)


def card_action(state: State, zone: str, key: Key) -> a.Action | None:
    """The action that this card on that pile means."""
    if zone == "display" and state.phase == "turn_up":
        return a.TurnUp(card=key)
    if zone == "shown" and state.phase == "show":
        return a.ShowCutpurse(seat=state.turn, card=key)
    return None


def card_names(pack: game.Pack) -> dict[str, str]:
    """Character to name, from the content pack."""
    return {key: str(fact.value) for key, fact in pack.names.items()}


def lying(_view: View) -> dict[str, Lies]:
    """No pile is compared with what the camera sees."""
    return {}


def laid(_action: Any) -> tuple[str, str] | None:
    """No entry lays a card for the camera to compare."""
    return None
