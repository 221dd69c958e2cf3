"""A disk that is full, or fails: nothing acknowledged is lost, and later appends work again."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store import (
    Header,
    Journal,
    JournalReader,
    StoreFailedError,
    StoreFullError,
    check_journal,
)
from tests.companion.store.workload import ENTRIES, image, row

WORKLOAD = "tests.companion.store.workload"
NAME = "2026-11-30-190000-wizard-thieves.journal"

needs_strace = pytest.mark.skipif(
    shutil.which("strace") is None, reason="strace makes system calls fail; install it"
)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 256 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = (
        os.geteuid() == 0
        and not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)],
            check=False,
            capture_output=True,
        ).returncode
    )
    if not mounted:
        pytest.skip("only root may mount a small disk")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(journal: Journal) -> StoreFullError:
    """Append until the disk refuses."""
    while True:
        seq = journal.last_seq + 1
        try:
            journal.append([row(seq)], {f"f{seq}": image(seq)})
        except StoreFullError as error:
            return error


def test_a_full_disk_stops_play_and_keeps_what_was_announced(small_disk: Path):
    path = small_disk / NAME
    ballast = small_disk / "ballast"
    with Journal.create(path, Header(game="wizard-thieves")) as journal:
        ballast.write_bytes(bytes(50_000))
        error = fill(journal)
        assert str(path) in error.what
        assert error.cure.startswith("Make room")
        kept = journal.last_seq
        assert kept > 1
        assert journal.rows() == tuple(map(row, range(1, kept + 1)))
        assert journal.image(f"f{kept + 1}") is None

        ballast.unlink()
        journal.append([row(kept + 1)], {f"f{kept + 1}": image(kept + 1)})
        assert journal.rows(kept + 1) == (row(kept + 1),)
    with Journal.open(path)[0] as again:
        assert again.last_seq == kept + 1


def test_a_new_game_on_a_full_disk_leaves_nothing_behind(small_disk: Path):
    (small_disk / "ballast").write_bytes(bytes(250_000))
    with pytest.raises(StoreFullError):
        Journal.create(small_disk / NAME, Header(game="wizard-thieves"))
    assert [path.name for path in small_disk.iterdir()] == ["ballast"]


def test_a_restart_on_a_full_disk_still_reads_the_game(small_disk: Path):
    """The person can see the state and make room; nothing is damaged by having no room."""
    path = small_disk / NAME
    (small_disk / "old-games").write_bytes(bytes(80_000))
    with Journal.create(path, Header(game="wizard-thieves")) as journal:
        fill(journal)
        kept = journal.last_seq
    room = os.statvfs(small_disk)
    (small_disk / "ballast").write_bytes(bytes(room.f_bavail * room.f_frsize))
    journal, opened = Journal.open(path)
    with journal:
        assert opened.damage is None
        assert opened.rows == tuple(map(row, range(1, kept + 1)))
        with pytest.raises(StoreFullError):
            journal.append([row(kept + 1)], {"big": bytes(50_000)})
        (small_disk / "old-games").unlink()
        journal.append([row(kept + 1)], {"big": bytes(50_000)})
    assert check_journal(path).sound == kept + 1


def test_a_file_that_may_not_grow_is_full_or_failed_and_keeps_its_entries(tmp_path: Path):
    """SQLite's own limit stands in for a full disk where none can be mounted."""
    with Journal.create(tmp_path / NAME, Header(game="wizard-thieves")) as journal:
        journal.append([row(1)])
        journal._connection.execute("PRAGMA max_page_count = 12")  # type: ignore[union-attr]
        with pytest.raises(StoreFullError):
            journal.append([row(2)], {"big": bytes(100_000)})
        assert journal.rows() == (row(1),)
        assert journal.last_seq == 1
        journal.append([row(2)])
        assert journal.rows() == (row(1), row(2))


def insist(folder: Path, failing: str) -> list[str]:
    """Play under strace with system calls made to fail; what the workload said."""
    calls = failing.partition(":")[0]
    command = ["strace", "-f", "-qq", "-e", f"trace={calls}", "-e", f"inject={failing}"]
    command += ["-o", "/dev/null", sys.executable, "-m", WORKLOAD, str(folder), "insist"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
    return done.stdout.splitlines()


@needs_strace
@pytest.mark.parametrize(
    ("failing", "error"),
    [
        ("fdatasync:error=EIO:when=5+17", "StoreFailedError"),
        ("fdatasync:error=EIO:when=20..23", "StoreFailedError"),
        ("fsync,fdatasync:error=EIO:when=1+13", "StoreFailedError"),
        ("pwrite64:error=EIO:when=30+37", "StoreFailedError"),
        ("pwrite64:error=ENOSPC:when=60+41", "StoreFullError"),
        ("pwrite64:error=ENOSPC:when=90..110", "StoreFullError"),
    ],
)
def test_refused_entries_leave_no_trace_and_the_rest_is_kept(
    tmp_path: Path, failing: str, error: str
):
    """After every refusal an onlooker sees exactly what was acknowledged; so does a restart."""
    said = insist(tmp_path, failing)
    refused = [line for line in said if line.startswith("refused")]
    assert refused
    assert all(line.endswith(error) for line in refused)
    assert not [line for line in said if line.startswith("WRONG")]
    journal, opened = Journal.open(tmp_path / "games" / NAME)
    with journal:
        assert opened.damage is None
        assert opened.rows == tuple(map(row, range(1, ENTRIES + 1)))
        assert journal.image("f60") == image(60)


def test_a_second_companion_on_the_same_game_is_told_to_stop(tmp_path: Path):
    path = tmp_path / NAME
    first = Journal.create(path, Header(game="wizard-thieves"))
    second, _ = Journal.open(path)
    with first, second:
        first.append([row(1)])
        with pytest.raises(StoreFailedError, match="Another companion"):
            second.append([row(1)])
        first.append([row(2)])
        with JournalReader(path) as onlooker:
            assert onlooker.rows() == (row(1), row(2))
