"""`companion amend`: on a copy, with everything that changes printed."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.commands.amend import command
from companion.history import fold
from companion.store import Header, Journal, JournalReader
from tests.companion.table.scripted import Script


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    game = Script(2).begin()
    for n, key in enumerate(("gem:1", "gem:2")):
        game.card(key, 1000 * (n + 1))
        game.until(1000 * (n + 1) + 100)
    game.press(0, 2500)
    game.until(2700)
    path = tmp_path / "evening.journal"
    with Journal.create(path, Header(game="wizard-thieves")) as kept:
        kept.append(game.rows)
    return path


def reveal_seq(path: Path) -> int:
    with JournalReader(path) as reader:
        return [r.seq for r in reader.rows() if r.kind == "action"][1]


def test_the_copy_is_corrected_and_the_original_left_alone(journal: Path) -> None:
    before = journal.read_bytes()
    action = '{"type":"reveal","seat":1,"card":"gem:1"}'
    done = CliRunner().invoke(
        command, [str(journal), str(reveal_seq(journal)), action, "--json"], catch_exceptions=False
    )
    assert done.exit_code == 0, done.stderr
    told = json.loads(done.stdout)
    assert "Ann is safe." in told["differences"]
    assert told["was"] == {"type": "reveal", "seat": 1, "card": "gem:2"}
    assert journal.read_bytes() == before
    with JournalReader(Path(told["copy"])) as reader:
        state = fold(reader.rows()).state
    assert state.status == ("safe", "safe")
    assert [len(deck) for deck in state.decks] == [31, 29]


@pytest.mark.parametrize(
    ("seq", "action", "said"),
    [
        ("1", "out", "does not count"),
        ("99", "out", "does not count"),
        ("{reveal}", "{broken", "no action"),
        ("{reveal}", '{"type":"fly"}', "no action"),
        ("{reveal}", '{"type":"reveal","seat":7,"card":"gem:1"}', "cannot be that"),
    ],
)
def test_nonsense_is_refused_with_words_and_no_copy_is_left(
    journal: Path, seq: str, action: str, said: str
) -> None:
    number = seq.replace("{reveal}", str(reveal_seq(journal)))
    done = CliRunner().invoke(command, [str(journal), number, action])
    assert done.exit_code == 1
    assert said in done.stderr
    assert list(journal.parent.glob("*.amended*")) == []


def test_a_foreign_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a journal")
    done = CliRunner().invoke(command, [str(path), "3", "out"])
    assert done.exit_code == 1
    assert "notes.txt" in done.stderr
