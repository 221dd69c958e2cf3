"""The two commands of the README, seen from a machine that has git, make and python3."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = (ROOT / "tools" / "prepare", ROOT / "tools" / "lock", ROOT / ".ci" / "run")


def planned(target: str) -> str:
    """The commands of a target, without running them."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    done = subprocess.run(
        ["make", "--dry-run", target],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env=clean,
    )
    return done.stdout


def test_the_gate_runs_in_its_order():
    """Format, style, dependency direction, types, tests; nothing is left out or loosened."""
    gate = ["ruff format --check", "ruff check", "lint-imports", "bin/mypy", "pytest -n auto"]
    plan = planned("test")
    places = [plan.find(step) for step in gate]
    assert -1 not in places, plan
    assert places == sorted(places)
    assert plan.startswith("tools/prepare test")


def test_run_prepares_and_starts_the_companion():
    plan = planned("run").splitlines()
    assert plan[0].startswith("tools/prepare run")
    assert plan[1].strip().endswith("-m companion run")


def test_help_names_every_target():
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert targets <= set(done.stdout.split())


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_the_scripts_are_executable_and_sound(script: Path):
    assert os.access(script, os.X_OK)
    subprocess.run(["sh", "-n", str(script)], check=True)


def test_preparing_names_what_is_missing_where_python_is_too_old(tmp_path: Path):
    """An old Debian: say what is needed, change nothing."""
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    venv = tmp_path / "venv"
    done = subprocess.run(
        [ROOT / "tools" / "prepare", "run"],
        env=os.environ | {"PYTHON": str(old), "VENV": str(venv)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "Python 3.11 or newer is needed" in done.stderr
    assert not venv.exists()
