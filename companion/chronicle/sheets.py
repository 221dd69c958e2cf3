"""Story, reactions and statistics as tables for a spreadsheet, safe to open there."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from companion.chronicle.evenings import GameSummary, kept_reactions, tally
from companion.chronicle.presses import Slap, reactions_of
from companion.storymodels import Reactions, StoryEntry
from companion.words import Words

Cell = Words | int | float | bool | None
Table = tuple[Sequence[str], Iterable[Sequence[Cell]]]
"""Heading and rows."""

_FORMULA = re.compile(r"(^|[;,|])(\s*[\"']*\s*)([=+\-@\uff1d\uff0b\uff0d\uff20])")
"""What a spreadsheet would take for a formula: at the start of a text, and after each character
that one of them might take for the border of a cell."""
_REACTIONS = (
    "presses",
    "measured",
    "too_few",
    "median_ms",
    "q1_ms",
    "q3_ms",
    "iqr_ms",
    "fastest_ms",
    "doubt_ms",
    "false_starts",
    "improper",
    "anticipated",
)


def csv_bytes(table: Table) -> bytes:
    """The table as CSV (RFC 4180) in UTF-8 with the mark that spreadsheets look for."""
    heading, rows = table
    out = io.StringIO(newline="")
    writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(heading)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def _cell(value: Cell) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case int():
            return str(value)
        case float():
            return f"{value:.3f}".rstrip("0").rstrip(".")
        case _:
            return safe_text(str(value))


def safe_text(text: str) -> str:
    """Text that no spreadsheet runs: an apostrophe before what would begin a formula.

    Control characters, among them tabs and line breaks, become spaces. Numbers of ours do not go
    through here, so that -1 stays a number.
    """
    visible = "".join(" " if unicodedata.category(c) == "Cc" else c for c in text)
    return _FORMULA.sub(r"\1\2'\3", visible)


def players_table(game: GameSummary) -> Table:
    """One line a seat."""
    lines = reactions_of(game.slaps, game.people)
    won = {name.casefold() for name in game.winners}
    heading = ("name", "won", *_REACTIONS)
    rows = [
        (line.name, line.name.casefold() in won if game.finished else None, *_numbers(line))
        for line in lines
    ]
    return heading, rows


def _numbers(line: Reactions) -> tuple[Cell, ...]:
    return tuple(getattr(line, field) for field in _REACTIONS)


def story_table(entries: Iterable[StoryEntry]) -> Table:
    """One line a line."""
    heading = ("entry", "time", "text", "taken_back", "first_said")
    return heading, [(one.seq, one.at, one.text, one.undone, one.was) for one in entries]


_SLAP = ("entry", "seat", "name", "reaction_ms", "doubt_ms", "anticipated", "improper")


def slaps_table(slaps: Iterable[Slap]) -> Table:
    """One line a slap; seats from 1, as people count."""
    return _SLAP, [_slap(slap) for slap in slaps]


def _slap(slap: Slap) -> tuple[Cell, ...]:
    return (
        slap.seq,
        slap.seat + 1,
        slap.name,
        slap.reaction_ms,
        slap.doubt_ms,
        slap.anticipated,
        slap.improper,
    )


def people_table(games: Sequence[GameSummary]) -> Table:
    """One line a person over all games: those who slapped or finished a game."""
    records = {one.name.casefold(): one for one in tally(games)}
    lines = {one.name.casefold(): one for one in kept_reactions(games)}
    heading = ("name", "games", "won", "last", *_REACTIONS)
    rows = []
    for key in sorted({*records, *lines}):
        record = records.get(key)
        line = lines.get(key) or Reactions(name=record.name if record else key)
        counts = (record.games, record.won, record.last) if record else (0, 0, "")
        rows.append((record.name if record else line.name, *counts, *_numbers(line)))
    return heading, rows


def games_table(games: Mapping[str, GameSummary]) -> Table:
    """One line a kept file."""
    heading = ("file", "created", "game", "finished", "people", "winners")
    return heading, [
        (
            name,
            game.created,
            game.game,
            game.finished,
            ", ".join(game.people),
            ", ".join(game.winners),
        )
        for name, game in games.items()
    ]


def all_slaps_table(games: Mapping[str, GameSummary]) -> Table:
    """One line a slap of any kept game."""
    return ("file", *_SLAP), [
        (name, *_slap(slap)) for name, game in games.items() for slap in game.slaps
    ]
