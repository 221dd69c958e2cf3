"""`companion rules skullduggery`, `companion simulate skullduggery`, and what cannot be run yet."""

from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from companion.commands import rules as rules_command
from companion.commands import run, simulate
from companion.table.desks import DESKS
from rules import skullduggery as game
from tests.rules.test_commands import answers, play
from tests.support.skullduggery import A, Table, table


def lines_of(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return answers(result)


def test_a_turn_from_the_command_line() -> None:
    """Example 6 of the specification: a 4 out of the own line is a Peek."""
    lines = [
        {"setup": {"seats": 3, "first": 1, "options": {"memory_aid": True}}},
        {"type": "draw", "seat": 1, "value": 9},
        {"type": "replace_own", "seat": 1, "slot": 0},
        {"type": "choose_peek", "seat": 1, "end": "left"},
        {"type": "show_discard", "seat": 1, "value": 4},
        {"type": "choose_peek", "seat": 1, "end": "right"},
    ]
    *played, last = lines_of(play(lines, "skullduggery"))
    assert [line["ruling"]["legal"] for line in played] == [True, True, False, True, True]
    assert played[2]["ruling"]["rule"] == "R-SK-14"
    assert set(played[0]["views"]) == {"0", "1", "2", "table"}
    assert played[0]["views"]["1"]["drawn"] == 9
    assert played[0]["views"]["table"]["drawn"] is None
    assert played[4]["views"]["table"]["turn"] == 2
    assert last == {"outcome": None}


def test_a_game_from_the_middle_and_from_its_end() -> None:
    """A state as JSON goes in again, finished games with their scores too."""
    playing = table([[8, 1, 3, 4], [1, 1, 1, 1]], pile=1).throw(5)
    assert outcome_of(playing)["outcome"] is None
    finished = outcome_of(playing.reveal())["outcome"]
    assert (finished["winners"], finished["scores"]) == ([A], {"0": 8134, "1": 1111})


def outcome_of(playing: Table) -> dict[str, Any]:
    state = msgspec.json.decode(msgspec.json.encode(playing.state))
    return lines_of(play([{"setup": {"state": state}}], "skullduggery"))[-1]


def test_schemas_cover_every_action_and_event() -> None:
    result = CliRunner().invoke(rules_command.command, ["skullduggery", "--schema"])
    (schemas,) = lines_of(result)
    assert len(schemas["actions"]) == 12
    assert len(schemas["events"]) == 19
    assert schemas["setup"]["properties"]["seats"]["maximum"] == 6
    assert "sights" not in msgspec.json.encode(schemas["$defs"]["View"]).decode()


@pytest.mark.parametrize("arguments", [[], ["--seats", "6", "--option", "memory_aid=true"]])
def test_simulate_finds_nothing_wrong(arguments: list[str]) -> None:
    typed = ["skullduggery", "--games", "10", "--json", *arguments]
    (report,) = lines_of(CliRunner().invoke(simulate.command, typed))
    assert (report["games"], report["dead_ends"], report["violations"]) == (10, 0, [])
    assert sum(report["wins"].values()) >= 10
    assert report["actions_per_s"] > 0


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (lambda state: {"lines": state.lines[::-1]}, "the cards lie as"),
        (lambda state: {"face_up": frozenset()}, "the cards lie as"),
        (lambda state: {"pile": state.pile[1:]}, "the cards lie as"),
    ],
)
def test_simulate_finds_a_card_that_went_astray(
    monkeypatch: pytest.MonkeyPatch, broken: Any, message: str
) -> None:
    """Sabotage: the engine's cards are compared with the real ones after every action."""
    real = game.apply

    def lossy(state: game.State, action: game.Action) -> Any:
        events, after = real(state, action)
        return events, msgspec.structs.replace(after, **broken(after))

    monkeypatch.setattr(game, "apply", lossy)
    result = CliRunner().invoke(simulate.command, ["skullduggery", "--games", "2", "--json"])
    assert result.exit_code == 1
    assert all(message in one for one in answers(result)[0]["violations"])


@pytest.mark.skipif("skullduggery" in DESKS, reason="it can be played at the table")
def test_a_game_without_a_desk_is_refused_by_name() -> None:
    result = CliRunner().invoke(run.command, ["skullduggery"])
    assert result.exit_code == 2
    assert "Skullduggery cannot be played at the table yet" in result.stderr
    assert "companion simulate skullduggery" in result.stderr
