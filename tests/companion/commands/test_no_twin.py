"""Games without a simulated table say so, and how they can be played."""

import pytest
from click.testing import CliRunner

from companion.__main__ import main


@pytest.mark.parametrize(
    "line", [["demo", "skullduggery"], ["run", "skullduggery", "--hardware", "twin"]]
)
def test_what_has_no_simulated_table_is_refused_with_a_way_to_play(line: list[str]):
    done = CliRunner().invoke(main, line)
    assert done.exit_code != 0
    assert "no simulated table yet" in done.output
    assert "companion run skullduggery" in done.output


def test_a_wrong_number_of_seats_names_the_game_and_its_range():
    done = CliRunner().invoke(main, ["run", "wizard-thieves", "--seats", "6"])
    assert done.exit_code != 0
    assert "Wizard Thieves is for 2 to 4 players." in done.output
