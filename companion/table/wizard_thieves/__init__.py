"""Wizard Thieves at this table: the functions of `companion.table.desk.Desk`."""

from collections.abc import Sequence
from typing import Any

from companion.readmodels import Choice, Move
from companion.table.desk import Reach, Told
from companion.table.wizard_thieves import offers as _offers
from companion.table.wizard_thieves import put_back as _put_back
from companion.table.wizard_thieves import translate as _translate
from companion.table.wizard_thieves.amendments import again, amended, amendments, reprint
from companion.table.wizard_thieves.differences import differences
from companion.table.wizard_thieves.disputes import (
    CITES,
    DISPUTES,
    RULINGS,
    overrule,
    overrules,
    remembered,
    said_of_grab,
    slapped,
    won_by,
)
from companion.table.wizard_thieves.lying import laid, lying
from companion.table.wizard_thieves.narrator import narrate
from companion.table.wizard_thieves.picture import lamps, picture
from companion.table.wizard_thieves.translate import action, card_action, change
from companion.table.wizard_thieves.words import card_name, face, names_of
from companion.words import KINDS, Words, mark, t
from rules import wizard_thieves as game
from rules.wizard_thieves import actions as a
from rules.wizard_thieves.cards import KEYS
from rules.wizard_thieves.events import PotCollected, PotCollecting, PotWon
from rules.wizard_thieves.state import State
from rules.wizard_thieves.view import View

__all__ = [
    "CITES",
    "DISPUTES",
    "RULINGS",
    "action",
    "again",
    "amended",
    "amendments",
    "card_action",
    "change",
    "differences",
    "face",
    "laid",
    "lamps",
    "lying",
    "narrate",
    "overrule",
    "overrules",
    "picture",
    "remembered",
    "reprint",
    "said_of_grab",
    "slapped",
    "won_by",
]

can_grab = _offers.can_grab
SLAPS = True
SEES = True
LAID_AFTER: tuple[type, ...] = ()
SPOKEN = tuple(kind for kind in KINDS if kind != "move")
ONE_LIST = False
RESUMED = mark("The companion was restarted. Look whether the Pot here is the Pot on the table.")
SHARED = -1
"""Seat number of a button that all share."""


def grab(groups: tuple[tuple[int, ...], ...]) -> a.Grab:
    """The action of these presses."""
    return a.Grab(presses=groups)


def adjudicate(seat: int) -> a.AdjudicateGrab:
    """The action that says this seat was first (R-WT-6)."""
    return a.AdjudicateGrab(seat=seat)


def mistaken(state: State, seat: int) -> a.MisReveal:
    """This seat showed a card by mistake (R-WT-31)."""
    return a.MisReveal(seat=seat)


def tied(state: State) -> tuple[int, ...]:
    """Seats that the table must decide between."""
    return state.tied.seats if state.tied is not None else ()


def undoes_reveal(done: Any) -> bool:
    """Whether undoing leaves a card on the Pot that goes back."""
    return isinstance(done, a.Reveal)


def offers(state: State, view: View, seat: int, reach: Reach, told: Told) -> tuple[Choice, ...]:
    """Buttons of this seat's page."""
    return _offers.offers(game.choices(state, seat), view, seat, reach, told)


def card_choices(state: State, zone: str, told: Told) -> tuple[tuple[str, Words], ...]:
    """Every key that could lie there, with its name."""
    keys = (*KEYS, *sorted(state.config.extra))
    return tuple((key, card_name(key, told.names)) for key in keys)


def kinds(told: Told) -> tuple[tuple[str, Words], ...]:
    """Every kind of card of the box, with its name."""
    return tuple((key, card_name(key, told.names)) for key in KEYS)


def label(done: Any, told: Told) -> Words:
    """`Ann: Ruby`: for undo and the story."""
    match done:
        case a.Reveal() | a.ToPortal():
            card = card_name(done.card, told.names)
            return t("{who}: {card}", who=told.name(done.seat), card=card)
        case a.Grab():
            seats = [seat for group in done.presses for seat in group]
            return t("Grab by {who}", who=names_of(seats, told))
        case a.TakePot() | a.ApplyKingCoin():
            return t("{who} takes the Pot", who=told.name(done.seat))
        case a.MisReveal():
            return t("{who} flipped by mistake", who=told.name(done.seat))
        case a.AdjudicateGrab():
            return t("{who} was first", who=told.name(done.seat))
        case a.UseBomb() | a.UseGauntlet() | a.UsePortalCaster():
            return t("{who}'s item", who=told.name(done.seat))
        case a.OverrideGrab():
            return t("Overruled grab")
        case _:
            return t("Checked grab")


def card_names(pack: game.Pack) -> dict[str, str]:
    """Card key to name, from the content pack."""
    return {key: str(fact.value) for key, fact in pack.names.items()}


def essence(state: State) -> Any:
    """What of a state matters to anybody: where two orders agree in it, nobody is asked."""
    return (
        game.canonical(state),
        state.window,
        state.item,
        state.portal_due,
        state.collecting,
        state.tied,
        state.over,
    )


def race(state: State) -> bool:
    """Whether a tap on a phone may race with a hand on the Pot (R-WT-18)."""
    return bool(state.window) and (state.item is not None or state.collecting is not None)


def collect(state: State, seat: int) -> Any | None:
    """What this seat's apply button means: taking the Pot that goes to it, or nothing."""
    if state.collecting is None or seat not in {state.collecting.seat, SHARED}:
        return None
    return _translate.collect(state)


def dispute(state: State) -> Any:
    """What a dispute button means: the winner fans out the Pot."""
    return a.CheckGrab()


def put_back(now: State, wanted: State, told: Told) -> tuple[Move, ...]:
    """What people do by hand to turn the table of `now` into that of `wanted`."""
    return (*_put_back.put_back(now, wanted, told), *_put_back.flip_status(now, wanted, told))


def took_pot(events: Sequence[Any]) -> bool:
    """Whether these events took the Pot off the table."""
    return any(isinstance(event, PotWon | PotCollected | PotCollecting) for event in events)


def pot_lies(state: State) -> bool:
    """Whether cards lie in the Pot that go to nobody yet."""
    return bool(state.pot) and state.collecting is None
