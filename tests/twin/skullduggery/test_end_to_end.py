"""The whole chain: taps of the twin's people into the companion, its journal against the truth."""

import json
import subprocess
import sys

DEMO = [sys.executable, "-m", "companion", "demo", "skullduggery", "--headless", "--json"]


def demo(*arguments: str) -> tuple[int, dict]:
    done = subprocess.run(
        [*DEMO, *arguments], capture_output=True, text=True, timeout=240, check=False
    )
    assert done.stdout, done.stderr[-3000:]
    return done.returncode, json.loads(done.stdout)


def test_the_companion_knows_where_every_card_lies_at_every_step():
    code, result = demo("--seats", "5", "--seed", "2", "--option", "memory_aid=true")
    assert result["first_divergence"] is None
    assert result["matches_truth"]
    assert result["steps"] > 20
    assert len(result["outcomes"][0]["scores"]) == 5
    assert result["announcements"] > 10
    assert code == 0


def test_a_number_told_wrongly_is_never_reported_as_success():
    code, result = demo("--seats", "2", "--seed", "3", "--sabotage", "misread-aloud=0.3")
    assert code == 1
    assert not result["matches_truth"]
    assert result["first_divergence"]["companion"] != result["first_divergence"]["truth"]


def test_people_who_ignore_the_companion_are_noticed():
    code, result = demo("--seats", "2", "--seed", "3", "--sabotage", "mute-people=1")
    assert code == 1
    assert not result["matches_truth"]
