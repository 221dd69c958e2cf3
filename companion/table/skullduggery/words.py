"""How the cards of Skullduggery and their places are named and drawn."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from companion.readmodels import CardFace
from companion.table.cells import DARK
from companion.table.desk import Told
from companion.words import Text, Words, all_of, mark, n, t
from rules.core import Key
from rules.skullduggery.cards import (
    ACTION_OF,
    KEY,
    KEYS,
    TOKEN_KEYS,
    CardAction,
    Side,
    neighbour,
)

SLOTS: tuple[str, ...] = (
    mark("left end"),
    mark("left middle"),
    mark("right middle"),
    mark("right end"),
)
"""Slots from their owner's left."""

ACTIONS: Mapping[CardAction, str] = MappingProxyType(
    {
        "pass_left": mark("Pass Left"),
        "spyglass": mark("Spyglass"),
        "pass_right": mark("Pass Right"),
        "peek": mark("Peek"),
        "sneak": mark("Sneak"),
        "switch": mark("Switch"),
    }
)

TINTS: Mapping[CardAction, str] = MappingProxyType(
    {
        "pass_left": "red",
        "spyglass": "gold",
        "pass_right": "blue",
        "peek": "violet",
        "sneak": "teal",
        "switch": "coral",
    }
)
PLAIN = "dark"
TOKEN_TINT: Mapping[Side, str] = MappingProxyType({"left": "red", "right": "blue"})


def slot_name(slot: int) -> Text:
    """`left end`, as the line's owner sees it."""
    return Text(SLOTS[slot])


def value_of(key: Key) -> int:
    """`number:5` is 5."""
    return int(key.partition(":")[2])


def card_name(key: Key) -> str:
    """The number, the same in every language."""
    return str(value_of(key))


def face(key: Key, names: Mapping[str, str] | None = None) -> CardFace:
    """A card that lies open, with the action that it has as a discard; or the back."""
    if key not in KEYS:
        return CardFace(key=key, label="", icon="card")
    action = ACTION_OF.get(value_of(key))
    return CardFace(
        key=key,
        label=Text(ACTIONS[action]) if action else "",
        icon=f"number-{card_name(key)}",
        tint=TINTS[action] if action else PLAIN,
    )


def face_of(value: int | None) -> CardFace | None:
    """The face of a value; None where nobody knows it."""
    return None if value is None else face(KEY[value])


def names_of(seats: Sequence[int], told: Told) -> Words:
    """`Ann, Ben and Cleo`."""
    return all_of([told.name(seat) for seat in seats])


def cards(count: int) -> Text:
    """`1 card`, `12 cards`."""
    return n("{n} card", "{n} cards", count)


def other(seats: int, seat: int, side: Side, told: Told) -> Words:
    """The neighbour's name."""
    return told.name(neighbour(seats, seat, side))


def token_name(side: Side) -> Text:
    """Red is for the left neighbour, blue for the right one."""
    return t("red token") if side == "left" else t("blue token")


def token_faces(side: Side) -> tuple[Key, Key]:
    """How the camera calls the pistol side of this token, and the other one."""
    return TOKEN_KEYS[side], TOKEN_KEYS[side] + DARK
