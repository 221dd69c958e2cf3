"""What is exported: whole, provable, and safe to open in a spreadsheet."""

import csv
import io
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from companion.__main__ import main
from companion.chronicle.sheets import csv_bytes, safe_text
from companion.commands.export import hash_of
from companion.export import read_export
from companion.history import fold
from companion.store import Header, Journal
from tests.companion.chronicle.games import doubles
from tests.companion.table.scripted import Script

EVIL = '=HYPERLINK("http://x","y")'
"""A name that somebody types on a phone."""
FORMULA = "=+-@\uff1d\uff0b\uff0d\uff20"


def keep(path: Path, rows) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    journal = Journal.create(path, Header(game="wizard-thieves", created="2026-11-30T20:00:00"))
    journal.append(rows)
    journal.close()
    return path


def run(*arguments: object, code: int = 0):
    done = CliRunner().invoke(main, ["export", *map(str, arguments)])
    assert done.exit_code == code, done.output
    return done


def table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig"))))


def named(name: str) -> Script:
    """A game with a grab; Ann calls herself otherwise."""
    game = Script(4).begin()
    game.ask("rename", "seat:0", seat=0, value=name)
    game.card("gem:1", 1000)
    game.until(1100)
    game.card("gem:1", 2000)
    game.press(0, 2400)
    game.until(3000)
    return game


def test_json_of_a_game_is_the_exported_journal_with_its_hash(tmp_path):
    game = doubles(30)
    out = tmp_path / "game.json"
    run(keep(tmp_path / "a.journal", game.rows), "-o", out)
    header, rows = read_export(out.read_bytes())
    assert header.entries == len(game.rows)
    assert fold(rows).state == fold(game.rows).state
    changed = out.read_bytes().replace(b'"gem:1"', b'"gem:2"', 1)
    with pytest.raises(ValueError, match="hash"):
        read_export(changed)


def test_no_secret_of_a_seat_is_exported(tmp_path):
    game = Script(2)
    game.ask("join", "new", seat=0, value="Ann", digest="SECRET-OF-ANN")
    game.ask("join", "new", seat=1, value="Ben", digest="SECRET-OF-BEN")
    game.ask("start")
    path = keep(tmp_path / "games" / "2026-11-30-200000-wizard-thieves.journal", game.rows)
    outputs = [run(path).output, run("--data", tmp_path).output]
    for part in ("json", "csv"):
        run(path, "--format", part, "-o", tmp_path / f"x.{part}")
    outputs += [one.read_text("utf-8") for one in tmp_path.glob("x*")]
    assert len(outputs) == 6
    assert not [text for text in outputs if "SECRET" in text]


def test_csv_of_a_game_is_three_tables(tmp_path):
    path = keep(tmp_path / "a.journal", doubles(60).rows)
    run(path, "--format", "csv", "-o", tmp_path / "game.csv")
    players = table(tmp_path / "game-players.csv")
    assert [line["name"] for line in players] == ["Ann", "Ben", "Cleo", "Dan"]
    assert [line["measured"] for line in players] == ["5"] * 4
    assert players[0]["too_few"] == "yes"
    assert players[0]["median_ms"] == ""
    assert players[0]["fastest_ms"] == "400"
    story = table(tmp_path / "game-story.csv")
    assert story[0]["text"] == "The game begins. Ann starts."
    assert len(story) == 61
    slaps = table(tmp_path / "game-reactions.csv")
    assert [slap["reaction_ms"] for slap in slaps[:3]] == ["400", "401", "402"]
    assert slaps[0]["seat"] == "1"


def test_all_kept_games_as_one_document_with_a_hash(tmp_path):
    for day in (28, 29):
        name = f"2026-11-{day}-200000-wizard-thieves.journal"
        keep(tmp_path / "games" / name, doubles(60).rows)
    document = msgspec.json.decode(run("--data", tmp_path).stdout_bytes)
    assert [game["people"][0] for game in document["games"]] == ["Ann", "Ann"]
    assert document["reactions"][0]["measured"] == 10
    assert document["hash"] == hash_of(document)
    document["games"][0]["people"][0] = "Eve"
    assert document["hash"] != hash_of(document)
    run("--data", tmp_path, "--format", "csv", "-o", tmp_path / "all.csv")
    people = table(tmp_path / "all-people.csv")
    assert people[0]["name"] == "Ann"
    assert people[0]["median_ms"] == "408"
    assert len(table(tmp_path / "all-games.csv")) == 2
    assert len(table(tmp_path / "all-reactions.csv")) == 40


def test_a_game_under_way_is_exported_with_a_warning(tmp_path):
    done = run(keep(tmp_path / "a.journal", doubles(9).rows), "-o", tmp_path / "x.json")
    assert "Keep it to yourself" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["x.journal", "--data", "."], "not both"),
        (["--format", "csv"], "give -o FILE.csv"),
        (["no-such.journal"], "no-such.journal"),
        (["--data", "no-such-folder"], "no kept game in no-such-folder"),
    ],
)
def test_what_makes_no_sense_is_said(arguments, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = 2 if words in {"not both", "give -o FILE.csv"} else 1
    assert words in run(*arguments, code=code).output


def test_a_place_where_nothing_can_be_written_is_named(tmp_path):
    path = keep(tmp_path / "a.journal", doubles(9).rows)
    done = run(path, "-o", tmp_path / "no" / "where.json", code=1)
    assert "Nothing was written there" in done.output


@pytest.mark.parametrize("name", [EVIL[:20], "@SUM(A1)", "+49 30", "-1+1", "Ann;=1+1", "\uff1d1+1"])
def test_a_name_is_never_run_as_a_formula(tmp_path, name):
    path = keep(tmp_path / "a.journal", named(name).rows)
    run(path, "--format", "csv", "-o", tmp_path / "game.csv")
    found = 0
    for one in tmp_path.glob("game-*.csv"):
        for line in table(one):
            for cell in line.values():
                found += name.lstrip(FORMULA)[1:4] in cell
                for piece in cell.replace("|", ";").replace(",", ";").split(";"):
                    assert not piece.strip().startswith(tuple(FORMULA)), cell
    assert found >= 3


@given(st.text())
def test_no_text_begins_a_formula_in_any_cell_that_it_may_be_cut_into(text):
    safe = safe_text(text)
    assert not any(ord(c) < 32 for c in safe)
    for border in ";,|":
        for piece in safe.split(border):
            assert not piece.lstrip('" ').startswith(tuple(FORMULA))


@given(st.lists(st.tuples(st.text(), st.integers(), st.floats(-1e6, 1e6)), max_size=5))
def test_every_table_can_be_read_back(rows):
    data = csv_bytes((("text", "whole", "real"), rows)).decode("utf-8-sig")
    back = list(csv.reader(io.StringIO(data, newline="")))
    assert back[0] == ["text", "whole", "real"]
    assert [(int(line[1]), round(float(line[2]), 3)) for line in back[1:]] == [
        (whole, round(real, 3) + 0.0) for _, whole, real in rows
    ]
