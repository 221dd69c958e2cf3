"""The journal on disk. Commit, then tell: what `Journal.append` returned from is kept."""

from companion.store.errors import (
    DamagedJournalError,
    NotAJournalError,
    StoreError,
    StoreFailedError,
    StoreFullError,
)
from companion.store.folder import Check, check_journal, latest_game, new_game_path
from companion.store.journal import Journal, Opened
from companion.store.layout import Header
from companion.store.reader import JournalReader
from companion.store.rescue import Damage

__all__ = [
    "Check",
    "Damage",
    "DamagedJournalError",
    "Header",
    "Journal",
    "JournalReader",
    "NotAJournalError",
    "Opened",
    "StoreError",
    "StoreFailedError",
    "StoreFullError",
    "check_journal",
    "latest_game",
    "new_game_path",
]
