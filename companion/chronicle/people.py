"""Who sat where, and when it was, entry by entry."""

from collections.abc import Mapping, Sequence

from companion.history import GAME, Row
from companion.words import Words, t

_NS_IN_S = 1_000_000_000
_S_IN_MINUTE = 60
REBOOT_NS = 60 * _NS_IN_S
"""A clock that falls back by more than this began anew: entries of one boot are never so far out
of order."""


def names_by_row(rows: Sequence[Row]) -> tuple[Mapping[int, str], ...]:
    """For each entry the names by seat as they were right after it.

    Somebody who leaves keeps the name in the story until another takes the seat.
    """
    names: Mapping[int, str] = {}
    found = []
    for row in rows:
        fresh = _names(names, row)
        if fresh != names:
            names = fresh
        found.append(names)
    return tuple(found)


def _names(names: Mapping[int, str], row: Row) -> Mapping[int, str]:
    if row.kind == GAME:
        return {**names, **{seat: str(name) for seat, name in enumerate(row.data.get("names", ()))}}
    if row.kind == "seat" and row.data.get("name"):
        return {**names, int(row.data["seat"]): str(row.data["name"])}
    if row.kind == "seat" and row.data.get("free"):
        left = int(row.data["seat"])
        others = {name for seat, name in names.items() if seat != left}
        if names.get(left) in others:  # moved to another seat, not left
            return {seat: name for seat, name in names.items() if seat != left}
    return names


def name_of(names: Mapping[int, str], seat: int) -> Words:
    """The person's name, or `Seat 2`."""
    return names.get(seat) or t("Seat {number}", number=seat + 1)


def elapsed(rows: Sequence[Row]) -> tuple[int, ...]:
    """For each entry the ns of play since the game began; 0 before.

    The clock of another boot begins anew: the time between two boots is unknown and not counted.
    """
    found: list[int] = []
    run, start, base, newest = None, 0, 0, 0
    for row in rows:
        if row.kind == GAME:
            run, start, base, newest = row.run, row.at_ns, 0, row.at_ns
        elif run is not None and (row.run != run or row.at_ns < newest - REBOOT_NS):
            base = max(found, default=0)
            run, start, newest = row.run, row.at_ns, row.at_ns
        newest = max(newest, row.at_ns)
        found.append(0 if run is None else base + max(row.at_ns - start, 0))
    return tuple(found)


def clock_text(ns: int) -> str:
    """`m:ss`; an evening of 75 minutes is `75:00`."""
    minutes, seconds = divmod(ns // _NS_IN_S, _S_IN_MINUTE)
    return f"{minutes}:{seconds:02}"
