"""The whole chain at real pace: from the table to the phone, through camera, buttons and pages.

The simulated table draws its picture and moves its people in a process of its own, on the same
machine: what it takes of the processor is part of the figure.
"""

import json
import subprocess
import sys
from typing import Any

from companion.bench.row import BenchRow

SEATS = 4
SEED = 2026
GAMES = 1
"""About ten minutes; a 99th percentile of some forty verdicts is nearly their worst."""
NAMES = {
    "evidence_to_verdict": "last of press and first settled frame, to the verdict on a phone",
    "press_to_verdict": "press to the verdict on a phone",
    "reveal_to_state": "first settled frame of a card to the new state on a phone",
}


class DemoFailedError(RuntimeError):
    """The demo did not match the truth: its times mean nothing."""


def rows() -> list[BenchRow]:
    """Median and 99th percentile of every wait, and how often each was measured."""
    found = _play()
    measured = []
    for what, name in NAMES.items():
        waits = found["latency_ms"][what]
        measured.append(BenchRow(what=f"{name}, median", value=waits["p50"], unit="ms"))
        measured.append(BenchRow(what=f"{name}, p99", value=waits["p99"], unit="ms"))
        measured.append(BenchRow(what=f"{name}, measured", value=waits["count"], unit="times"))
    wrong = found["readings"]["wrong"] + found["verdicts"]["wrong"]
    measured.append(BenchRow(what="wrong readings and verdicts", value=wrong, unit=""))
    return measured


def _play() -> dict[str, Any]:
    demo = [sys.executable, "-m", "companion", "demo", "wizard-thieves", "--headless", "--json"]
    demo += ["--pace", "real", "--seats", str(SEATS), "--seed", str(SEED), "--games", str(GAMES)]
    done = subprocess.run(demo, stdout=subprocess.PIPE, check=False)
    found: dict[str, Any] = json.loads(done.stdout) if done.stdout else {}
    if not found.get("matches_truth"):
        raise DemoFailedError(f"{' '.join(demo[1:])} ended with {done.returncode}.")
    return found
