"""The whole chain: pictures and taps into the companion, its journal against the truth."""

from functools import partial

import pytest

from tests.twin.demos import DARK, ENOUGH_S
from tests.twin.demos import demo as companion_demo

SOLO = ("--option", "mode=solo", "--seed", "5")
demo = partial(companion_demo, "eldris")

pytestmark = pytest.mark.timeout(ENOUGH_S + 60)


def test_a_solo_game_matches_the_truth_at_every_step():
    """Four rounds with foes, wagers and thefts in their order; the camera reads dice and Square."""
    code, result = demo(*SOLO)
    assert result["first_divergence"] is None
    assert result["seats"] == 1
    assert result["steps"] > 30
    assert result["readings"]["right"] > 24, "a row of the Square, twelve dice, twelve moves"
    assert result["readings"]["wrong"] == 0
    assert result["announcements"] > 20
    assert code == 0


def test_dice_told_wrongly_are_never_reported_as_success():
    code, result = demo(*SOLO, "--sabotage", "misread-aloud=0.5", *DARK)
    assert code == 1
    assert not result["matches_truth"]
    assert result["readings"] == {"right": 0, "wrong": 0, "unsure": 0}


@pytest.mark.slow
@pytest.mark.parametrize(
    "table",
    ["2 trusted", "3 sealed", "4 trusted", "5 sealed", "6 trusted"],
)
def test_a_game_of_many_matches_the_truth_at_every_step(table: str):
    seats, secrecy = table.split()
    code, result = demo("--seats", seats, "--seed", "7", "--option", f"secrecy={secrecy}")
    assert result["first_divergence"] is None
    assert result["readings"]["right"] > 50
    assert result["readings"]["wrong"] == 0
    assert code == 0


@pytest.mark.slow
def test_a_dark_camera_reads_nothing_and_phones_play_on():
    code, result = demo(*SOLO, *DARK)
    assert result["readings"] == {"right": 0, "wrong": 0, "unsure": 0}
    assert result["matches_truth"]
    assert code == 0


@pytest.mark.slow
def test_exchanged_faces_are_never_reported_as_success():
    code, result = demo(*SOLO, "--sabotage", "swap-faces=0.3")
    assert code == 1
    assert not result["matches_truth"]


@pytest.mark.slow
def test_people_who_ignore_the_companion_are_noticed():
    code, result = demo("--seats", "2", "--seed", "3", "--sabotage", "mute-people=1")
    assert code == 1
    assert not result["matches_truth"]
