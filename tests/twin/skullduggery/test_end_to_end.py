"""The whole chain: pictures and taps into the companion, its journal against the truth."""

from functools import partial

import pytest

from tests.twin.demos import DARK, ENOUGH_S
from tests.twin.demos import demo as companion_demo

demo = partial(companion_demo, "skullduggery")

pytestmark = pytest.mark.timeout(ENOUGH_S + 60)


def test_the_companion_knows_where_every_card_lies_at_every_step():
    code, result = demo("--seats", "2", "--seed", "3", "--option", "memory_aid=true")
    assert result["first_divergence"] is None
    assert result["matches_truth"]
    assert result["steps"] > 20
    assert result["readings"]["right"] > 5
    assert result["readings"]["wrong"] == 0
    assert len(result["outcomes"][0]["scores"]) == 2
    assert result["outcomes"][0]["misled"] == 0
    assert result["announcements"] > 10
    assert code == 0


def test_a_dark_camera_reads_nothing_and_phones_play_on_and_take_turns_back():
    """The moves that pages list after an undo lead back to how it lay."""
    code, result = demo("--seats", "2", "--seed", "3", *DARK)
    assert result["readings"] == {"right": 0, "wrong": 0, "unsure": 0}
    assert result["outcomes"][0]["undone"]
    assert result["outcomes"][0]["misled"] == 0
    assert result["first_divergence"] is None
    assert result["matches_truth"]
    assert code == 0


@pytest.mark.slow  # in every run at the table of Wizard Thieves
def test_exchanged_faces_are_never_reported_as_success():
    code, result = demo("--seats", "2", "--seed", "3", "--sabotage", "swap-faces=0.5")
    assert code == 1
    assert not result["matches_truth"]
    assert result["readings"]["wrong"]


def test_a_number_told_wrongly_is_never_reported_as_success():
    fault = ("--sabotage", "misread-aloud=0.3")
    code, result = demo("--seats", "2", "--seed", "3", *fault, *DARK)
    assert code == 1
    assert not result["matches_truth"]
    assert result["first_divergence"]["companion"] != result["first_divergence"]["truth"]


@pytest.mark.slow  # in every run at the table of Wizard Thieves
def test_people_who_ignore_the_companion_are_noticed():
    code, result = demo("--seats", "2", "--seed", "3", "--sabotage", "mute-people=1", *DARK)
    assert code == 1
    assert not result["matches_truth"]
