"""The game as a readable story, and the table as it was after any line of it."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from companion.chronicle.people import names_by_row
from companion.chronicle.teller import TOLD, Teller
from companion.history import GAME, History, Row
from companion.readmodels import SeatView
from companion.referee import RefereeConfig, start
from companion.storymodels import MomentModel, StoryEntry, StoryModel
from companion.table.presenter import COLOURS, present
from companion.table.state import Member, Table
from companion.table.translating import in_language
from companion.words import ENGLISH, Words, known


class Chronicle:
    """A folded journal as a story. Each line is put into words when it is first asked for."""

    def __init__(self, history: History, started: Row) -> None:
        """Use `chronicle`. `started` is the entry that set the game up."""
        self.history = history
        self.seats: int = started.data["seats"]
        self.options = {key: str(value) for key, value in started.data["options"].items()}
        self.names = names_by_row(history.rows)
        self._teller = Teller(history, started, self.names)
        self.pack = self._teller.pack
        self._rows = tuple(row for row in history.rows[started.seq - 1 :] if row.kind in TOLD)
        self._stories: dict[str, StoryModel] = {}
        self._places = {row.seq: place for place, row in enumerate(self._rows)}

    @property
    def ended(self) -> bool:
        """Whether people ended it before its end by the rules."""
        return self.history.rows[-1].kind == "end"

    def __len__(self) -> int:
        """Lines of the story."""
        return len(self._rows)

    def story(self, language: str = ENGLISH) -> StoryModel:
        """Every line, in order, in a language."""
        language = known(language)
        if language not in self._stories:
            self._stories[language] = in_language(self._story, language)
        return self._stories[language]

    @cached_property
    def _story(self) -> StoryModel:
        lines = tuple(self.line(place) for place in range(len(self)))
        return StoryModel(title=self.history.game.TITLE, entries=lines)

    def line(self, place: int) -> StoryEntry:
        """The line at `place`, from 0."""
        return self._teller.line(self._rows[place])

    def place(self, seq: int) -> int | None:
        """Where the entry stands in the story, from 0; None where it makes no line."""
        return self._places.get(seq)

    def seq(self, place: int) -> int | None:
        """The entry at `place`; None outside the story."""
        return self._rows[place].seq if 0 <= place < len(self) else None

    def state(self, seq: int) -> Any:
        """The rules' state right after an entry: as it counts now, or as it was if taken back."""
        return self._after.get(seq, self.history.states[seq - 1])

    @cached_property
    def card_labels(self) -> dict[str, Words]:
        """Card key to name, of every card of this game."""
        return self._teller.card_labels(self.history.state)

    @cached_property
    def _after(self) -> Mapping[int, Any]:
        return {moment.entry.seq: moment.after for moment in self.history.moments}


def chronicle(history: History) -> Chronicle | None:
    """The story of a folded journal, or None before a game began."""
    started = next((row for row in history.rows if row.kind == GAME), None)
    return None if started is None else Chronicle(history, started)


def moment(told: Chronicle, seq: int, language: str = ENGLISH) -> MomentModel | None:
    """The table right after entry `seq`, as all could see it; None where it is no line."""
    place = told.place(seq)
    if place is None:
        return None
    found = MomentModel(
        entry=told.line(place),
        place=place + 1,
        count=len(told),
        before=told.seq(place - 1),
        after=told.seq(place + 1),
        view=_view(told, seq, language),
    )
    return in_language(found, known(language))


def _view(told: Chronicle, seq: int, language: str) -> SeatView:
    """Through the presenter, for an audience without a seat: no choices, no questions, no code."""
    history, state = told.history, told.state(seq)
    ended = history.rows[seq - 1].kind == "end"
    over = ended or history.game.observe(state, "table").outcome is not None
    table = Table(
        game_name=history.game.NAME,
        seats=told.seats,
        phase="over" if over else "playing",
        options=told.options,
        members=tuple(
            Member(seat=seat, name=name, colour=COLOURS[seat], digest="")
            for seat, name in sorted(told.names[seq - 1].items())
            if seat < told.seats
        ),
        game=state,
        language=language,
        referee=start(RefereeConfig()),
        pack=told.pack,
    )
    return replace(present(table, "public"), version=seq, lobby=None)
