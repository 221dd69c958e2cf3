"""How people answer the companion's questions, from what lies on the table before them."""

from collections.abc import Mapping

from companion.twin.people_phone import Question
from companion.twin.skullduggery.cards import LINE
from companion.twin.skullduggery.layout import Layout
from companion.twin.skullduggery.player import Player
from companion.twin.skullduggery.truth import Place, Truth

SLOTS = ("left end", "left middle", "right middle", "right end")
"""How the page names the places of a line."""


def answer(
    question: Question, layout: Layout, truth: Truth, players: Mapping[int, Player]
) -> str | None:
    """The true answer among the question's values, or None where people see no sense in it."""
    if question.kind == "confirm":
        return "0" if "0" in question.values else None
    if question.kind != "which_card":
        return None
    place = _place(question.title, players)
    if place is None:
        newest = layout.newest
        key = None if newest is None else newest.key
    else:
        card = layout.lines[place[0]][place[1]]
        key = card.key if card in truth.up else "back"
    return key if key in question.values else None


def _place(title: str, players: Mapping[int, Player]) -> Place | None:
    """Which card of a line is meant: `Which card lies here: Ann's left end?`."""
    for seat, player in players.items():
        if f"{player.person.name}'s" in title:
            return next(((seat, slot) for slot in range(LINE) if SLOTS[slot] in title), None)
    return None
