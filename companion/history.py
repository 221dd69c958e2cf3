"""A game's journal in memory: its entries, and the fold that turns them into states.

The journal is append-only; the state is a fold over it. Opening a journal folds *events* by the
game's `evolve` and never decides anew, so that a later edition of the rules cannot change what
happened at the table. Undo is an entry of its own: what it takes back stays in the journal and
merely stops counting.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import GenericAlias
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules import GAMES
from rules.core import SetupError

GAME = "game"
"""Kind of the entry that sets a game up."""
UNDO = "undo"
"""Kind of the entry that takes another one back: `data = {"undoes": seq}`."""
AMEND = "amend"
"""Kind of the entry that corrects an earlier one: `data = {"amends": seq, "entries": [...]}`, the
new version of that entry and of all that followed."""


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


class Entry(Struct, frozen=True, kw_only=True):
    """One action that counts, in its present version.

    Attributes:
        seq: The entry it was written as; the amendment's own where it was put in by one.
        action: As builtins.
        events: As builtins.
    """

    seq: int
    action: Any
    events: tuple[Any, ...]


def remembered(game: Any, restored: Any, undone: Any) -> Any:
    """A state that an undo, a redo or a correction restores, as people stand to it now.

    They cannot unsee: what was seen in `undone` stays known. Games in which nobody knows more than
    the table have no `remember`, and nothing to keep.
    """
    keep = getattr(game, "remember", None)
    return restored if keep is None else keep(restored, undone)


class Moment(Struct, frozen=True, kw_only=True):
    """An entry that counts with the states around it."""

    entry: Entry
    before: Any
    after: Any


class History(Struct, frozen=True, kw_only=True):
    """What a journal says happened.

    Attributes:
        rows: Every entry, taken back or not.
        game: The game's module, or None before a `game` entry.
        effective: Seqs of rows that count, in order: neither `undo` and `amend` entries, nor what
            they took out.
        undone: Seqs that were taken back and not brought back.
        states: One for each row: the state as the table held it right after that entry
            (None before the game).
        moments: The actions that count, in order and as amended.
    """

    rows: tuple[Row, ...] = ()
    game: Any = None
    effective: tuple[int, ...] = ()
    undone: frozenset[int] = frozenset()
    states: tuple[Any, ...] = ()
    moments: tuple[Moment, ...] = ()

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

    An `undo` entry takes the entry that it names out of what counts (or brings it back, where it
    undoes an undo). An `amend` entry carries the new version of everything from the amended entry
    on, with its events, so that opening never decides anew. The fold goes on from the first
    difference.

    Raises:
        HistoryError: Entries out of order, an unknown game, an event that the game does not have.
    """
    folder = _Folder(games)
    for row in rows:
        folder.add(row)
    return folder.history()


class _Counting(Struct, frozen=True, kw_only=True):
    """What counted before an undo or a correction, to come back when that is undone.

    Attributes:
        since: What counts after it; only while that is so it can simply be turned back.
    """

    entries: tuple[Entry, ...]
    before: tuple[Any, ...]
    after: tuple[Any, ...]
    now: Any
    since: tuple[Entry, ...] = ()


class _Folder:
    """The running fold: what counts now, the states around each of it, and the present one."""

    def __init__(self, games: Mapping[str, Any]) -> None:
        self._games = games
        self._game: Any = None
        self._first: Any = None
        self._rows: list[Row] = []
        self._undone: frozenset[int] = frozenset()
        self._written: dict[int, tuple[Entry, ...]] = {}
        self._entries: list[Entry] = []
        self._before: list[Any] = []
        self._after: list[Any] = []
        self._now: Any = None
        self._turned: dict[int, _Counting] = {}
        self._states: list[Any] = []

    def add(self, row: Row) -> None:
        if row.seq != len(self._rows) + 1:
            raise HistoryError(
                f"Entry {row.seq} stands where entry {len(self._rows) + 1} should: "
                "entries are missing or out of order."
            )
        self._rows.append(row)
        if row.kind in {UNDO, AMEND}:
            self._turn(row)
        elif row.kind == GAME:
            self._first = self._now = self._set_up(row)
        elif row.events:
            self._go_on(self._version(row))
        self._states.append(self._now)

    def history(self) -> History:
        counting = {entry.seq for entry in self._entries}
        return History(
            rows=tuple(self._rows),
            game=self._game,
            effective=tuple(row.seq for row in self._rows if self._counts(row, counting)),
            undone=self._undone,
            states=tuple(self._states),
            moments=tuple(
                Moment(entry=entry, before=start, after=end)
                for entry, start, end in zip(self._entries, self._before, self._after, strict=True)
            ),
        )

    def _counts(self, row: Row, counting: set[int]) -> bool:
        if row.kind in {UNDO, AMEND}:
            return False
        return row.seq in counting if row.events else row.seq not in self._undone

    def _version(self, row: Row) -> tuple[Entry, ...]:
        """What the row brings: its own action, or an amendment's entries. Made once."""
        if row.seq not in self._written:
            if row.kind == AMEND:
                self._written[row.seq] = amended_entries(row)
            else:
                self._written[row.seq] = (Entry(seq=row.seq, action=row.action, events=row.events),)
        return self._written[row.seq]

    def _turn(self, row: Row) -> None:
        """An undo or a correction: what it changes in what counts, and nothing in what is known."""
        last = _Counting(
            entries=tuple(self._entries),
            before=tuple(self._before),
            after=tuple(self._after),
            now=self._now,
        )
        if row.kind == AMEND:
            self._recount()
        else:
            self._undo(row)
        self._turned[row.seq] = replace(last, since=tuple(self._entries))
        if self._game is not None:
            self._now = remembered(self._game, self._now, last.now)

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
        if self._is_newest(target):
            self._undone |= {target}
            self._now = self._before[-1]
            del self._entries[-1], self._before[-1], self._after[-1]
            return
        self._undone = undone_seqs(self._rows)
        if not self._turned_back(target):
            self._recount()

    def _turned_back(self, target: int) -> bool:
        """An undo or correction that is undone before anything else counted: all is as it was."""
        was = self._turned.get(target)
        if was is None or not _same(was.since, self._entries):
            return False
        self._entries[:], self._before[:], self._after[:] = was.entries, was.before, was.after
        self._now = was.now
        return True

    def _is_newest(self, target: int) -> bool:
        """The usual undo: of the newest action, as its own entry wrote it. Nothing else moves."""
        if not self._entries or self._rows[target - 1].kind == AMEND:
            return False
        written = self._written.get(target)
        return written is not None and written[-1] is self._entries[-1]

    def _recount(self) -> None:
        """What counts may have changed anywhere: fold again from the first difference."""
        wanted: list[Entry] = []
        for row in self._rows:
            if row.seq in self._undone or row.kind == UNDO:
                continue
            if row.kind == AMEND:
                del wanted[_place(wanted, row) :]
                wanted += self._version(row)
            elif row.events and row.kind != GAME:
                wanted += self._version(row)
        same = 0
        while same < min(len(wanted), len(self._entries)) and wanted[same] is self._entries[same]:
            same += 1
        if same < len(self._entries):
            self._now = self._before[same]
        del self._entries[same:], self._before[same:], self._after[same:]
        self._go_on(tuple(wanted[same:]))

    def _go_on(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self._entries.append(entry)
            self._before.append(self._now)
            self._now = self._apply(self._now, entry)
            self._after.append(self._now)

    def _apply(self, state: Any, entry: Entry) -> Any:
        if self._game is None:
            raise HistoryError(f"Entry {entry.seq} has events, but no game was set up before it.")
        try:
            events = events_of(self._game, entry.events)
        except msgspec.ValidationError as error:
            raise HistoryError(
                f"Entry {entry.seq} has an event that {self._game.TITLE} does not know: {error}"
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
        return set_up(self._game, row.data)


def _same(these: Sequence[Entry], those: Sequence[Entry]) -> bool:
    """The very same entries, in the same order."""
    return len(these) == len(those) and all(
        one is other for one, other in zip(these, those, strict=True)
    )


def events_of(game: Any, events: Any) -> tuple[Any, ...]:
    """Events as the game's values, from builtins. Raises msgspec.ValidationError."""
    found: tuple[Any, ...] = msgspec.convert({"events": events}, type=_facts(game.Event)).events
    return found


@cache
def _facts(event: Any) -> Any:
    """A struct around events of a game.

    msgspec looks into the type of a struct once, into a bare union at every call, and that takes
    fifteen times as long as the events themselves.
    """
    return msgspec.defstruct("Facts", [("events", GenericAlias(tuple, (event, ...)))])


def amended_entries(row: Row) -> tuple[Entry, ...]:
    """The new version that an `amend` entry carries. Raises HistoryError."""
    try:
        return tuple(msgspec.convert(row.data["entries"], type=list[Entry]))
    except (KeyError, msgspec.ValidationError) as error:
        raise HistoryError(f"Entry {row.seq} amends nothing that can be read: {error}") from error


def _place(entries: Sequence[Entry], row: Row) -> int:
    """Where the amended entry stands among those that count."""
    target = row.data.get("amends")
    for place, entry in enumerate(entries):
        if entry.seq == target:
            return place
    raise HistoryError(f"Entry {row.seq} amends entry {target!r}, which does not count.")


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
