"""Every entry of a journal in one sentence of English, for whoever looks into a file."""

from collections.abc import Mapping

from companion.chronicle.people import name_of, names_by_row
from companion.chronicle.teller import Teller
from companion.history import GAME, History, Row
from companion.table.desks import DESKS


def told_entries(history: History) -> tuple[str, ...]:
    """One sentence an entry, in the announcer's words where it was announced."""
    entries = _Entries(history)
    return tuple(entries.text(row) for row in history.rows)


class _Entries:
    """Also what is not the game's story: seats, options, questions, what was taken back."""

    def __init__(self, history: History) -> None:
        self._rows = history.rows
        self._game = history.game
        self._names = names_by_row(history.rows)
        start = next((row for row in history.rows if row.kind == GAME), None)
        served = start is not None and history.game is not None and history.game.NAME in DESKS
        self._teller = Teller(history, start, self._names) if served and start else None

    def text(self, row: Row) -> str:
        data = row.data
        match row.kind:
            case "game":
                seated = sorted(self._names[row.seq - 1].items())
                return f"{self._game.TITLE} begins: {', '.join(name for _, name in seated)}."
            case "action":
                return self._action(row)
            case "amend":
                return f"Corrected: entry {data['amends']}."
            case "undo":
                return f"Taken back: {self.text(self._rows[data['undoes'] - 1])}"
            case "seat" if data.get("free"):
                return f"{name_of(self._before(row), data['seat'])} left."
            case "seat":
                return f"{data.get('name', 'Somebody')} takes seat {data['seat'] + 1}."
            case "option":
                return f"{', '.join(f'{key}: {value}' for key, value in data.items())}."
            case "prompt":
                return f"Asked: {data.get('title', '')}"
            case "answer":
                return f"Answered: {data.get('answer', '')}."
            case _:
                return f"{row.kind.capitalize()}."

    def _action(self, row: Row) -> str:
        if self._teller is None:  # a game that no table serves yet: its events by their names
            return ", ".join(event["type"].replace("_", " ") for event in row.events) + "."
        return str(self._teller.text(row))

    def _before(self, row: Row) -> Mapping[int, str]:
        return self._names[row.seq - 2] if row.seq > 1 else {}
