"""`companion judge`: standard output, standard error and exit status."""

import json

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from companion.commands.judge import command
from tests.companion.referee.fixtures import FIXTURES, FOLDER, clear_win, encoded


def run(*arguments, data=b""):
    return CliRunner().invoke(command, arguments, input=data)


def test_recomputes_each_record_from_standard_input():
    data = b"\n".join(encoded(make()) for make in FIXTURES.values())
    result = run("-", data=data)
    assert (result.exit_code, result.stderr) == (0, "")
    verdicts = [json.loads(line) for line in result.stdout.splitlines()]
    assert [v["undecided"] for v in verdicts] == [False, True, True]
    assert verdicts[0]["consequences"]["won"] == 2


@pytest.mark.parametrize("name", FIXTURES)
def test_reads_the_published_files(name):
    assert run(str(FOLDER / name)).exit_code == 0


def test_names_the_field_that_does_not_follow():
    one = clear_win()
    consequences = replace(one.verdict.consequences, won=0)
    forged = replace(one, verdict=replace(one.verdict, consequences=consequences))
    result = run("-", data=encoded(one) + encoded(forged))
    assert result.exit_code == 1
    assert "line 2: the recorded verdict does not follow" in result.stderr
    assert "consequences.won was 0, recomputed 2" in result.stderr
    assert len(result.stdout.splitlines()) == 2


def test_a_stamp_that_was_changed_shows():
    one = clear_win()
    moved = [replace(p, seat=0) if p.judged else p for p in one.presses]
    result = run("-", data=encoded(replace(one, presses=tuple(moved))))
    assert result.exit_code == 1
    assert "groups was [[2]], recomputed [[0]]" in result.stderr


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"{", "line 1: Input data was truncated"),
        (b"\xff\xfe", "line 1: "),
        (b"[]", "line 1: Expected `object`, got `array`"),
        (b'{"bands":{}}', "line 1: Object missing required field"),
        (encoded(clear_win()).replace(b'"seat":2,', b'"seat":"2",', 1), "$.presses[0].seat"),
        (encoded(clear_win()).replace(b"wizard-thieves", b"whist"), "game: 'whist' is unknown"),
    ],
)
def test_a_malformed_line_is_named_with_its_field_and_the_cure(line, expected):
    result = run("-", data=line)
    assert result.exit_code == 2
    assert expected in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def test_without_a_file_says_what_to_give():
    result = run()
    assert result.exit_code == 2
    assert "--schema" in result.stderr


def test_the_schema_describes_every_field_of_a_record():
    result = run("--schema")
    assert result.exit_code == 0
    schema = json.loads(result.stdout)
    record = schema["$defs"]["EvidenceRecord"]["properties"]
    for name in FIXTURES:
        kept = json.loads((FOLDER / name).read_text())
        assert set(kept) <= set(record)
        assert set(kept["verdict"]) <= set(schema["$defs"]["Verdict"]["properties"])
    assert schema["verdict"] == {"$ref": "#/$defs/Verdict"}
    assert msgspec.json.decode(result.stdout)["$schema"].endswith("2020-12/schema")
