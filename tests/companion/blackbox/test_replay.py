"""A black box replays to the journal that was written at the table, byte for byte."""

import random
from pathlib import Path

import msgspec
import pytest

from companion.blackbox import read_box
from companion.export import export, read_export
from companion.replaying import replay_box
from rules import wizard_thieves as game
from tests.companion.blackbox.evening import Evening


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
    evening.outputs.stumbles = False
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


@pytest.mark.parametrize("seed", range(16))
def test_whatever_happens_at_a_table_replays_to_the_same_bytes(tmp_path: Path, seed: int):
    """Taps, questions, undo, a full disk, stumbles, restarts, several games."""
    evening = play(tmp_path, seed)
    last = evening.table
    evening.close()
    for number, journal in enumerate(evening.files):
        box = journal.with_suffix(".blackbox")
        assert replayed(box) == exported(evening, number), journal.name
    table = replay_box(read_box(evening.box)).table
    assert msgspec.msgpack.encode(table) == msgspec.msgpack.encode(last)


def test_the_random_evenings_meet_everything_that_they_are_for(tmp_path: Path):
    kinds: set[str] = set()
    stumbles = games = runs = failures = 0
    for seed in range(16):
        folder = tmp_path / str(seed)
        folder.mkdir()
        evening = play(folder, seed)
        evening.close()
        for number in range(len(evening.files)):
            rows = evening.rows(number)
            kinds |= {row.kind for row in rows}
            failures += sum(row.kind == "retry" for row in rows)
            runs = max(runs, *(row.run for row in rows))
        stumbles += evening.stumbles
        games = max(games, len(evening.files))
    assert {"seat", "option", "game", "action", "prompt", "answer", "undo", "end"} <= kinds
    assert stumbles > 3
    assert games > 1
    assert runs > 0
    assert failures > 3


def test_an_export_can_be_read_again_and_shows_a_change(tmp_path: Path):
    evening = Evening(tmp_path).begin().close()
    data = exported(evening)
    header, rows = read_export(data)
    assert rows == evening.rows()
    assert header.entries == len(rows)
    with pytest.raises(ValueError, match="hash differs"):
        read_export(data.replace(b"Ann", b"Eve"))
