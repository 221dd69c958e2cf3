"""Games without a simulated table say so, and how they can be played."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.commands import game_choice, run
from companion.settings import Settings


def test_what_has_no_simulated_table_is_refused_with_a_way_to_play(monkeypatch):
    monkeypatch.setattr(game_choice, "SIMULATED", ("wizard-thieves",))
    done = CliRunner().invoke(main, ["demo", "skullduggery"])
    assert done.exit_code != 0
    assert "no simulated table yet" in done.output
    assert "companion run skullduggery" in done.output


def test_no_seat_is_kept_for_a_human_where_the_simulated_table_gives_nobody_hands(monkeypatch):
    started = []
    monkeypatch.setattr(run.subprocess, "Popen", lambda words, **_: started.append(words))
    for game, people in (("thieves-of-eldris", "0,1,2"), ("wizard-thieves", "1,2")):
        settings = Settings(
            game=game,
            data_dir=Path(),
            hardware="twin",
            twin_dir=Path(),
            seats=3,
            options={"secrecy": "trusted"},
        )
        run.start_twin(settings, 8080, "CODE22", 0)
        words = started.pop()
        assert words[words.index("--game") + 1] == game
        assert words[words.index("--people") + 1] == people
        assert words[words.index("--option") + 1] == "secrecy=trusted"


@pytest.mark.parametrize(
    ("game", "seats", "range_"),
    [
        ("skullduggery", 7, "2 to 6"),
        ("wizard-thieves", 5, "2 to 4"),
        ("eldris", 7, "1 to 6"),
    ],
)
def test_a_demo_is_for_as_many_as_the_game(game: str, seats: int, range_: str):
    done = CliRunner().invoke(main, ["demo", game, "--seats", str(seats)])
    assert done.exit_code == 2
    assert f"is for {range_}" in done.output


def test_a_wrong_number_of_seats_names_the_game_and_its_range():
    done = CliRunner().invoke(main, ["run", "wizard-thieves", "--seats", "6"])
    assert done.exit_code != 0
    assert "Wizard Thieves is for 2 to 4 players." in done.output


@pytest.mark.parametrize("command", [["demo", "eldris"], ["simulate", "eldris", "--games", "1"]])
def test_an_option_that_makes_it_a_game_for_one_allows_one(command: list[str]):
    solo = [*command, "--option", "mode=solo", "--seats", "2"]
    done = CliRunner().invoke(main, solo)
    assert done.exit_code == 2
    assert "1 to 1" in done.output
