"""`companion replay`: the story of a journal, its state and the state's hash."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from companion.__main__ import main
from companion.bench.journal import recorded_game
from companion.history import Row, fold, state_hash
from companion.store import Header, Journal
from rules import wizard_thieves as game

ROWS = recorded_game(700)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "2026-11-30-190000-wizard-thieves.journal"
    header = Header(game="wizard-thieves", edition=1, created="2026-11-30 19:00")
    with Journal.create(path, header) as journal:
        journal.append(ROWS)
    return path


def replay(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["replay", *map(str, arguments)])


def test_the_json_holds_story_state_and_hash(path: Path):
    done = replay(path, "--json")
    assert done.exit_code == 0
    told = msgspec.json.decode(done.stdout)
    state = fold(ROWS).state
    assert told["entries"] == told["to"] == 700 == len(told["story"])
    assert told["state_hash"] == state_hash(state)
    assert msgspec.convert(told["state"], game.State) == state
    assert told["outcome"] == msgspec.json.decode(msgspec.json.encode(game.outcome(state)))
    assert [line["seq"] for line in told["story"]] == list(range(1, 701))
    assert {line["seq"] for line in told["story"] if line["undone"]} == set(fold(ROWS).undone)
    assert all(line["text"] for line in told["story"])


def test_the_story_is_told_in_the_announcers_words(path: Path):
    lines = replay(path).stdout.splitlines()
    assert lines[0] == "wizard-thieves, 2026-11-30 19:00 (700 entries, rules edition 1)"
    assert lines[1].split(maxsplit=2) == [
        "1",
        "0:00",
        "Wizard Thieves begins: Ann, Ben, Cleo, Dan.",
    ]
    story = lines[1 : lines.index("")]
    assert len(story) == 700
    assert any("Ann" in line and "Pot" in line for line in story)
    assert sum(line.endswith("(taken back)") for line in story) == len(fold(ROWS).undone)
    assert sum("Taken back: " in line for line in story) == len(fold(ROWS).undone)
    assert lines[-1] == f"Hash: {state_hash(fold(ROWS).state)}"


def test_replay_stops_where_it_is_told_with_the_state_as_the_table_held_it_then(path: Path):
    told = msgspec.json.decode(replay(path, "--to", 300, "--json").stdout)
    assert (told["to"], told["entries"]) == (300, 700)
    assert told["state_hash"] == state_hash(fold(ROWS).states[299])
    assert told["outcome"] is None
    late = replay(path, "--to", 701)
    assert late.exit_code != 0
    assert "no entry 701; the last one is 700" in late.stderr


def test_everything_else_that_people_do_is_told_as_well(tmp_path: Path):
    path = tmp_path / "evening.journal"
    entries = [
        ("seat", {"seat": 0, "name": "Ann", "colour": "red", "digest": "secret"}),
        ("option", {"key": "tie_ms", "value": "3"}),
        ("game", dict(ROWS[0].data)),
        ("prompt", {"id": "p1", "title": "Which card is this?"}),
        ("answer", {"id": "p1", "answer": "gem:3"}),
        ("seat", {"seat": 0, "free": True}),
        ("end", {}),
    ]
    rows = [Row(seq=n, kind=k, at_ns=n * 10**9, data=d) for n, (k, d) in enumerate(entries, 1)]
    with Journal.create(path, Header(game="wizard-thieves")) as journal:
        journal.append(rows)
    done = replay(path, "--json")
    texts = [line["text"] for line in msgspec.json.decode(done.stdout)["story"]]
    assert texts == [
        "Ann takes seat 1.",
        "key: tie_ms, value: 3.",
        "Wizard Thieves begins: Ann, Ben, Cleo, Dan.",
        "Asked: Which card is this?",
        "Answered: gem:3.",
        "Ann left.",
        "End.",
    ]
    assert "secret" not in done.stdout + replay(path).stdout


def test_a_journal_without_a_game_is_told_too(tmp_path: Path):
    path = tmp_path / "lobby.journal"
    Journal.create(path, Header(game="wizard-thieves")).close()
    done = replay(path)
    assert done.exit_code == 0
    assert "The game has not begun." in done.stdout


def test_a_damaged_journal_is_refused_with_its_name_and_the_cure(path: Path):
    data = bytearray(path.read_bytes())
    at = data.index(b'"seq":100,')
    data[at : at + 5] = b"-----"
    path.write_bytes(data)
    done = replay(path, "--json")
    assert done.exit_code != 0
    assert done.stdout == ""
    for part in (path.name, "entry 100", "first 99 entries", "companion run"):
        assert part in done.stderr
    assert path.read_bytes() == bytes(data)


@pytest.mark.parametrize("content", [b"", b"not a journal", b"\x89PNG" + bytes(5_000)])
def test_a_foreign_file_is_refused_with_its_name_and_the_cure(tmp_path: Path, content: bytes):
    path = tmp_path / "holiday.jpg"
    path.write_bytes(content)
    done = replay(path)
    assert done.exit_code != 0
    assert "holiday.jpg is not a journal" in done.stderr
    assert "Check the name" in done.stderr
    assert path.read_bytes() == content


def test_a_missing_file_is_named(tmp_path: Path):
    done = replay(tmp_path / "nothing.journal")
    assert done.exit_code != 0
    assert "nothing.journal" in done.stderr
