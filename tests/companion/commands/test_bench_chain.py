"""`companion bench chain` tells what the demo measured, and nothing of a demo that went wrong."""

import json
import subprocess
from typing import Any

import pytest

from companion.bench import chain

PLAYED: dict[str, Any] = {
    "matches_truth": True,
    "readings": {"right": 300, "wrong": 0, "unsure": 1},
    "verdicts": {"right": 120, "wrong": 0, "undecided": 0},
    "latency_ms": {
        "reveal_to_state": {"p50": 120.0, "p99": 160.0, "count": 300},
        "press_to_verdict": {"p50": 85.0, "p99": 148.0, "count": 120},
        "evidence_to_verdict": {"p50": 80.0, "p99": 141.0, "count": 120},
    },
}


def demo(monkeypatch: pytest.MonkeyPatch, found: dict[str, Any]) -> list[str]:
    """Stand in for the demo; returns how it was asked for."""
    asked: list[str] = []

    def run(arguments: list[str], **_: Any) -> subprocess.CompletedProcess[bytes]:
        asked.extend(arguments)
        return subprocess.CompletedProcess(arguments, 0, stdout=json.dumps(found).encode())

    monkeypatch.setattr(subprocess, "run", run)
    return asked


def test_every_wait_is_told_with_how_often_it_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = demo(monkeypatch, PLAYED)
    told = {row.what: (row.value, row.unit) for row in chain.rows()}
    verdict = chain.NAMES["evidence_to_verdict"]
    assert told[f"{verdict}, p99"] == (141.0, "ms")
    assert told[f"{verdict}, measured"] == (120, "times")
    assert told["wrong readings and verdicts"] == (0, "")
    assert asked[asked.index("--pace") + 1] == "real"


def test_a_demo_that_was_wrong_has_no_times(monkeypatch: pytest.MonkeyPatch) -> None:
    demo(monkeypatch, {**PLAYED, "matches_truth": False})
    with pytest.raises(chain.DemoFailedError):
        chain.rows()
