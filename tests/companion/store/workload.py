"""What runs under strace: a game that is played, closed, opened again and played on."""

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.history import Row
from companion.store import Header, Journal, JournalReader, StoreError

ENTRIES = 60
CHECKPOINT_PAGES = 30
"""So that the log is folded into the main file several times in a short game."""


def row(seq: int) -> Row:
    """Entry `seq`, the same in every run; every seventh has a long evidence record."""
    evidence = {"presses": [seq, seq + 1], "frames": "f" * 6_000} if seq % 7 == 0 else None
    return Row(
        seq=seq,
        kind="action",
        at_ns=seq * 1_000_000,
        action={"type": "reveal", "seat": seq % 4, "card": f"gem:{seq % 9 + 1}"},
        events=({"type": "revealed", "card": f"gem:{seq % 9 + 1}"},),
        evidence=evidence,
    )


def image(seq: int) -> bytes:
    """The picture that belongs to entry `seq`."""
    return b"\xff\xd8" + bytes([seq]) * 3_000


def play(path: Path, synchronous: str) -> None:
    """Two sittings of one game; says `ack N` when entry N was acknowledged."""
    journal = Journal.create(path, Header(game="wizard-thieves"))
    say("ack 0")
    for seq in range(1, ENTRIES + 1):
        if seq == ENTRIES // 2:
            journal.close()
            journal, _ = Journal.open(path)
        tune(journal, synchronous)
        journal.append([row(seq)], {f"f{seq}": image(seq)} if seq % 5 == 0 else {})
        say(f"ack {seq}")
    journal.close()
    say("closed")


def tune(journal: Journal, synchronous: str) -> None:
    """Frequent checkpoints; a weaker sync for the negative control."""
    connection = journal._connection
    assert isinstance(connection, sqlite3.Connection)
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    connection.execute(f"PRAGMA synchronous = {synchronous}")


def say(text: str) -> None:
    """On standard output at once: the trace shows it among the other calls."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def insist(path: Path) -> None:
    """Play on a disk that refuses now and then: every refused entry is appended again."""
    journal = None
    while journal is None:
        with refusals("the new game"):
            journal = Journal.create(path, Header(game="wizard-thieves"))
    with JournalReader(path) as onlooker:
        while journal.last_seq < ENTRIES:
            seq = journal.last_seq + 1
            with refusals(f"entry {seq}"):
                journal.append([row(seq)], {f"f{seq}": image(seq)})
            found = len(onlooker.rows())
            say(f"ack {found}" if found == journal.last_seq else f"WRONG: {found} seen at {seq}")
    os._exit(0)  # no close: what counts is on disk already


@contextmanager
def refusals(what: str) -> Iterator[None]:
    """Say what the disk refused, and go on."""
    try:
        yield
    except StoreError as error:
        say(f"refused {what}: {type(error).__name__}")


def main() -> None:
    """`FOLDER play FULL|NORMAL`, `FOLDER open` or `FOLDER insist`."""
    path = Path(sys.argv[1]) / "games" / "2026-11-30-190000-wizard-thieves.journal"
    if sys.argv[2] == "play":
        play(path, sys.argv[3])
    elif sys.argv[2] == "insist":
        insist(path)
    else:
        journal, opened = Journal.open(path)
        say(f"opened {len(opened.rows)}")
        journal.close()


if __name__ == "__main__":
    main()
