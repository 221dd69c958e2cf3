"""`companion rules` and `companion simulate`, as typed."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from companion.commands import rules as rules_command
from companion.commands import simulate
from rules import wizard_thieves as game
from tests.support.wizard import table


def play(lines: Iterable[Any], name: str = "wizard-thieves") -> Result:
    text = "\n".join(
        line if isinstance(line, str) else msgspec.json.encode(line).decode() for line in lines
    )
    return CliRunner().invoke(rules_command.command, [name, "--play", "-"], input=text)


def answers(result: Result) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in result.stdout.splitlines()]


def test_a_line_for_each_action_and_the_outcome_last() -> None:
    result = play(
        [
            {"setup": {"seats": 4, "first": 0, "options": {}}},
            {"type": "reveal", "seat": 0, "card": "gem:1"},
            {"type": "reveal", "seat": 0, "card": "gem:1"},
            {"type": "reveal", "seat": 1, "card": "gem:1"},
            {"type": "grab", "presses": [[2], [0, 3]]},
        ]
    )
    assert result.exit_code == 0
    *lines, last = answers(result)
    assert [line["seq"] for line in lines] == [1, 2, 3, 4]
    assert [line["ruling"]["legal"] for line in lines] == [True, False, True, True]
    assert lines[1]["events"] == []
    assert lines[1]["ruling"]["rule"] == "R-WT-31"
    assert lines[0]["ruling"] == {"legal": True, "reason": None, "rule": None}
    assert set(lines[3]["views"]) == {"0", "1", "2", "3", "table"}
    assert lines[3]["views"]["table"]["players"][2]["cards"] == 17
    assert last == {"outcome": None}


def test_a_game_from_the_middle_of_a_file(tmp_path: Path) -> None:
    state = msgspec.to_builtins(table([1, 5], pot="g1").state)
    file = tmp_path / "game.jsonl"
    lines = [{"setup": {"state": state}}, {"type": "reveal", "seat": 0, "card": "gem:2"}]
    file.write_bytes(b"\n".join(map(msgspec.json.encode, lines)))
    result = CliRunner().invoke(rules_command.command, ["wizard_thieves", "--play", str(file)])
    assert answers(result)[-1]["outcome"]["winners"] == [1]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], 'line 1: nothing there. Begin with {"setup"'),
        (["nonsense"], "line 1: not JSON"),
        ([{"seats": 4}], "line 1: not a setup"),
        ([{"setup": {"seats": 9}}], "line 1: setup: seats: 9 players"),
        ([{"setup": {"seats": -1}}], "line 1: setup: seats: 0 players"),
        ([{"setup": {"players": 9}}], "unknown field `players`"),
        ([{"setup": {"options": {"tie_ms": "x"}}}], "line 1: setup.options: Expected `int`"),
        ([{"setup": {"pack": {"gems": {"1": ""}}}}], "line 1: setup: gems.1"),
        ([{"setup": {"state": {}}}], "line 1: setup.state: Object missing required field"),
        ([{"setup": {}}, {"type": "reveal", "seat": 0}], "line 2: not an action"),
        ([{"setup": {}}, {"type": "fly"}], "line 2: not an action: Invalid value 'fly'"),
        ([{"setup": {}}, "", '{"type"'], "line 3: not JSON"),
    ],
)
def test_a_malformed_line_is_named_with_its_cure(lines: list[Any], message: str) -> None:
    result = play(lines)
    assert result.exit_code != 0
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_an_unknown_game_and_no_task() -> None:
    assert "is no game" in play([], "chess").stderr
    result = CliRunner().invoke(rules_command.command, ["wizard-thieves"])
    assert "either --schema, or --play" in result.stderr


def test_schemas_cover_every_action_and_event() -> None:
    result = CliRunner().invoke(rules_command.command, ["wizard-thieves", "--schema"])
    (schemas,) = answers(result)
    assert schemas["actions"]["reveal"] == {"$ref": "#/$defs/Reveal"}
    assert len(schemas["actions"]) == 12
    assert len(schemas["events"]) == 32
    assert "window" in schemas["$defs"]["State"]["properties"]
    assert "window" not in msgspec.json.encode(schemas["$defs"]["View"]).decode()
    assert set(schemas["setup"]["properties"]) == set(rules_command.Setup.__struct_fields__)


def test_schemas_are_closed_under_reference() -> None:
    result = CliRunner().invoke(rules_command.command, ["wizard_thieves", "--schema"])
    (schemas,) = answers(result)
    named = {
        part.split('"')[0].removeprefix("#/$defs/") for part in result.stdout.split('"$ref":"')[1:]
    }
    assert named <= set(schemas["$defs"])


def test_simulate_counts_and_finds_nothing_wrong() -> None:
    arguments = ["wizard_thieves", "--games", "12", "--seed", "7", "--json"]
    result = CliRunner().invoke(simulate.command, arguments)
    (report,) = answers(result)
    assert result.exit_code == 0
    assert set(report) == {
        "games",
        "actions",
        "dead_ends",
        "violations",
        "longest",
        "wins",
        "actions_per_s",
    }
    assert (report["games"], report["dead_ends"], report["violations"]) == (12, 0, [])
    assert sum(report["wins"].values()) == 12
    again = CliRunner().invoke(simulate.command, arguments)
    assert answers(again)[0]["actions"] == report["actions"]


def test_simulate_reports_a_broken_law(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sabotage: an engine that loses the Pot is found out."""
    real = game.apply

    def lossy(state: game.State, action: game.Action) -> Any:
        events, after = real(state, action)
        return events, msgspec.structs.replace(after, pot=(), pot_by=())

    monkeypatch.setattr(game, "apply", lossy)
    result = CliRunner().invoke(simulate.command, ["wizard-thieves", "--games", "2", "--json"])
    assert result.exit_code == 1
    assert len(answers(result)[0]["violations"]) == 2
    assert "broke a law" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seats", "7"], "is for 2 to 4"),
        (["--option", "tie_ms"], "write it as KEY=VALUE"),
        (["--option", "colour=red"], "Known: grab_before_end"),
    ],
)
def test_simulate_refuses_nonsense(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(simulate.command, ["wizard-thieves", "--games", "1", *arguments])
    assert result.exit_code == 2
    assert message in result.stderr
