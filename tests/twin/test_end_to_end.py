"""The whole chain: pictures, presses and taps into the companion, its journal against the truth."""

import subprocess
from functools import partial

import pytest

from tests.twin.demos import COMMAND
from tests.twin.demos import demo as companion_demo

demo = partial(companion_demo, "wizard-thieves")


def test_the_companion_knows_the_truth_at_every_step():
    code, result = demo("--seats", "3", "--seed", "52")
    assert result["first_divergence"] is None
    assert result["matches_truth"]
    assert result["readings"]["wrong"] == 0
    assert result["readings"]["right"] > 20
    assert result["verdicts"]["wrong"] == 0
    assert result["verdicts"]["right"] > 3
    assert len(result["outcomes"]) == 1
    assert code == 0


def test_exchanged_faces_are_never_reported_as_success():
    code, result = demo("--seats", "2", "--seed", "16", "--sabotage", "swap-faces=0.5")
    assert code == 1
    assert not result["matches_truth"]
    assert result["first_divergence"] or result["prompts"]


@pytest.mark.parametrize("fault", ["delay-edges=180", "shuffle-edges=1"])
def test_late_or_shuffled_edges_change_no_verdict(fault: str):
    code, result = demo("--seats", "2", "--seed", "16", "--sabotage", fault)
    assert result["first_divergence"] is None
    assert result["verdicts"]["wrong"] == 0
    assert result["verdicts"]["right"] + result["verdicts"]["undecided"] > 0
    assert code == 0


def test_a_dark_camera_reads_nothing_and_phones_play_on():
    _, result = demo("--seats", "2", "--seed", "16", "--sabotage", "camera-black=1")
    assert result["readings"] == {"right": 0, "wrong": 0, "unsure": 0}
    assert len(result["outcomes"]) == 1
    assert result["steps"] > 10


def test_people_who_ignore_the_companion_are_noticed():
    code, result = demo("--seats", "2", "--seed", "5", "--sabotage", "mute-people=0,1")
    assert code == 1
    assert not result["matches_truth"]


def test_a_sabotage_that_does_not_exist_is_refused():
    done = subprocess.run(
        [*COMMAND, "wizard-thieves", "--headless", "--json", "--sabotage", "camera-blue=1"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "camera-black" in done.stderr
    assert not done.stdout
