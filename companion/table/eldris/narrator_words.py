"""Lines of the kinds that Eldris has."""

from collections.abc import Iterator

from companion.table.desk import Line
from companion.words import Words, n, t

LOW = 3
"""Townsfolk cards left in the deck when people are told: one Display."""


def quiet(text: Words) -> Line:
    """Small print: every card and every step."""
    return Line(text=text, priority="quiet", kind="card")


def move(text: Words) -> Line:
    """What happens in a turn."""
    return Line(text=text, kind="move")


def verdict(text: Words) -> Line:
    """What everybody waits for."""
    return Line(text=text, priority="verdict", kind="verdict")


def told_deck(left: int | None) -> Iterator[Line]:
    """That the townsfolk deck runs out."""
    if left == LOW:
        text = n("{n} townsfolk card is left.", "{n} townsfolk cards are left.", left)
        yield Line(text=text, kind="count")
    elif left == 0:
        yield Line(text=t("The townsfolk deck is empty."), kind="count")
