"""The two commands of the README, seen from a machine that has git, make and python3."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "tools"
RIGS = sorted(path for path in (TOOLS / "rigs").glob("*/*") if not path.suffix)
SCRIPTS = (
    *(TOOLS / name for name in ("prepare", "lock", "install", "uninstall")),
    *RIGS,
    ROOT / ".ci" / "run",
)


def planned(target: str) -> str:
    """The commands of a target, without running them."""
    ours = {"ARGS"}  # what this very run was started with is not asked about
    clean = {k: v for k, v in os.environ.items() if not k.startswith("MAKE") and k not in ours}
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
    targets = set(re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert targets <= set(done.stdout.split())


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.name}")
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


@pytest.mark.parametrize("script", ["install", "uninstall"])
def test_only_root_may_change_the_machine(script: str, tmp_path: Path):
    """Run as nobody in particular: says what to type, touches nothing."""
    identity = tmp_path / "id"
    identity.write_text("#!/bin/sh\necho 1000\n")
    identity.chmod(0o755)
    done = subprocess.run(
        [TOOLS / script],
        env=os.environ
        | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PREFIX": str(tmp_path / "opt")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert f"sudo make {script}" in done.stderr
    assert not (tmp_path / "opt").exists()


@pytest.mark.parametrize("rig", ["camera", "gpio", "service"])
def test_a_rig_that_cannot_be_had_says_why_and_is_no_failure_unless_required(
    rig: str, tmp_path: Path
):
    """Here: neither apt-get nor an emulator, on some other kind of computer."""
    for name, says in {"uname": "riscv64", "id": "1000"}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\necho {says}\n")
        (tmp_path / name).chmod(0o755)
    for required, code in (("0", 0), ("1", 1)):
        done = subprocess.run(
            [TOOLS / "rigs" / rig / "run"],
            env=os.environ
            | {
                "PATH": f"{tmp_path}:{os.environ['PATH']}",
                "RIGS_CACHE": str(tmp_path / "cache"),
                "RIG_REQUIRED": required,
                "VENV": str(Path(sys.executable).parents[1]),
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert f"rig-{rig} SKIPPED: " in done.stderr
        assert done.returncode == code
    assert not (tmp_path / "cache").exists()
