"""A game's journal in memory: its entries, and the fold that turns them into states.

The journal is append-only; the state is a fold over it. Opening a journal folds *events* by the
game's `evolve` and never decides anew, so that a later edition of the rules cannot change what
happened at the table. Undo is an entry of its own: what it takes back stays in the journal and
merely stops counting.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from types import GenericAlias
from typing import Any

import msgspec
from msgspec import Struct

from rules import GAMES
from rules.core import SetupError

GAME = "game"
"""Kind of the entry that sets a game up."""
UNDO = "undo"
"""Kind of the entry that takes another one back: `data = {"undoes": seq}`."""


class Row(Struct, frozen=True, kw_only=True):
    """One journal entry.

    Attributes:
        seq: 1, 2, 3, ... without gaps.
        kind: `game` (header), `action`, `undo`, `seat`, `option`, `prompt`, `end`.
        at_ns: Event time on the table's clock.
        run: Which boot.
        action: The action, as builtins; None where the kind has none.
        events: Facts that followed, as builtins.
        by: Audience that caused it, or `sensors`.
        evidence: Evidence record (see docs/evidence.md), or None.
        data: Whatever else the kind needs. For `game`: `game`, `seats` (count), `first`,
            `options`, `names`, `pack`. For `undo`: `undoes`, the seq of the entry taken back.
    """

    seq: int
    kind: str
    at_ns: int
    run: int = 0
    action: Any = None
    events: tuple[Any, ...] = ()
    by: str = "sensors"
    evidence: Any = None
    data: Mapping[str, Any] = {}


class HistoryError(ValueError):
    """An entry cannot be folded; the message names the entry, the field and the cure."""


class History(Struct, frozen=True, kw_only=True):
    """What a journal says happened.

    Attributes:
        rows: Every entry, taken back or not.
        game: The game's module, or None before a `game` entry.
        effective: Seqs that count, in order: neither `undo` entries nor what they took back.
        undone: Seqs that were taken back and not brought back.
        states: One for each row: the state as the table held it right after that entry
            (None before the game).
    """

    rows: tuple[Row, ...] = ()
    game: Any = None
    effective: tuple[int, ...] = ()
    undone: frozenset[int] = frozenset()
    states: tuple[Any, ...] = ()

    @property
    def state(self) -> Any:
        """The present state, or None before the game."""
        return self.states[-1] if self.states else None

    @property
    def last_seq(self) -> int:
        """Seq of the newest entry, 0 where there is none."""
        return self.rows[-1].seq if self.rows else 0


def undone_seqs(rows: Sequence[Row]) -> frozenset[int]:
    """Which entries are taken back.

    An undo that is itself undone takes nothing back, so the newest speak first.
    """
    undone: set[int] = set()
    for row in reversed(rows):
        if row.kind == UNDO and row.seq not in undone:
            undone.add(row.data["undoes"])
    return frozenset(undone)


def fold(rows: Iterable[Row], games: Mapping[str, Any] = GAMES) -> History:
    """Fold entries 1, 2, 3, ... into states.

    An `undo` entry restarts the fold from the state before the entry that it takes back (or
    brings back, where it undoes an undo) and goes through the later entries that still count.

    Raises:
        HistoryError: Entries out of order, an unknown game, an event that the game does not have.
    """
    folder = _Folder(games)
    for row in rows:
        folder.add(row)
    return folder.history()


class _Folder:
    """The running fold. `before[i]` is the state before row i+1 in the history that counts now."""

    def __init__(self, games: Mapping[str, Any]) -> None:
        self._games = games
        self._game: Any = None
        self._events: Any = None
        self._rows: list[Row] = []
        self._undone: frozenset[int] = frozenset()
        self._before: list[Any] = []
        self._states: list[Any] = []
        self._state: Any = None

    def add(self, row: Row) -> None:
        if row.seq != len(self._rows) + 1:
            raise HistoryError(
                f"Entry {row.seq} stands where entry {len(self._rows) + 1} should: "
                "entries are missing or out of order."
            )
        self._rows.append(row)
        self._before.append(self._state)
        if row.kind == UNDO:
            self._undo(row)
        else:
            self._state = self._apply(self._state, row)
        self._states.append(self._state)

    def history(self) -> History:
        return History(
            rows=tuple(self._rows),
            game=self._game,
            effective=tuple(row.seq for row in self._rows if self._counts(row)),
            undone=self._undone,
            states=tuple(self._states),
        )

    def _counts(self, row: Row) -> bool:
        return row.kind != UNDO and row.seq not in self._undone

    def _undo(self, row: Row) -> None:
        target = row.data.get("undoes")
        if not isinstance(target, int) or not 1 <= target < row.seq:
            raise HistoryError(
                f"Entry {row.seq} takes back entry {target!r}, which is not an earlier entry."
            )
        if self._rows[target - 1].kind == GAME:
            raise HistoryError(
                f"Entry {row.seq} takes back the start of the game; start a new game instead."
            )
        undone = undone_seqs(self._rows)
        start = min(undone ^ self._undone, default=row.seq)
        self._undone = undone
        self._state = self._before[start - 1]
        for index in range(start - 1, len(self._rows)):
            self._before[index] = self._state
            if self._counts(self._rows[index]):
                self._state = self._apply(self._state, self._rows[index])

    def _apply(self, state: Any, row: Row) -> Any:
        if row.kind == GAME:
            return self._set_up(row)
        if not row.events:
            return state
        if self._game is None:
            raise HistoryError(f"Entry {row.seq} has events, but no game was set up before it.")
        try:
            events = msgspec.convert(row.events, type=self._events)
        except msgspec.ValidationError as error:
            raise HistoryError(
                f"Entry {row.seq} has an event that {self._game.TITLE} does not know: {error}"
            ) from error
        for event in events:
            state = self._game.evolve(state, event)
        return state

    def _set_up(self, row: Row) -> Any:
        name = str(row.data.get("game"))
        if name not in self._games:
            known = ", ".join(self._games)
            raise HistoryError(
                f"Entry {row.seq} starts the game {name!r}, which this version does not have "
                f"(it has {known}). Update the companion."
            )
        self._game = self._games[name]
        self._events = GenericAlias(tuple, (self._game.Event, ...))
        return set_up(self._game, row.data)


def set_up(game: Any, data: Mapping[str, Any]) -> Any:
    """The first state, from the `data` of a `game` entry. Raises HistoryError."""
    try:
        seats, first = msgspec.convert((data["seats"], data["first"]), type=tuple[int, int])
        options = msgspec.convert(data["options"], type=game.Options)
        pack = msgspec.convert(data["pack"], type=game.Pack)
        return game.setup(seats=range(seats), first=first, options=options, pack=pack)
    except KeyError as error:
        raise HistoryError(f"The entry that starts the game has no field {error}.") from error
    except (msgspec.ValidationError, SetupError) as error:
        raise HistoryError(f"The entry that starts the game is malformed: {error}") from error


def state_hash(state: Any) -> str:
    """BLAKE2b of the state's canonical JSON (sorted keys), as 32 hexadecimal digits."""
    canonical = msgspec.json.encode(state, order="deterministic")
    return hashlib.blake2b(canonical, digest_size=16).hexdigest()
