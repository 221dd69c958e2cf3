"""`companion rules` and `companion simulate` with Thieves of Eldris, as typed."""

from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from companion.commands import rules as rules_command
from companion.commands import simulate
from rules import eldris as game
from tests.support.eldris import square


def simulated(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(simulate.command, [*arguments, "--json"])
    return {"exit": result.exit_code, **msgspec.json.decode(result.stdout)}


@pytest.mark.parametrize("name", ["thieves-of-eldris", "Thieves_of_Eldris", "eldris"])
def test_the_game_goes_by_its_short_name_too(name: str) -> None:
    report = simulated(name, "--games", "6", "--seed", "3")
    assert (report["exit"], report["dead_ends"], report["violations"]) == (0, 0, [])
    assert report["games"] == 6


@pytest.mark.parametrize("secrecy", ["sealed", "trusted"])
@pytest.mark.parametrize("seats", ["1", "4", "6"])
def test_every_mode_is_simulated(secrecy: str, seats: str) -> None:
    report = simulated("eldris", "--games", "4", "--seats", seats, "--option", f"secrecy={secrecy}")
    assert (report["exit"], report["violations"]) == (0, [])


def test_simulate_finds_lost_coins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sabotage: a bank that keeps too little is found out."""
    real = game.apply

    def lossy(state: game.State, action: game.Action) -> Any:
        events, after = real(state, action)
        if any(event.__struct_config__.tag == "stolen" for event in events):
            after = msgspec.structs.replace(after, bank=after.bank - 1)
        return events, after

    monkeypatch.setattr(game, "apply", lossy)
    report = simulated("eldris", "--games", "2", "--seats", "2")
    assert report["exit"] == 1
    assert "half-dollars" in report["violations"][0]


def test_schemas_cover_every_action_and_event() -> None:
    result = CliRunner().invoke(rules_command.command, ["eldris", "--schema"])
    schemas = msgspec.json.decode(result.stdout)
    assert len(schemas["actions"]) == len(game.Action.__args__) == 26
    assert len(schemas["events"]) == len(game.Event.__args__) == 43
    assert schemas["setup"]["properties"]["seats"] == {
        "type": "integer",
        "minimum": 1,
        "maximum": 6,
    }


def test_a_game_from_json_lines() -> None:
    lines = [
        {"setup": {"seats": 2, "first": 1}},
        {"type": "lay_out", "grid": square({})},
        {"type": "choose_cutpurse", "seat": 1},
        {"type": "roll", "seat": 1, "dice": ["strength", "strength", "wisdom"]},
        {"type": "claim_ability", "seat": 1, "ability": "strength"},
    ]
    text = "\n".join(msgspec.json.encode(line).decode() for line in lines)
    result = CliRunner().invoke(rules_command.command, ["eldris", "--play", "-"], input=text)
    *answers, last = map(msgspec.json.decode, result.stdout.splitlines())
    assert [answer["ruling"]["legal"] for answer in answers] == [True, True, True, False]
    assert answers[-1]["ruling"]["rule"] == "R-EL-9"
    assert answers[-1]["views"]["table"]["alike"] == "strength"
    assert last == {"outcome": None}
