"""What must be true before a game may begin, and the options it will be played with."""

from typing import Any

import msgspec

from companion.table.desks import game_of
from companion.table.state import Table
from companion.words import Text, Words, n, recognised, t


class OptionError(ValueError):
    """An option was given that the game does not have, or a value that makes no sense."""

    def __init__(self, why: Text) -> None:
        super().__init__(str(why))
        self.why = why


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
            text = t(
                "{game} has no option {key}. It has: {known}.",
                game=game_of(table).TITLE,
                key=repr(key),
                known=known,
            )
            raise OptionError(text)
    try:
        return msgspec.convert(dict(texts), type=kind, strict=False)
    except msgspec.ValidationError as error:
        raise OptionError(
            t(
                "That value does not fit: {error}. The option keeps its value.",
                error=recognised(str(error)),
            )
        ) from error


def why_not_start(table: Table) -> Words:
    """What is missing, or nothing."""
    missing = [seat for seat in range(table.seats) if table.member(seat) is None]
    if missing:
        count = len(missing)
        return n(
            "{n} seat is free: scan the QR code to join, or play with fewer.",
            "{n} seats are free: scan the QR code to join, or play with fewer.",
            count,
        )
    return ""


def fewer(table: Table) -> int:
    """With how many players the game could start as people sit now, seats left free; else 0.

    The free seats must be the last ones: nobody is moved away from a button.
    """
    sitting = [seat for seat in range(table.seats) if table.member(seat) is not None]
    count = len(sitting)
    fits = count < table.seats and count in game_of(table).SEATS
    return count if fits and sitting == list(range(count)) else 0
