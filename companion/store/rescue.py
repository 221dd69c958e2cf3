"""A damaged journal: keep it aside, open the longest sound prefix, tell the person."""

import re
import sqlite3
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.history import GAME
from companion.store.build import build, discard, sync_folder
from companion.store.errors import DamagedJournalError, disk_error
from companion.store.layout import FIRST_CHAIN, Entry, Header, flaw, unseal
from companion.store.pages import Carved, carve, read_frames, read_pages
from companion.store.scan import Scan

_RESTORED = ".restored"
_DAMAGED = ".damaged-"


class Damage(Struct, frozen=True, kw_only=True):
    """What to tell the person about a damaged journal.

    Attributes:
        what: What is wrong, naming the file.
        meaning: What is left of the game.
        cure: What to do.
        sound: Seq of the last sound entry.
        kept_as: Where the damaged file is now; empty where it was not moved.
    """

    what: str
    meaning: str
    cure: str
    sound: int
    kept_as: str = ""

    def __str__(self) -> str:
        return f"{self.what} {self.meaning} {self.cure}"


def rescue(path: Path, found: Scan) -> tuple[Scan, Damage]:
    """Put the longest sound prefix in the place of the damaged file, which is kept aside.

    A power cut at any point leaves either the damaged file or the whole rescued one, never a
    mixture: `finish_rescue` completes what was begun.

    Raises:
        DamagedJournalError: Nothing could be saved; the file is kept aside.
        StoreFullError, StoreFailedError: The disk refused; nothing was changed.
    """
    carved = carve(read_pages(path), read_frames(path))
    entries = _extended(found.entries, carved)
    header = found.header or _header(carved, entries)
    if header is None:
        kept = _keep_aside(path)
        raise DamagedJournalError(
            f"{path} is damaged: {found.problem}.",
            meaning=f"Nothing of that game could be saved; the file is kept as {kept}.",
            cure="Start a new game.",
        )
    restored = _restored(path)
    build(restored, header, entries, carved.images.items())
    try:
        kept = _keep_aside(path)
        restored.rename(path)
        sync_folder(path.parent)
    except OSError as error:
        raise disk_error(error, path) from error
    rows = tuple(unseal(entry) for entry in entries)
    saved = Scan(header=header, entries=entries, rows=rows)
    return saved, _damage(path, found, len(entries), kept)


def finish_rescue(path: Path) -> None:
    """Complete a rescue that a power cut interrupted; nothing happens where there was none."""
    restored = _restored(path)
    if not restored.exists():
        return
    try:
        if path.exists():
            discard(restored)  # the damaged file is still in its place: begin anew
            return
        _move_log(path, _kept_names(path)[-1])
        restored.rename(path)
        sync_folder(path.parent)
    except (OSError, sqlite3.Error) as error:
        raise disk_error(error, path) from error


def _extended(sound: tuple[Entry, ...], carved: Carved) -> tuple[Entry, ...]:
    """The sound prefix and what follows it in the pages, as far as sums and chain prove it.

    Where two versions of an entry fit (one was rolled back when the disk was full) the one with the
    longer continuation is the one that was committed.
    """
    best: list[Entry] = []
    frontier: list[list[Entry]] = [[]]
    while frontier:
        best = frontier[0]
        grown = []
        for path in frontier:
            seq = len(sound) + len(path) + 1
            chain = (path or sound)[-1].chain if path or sound else FIRST_CHAIN
            grown += [[*path, entry] for entry in _versions(carved, seq, chain)]
        frontier = grown
    return (*sound, *best)


def _versions(carved: Carved, seq: int, chain: bytes) -> list[Entry]:
    proved = []
    for bare in carved.entries.get(seq, ()):
        for record in (None, *carved.records.get(seq, ())):
            entry = bare._replace(record=record)
            if not flaw(entry, seq, chain):
                proved.append(entry)
    return proved


def _header(carved: Carved, entries: tuple[Entry, ...]) -> Header | None:
    for body in carved.headers:
        try:
            return msgspec.json.decode(body, type=Header)
        except msgspec.MsgspecError:
            continue
    for entry in entries:
        row = unseal(entry)
        if row.kind == GAME:
            return Header(game=str(row.data.get("game", "")), edition=0)
    return None


def _damage(path: Path, found: Scan, sound: int, kept: Path) -> Damage:
    if sound:
        meaning = f"The game goes on after entry {sound}, the last one that is proved sound."
        cure = (
            "Compare the table with the page and correct what differs. "
            f"The damaged file is kept as {kept.name}; check the card or disk."
        )
    else:
        meaning = "No entry of that game could be saved."
        cure = (
            f"Start the game anew. The damaged file is kept as {kept.name}; check the card or disk."
        )
    return Damage(
        what=f"The journal {path.name} is damaged: {found.problem}.",
        meaning=meaning,
        cure=cure,
        sound=sound,
        kept_as=str(kept),
    )


def _keep_aside(path: Path) -> Path:
    names = _kept_names(path)
    number = int(names[-1].name.rpartition("-")[2]) + 1 if names else 1
    kept = path.with_name(f"{path.name}{_DAMAGED}{number}")
    path.rename(kept)
    sync_folder(path.parent)
    _move_log(path, kept)
    return kept


def _move_log(path: Path, kept: Path) -> None:
    """The log belongs to the damaged file; SQLite would write it into any other of that name."""
    log = path.with_name(path.name + "-wal")
    if log.exists():
        log.rename(kept.with_name(kept.name + "-wal"))
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    sync_folder(path.parent)


def _kept_names(path: Path) -> list[Path]:
    pattern = re.compile(re.escape(path.name + _DAMAGED) + r"(\d+)")
    found = [(m, name) for name in path.parent.iterdir() if (m := pattern.fullmatch(name.name))]
    return [name for m, name in sorted(found, key=lambda pair: int(pair[0][1]))]


def _restored(path: Path) -> Path:
    return path.with_name(path.name + _RESTORED)
