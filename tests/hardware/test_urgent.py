"""What must not wait is urgent, and nothing that it starts."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hardware import urgent
from hardware.board_client import BoardClient
from hardware.config import default_wiring

POLICY = "import os; print(os.sched_getscheduler(0))"


def in_a_thread(work: Callable[[], Any]) -> Any:
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(work()))
    thread.start()
    thread.join()
    return found[0]


MAY = in_a_thread(urgent.be_urgent)


def started_by_one_that_is_urgent() -> tuple[bool, int, int, str]:
    done = urgent.be_urgent()
    here = os.sched_getscheduler(0)
    thread = in_a_thread(lambda: os.sched_getscheduler(0))
    process = subprocess.run([sys.executable, "-c", POLICY], stdout=subprocess.PIPE, check=True)
    return done, here, thread, process.stdout.decode().strip()


def test_a_thread_is_urgent_by_itself_where_this_user_may() -> None:
    done, here, thread, process = in_a_thread(started_by_one_that_is_urgent)
    assert here == (os.SCHED_FIFO | os.SCHED_RESET_ON_FORK if done else os.SCHED_OTHER)
    assert thread == os.SCHED_OTHER
    assert process == str(os.SCHED_OTHER)


def test_a_user_without_the_right_goes_on_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any) -> None:
        raise PermissionError

    monkeypatch.setattr(urgent.os, "sched_setscheduler", refused)
    assert not urgent.be_urgent()
    assert os.sched_getscheduler(0) == os.SCHED_OTHER


@pytest.mark.skipif(not MAY, reason="this user may not make a thread urgent")
def test_the_whole_way_of_a_press_is_urgent_and_nothing_else(
    world: Any, notes: Any, tmp_path: Path
) -> None:
    """The board's own threads that read and tell, and the thread here that hears it."""
    heard_by: list[int] = []
    client = BoardClient(
        default_wiring(2), lambda s: (heard_by.append(os.sched_getscheduler(0)), notes(s)), tmp_path
    )
    try:
        notes.status("buttons", ok=True)
        world.tap(default_wiring(2).seats[0].button, 1000)
        world.done(1200)
        notes.mark(1100)
        fifo = os.SCHED_FIFO | os.SCHED_RESET_ON_FORK
        assert set(heard_by) == {fifo}
        tasks = [int(task.name) for task in Path(f"/proc/{client.pid}/task").iterdir()]
        urgent_ones = [task for task in tasks if os.sched_getscheduler(task) == fifo]
        assert len(urgent_ones) == 2
        assert client.pid in urgent_ones
        assert os.sched_getscheduler(threading.get_native_id()) == os.SCHED_OTHER
    finally:
        client.close()
