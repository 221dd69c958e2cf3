"""Which pins are used, and what is said where there are none."""

import importlib.util
import os
import queue
import subprocess
import sys
from pathlib import Path
from typing import Literal

import pytest
from msgspec.structs import replace

from hardware.board import choice, pins_lgpio
from hardware.board.backend import NoPins
from hardware.board.choice import open_pins
from hardware.config import BoardConfig, default_wiring
from hardware.errors import BoardUnavailableError

ROOT = Path(__file__).parents[2]


def test_a_rendezvous_directory_means_the_twin(tmp_path: Path) -> None:
    pins = open_pins(default_wiring(2), queue.SimpleQueue(), tmp_path)
    assert pins.source == "mock"
    pins.close()
    pins.close()


def test_a_machine_without_pins_says_so(tmp_path: Path) -> None:
    with pytest.raises(BoardUnavailableError, match="has no pins"):
        open_pins(default_wiring(2), queue.SimpleQueue(), None, dev=tmp_path)


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    (tmp_path / "gpiochip0").touch()
    return tmp_path


def refused(config: BoardConfig, dev: Path) -> BoardUnavailableError:
    with pytest.raises(BoardUnavailableError, match="play goes on by phone") as caught:
        open_pins(config, queue.SimpleQueue(), None, dev=dev)
    assert caught.value.template  # it can be told in other languages
    assert "\n" not in str(caught.value)
    return caught.value


def test_a_chip_that_is_not_there_is_named(dev: Path) -> None:
    error = refused(replace(default_wiring(2), chip=4), dev)
    assert "There is no gpiochip4" in str(error)
    assert error.parts == {"chip": "gpiochip4"}


@pytest.mark.parametrize("chip", [None, 0])
def test_without_permission_the_group_is_named(
    dev: Path, monkeypatch: pytest.MonkeyPatch, chip: int | None
) -> None:
    monkeypatch.setattr(choice.os, "access", lambda *_: False)
    error = str(refused(replace(default_wiring(2), chip=chip), dev))
    assert "may not open the pins (gpiochip0)" in error
    assert "sudo usermod -aG gpio $USER" in error


@pytest.mark.parametrize("library", ["lgpio", "gpiod"])
def test_a_missing_library_is_named_with_what_installs_it(
    dev: Path, monkeypatch: pytest.MonkeyPatch, library: Literal["lgpio", "gpiod"]
) -> None:
    for module in ("hardware.board.edge_pin", "hardware.board.pins_gpiod"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, library, None)
    error = str(refused(replace(default_wiring(2), backend=library), dev))
    assert f"The package {library} cannot be used" in error
    assert "pip install" in error


@pytest.mark.parametrize("library", ["lgpio", "gpiod"])
def test_without_gpiozero_no_other_package_is_blamed(
    dev: Path, monkeypatch: pytest.MonkeyPatch, library: Literal["lgpio", "gpiod"]
) -> None:
    for module in ("hardware.board.edge_pin", "hardware.board.pins_gpiod"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    for module in [name for name in sys.modules if name.split(".")[0] == "gpiozero"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    error = str(refused(replace(default_wiring(2), backend=library), dev))
    assert "The package gpiozero cannot be used" in error
    assert "pip install" in error


def test_nowhere_to_write_is_said_and_gpiod_needs_nothing(
    dev: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """lgpio makes a FIFO where it is imported; the board goes on without it."""

    def full(**_: str) -> str:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    for name in ("LG_WD", "RUNTIME_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pins_lgpio.tempfile, "mkdtemp", full)
    error = str(refused(replace(default_wiring(2), backend="lgpio"), dev))
    assert "no folder that it can write to (No usable temporary directory found)" in error
    assert '"gpiod"' in error


@pytest.mark.parametrize("config", [BoardConfig(), replace(default_wiring(2), backend="none")])
def test_no_buttons_by_choice(config: BoardConfig, tmp_path: Path) -> None:
    assert isinstance(open_pins(config, queue.SimpleQueue(), tmp_path), NoPins)


def test_the_twin_needs_its_directory() -> None:
    with pytest.raises(BoardUnavailableError, match="--rendezvous"):
        open_pins(replace(default_wiring(2), backend="mock"), queue.SimpleQueue(), None)


@pytest.mark.parametrize(
    ("present", "taken"),
    [
        (("lgpio", "gpiod"), "lgpio"),
        (("lgpio",), "lgpio"),
        (("gpiod",), "gpiod"),
        ((), "lgpio"),
    ],
)
def test_gpiod_steps_in_where_lgpio_is_not_installed(
    monkeypatch: pytest.MonkeyPatch, present: tuple[str, ...], taken: str
) -> None:
    monkeypatch.setattr(
        choice.importlib.util, "find_spec", lambda name: object() if name in present else None
    )
    assert choice._installed() == taken


def test_a_chip_that_is_no_pi_is_told_by_gpiod_too(tmp_path: Path) -> None:
    pytest.importorskip("gpiod")
    (tmp_path / "gpiochip0").touch()
    config = replace(default_wiring(2), backend="gpiod")
    with pytest.raises(BoardUnavailableError, match="play goes on by phone"):
        open_pins(config, queue.SimpleQueue(), None, dev=tmp_path)


OPEN_TWICE = """
import queue, sys
from pathlib import Path
from hardware.board.choice import open_pins
from hardware.config import default_wiring
from hardware.errors import BoardUnavailableError
for _ in range(2):
    try:
        open_pins(default_wiring(2), queue.SimpleQueue(), None, dev=Path(sys.argv[1]))
    except BoardUnavailableError as error:
        print(error)
"""


@pytest.mark.parametrize("place", ["writable", "missing", "unset"])
def test_a_chip_that_is_no_pi_is_told_each_time_wherever_we_start(
    tmp_path: Path, place: str
) -> None:
    """A PC with a GPIO chip. lgpio, imported for it, makes a FIFO: never in the present folder."""
    if importlib.util.find_spec("lgpio") is None:
        pytest.skip("lgpio is not installed here")
    dev, here, scratch = tmp_path / "dev", tmp_path / "here", tmp_path / "scratch"
    for folder in (dev, here, scratch):
        folder.mkdir()
    (dev / "gpiochip0").touch()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(scratch)}
    environment.pop("LG_WD", None)
    if place != "unset":
        environment["LG_WD"] = str(scratch if place == "writable" else tmp_path / "missing")
    done = subprocess.run(
        [sys.executable, "-c", OPEN_TWICE, str(dev)],
        cwd=here,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.count("play goes on by phone") == 2
    assert list(here.iterdir()) == []
    assert list(scratch.glob("table-companion-lg-*")) == []
