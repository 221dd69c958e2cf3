"""The whole chain: pictures and taps into the companion, its journal against the truth."""

import json
import subprocess
import sys

import pytest

DARK = ("--sabotage", "camera-black=1")
DEMO = [sys.executable, "-m", "companion", "demo", "skullduggery", "--headless", "--json"]
ENOUGH_S = 900
"""For one demo on a machine that does much else."""

pytestmark = pytest.mark.timeout(ENOUGH_S + 60)


def demo(*arguments: str) -> tuple[int, dict]:
    done = subprocess.run(
        [*DEMO, *arguments], capture_output=True, text=True, timeout=ENOUGH_S, check=False
    )
    assert done.stdout, done.stderr[-3000:]
    return done.returncode, json.loads(done.stdout)


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


def test_people_who_ignore_the_companion_are_noticed():
    code, result = demo("--seats", "2", "--seed", "3", "--sabotage", "mute-people=1", *DARK)
    assert code == 1
    assert not result["matches_truth"]
