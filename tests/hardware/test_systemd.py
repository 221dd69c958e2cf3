"""The unit: nothing that systemd does not know, a tight sandbox, and the devices it needs."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hardware.urgent import PRIORITY

UNIT = Path(__file__).parents[2] / "systemd" / "table-companion.service"
WORST_EXPOSURE = 2.0

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed here"
)


def values(key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", UNIT.read_text(), re.MULTILINE)


@needs_systemd
def test_systemd_understands_every_line(tmp_path: Path) -> None:
    """Unknown keys only warn, so any output is a failure. The program itself is not installed."""
    copy = tmp_path / UNIT.name
    copy.write_text(
        UNIT.read_text().replace(
            "/opt/table-companion/.venv/bin/python", shutil.which("true") or ""
        )
    )
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--generators=no", str(copy)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@needs_systemd
def test_the_sandbox_is_tight() -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(UNIT)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    found = re.search(r"Overall exposure level .*: ([\d.]+)", done.stdout)
    assert found, done.stdout + done.stderr
    assert float(found.group(1)) <= WORST_EXPOSURE


def test_pins_camera_and_sound_are_allowed_and_nothing_else() -> None:
    assert values("DevicePolicy") == ["closed"]
    kinds = {value.split()[0] for value in values("DeviceAllow")}
    assert kinds == {
        "char-gpiochip",
        "char-video4linux",
        "char-media",
        "char-dma_heap",
        "char-alsa",
        "char-vcio",
    }
    assert set(values("SupplementaryGroups")[0].split()) == {"gpio", "video", "audio"}


def test_lgpio_has_a_place_for_its_fifo() -> None:
    """Without a writable one `import lgpio` fails."""
    (environment,) = values("Environment")
    assert f"LG_WD=/run/{values('RuntimeDirectory')[0]}" in environment.split()


def test_it_runs_as_nobody_special_and_comes_back() -> None:
    assert values("User") == ["table-companion"]
    assert values("Restart") == ["on-failure"]
    assert values("NoNewPrivileges") == ["yes"]
    assert values("CapabilityBoundingSet") == [""]
    (command,) = values("ExecStart")
    assert f"--data /var/lib/{values('StateDirectory')[0]}" in command


def test_presses_may_go_before_all_else_and_nothing_more() -> None:
    """The lowest urgency there is (`hardware.urgent`), and the one call that asks for it."""
    assert values("LimitRTPRIO") == [str(PRIORITY)]
    assert values("SystemCallFilter")[-1] == "sched_setscheduler"
    assert values("CapabilityBoundingSet") == [""]
