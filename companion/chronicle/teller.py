"""Puts the entries of a game into words, as the voice said them."""

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.chronicle.people import clock_text, elapsed, name_of
from companion.history import GAME, History, Row, events_of
from companion.referee import Verdict
from companion.storymodels import StoryEntry
from companion.table.desk import Told
from companion.table.desks import DESKS
from companion.table.play import reaction_ms
from companion.words import Words, sentences, t

FIXED = {
    "end": t("The game was ended."),
    "pause": t("Play was paused."),
    "resume": t("Play went on."),
}
TOLD = frozenset({GAME, "action", *FIXED})
"""Kinds of entries that make a line. Seats, options and questions are not the game's story."""


class Teller:
    """Puts entries into words, with the names of the people as they sat then."""

    def __init__(
        self, history: History, started: Row, names: tuple[Mapping[int, str], ...]
    ) -> None:
        """`started` set the game up; `names` are those of `names_by_row`."""
        self._game = history.game
        self._desk = DESKS[history.game.NAME]
        self._counting = {m.entry.seq: m.entry for m in history.moments}
        self._times = elapsed(history.rows)
        self._names = names
        self.pack = msgspec.convert(started.data["pack"], type=self._game.Pack)
        self._cards = self._desk.card_names(self.pack)

    def line(self, row: Row) -> StoryEntry:
        """The entry's line."""
        written = self.text(row)
        counting = self._counting.get(row.seq)
        text = written
        if counting is not None and counting.events is not row.events:
            text = self.words(row, counting.action, counting.events)
        return StoryEntry(
            seq=row.seq,
            at=clock_text(self._times[row.seq - 1]),
            text=text,
            evidence=str(row.seq) if row.evidence else "",
            undone=row.kind == "action" and counting is None,
            was=written if written != text else "",
        )

    def card_labels(self, state: Any) -> dict[str, Words]:
        """Card key to name."""
        told = Told(name=str, names=self._cards)
        return dict(self._desk.card_choices(state, "pot", told))

    def text(self, row: Row) -> Words:
        """What was written of this entry, which is one of `TOLD`."""
        match row.kind:
            case "game":
                names = self._names[row.seq - 1]
                first = name_of(names, int(row.data["first"]))
                return t("The game begins. {who} starts.", who=first)
            case "action":
                return self.words(row, row.action, row.events)
            case kind:
                return FIXED[kind]

    def words(self, row: Row, action: Any, events: Any) -> Words:
        """What the voice said of it, in one line; where it said nothing, what was done."""
        names = self._names[row.seq - 1]
        verdict = _verdict(row)
        told = Told(
            name=lambda seat: name_of(names, seat),
            names=self._cards,
            reaction_ms=None if verdict is None else reaction_ms(verdict),
            grace=frozenset(() if verdict is None else verdict.grace),
        )
        facts = events_of(self._game, events)
        public = [seen for fact in facts if (seen := self._game.redact(fact, "table")) is not None]
        spoken = sentences([line.text for line in self._desk.narrate(public, told)])
        label: Words = self._desk.label(msgspec.convert(action, type=self._game.Action), told)
        return spoken or label


def _verdict(row: Row) -> Verdict | None:
    """The sealed verdict of a grab: its reaction time and its excuses were said as well."""
    found = row.evidence.get("verdict") if isinstance(row.evidence, Mapping) else None
    return None if found is None else msgspec.convert(found, Verdict)
