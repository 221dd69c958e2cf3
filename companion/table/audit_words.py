"""What the audit says, and what it offers to mend a difference."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.readmodels import Choice, Notice
from companion.table.audit_grids import grid_cure, grid_offers, grid_sentence
from companion.table.audit_state import Difference
from companion.table.desks import desk_of, game_of, told_of
from companion.table.state import Table
from companion.words import Text, Words, mark, t
from rules.core import Legal

PLACES: Mapping[str, str] = MappingProxyType(
    {
        "pot": mark("Pot"),
        "portal": mark("Portal"),
        "discard": mark("discard pile"),
        "spyglass": mark("row of Spyglasses"),
    }
)
MEND = "mend"


def sentence(table: Table, difference: Difference) -> Words:
    """Where it is and what differs."""
    if difference.cells:
        return grid_sentence(table, difference)
    place = Text(PLACES.get(difference.zone, difference.zone))
    seen, believed = _name(table, difference.key), _name(table, difference.believed)
    if not difference.seen:
        return t(
            "The {place} lies empty, but the game has {card} on top.", place=place, card=believed
        )
    if not difference.believed and not difference.key:
        return t("A card lies on the {place}, but in the game it is empty.", place=place)
    if not difference.believed:
        return t("{card} lies on the {place}, but in the game it is empty.", place=place, card=seen)
    return t(
        "On the {place} the camera sees {seen}, but the game has {card} on top.",
        place=place,
        seen=seen,
        card=believed,
    )


def _name(table: Table, key: str) -> Words:
    choices = desk_of(table).card_choices(table.game, "pot", told_of(table))
    names: dict[str, Words] = dict(choices)
    return names.get(key, key)


def notices(table: Table, *, choices: bool) -> tuple[Notice, ...]:
    """One notice for each difference; `choices` for those who may mend it."""
    return tuple(
        Notice(
            level="warn",
            text=sentence(table, one),
            cure=grid_cure(table, one) if one.cells else _cure(one),
            choices=offers(table, one) if choices else (),
            place=one.zone,
        )
        for one in table.audit.shown
    )


def _cure(difference: Difference) -> Words:
    if not difference.seen:
        return t("Put the cards back, or say what happened.")
    if not difference.believed:
        return t("Take the card away, or say what happened.")
    return t("Put the cards as the game has them, or say what happened.")


def offers(table: Table, difference: Difference) -> tuple[Choice, ...]:
    """Ways to mend it; all are functions of the visible cards."""
    if difference.cells:
        return tuple(
            _choice(difference, what, label, style)
            for what, label, style in grid_offers(table, difference)
        )
    found = []
    name = _name(table, difference.key)
    if difference.seen and _fits(table, difference):
        came = t("A card was laid there")
        if name:
            came = t("{card} was laid there", card=name)
        found.append(_choice(difference, "missed", came, "primary"))
    if difference.seen and difference.key and difference.believed:
        believed = _name(table, difference.believed)
        was = t("{card} was misread: it is {now}", card=believed, now=name)
        found.append(_choice(difference, "misread", was, "primary"))
    if not difference.seen and difference.zone == "pot":
        found.append(_choice(difference, "taken", t("Somebody took the Pot"), "primary"))
    found.append(_choice(difference, "keep", t("It is right as it lies"), "plain"))
    return tuple(found)


def _choice(difference: Difference, what: str, label: Words, style: Any) -> Choice:
    return Choice(id=f"{MEND}:{difference.zone}:{what}", label=label, style=style)


def _fits(table: Table, difference: Difference) -> bool:
    """Whether such a card may come now at all, by what everybody can see."""
    desk, game = desk_of(table), game_of(table)
    if not difference.key:
        return difference.zone == "pot"
    action = desk.card_action(table.game, difference.zone, difference.key)
    return action is not None and isinstance(game.check(table.game, action), Legal)
