"""The board as a process of its own, kept alive by its client."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hardware.board_client import BoardClient
from hardware.config import BoardConfig, default_wiring
from hardware.events import Lamps
from hardware.timing import MS
from tests.support.notes import PATIENCE_S


@pytest.fixture
def client(world: Any, notes: Any, tmp_path: Path) -> Iterator[BoardClient]:
    made = BoardClient(default_wiring(3), notes, tmp_path, run=7)
    yield made
    made.close()


def test_a_slap_in_the_world_reaches_the_companion(
    client: BoardClient, world: Any, notes: Any
) -> None:
    world.tap(18, 1000)
    world.done(1100)
    notes.mark(1100)
    assert notes.presses_ms() == [(1, 1000)]
    assert notes.presses[0].run == 7


def test_a_killed_board_comes_back_with_its_lamps(
    client: BoardClient, world: Any, notes: Any
) -> None:
    notes.status("buttons", ok=True)
    client.set_lamps(Lamps(status=("green", "off", "purple"), turn=1))
    lit = {27, 13, 25}
    world.wait_for_lamps(lit)
    first = client.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    down = notes.status("buttons", ok=False)
    assert "being started again" in down.text
    world.pins.clear()
    world.wait_for_lamps(lit)
    assert client.pid != first
    world.tap(5, 2000)
    world.done(3000)
    notes.mark(3000)
    assert notes.presses_ms() == [(2, 2000)]


def test_a_board_that_hangs_is_told_and_another_takes_the_pins(
    world: Any, notes: Any, tmp_path: Path
) -> None:
    """Stopped, not dead: its signs of life stay away."""
    client = BoardClient(default_wiring(3), notes, tmp_path, silent_s=4.0)
    try:
        notes.status("buttons", ok=True)
        client.set_lamps(Lamps(status=("green",)))
        world.wait_for_lamps({27})
        first = client.pid
        assert first is not None
        os.kill(first, signal.SIGSTOP)
        told = notes.status("buttons", ok=False)
        assert "does not answer any more" in told.text
        assert "by phone" in told.text
        notes.all.clear()
        notes.status("buttons", ok=True)
        world.wait_for_lamps({27})
        assert client.pid != first
        world.tap(5, 2000)
        world.done(3000)
        notes.mark(3000)
        assert notes.presses_ms() == [(2, 2000)]
    finally:
        client.close()


def test_closing_twice_leaves_no_process(client: BoardClient, world: Any, notes: Any) -> None:
    notes.status("buttons", ok=True)
    pid = client.pid
    assert pid is not None
    client.close()
    client.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_closing_at_once_reaches_a_board_that_only_starts(notes: Any) -> None:
    """It is told to end: nobody has to kill it."""
    for _ in range(3):
        client = BoardClient(BoardConfig(backend="none"), notes)
        client._child._stop_s = PATIENCE_S
        client.close()
        process = client._child._process
        assert process is None or process.returncode == 0


def test_a_board_whose_companion_is_gone_ends(tmp_path: Path) -> None:
    """No orphan holds the pins: the socket closes, the board ends."""
    import socket

    ours, theirs = socket.socketpair()
    command = [sys.executable, "-m", "hardware.board", "--fd", str(theirs.fileno())]
    with theirs, subprocess.Popen(command, pass_fds=(theirs.fileno(),)) as process:
        theirs.close()
        ours.close()
        assert process.wait(10) == 0


def test_a_broken_configuration_file_is_named_with_its_field(tmp_path: Path) -> None:
    import socket

    file = tmp_path / "board.toml"
    file.write_text("[[seats]]\nbuton = 17\n")
    ours, theirs = socket.socketpair()
    with ours, theirs:
        command = [sys.executable, "-m", "hardware.board", "--fd", str(theirs.fileno())]
        ended = subprocess.run(
            [*command, "--config", str(file)],
            pass_fds=(theirs.fileno(),),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert ended.returncode == 2
    assert "board.toml" in ended.stderr
    assert "buton" in ended.stderr


def test_the_board_process_is_light(client: BoardClient, notes: Any) -> None:
    """Heavy Python beside the reader would delay it; and a Pi has memory for other things."""
    notes.status("buttons", ok=True)
    maps = Path(f"/proc/{client.pid}/maps").read_text()
    assert "numpy" not in maps
    assert "cv2" not in maps
    status = Path(f"/proc/{client.pid}/status").read_text()
    rss_kb = next(int(s.split()[1]) for s in status.splitlines() if s.startswith("VmRSS"))
    assert rss_kb < 45_000


def test_without_pins_and_twin_the_process_stays_up(notes: Any) -> None:
    client = BoardClient(BoardConfig(seats=default_wiring(2).seats, backend="mock"), notes)
    try:
        assert "--rendezvous" in notes.status("buttons", ok=False).text
        assert client.pid is not None
        os.kill(client.pid, 0)
    finally:
        client.close()


def test_marks_are_in_nanoseconds_of_the_world(client: BoardClient, world: Any, notes: Any) -> None:
    world.done(5)
    notes.mark(5)
    assert notes.all[-1].ns == 5 * MS
