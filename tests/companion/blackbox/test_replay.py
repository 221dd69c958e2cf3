"""A black box replays to the journal that was written at the table, byte for byte."""

import functools
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from companion.blackbox import LIMIT_BYTES, read_box
from companion.export import export, read_export
from companion.replaying import replay_box
from companion.store import JournalReader
from rules import wizard_thieves as game
from tests.companion.blackbox.evening import Evening

SEEDS = 12


def exported(evening: Evening, number: int = -1) -> bytes:
    return export(game.NAME, game.EDITION, evening.rows(number))


def replayed(path: Path) -> bytes:
    done = replay_box(read_box(path))
    assert done.differs == ""
    return export(done.game, done.edition, done.rows)


def play(folder: Path, seed: int, things: int = 120) -> Evening:
    rng = random.Random(seed)
    evening = Evening(folder, seats=rng.choice((2, 3, 4)))
    for _ in range(things):
        evening.anything(rng)
        evening.wait(rng.choice((0, 40, 120, 400, 4000)), every=rng.choice((20, 50)))
        if rng.random() < 0.01:
            evening.restart()
    return evening


def test_a_short_game_replays_to_the_same_bytes(tmp_path: Path):
    evening = Evening(tmp_path).begin()
    for key in ("gem:1", "treasure:3", "gem:2"):
        evening.wait(500)
        evening.card(key)
    evening.wait(300)
    evening.press(1)
    evening.wait(300)
    evening.ask("undo", "seat:1")
    evening.close()
    rows = evening.rows()
    assert {"seat", "game", "action", "undo"} <= {row.kind for row in rows}
    assert any(row.evidence for row in rows)
    assert replayed(evening.box) == exported(evening)


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Evening]:
    """Random evenings, each played once and closed; `table` is as the last signal left it."""

    @functools.cache
    def evening(seed: int) -> Evening:
        return play(tmp_path_factory.mktemp(f"evening-{seed}"), seed).close()

    return evening


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_happens_at_a_table_replays_to_the_same_bytes(
    evenings: Callable[[int], Evening], seed: int
):
    """Taps, questions, undo, a full disk, stumbles, restarts, several games."""
    evening = evenings(seed)
    for number, journal in enumerate(evening.files):
        box = journal.with_suffix(".blackbox")
        assert replayed(box) == exported(evening, number), journal.name
    table = replay_box(read_box(evening.box)).table
    assert msgspec.msgpack.encode(table) == msgspec.msgpack.encode(evening.table)


def test_the_random_evenings_meet_everything_that_they_are_for(
    evenings: Callable[[int], Evening],
):
    every = [evenings(seed) for seed in range(SEEDS)]
    journals = [evening.rows(number) for evening in every for number in range(len(evening.files))]
    kinds = [row.kind for rows in journals for row in rows]
    assert {"seat", "option", "game", "action", "prompt", "answer", "undo", "end"} <= set(kinds)
    assert {"amend", "pause"} <= set(kinds)
    assert kinds.count("retry") > 3
    assert sum(evening.stumbles for evening in every) > 3
    assert max(len(evening.files) for evening in every) > 1
    assert max(row.run for rows in journals for row in rows) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_hundreds_of_evenings_replay_to_the_same_bytes(tmp_path: Path, seed: int):
    evening = play(tmp_path, seed, things=200).close()
    for number, journal in enumerate(evening.files):
        box = journal.with_suffix(".blackbox")
        assert replayed(box) == exported(evening, number)
        assert box.stat().st_size <= LIMIT_BYTES


def test_another_process_replays_to_the_same_bytes(
    evenings: Callable[[int], Evening], tmp_path: Path
):
    """Nothing hangs on the order in which a process happens to keep a set."""
    evening = evenings(3)
    for seed in ("1", "2"):
        subprocess.run(
            [sys.executable, "-m", "companion", "replay", evening.box, "--export", tmp_path / seed],
            env=os.environ | {"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        )
        assert (tmp_path / seed).read_bytes() == exported(evening)


@pytest.mark.slow
def test_a_demo_replays_to_what_it_wrote(tmp_path: Path):
    """Real buttons, eye, pages and people of the simulated table, two games in a row."""
    demo = [sys.executable, "-m", "companion", "demo", "wizard-thieves", "--seats", "3"]
    demo += ["--seed", "5", "--games", "2", "--pace", "max", "--headless", "--json"]
    done = subprocess.run(
        [*demo, "--keep", tmp_path], capture_output=True, text=True, timeout=280, check=False
    )
    assert done.returncode == 0, done.stderr
    journals = sorted((tmp_path / "data" / "games").glob("*.journal"))
    assert len(journals) == 2
    for journal in journals:
        with JournalReader(journal) as reader:
            written = export(reader.header.game, reader.header.edition, reader.rows())
        assert replayed(journal.with_suffix(".blackbox")) == written


def test_an_export_can_be_read_again_and_shows_a_change(tmp_path: Path):
    evening = Evening(tmp_path).begin().close()
    data = exported(evening)
    header, rows = read_export(data)
    assert rows == evening.rows()
    assert header.entries == len(rows)
    with pytest.raises(ValueError, match="hash differs"):
        read_export(data.replace(b"Ann", b"Eve"))
