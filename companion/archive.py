"""Kept games as statistics see them: one summary a journal, remembered in a file beside them.

The file is only a memory: it may be deleted at any time and is made anew from the journals.
"""

import contextlib
import threading
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.chronicle import GameSummary, chronicle, summarise
from companion.chronicle.evenings import SUMMARY_FORMAT
from companion.history import HistoryError, fold
from companion.store import JournalReader, StoreError

MEMORY = "summaries.json"


class Kept(Struct, frozen=True, kw_only=True):
    """What is remembered of one file; `summary` is None where no game began or it is damaged.

    Attributes:
        size: Bytes of the journal and of its log when it was read.
        mtime_ns: When one of them was last written, by the file system's own clock.
        unreadable: It could not be read; a page says so.
    """

    size: int
    mtime_ns: int
    unreadable: bool = False
    summary: GameSummary | None = None


class Archive:
    """The games in a data folder. Every method may be called from any thread."""

    def __init__(self, data_dir: Path) -> None:
        self._games = data_dir / "games"
        self._memory = data_dir / MEMORY
        self._lock = threading.Lock()
        self._kept: dict[str, Kept] | None = None

    def games(self, *, without: Path | None = None) -> Mapping[str, Kept]:
        """Every kept game by file name, oldest first; `without` leaves the running one out."""
        with self._lock:
            kept = self._kept if self._kept is not None else _recall(self._memory)
            fresh = {
                path.name: self._look(path, kept.get(path.name))
                for path in sorted(self._games.glob("*.journal"))
                if without is None or path.name != without.name
            }
            if fresh != {name: kept.get(name) for name in fresh}:
                _remember(self._memory, {**kept, **fresh}, self._games)
            self._kept = fresh
            return fresh

    def _look(self, path: Path, known: Kept | None) -> Kept:
        try:
            stats = [path.stat()]
            if (
                _log_of(path).exists() and _log_of(path).stat().st_size
            ):  # reading makes an empty one
                stats.append(_log_of(path).stat())
        except OSError:
            return Kept(size=0, mtime_ns=0, unreadable=True)
        bare = Kept(
            size=sum(stat.st_size for stat in stats),
            mtime_ns=max(stat.st_mtime_ns for stat in stats),
        )
        if known is not None and (known.size, known.mtime_ns) == (bare.size, bare.mtime_ns):
            return known
        try:
            return replace(bare, summary=summary_of(path))
        except (StoreError, HistoryError):
            return replace(bare, unreadable=True)


def _log_of(path: Path) -> Path:
    """Where SQLite writes first: a game that was cut short may lie there for the greater part."""
    return path.with_name(f"{path.name}-wal")


def summary_of(path: Path) -> GameSummary | None:
    """What is kept of one journal; None where no game began in it.

    Raises:
        StoreError: Not a journal, damaged, or unreadable.
        HistoryError: Its entries cannot be folded.
    """
    with JournalReader(path) as reader:
        rows, header = reader.rows(), reader.header
    told = chronicle(fold(rows))
    return None if told is None else summarise(told, created=header.created)


def _recall(memory: Path) -> dict[str, Kept]:
    try:
        kept = msgspec.json.decode(memory.read_bytes(), type=dict[str, Kept])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return {}
    return {
        name: one
        for name, one in kept.items()
        if one.summary is None or one.summary.format == SUMMARY_FORMAT
    }


def _remember(memory: Path, kept: Mapping[str, Kept], games: Path) -> None:
    """Written whole or not at all. A full disk costs time at the next look, nothing else."""
    there = {name: one for name, one in kept.items() if (games / name).exists()}
    fresh = memory.with_suffix(".new")
    with contextlib.suppress(OSError):
        fresh.write_bytes(msgspec.json.encode(there))
        fresh.replace(memory)
