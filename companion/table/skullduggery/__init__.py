"""Skullduggery at this table: the functions of `companion.table.desk.Desk`.

People say by phone what they do; what comes to light the camera reads, or they say that too.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.readmodels import Choice, Move
from companion.table.cells import BACK
from companion.table.desk import Reach, Told
from companion.table.skullduggery import ids
from companion.table.skullduggery import offers as _offers
from companion.table.skullduggery.amendments import again, amended, amendments, reprint
from companion.table.skullduggery.differences import differences
from companion.table.skullduggery.labels import label
from companion.table.skullduggery.narrator import narrate
from companion.table.skullduggery.picture import lamps, picture
from companion.table.skullduggery.put_back import put_back as _put_back
from companion.table.skullduggery.seeing import (
    SIDES,
    change,
    count_laid,
    face_name,
    grid,
    in_play,
    laid,
    lying,
    place,
    sides,
)
from companion.table.skullduggery.words import card_name, face, token_faces, token_name, value_of
from companion.words import Words, mark, t
from rules import skullduggery as game
from rules.core import TABLE, Key
from rules.skullduggery import actions as a
from rules.skullduggery.cards import KEYS
from rules.skullduggery.rulings import RULINGS
from rules.skullduggery.state import State
from rules.skullduggery.view import View

__all__ = [
    "RULINGS",
    "again",
    "amended",
    "amendments",
    "change",
    "count_laid",
    "differences",
    "face",
    "face_name",
    "grid",
    "in_play",
    "label",
    "laid",
    "lamps",
    "lying",
    "narrate",
    "picture",
    "place",
    "reprint",
    "sides",
]

SEES = True
"""The camera reads discards and open cards; which card went where is told by phone."""
LAID_AFTER: tuple[type, ...] = (a.Draw,)
"""A card of this turn is laid after its draw."""
ONE_LIST = True
RESUMED = mark("The companion was restarted. Look whether the cards here lie as on the table.")


def offers(state: State, view: View, seat: int, _reach: Reach, told: Told) -> tuple[Choice, ...]:
    """Buttons of this seat's page. What was discarded anybody may say."""
    legal = game.choices(state, seat)
    if seat != state.turn:
        all_see = game.choices(state, TABLE)
        legal += tuple(one for one in all_see if isinstance(one, a.ShowDiscardPattern))
    return _offers.offers(legal, view, seat, told)


def table_offers(state: State, told: Told) -> tuple[Choice, ...]:
    """What was discarded: it lies before everybody."""
    shown = [one for one in game.choices(state, TABLE) if isinstance(one, a.ShowDiscardPattern)]
    return tuple(choice for one in shown for choice in _offers.discarded(one, None, told))


def table_action(state: State, choice: str) -> a.Action | None:
    """The action behind a choice of the table's screen, or None."""
    found = ids.action(state.turn, choice)
    return found if isinstance(found, a.ShowDiscard) else None


def action(state: State, seat: int, choice: str) -> a.Action | None:
    """The action behind a choice id, or None where it is not one of the game's."""
    found = ids.action(seat, choice)
    return replace(found, seat=state.turn) if isinstance(found, a.ShowDiscard) else found


def card_choices(_state: State | None, _zone: str, _told: Told) -> tuple[tuple[str, Words], ...]:
    """Every key that could lie there, with its name."""
    return tuple((key, card_name(key)) for key in KEYS)


def kinds(told: Told) -> tuple[tuple[str, Words], ...]:
    """Every card, with its name; the back too, which lies in every line; the tokens' sides."""
    return (*card_choices(None, "", told), (BACK, t("The back of the cards")), *_token_kinds())


def _token_kinds() -> Iterator[tuple[str, Words]]:
    """Both sides of both tokens, which are taught like faces of dice."""
    for side in SIDES:
        pistol, other = token_faces(side)
        yield f"die:{pistol}", t("{token}: the pistol side", token=token_name(side))
        yield f"die:{other}", t("{token}: the other side", token=token_name(side))


def card_action(state: State, zone: str, key: Key) -> a.Action | None:
    """The action that this card on that pile means."""
    if zone not in {"discard", "spyglass"} or state.leaving is None:
        return None
    return a.ShowDiscard(seat=state.turn, value=value_of(key))


def card_names(_pack: game.Pack) -> dict[str, str]:
    """Numbers need no names."""
    return {}


def put_back(now: State, wanted: State, told: Told) -> tuple[Move, ...]:
    """What people do by hand to turn the table of `now` into that of `wanted`."""
    return _put_back(now, wanted, told)
