"""Thieves of Eldris at this table: the functions of `companion.table.desk.Desk`.

People say by phone what the dice show, which cards change places, and what comes to light.
"""

from typing import Any

from companion.readmodels import CardFace, Choice, OptionModel
from companion.table.desk import Lies, Line, Meaning, Nothing, Reach, Told
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
from companion.table.eldris.labels import label
from companion.table.eldris.narrator import narrate
from companion.table.eldris.picture import lamps, picture
from companion.table.eldris.put_back import put_back
from companion.table.eldris.words import card_name, in_reading_order, plain_face
from companion.table.no_grids import dice, face_name, grid, place
from companion.table.no_slaps import (
    CITES,
    DISPUTES,
    SHARED,
    SLAPS,
    can_grab,
    collect,
    dispute,
    overrule,
    overrules,
    pot_lies,
    race,
    remembered,
    said_of_grab,
    slapped,
    tied,
    took_pot,
    undoes_reveal,
    won_by,
)
from companion.words import Text, Words, mark, t
from hardware.events import Observation
from rules import eldris as game
from rules.core import Key
from rules.eldris import actions as a
from rules.eldris.cards import CHARACTERS
from rules.eldris.rulings import RULINGS
from rules.eldris.state import State
from rules.eldris.view import View

__all__ = [
    "CITES",
    "DISPUTES",
    "RULINGS",
    "SHARED",
    "SLAPS",
    "again",
    "amended",
    "amendments",
    "can_grab",
    "collect",
    "dice",
    "differences",
    "dispute",
    "face_name",
    "grid",
    "keeper",
    "label",
    "lamps",
    "narrate",
    "overrule",
    "overrules",
    "picture",
    "place",
    "pot_lies",
    "put_back",
    "race",
    "remembered",
    "reprint",
    "said_of_grab",
    "secret",
    "slapped",
    "tied",
    "took_pot",
    "undoes_reveal",
    "won_by",
]

SEES = False
"""It is played by phones alone; no camera reads the Square or the dice yet."""
LAID_AFTER: tuple[type, ...] = ()
SPOKEN = ("verdict", "question", "move", "count", "card", "correction", "people", "sensor")
RESUMED = mark("The companion was restarted. Look whether the Square here is the one on the table.")


def change(_state: State, _observation: Observation) -> Meaning:
    """Nothing, as long as the camera does not take part."""
    return Nothing()


def offers(state: State, view: View, seat: int, _reach: Reach, told: Told) -> tuple[Choice, ...]:
    """Buttons of this seat's page, and what may be tapped in the Square."""
    return _offers.offers(state, view, seat, told)


def action(_state: State, seat: int, choice: str) -> a.Action | None:
    """The action behind a choice id, or None where it is not one of the game's."""
    return ids.action(seat, choice)


def card_choices(_state: State, _zone: str, told: Told) -> tuple[tuple[str, Words], ...]:
    """Every key that could lie there, with its name."""
    return kinds(told)


def kinds(told: Told) -> tuple[tuple[str, Words], ...]:
    """Every character of the box, with its name."""
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


def options(values: game.Options) -> tuple[OptionModel, ...]:
    """The rulings' options with their values."""
    return tuple(
        OptionModel(
            key=info.key,
            label=Text(info.label),
            kind=info.kind,
            value=info.value,
            help=t("{help} ({rule})", help=Text(info.help), rule=info.rule),
            choices=info.values,
        )
        for info in game.describe_options(values)
    )


def line_only(text: Words) -> Line:
    """A sentence that is only shown."""
    return Line(text=text, priority="quiet")


def essence(state: State) -> Any:
    """What of a state matters to anybody: all of it."""
    return state


def lying(_view: View) -> dict[str, Lies]:
    """No pile is compared with what the camera sees."""
    return {}


def laid(_action: Any) -> tuple[str, str] | None:
    """No entry lays a card for the camera to compare."""
    return None
