"""An acknowledged entry survives a power cut at any write or sync, and the game goes on."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from companion.store import Journal, latest_game
from tests.companion.store.power import MODES, Call, Disk, record
from tests.companion.store.workload import ENTRIES, row

WORKLOAD = "tests.companion.store.workload"
PAGE_BYTES = 4096
FAST_CUTS = 400
SLOW_CUTS = 10_000

pytestmark = pytest.mark.skipif(
    shutil.which("strace") is None, reason="strace records the system calls; install it"
)


class Losses(NamedTuple):
    """What went wrong in a series of cuts."""

    lost: list[str]
    unreadable: list[str]


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: real syncs cost minutes and prove nothing here."""
    shm = Path("/dev/shm")
    if not shm.is_dir():
        yield tmp_path
        return
    folder = shm / f"{tmp_path.parent.name}-{tmp_path.name}"
    folder.mkdir()
    yield folder
    shutil.rmtree(folder)


def cut_everywhere(
    calls: list[Call], files: dict[str, bytes], cuts: int, seed: int
) -> Iterator[tuple[str, int, dict[str, bytes]]]:
    """Yield (what was cut where, last acknowledged entry or -1, files found after it)."""
    rng = Random(seed)
    disk, said, done = Disk(files), -1, 0
    for position in sorted(rng.randrange(len(calls) + 1) for _ in range(cuts)):
        for call in calls[done:position]:
            disk.apply(call)
            if call.kind == "say" and call.data.startswith(b"ack "):
                said = int(call.data.split()[1])
        done = position
        mode = rng.choice(MODES)
        yield f"call {position}, unsynced writes {mode}", said, disk.cut(mode, rng)


def lay_down(files: dict[str, bytes], recorded: Path, folder: Path) -> None:
    """The files after the cut, as a fresh folder."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "games").mkdir(parents=True)
    for path, data in files.items():
        target = folder / Path(path).relative_to(recorded)
        target.write_bytes(data)


def losses(calls: list[Call], recorded: Path, folder: Path, cuts: int, seed: int) -> Losses:
    """Cut the power, open what is left, and compare with what was acknowledged."""
    result = Losses([], [])
    for what, said, files in cut_everywhere(calls, {}, cuts, seed):
        lay_down(files, recorded, folder)
        path = latest_game(folder)
        if path is None:
            if said >= 0:
                result.lost.append(f"{what}: the game of {said} entries is gone")
            continue
        journal, opened = Journal.open(path)
        with journal:
            if opened.damage or opened.rows != tuple(map(row, range(1, len(opened.rows) + 1))):
                result.unreadable.append(f"{what}: {opened.damage}")
            if len(opened.rows) < said:
                result.lost.append(f"{what}: {said} acknowledged, {len(opened.rows)} found")
            journal.append([row(len(opened.rows) + 1)])
            assert journal.rows()[-1] == row(len(opened.rows) + 1)
    return result


def test_no_acknowledged_entry_is_lost_and_every_file_opens(memory: Path):
    """Promise 2 of the design; a power cut is no damage, so nobody is alarmed."""
    recorded = memory / "recorded"
    recorded.mkdir()
    calls = record(WORKLOAD, recorded, "play", "FULL")
    assert sum(call.data.startswith(b"ack") for call in calls if call.kind == "say") == ENTRIES + 1
    assert losses(calls, recorded, memory / "after", FAST_CUTS, seed=1) == ([], [])


def test_the_simulator_catches_a_journal_that_does_not_sync(memory: Path):
    """Negative control: with synchronous=NORMAL acknowledged entries must be seen to vanish."""
    recorded = memory / "recorded"
    recorded.mkdir()
    calls = record(WORKLOAD, recorded, "play", "NORMAL")
    found = losses(calls, recorded, memory / "after", FAST_CUTS // 4, seed=2)
    assert len(found.lost) > FAST_CUTS // 20


@pytest.mark.parametrize("seed", range(3))
def test_a_second_cut_while_the_first_is_mended_loses_nothing(memory: Path, seed: int):
    """Opening after a cut reads and rolls the log forward; the power may go again meanwhile."""
    recorded = memory / "recorded"
    recorded.mkdir()
    calls = record(WORKLOAD, recorded, "play", "FULL")
    rng = Random(seed)
    found = [
        (said, files)
        for _, said, files in cut_everywhere(calls, {}, 30, seed)
        if any(path.endswith("-wal") for path in files) and said >= 0
    ]
    said, files = rng.choice(found)
    again = memory / "again"
    lay_down(files, recorded, again)
    mending = record(WORKLOAD, again, "open")
    before = {str(again / Path(path).relative_to(recorded)): data for path, data in files.items()}
    for what, _, left in cut_everywhere(mending, before, 30, seed):
        lay_down(left, again, memory / "after")
        path = latest_game(memory / "after")
        assert path is not None, what
        journal, opened = Journal.open(path)
        journal.close()
        assert opened.damage is None, what
        assert len(opened.rows) >= said, what


def test_a_cut_while_a_damaged_journal_is_rescued_loses_nothing(memory: Path):
    """Either the damaged file or the whole rescued one is found, never a mixture."""
    whole = memory / "whole"
    whole.mkdir()
    record(WORKLOAD, whole, "play", "FULL")
    path = latest_game(whole)
    assert path is not None
    data = bytearray(path.read_bytes())
    middle = data.index(b'{"seq":31,')
    start = middle - middle % PAGE_BYTES
    data[start : start + PAGE_BYTES] = b"\x55" * PAGE_BYTES
    path.write_bytes(data)
    before = {str(path): bytes(data)}
    rescuing = record(WORKLOAD, whole, "open")
    said = [call.data for call in rescuing if call.kind == "say"]
    saved = int(said[0].split()[1])
    assert 0 < saved < ENTRIES, "the damage must leave something to rescue, and not all"
    for what, _, left in cut_everywhere(rescuing, before, 150, seed=3):
        lay_down(left, whole, memory / "after")
        after = latest_game(memory / "after")
        assert after is not None, what
        journal, opened = Journal.open(after)
        journal.close()
        assert opened.rows == tuple(map(row, range(1, saved + 1))), what
        kept = [name for name in after.parent.iterdir() if ".damaged-" in name.name]
        assert any(name.read_bytes() == bytes(data) for name in kept), what


@pytest.mark.slow
def test_ten_thousand_cuts(memory: Path):
    """As the first test, with other seeds and many more cuts."""
    recorded = memory / "recorded"
    recorded.mkdir()
    calls = record(WORKLOAD, recorded, "play", "FULL")
    assert losses(calls, recorded, memory / "after", SLOW_CUTS, seed=4) == ([], [])
