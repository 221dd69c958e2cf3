"""The running game looked back upon, and kept games: what story and statistics pages ask for."""

import threading
from collections.abc import Sequence

from msgspec.structs import replace

from companion.archive import Archive
from companion.chronicle import (
    Chronicle,
    GameSummary,
    accuracy_of,
    chronicle,
    kept_accuracy,
    kept_reactions,
    moment,
    reactions_of,
    summarise,
    tally,
)
from companion.history import HistoryError, Row, fold
from companion.loop import Loop
from companion.store import Journal, StoreError
from companion.storymodels import MomentModel, StatisticsModel, StoryModel
from companion.table.desks import DESKS, game_of
from companion.table.translating import in_language
from companion.words import ENGLISH, known


class Retelling:
    """Reads the journal when somebody looks, never while play goes on. Thread-safe."""

    def __init__(self, loop: Loop, archive: Archive | None) -> None:
        """`archive` None keeps nothing of earlier games."""
        self._loop = loop
        self._archive = archive
        self._lock = threading.Lock()
        self._journal: Journal | None = None
        self._rows: tuple[Row, ...] = ()
        self._told: Chronicle | None = None

    def story(self, language: str = ENGLISH) -> StoryModel:
        """The running game's story; empty before it began."""
        told = self._chronicle()
        return StoryModel(title=self._title()) if told is None else told.story(language)

    def moment(self, seq: int, language: str) -> MomentModel | None:
        """The table right after entry `seq`; None where the story has no such line."""
        told = self._chronicle()
        return None if told is None else moment(told, seq, language)

    def has_verdict(self, ident: str) -> bool:
        """Whether the story has a line with this evidence: everybody may read those."""
        told = self._chronicle()
        if told is None or not (ident.isascii() and ident.isdecimal()):
            return False
        place = told.place(int(ident))
        return place is not None and told.line(place).evidence == ident

    def statistics(self, *, kept: bool, language: str) -> StatisticsModel:
        """Numbers of this game; with `kept` also those of all kept games."""
        return in_language(self._statistics(kept=kept), known(language))

    def _statistics(self, *, kept: bool) -> StatisticsModel:
        told = self._chronicle()
        model = StatisticsModel(title=self._title())
        games: list[GameSummary] = []
        if told is not None:
            summary = summarise(told)
            model = _of_this_game(told, summary)
            games = [summary] if model.over else []
        if not kept or self._archive is None:
            return model
        return self._with_kept(model, games)

    def _with_kept(self, model: StatisticsModel, games: list[GameSummary]) -> StatisticsModel:
        assert self._archive is not None  # noqa: S101 - the caller looked
        running = None if self._loop.journal is None else self._loop.journal.path
        files = self._archive.games(without=running).values()
        created = "" if self._loop.journal is None else self._loop.journal.header.created
        games = [replace(game, created=created) for game in games]
        games += [file.summary for file in files if file.summary is not None]
        return replace(
            model,
            kept=kept_reactions(games),
            kept_accuracy=kept_accuracy(games),
            tally=tally(games),
            games=len(games),
            skipped=sum(file.unreadable for file in files),
        )

    def _title(self) -> str:
        title: str = game_of(self._loop.table).TITLE
        return title

    def _chronicle(self) -> Chronicle | None:
        """Folded again only where the journal has grown or another game was begun."""
        with self._lock:
            journal = self._loop.journal
            if journal is None:
                return None
            if journal is not self._journal:
                self._journal, self._rows, self._told = journal, (), None
            try:
                fresh = journal.rows(len(self._rows) + 1)
                if fresh:
                    self._tell((*self._rows, *fresh))
            except (StoreError, HistoryError):
                return self._told  # the page shows what was read before; /healthz names the fault
            return self._told

    def _tell(self, rows: Sequence[Row]) -> None:
        self._told = chronicle(fold(rows))
        self._rows = tuple(rows)


def _of_this_game(told: Chronicle, summary: GameSummary) -> StatisticsModel:
    return StatisticsModel(
        title=told.history.game.TITLE,
        over=summary.finished or told.ended,
        slaps=DESKS[told.history.game.NAME].SLAPS,
        reactions=reactions_of(summary.slaps, summary.people),
        accuracy=accuracy_of(summary.readings, told.card_labels),
    )
