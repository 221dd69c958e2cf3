"""The audit of grids and lines: which cells lie otherwise, in words, and how to mend it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from companion.table.audit_state import Difference, WrongCell
from companion.table.cells import BACK, DARK, face_seen, wrong_cells
from companion.table.desk import Act, Lies, Which
from companion.table.desks import desk_of, told_of
from companion.table.state import Table
from companion.words import Words, n, sentences, t
from hardware.events import GridSeen

MOST_TOLD = 3
"""Cells named in one sentence; the others are counted."""
MOVED, KEEP = "moved", "keep"

Style = Literal["primary", "plain"]


def as_piles(layouts: Mapping[str, Sequence[str]]) -> dict[str, Lies]:
    """What the game has in each grid, so that a change of it by phone gives hands their time."""
    return {zone: Lies(top="|".join(faces)) for zone, faces in layouts.items()}


def grid_differences(table: Table, layouts: Mapping[str, Sequence[str]]) -> Iterator[Difference]:
    """One for each grid or line in which a cell surely lies otherwise."""
    if not table.works("camera"):
        return
    for zone, wanted in layouts.items():
        seen = table.sights.get(zone)
        if not isinstance(seen, GridSeen):
            continue
        cells = tuple(
            WrongCell(place=place, seen=face_seen(seen.cells[place]), believed=wanted[place])
            for place in wrong_cells(wanted, seen)
        )
        if cells:
            yield Difference(zone=zone, seen=True, cells=cells, columns=seen.columns)


def cells_of(difference: Difference) -> dict[str, Any]:
    """The cells, for the journal."""
    if not difference.cells:
        return {}
    return {"cells": [[one.place, one.seen, one.believed] for one in difference.cells]}


def grid_sentence(table: Table, difference: Difference) -> Words:
    """Exactly where it differs."""
    pair = _exchanged(difference)
    if pair is not None:
        first, second = pair
        return t(
            "{first} and {second} have changed places: {where} and {there}.",
            first=_name(table, first.believed),
            second=_name(table, second.believed),
            where=_where(table, difference, first),
            there=_where(table, difference, second),
        )
    told = [_told(table, difference, one) for one in difference.cells[:MOST_TOLD]]
    more = len(difference.cells) - MOST_TOLD
    if more > 0:
        told.append(n("{n} more place differs.", "{n} more places differ.", more))
    return sentences(told)


def _exchanged(difference: Difference) -> tuple[WrongCell, WrongCell] | None:
    """The two cells, where it is just that their cards lie in each other's place."""
    if len(difference.cells) != 2:  # noqa: PLR2004 - a pair
        return None
    first, second = difference.cells
    crossed = first.seen == second.believed and second.seen == first.believed
    return (first, second) if crossed and first.seen and second.seen else None


def _told(table: Table, difference: Difference, cell: WrongCell) -> Words:
    where = _where(table, difference, cell)
    believed, seen = _name(table, cell.believed), _name(table, cell.seen)
    if not cell.seen:
        return t(
            "{where}: nothing lies there, but the game has {card}.", where=where, card=believed
        )
    if desk_of(table).sides(difference.zone, cell.place, told_of(table)):
        return t("{where} lies with the other side up.", where=where)
    if _turned(cell):
        return t("{where}: {card} shows its other side.", where=where, card=believed)
    return t(
        "{where}: the camera sees {seen}, but the game has {card}.",
        where=where,
        seen=seen,
        card=believed,
    )


def _turned(cell: WrongCell) -> bool:
    return cell.seen.removesuffix(DARK) == cell.believed.removesuffix(DARK)


def _where(table: Table, difference: Difference, cell: WrongCell) -> Words:
    told = told_of(table)
    where: Words = desk_of(table).place(difference.zone, cell.place, difference.columns, told)
    return where


def _name(table: Table, face: str) -> Words:
    if face == BACK:
        return t("a face-down card")
    if not face:
        return t("an open card")
    name: Words = desk_of(table).face_name(face, told_of(table))
    return name


def grid_cure(table: Table, difference: Difference) -> Words:
    """How to put it right by hand."""
    if _exchanged(difference) is not None:
        return t("Exchange these two cards, or say what happened.")
    if all(_turned(cell) for cell in difference.cells):
        return t("Turn it over, or say what happened.")
    return t("Put the cards as the game has them, or say what happened.")


def grid_offers(table: Table, difference: Difference) -> list[tuple[str, Words, Style]]:
    """(what, label, style) of ways to mend it."""
    found: list[tuple[str, Words, Style]] = []
    seen = table.sights.get(difference.zone)
    if isinstance(seen, GridSeen):
        meaning = desk_of(table).grid(table.game, seen)
        if isinstance(meaning, Act | Which):
            found.append((MOVED, t("That was done; it counts"), "primary"))
    found.append((KEEP, t("The camera errs: it lies as the game has it"), "plain"))
    return found
