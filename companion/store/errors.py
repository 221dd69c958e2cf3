"""What can go wrong with a journal on disk. Each error says what, what it means, and what to do."""

import errno
import os
import sqlite3
from pathlib import Path

_PRIMARY_CODE_MASK = 0xFF
_NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT})
_NEARLY_FULL_BYTES = 256 * 1024
"""With less room than this an I/O error is taken for a full disk: SQLite's shared-memory file grows
by 32 kB and reports `SQLITE_IOERR_SHMSIZE` then, not `SQLITE_FULL`."""


class StoreError(Exception):
    """Base of everything this package raises.

    Attributes:
        what: What happened, naming the file.
        meaning: What that means for the game.
        cure: What to do next.
    """

    def __init__(self, what: str, *, meaning: str, cure: str) -> None:
        super().__init__(f"{what} {meaning} {cure}")
        self.what = what
        self.meaning = meaning
        self.cure = cure

    def __str__(self) -> str:
        return f"{self.what} {self.meaning} {self.cure}"


class StoreFullError(StoreError, OSError):
    """The disk is full. Nothing of the transaction was kept; append it again when there is room."""


class StoreFailedError(StoreError, OSError):
    """The disk or the file refused. Nothing of the failed transaction is acknowledged."""


class DamagedJournalError(StoreError, ValueError):
    """The file is a journal, or was one, and cannot be read as it stands."""


class NotAJournalError(StoreError, ValueError):
    """The file is something else, or written by a newer companion. It was not touched."""


def disk_error(error: sqlite3.Error | OSError, path: Path) -> StoreError:
    """The error to raise where writing failed with `error`."""
    if _is_full(error, path):
        return StoreFullError(
            f"The disk is full: {path} could not be written.",
            meaning="Play is stopped so that nothing is lost; everything announced so far is kept.",
            cure="Make room on that disk (old games, pictures), then go on.",
        )
    what, cure = _failure(error, path)
    return StoreFailedError(
        what,
        meaning="Play is stopped so that nothing is lost; everything announced so far is kept.",
        cure=cure,
    )


def _failure(error: sqlite3.Error | OSError, path: Path) -> tuple[str, str]:
    primary = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY_CODE_MASK
    match primary:
        case sqlite3.SQLITE_CONSTRAINT:
            return (
                f"Another companion is writing {path}.",
                "Stop the other one (`companion doctor` names it), then start this one again.",
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return (f"Another program holds {path}.", "Close that program, then go on.")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN:
            return (
                f"{path} may not be written ({error}).",
                "Give this user the right to write there, or choose another place with --data.",
            )
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return (
                f"{path} is damaged ({error}).",
                "Start the companion again: it keeps that file aside and opens what is sound.",
            )
        case _:
            return (
                f"{path} could not be written ({error}).",
                "Check the card or disk and its cable, then go on, or choose another place "
                "with --data.",
            )


def _is_full(error: sqlite3.Error | OSError, path: Path) -> bool:
    if isinstance(error, OSError) and error.errno in _NO_SPACE:
        return True
    primary = getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE_MASK
    if primary == sqlite3.SQLITE_FULL:
        return True
    return primary == sqlite3.SQLITE_IOERR and _free_bytes(path) < _NEARLY_FULL_BYTES


def _free_bytes(path: Path) -> int:
    try:
        stats = os.statvfs(path.parent)
    except OSError:
        return _NEARLY_FULL_BYTES
    return stats.f_bavail * stats.f_frsize
