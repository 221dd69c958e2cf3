"""Questions about what the camera sees of grids, lines and dice."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from companion.table.cells import BACK
from companion.table.desk import Which
from companion.table.desks import desk_of, told_of
from companion.table.questions import open_question
from companion.table.state import CellQuestion, DieQuestion, WayQuestion
from companion.table.work import Work
from companion.words import Text, Words, t
from hardware.events import Candidate, DiceSeen, GridSeen, Observation

EMPTY, NONE = "empty", "none"
"""Answers beside the faces."""


def ask_cell(work: Work, seen: GridSeen, place: int) -> None:
    """What lies in this cell? Candidates first, then every face that could lie there."""
    table, told = work.table, told_of(work.table)
    desk, cell = desk_of(table), seen.cells[place]
    sides = desk.sides(seen.zone, place, told)
    names = dict(sides or desk.card_choices(table.game, seen.zone, told))
    values = _ranked(names, cell.candidates)
    where = desk.place(seen.zone, place, seen.columns, told)
    title = t("Which card lies here: {where}?", where=where)
    if sides:
        title = t("Which side is up: {where}?", where=where)
    else:
        values.append((BACK, t("A card that lies face down"), "plain"))
    values.append((EMPTY, t("Nothing lies there"), "quiet"))
    open_question(
        work,
        CellQuestion(seen=seen, cell=place),
        kind="which_card",
        title=title,
        body=_why(cell.unsure),
        values=values,
        evidence=tuple(frame.id for frame in reversed(seen.frames)),
    )


def ask_die(work: Work, seen: DiceSeen, place: int, faces: tuple[str, ...]) -> None:
    """What does this die show? `faces`: what any of these dice may show."""
    told, desk, die = told_of(work.table), desk_of(work.table), seen.dice[place]
    names = {face: desk.face_name(face, told) for face in faces}
    open_question(
        work,
        DieQuestion(seen=seen, die=place),
        kind="which_card",
        title=t("What does die {number} show, counted from the left?", number=place + 1),
        body=_why(die.unsure),
        values=_ranked(names, die.candidates),
        evidence=tuple(frame.id for frame in reversed(seen.frames)),
    )


def ask_way(work: Work, seen: Observation | GridSeen | DiceSeen, which: Which) -> None:
    """Which of these was it?"""
    names = told_of(work.table).names
    values = [
        (str(number), _named(way.label, names), "primary") for number, way in enumerate(which.ways)
    ]
    values.append((NONE, t("None of these: I put it back"), "quiet"))
    ways = tuple(tuple(msgspec.to_builtins(one) for one in way.actions) for way in which.ways)
    open_question(
        work,
        WayQuestion(seen=seen, ways=ways),
        kind="confirm",
        title=which.title,
        body=which.body,
        values=values,
        evidence=tuple(frame.id for frame in reversed(seen.frames)),
    )


def _named(words: Words, names: Mapping[str, str]) -> Words:
    """With the content pack's names where a card stands by its key."""
    if isinstance(words, str):
        return words
    parts = {
        part: _named(value, names) if isinstance(value, Text) else value
        for part, value in words.parts.items()
    }
    return replace(words, template=names.get(words.template, words.template), parts=parts)


def _ranked(
    names: dict[str, Words], candidates: tuple[Candidate, ...]
) -> list[tuple[str, Words, str]]:
    first = [one.key for one in candidates if one.key in names]
    found: list[tuple[str, Words, str]] = [(key, names[key], "primary") for key in first]
    return found + [(key, name, "plain") for key, name in names.items() if key not in first]


def _why(unsure: str) -> Words:
    return t("The camera was not sure: {why}.", why=Text(unsure)) if unsure else ""
