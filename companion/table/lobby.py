"""What must be true before a game may begin, and the options it will be played with."""

from typing import Any

import msgspec

from companion.table.desks import game_of
from companion.table.state import Table


class OptionError(ValueError):
    """An option was given that the game does not have, or a value that makes no sense."""


def options_of(table: Table) -> Any:
    """The game's Options value. Raises OptionError naming the option and the cure."""
    return parse_options(table, table.options)


def parse_options(table: Table, texts: Any) -> Any:
    """Option texts (`tie_ms=5`, `grab_before_end=true`) as the game's Options."""
    kind = game_of(table).Options
    fields = kind.__struct_fields__
    for key in texts:
        if key not in fields:
            known = ", ".join(fields)
            raise OptionError(f"{game_of(table).TITLE} has no option {key!r}. It has: {known}.")
    try:
        return msgspec.convert(dict(texts), type=kind, strict=False)
    except msgspec.ValidationError as error:
        raise OptionError(
            f"That value does not fit: {error}. The option keeps its value."
        ) from error


def why_not_start(table: Table) -> str:
    """What is missing, or nothing."""
    missing = [seat for seat in range(table.seats) if table.member(seat) is None]
    if missing:
        count = len(missing)
        seats = "1 seat is" if count == 1 else f"{count} seats are"
        return f"{seats} free: scan the QR code to join, or play with fewer."
    return ""
