"""Making a journal's file whole before it appears under its name."""

import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from companion.store.errors import disk_error
from companion.store.layout import PAGE_BYTES, Entry, Header, lay_out, store_entry, store_image

_UNFINISHED = ".new"


def build(
    path: Path,
    header: Header,
    entries: Iterable[Entry] = (),
    images: Iterable[tuple[str, bytes]] = (),
) -> None:
    """Write a journal and give it its name when all of it is on disk.

    Raises:
        StoreFullError, StoreFailedError: The disk refused; nothing is left behind.
    """
    unfinished = path.with_name(path.name + _UNFINISHED)
    try:
        make_folder(path.parent)
        discard(unfinished)
        _fill(unfinished, header, entries, images)
        unfinished.rename(path)
        sync_folder(path.parent)
    except (sqlite3.Error, OSError) as error:
        discard(unfinished)
        raise disk_error(error, path) from error


def _fill(
    path: Path, header: Header, entries: Iterable[Entry], images: Iterable[tuple[str, bytes]]
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        lay_out(connection, header)
        for entry in entries:
            store_entry(connection, entry)
        for ident, jpeg in images:
            store_image(connection, ident, jpeg)
        connection.execute("COMMIT")
        # All of it into the main file, synced: a file without its log is whole and can be renamed.
        busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise sqlite3.OperationalError(f"{path} is in use")


def discard(path: Path) -> None:
    """Remove a database that nobody needs, and what SQLite keeps beside it."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """Make `folder` and its parents; each new name is on disk before this returns."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Put the names in `folder` on disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
