"""The journal as the table uses it: append, read, close, open, go on."""

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from companion.history import Row
from companion.store import (
    Header,
    Journal,
    JournalReader,
    NotAJournalError,
    check_journal,
    latest_game,
    new_game_path,
)
from rules.core import Outcome
from tests.companion.store.workload import image, row

HEADER = Header(
    game="wizard-thieves", edition=1, app="0.1.0", created="2026-11-30 19:00", config={"seats": 4}
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return new_game_path(tmp_path, "wizard-thieves", datetime(2026, 11, 30, 19, tzinfo=UTC))


def test_what_was_appended_comes_back_as_it_was(path: Path):
    rows = tuple(map(row, range(1, 51)))
    with Journal.create(path, HEADER) as journal:
        journal.append(rows[:1])
        journal.append(rows[1:], {"f1": image(1)})
        assert journal.rows() == rows
        assert journal.rows(from_seq=40) == rows[39:]
        assert journal.rows(from_seq=51) == ()
        assert msgspec.json.decode(journal.evidence("49") or b"") == rows[48].evidence
        assert journal.evidence("48") is None
        assert journal.image("f1") == image(1)
    journal, opened = Journal.open(path)
    with journal:
        assert opened.rows == rows
        assert opened.damage is None
        assert journal.header == HEADER
        assert journal.last_seq == 50
        journal.append([row(51)])
    assert check_journal(path).sound == 51


def test_structs_in_a_row_come_back_as_builtins(path: Path):
    outcome = Outcome(winners=(2,), reason="last_holder")
    with Journal.create(path, HEADER) as journal:
        journal.append([Row(seq=1, kind="end", at_ns=5, events=(outcome,), action=outcome)])
        builtins = {"winners": [2], "reason": "last_holder", "scores": {}, "title": ""}
        assert journal.rows()[0].events == (builtins,)
        assert journal.rows()[0].action == builtins


@pytest.mark.parametrize("seqs", [[2], [1, 3], [1, 1], [0], [1, 2, 4]])
def test_entries_must_follow_each_other(path: Path, seqs: list[int]):
    with Journal.create(path, HEADER) as journal:
        with pytest.raises(ValueError, match="comes next"):
            journal.append([row(seq) for seq in seqs], {"f": b"x"})
        assert journal.rows() == ()
        assert journal.image("f") is None
        journal.append([row(1)])


def test_pictures_may_come_later_and_the_first_of_a_name_stays(path: Path):
    with Journal.create(path, HEADER) as journal:
        journal.append([row(1)])
        journal.put_images({"late": image(1)})
        journal.put_images({"late": image(2), "later": image(3)})
        assert journal.image("late") == image(1)
        assert journal.image("later") == image(3)
        assert journal.last_seq == 1


@pytest.mark.parametrize("ident", ["", "x", "-1", "1e3", "9" * 30, "1; DROP TABLE journal", "٣"])
def test_a_strange_evidence_id_is_simply_unknown(path: Path, ident: str):
    with Journal.create(path, HEADER) as journal:
        assert journal.evidence(ident) is None
        assert journal.image(ident) is None


def test_an_open_game_is_never_overwritten(path: Path):
    with Journal.create(path, HEADER) as journal:
        journal.append([row(1)])
        with pytest.raises(FileExistsError):
            Journal.create(path, HEADER)
    assert check_journal(path).sound == 1


def test_a_closed_journal_is_one_file_and_takes_nothing_more(path: Path):
    journal = Journal.create(path, HEADER)
    journal.append([row(1)])
    journal.close()
    journal.close()
    assert list(path.parent.iterdir()) == [path]
    with pytest.raises(ValueError, match="closed"):
        journal.append([row(2)])


def test_another_process_reads_along_while_the_game_goes_on(path: Path):
    """As the demo does: it follows the journal entry by entry."""
    follow = (
        "import sys; from pathlib import Path; from companion.store import JournalReader\n"
        "reader, seen = JournalReader(Path(sys.argv[1])), 0\n"
        "print('ready', flush=True)\n"
        "while seen < 200:\n"
        "    rows = reader.rows(seen + 1)\n"
        "    assert [row.seq for row in rows] == list(range(seen + 1, seen + 1 + len(rows)))\n"
        "    seen += len(rows)\n"
        "print(seen)\n"
    )
    with Journal.create(path, HEADER) as journal:
        command = [sys.executable, "-c", follow, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as onlooker:
            assert onlooker.stdout is not None
            assert onlooker.stdout.readline() == "ready\n"
            for seq in range(1, 201):
                journal.append([row(seq)])
            assert onlooker.stdout.read() == "200\n"
        assert onlooker.returncode == 0


def test_a_killed_companion_leaves_its_log_and_nothing_is_missing(path: Path):
    """The file and its log are copied as they lie, as after `kill -9`."""
    journal = Journal.create(path, HEADER)
    with journal:
        journal.append([row(1)])
        killed = path.parent.parent / "killed" / path.name
        killed.parent.mkdir()
        for suffix in ("", "-wal"):
            source = path.with_name(path.name + suffix)
            killed.with_name(killed.name + suffix).write_bytes(source.read_bytes())
    assert check_journal(killed).sound == 1
    again, opened = Journal.open(killed)
    with again:
        assert (opened.rows, opened.damage) == ((row(1),), None)


def test_a_reader_of_a_file_that_cannot_change_needs_no_folder_to_write(path: Path):
    with Journal.create(path, HEADER) as journal:
        journal.append([row(1)])
    with JournalReader(path) as reader:
        assert reader.rows() == (row(1),)


def test_later_games_sort_after_earlier_ones_even_when_the_clock_woke_up_in_the_past(
    tmp_path: Path,
):
    """A Pi without a battery clock."""
    assert latest_game(tmp_path) is None
    names = []
    for year in (2026, 1970, 2026, 2027):
        path = new_game_path(tmp_path, "wizard-thieves", datetime(year, 1, 1, tzinfo=UTC))
        Journal.create(path, HEADER).close()
        assert latest_game(tmp_path) == path
        names.append(path.name)
    assert names == sorted(names)
    (tmp_path / "games" / "notes.journal").write_text("mine")
    assert latest_game(tmp_path) == path


def test_a_newer_format_is_left_alone_and_named(path: Path):
    with Journal.create(path, HEADER) as journal:
        journal._connection.execute("PRAGMA user_version = 2")  # type: ignore[union-attr]
    before = path.read_bytes()
    for open_it in (Journal.open, JournalReader, check_journal):
        with pytest.raises(NotAJournalError, match=r"format 2.*Update the companion"):
            open_it(path)
    assert path.read_bytes() == before


def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(NotAJournalError, match=r"no journal .*nowhere"):
        JournalReader(tmp_path / "nowhere.journal")
