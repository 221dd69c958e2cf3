"""An hour of twin time at full pace: everything is seen, so the audit has nothing to say."""

import json
import subprocess
import sys

import pytest

from companion.commands.demo_report import read_journals, read_truth

HOUR_NS = 3600 * 10**9
DEMO = [sys.executable, "-m", "companion", "demo", "wizard-thieves", "--headless", "--json"]
ENOUGH_S = 3600
"""Real seconds: five minutes on two cores of one's own, a quarter of an hour beside ten others."""
GAMES = 6
"""Of four people; each takes ten to fifteen minutes of their time."""


@pytest.mark.slow
@pytest.mark.timeout(2 * ENOUGH_S)
def test_no_false_alarm_in_an_hour_of_twin_time(tmp_path):
    rounds, played_ns, seed = 0, 0, 40
    while played_ns < HOUR_NS:
        keep = tmp_path / f"evening-{rounds}"
        done = subprocess.run(
            [*DEMO, "--games", str(GAMES), "--seed", str(seed + rounds), "--keep", str(keep)],
            capture_output=True,
            text=True,
            timeout=ENOUGH_S,
            check=False,
        )
        assert done.stdout, done.stderr[-2000:]
        assert json.loads(done.stdout)["readings"]["wrong"] == 0
        alarms = [
            row.data for rows in read_journals(keep / "data") for row in rows if row.kind == "audit"
        ]
        assert alarms == []
        games = read_truth(keep / "report").games
        played_ns += sum(game.states[-1]["at_ns"] - game.states[0]["at_ns"] for game in games)
        rounds += 1
