"""The whole chain: taps of the twin's people into the companion, its journal against the truth."""

import json
import subprocess
import sys

DEMO = [sys.executable, "-m", "companion", "demo", "eldris", "--headless", "--json"]


def demo(*arguments: str) -> tuple[int, dict]:
    done = subprocess.run(
        [*DEMO, *arguments], capture_output=True, text=True, timeout=280, check=False
    )
    assert done.stdout, done.stderr[-3000:]
    return done.returncode, json.loads(done.stdout)


def test_a_solo_game_matches_the_truth_at_every_step():
    """Four rounds with foes, wagers and thefts in their order."""
    code, result = demo("--option", "mode=solo", "--seed", "5")
    assert result["first_divergence"] is None
    assert result["seats"] == 1
    assert result["steps"] > 30
    assert result["announcements"] > 20
    assert code == 0


def test_dice_told_wrongly_are_never_reported_as_success():
    code, result = demo("--option", "mode=solo", "--seed", "5", "--sabotage", "misread-aloud=0.5")
    assert code == 1
    assert not result["matches_truth"]
