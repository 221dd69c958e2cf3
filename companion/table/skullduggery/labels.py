"""What an entry is called, for undo and the story: never what was told in confidence."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from companion.table.desk import Told
from companion.table.skullduggery.words import slot_name
from companion.words import Text, Words, mark, t
from rules.skullduggery import actions as a


def label(done: Any, told: Told) -> Words:
    """`Ann discards 5`."""
    return _LABELS[type(done)](done, told.name(done.seat))


def _plain(template: str) -> Callable[[Any, Words], Words]:
    return lambda _done, who: Text(template, {"who": who})


def _replaced(done: Any, who: Words) -> Words:
    return t("{who} replaces the {slot}", who=who, slot=slot_name(done.slot))


def _replaced_neighbour(done: Any, who: Words) -> Words:
    slot = slot_name(done.slot)
    if done.side == "left":
        return t("{who} replaces the left neighbour's {slot}", who=who, slot=slot)
    return t("{who} replaces the right neighbour's {slot}", who=who, slot=slot)


def _shown(done: Any, who: Words) -> Words:
    return t("{who} discards {value}", who=who, value=done.value)


def _turned_up(done: Any, who: Words) -> Words:
    return t("{who} turns up the {slot}", who=who, slot=slot_name(done.slot))


def _read(done: Any, who: Words) -> Words:
    slot = slot_name(done.slot)
    return t("{who}'s {slot}: {value}", who=who, slot=slot, value=done.value)


_LABELS: Mapping[type, Callable[[Any, Words], Words]] = MappingProxyType(
    {
        a.LookAtMiddle: _plain(mark("{who} looks at the middle cards")),
        a.Draw: _plain(mark("{who} draws")),
        a.Tell: _plain(mark("{who} notes a card")),
        a.DiscardDrawn: _plain(mark("{who} discards the drawn card")),
        a.ReplaceOwn: _replaced,
        a.ReplaceNeighbour: _replaced_neighbour,
        a.ShowDiscard: _shown,
        a.ChoosePeek: _plain(mark("{who} peeks")),
        a.ChooseSneak: _plain(mark("{who} sneaks a look")),
        a.TurnUp: _turned_up,
        a.ReadFaceUp: _read,
        a.RevealAll: _plain(mark("{who} turns up the line")),
    }
)
