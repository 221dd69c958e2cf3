"""The recorder never stops or slows the game, and never exceeds its size."""

import os
import queue
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from companion.blackbox import LIMIT_BYTES, box_path, read_box
from companion.blackbox.records import MAGIC
from companion.export import export
from companion.replaying import replay_box
from companion.table.signals import Tick
from hardware.events import EdgesUntil, KnownUntil, SensorStatus
from rules import wizard_thieves as game
from tests.companion.blackbox.evening import Evening


def signals(box: Path) -> list[object]:
    return [heard.signal for segment in read_box(box).segments for heard in segment.heard]


def exported(rows: object) -> bytes:
    return export(game.NAME, game.EDITION, rows)  # type: ignore[arg-type]


def test_the_file_lies_beside_the_journal_and_there_is_none_before_the_first_entry(tmp_path: Path):
    evening = Evening(tmp_path)
    evening.wait(200)
    assert not list(tmp_path.glob("*.blackbox"))
    evening.begin().close()
    assert evening.box == box_path(evening.files[0])
    assert evening.box.read_bytes().startswith(MAGIC)


def test_an_hour_of_nothing_takes_no_more_room_than_a_minute(tmp_path: Path):
    """Marks and ticks that changed nothing are folded into the last of their kind."""
    evening = Evening(tmp_path).begin()
    evening.wait(3_600_000, every=1000)
    evening.card("gem:1")
    evening.close()
    told = [s for s in signals(evening.box) if isinstance(s, EdgesUntil | KnownUntil | Tick)]
    assert len(told) <= 3
    assert max(s.ns for s in told) == 3_600_000 * 1_000_000


def test_a_status_that_the_table_knew_is_not_recorded_again(tmp_path: Path):
    evening = Evening(tmp_path).begin()
    for _ in range(100):
        evening.send(SensorStatus(sensor="light", ok=True, text="Fine.", source="eye"))
    evening.close()
    assert sum(isinstance(s, SensorStatus) for s in signals(evening.box)) == 1


@pytest.mark.parametrize("limit", [3_000, 5_000, 9_000])
def test_a_full_file_ends_with_a_mark_is_told_once_and_replays_up_to_there(
    tmp_path: Path, limit: int
):
    evening = Evening(tmp_path, limit_bytes=limit).begin()
    for turn in range(60):
        evening.wait(400)
        evening.card(f"gem:{turn % 4 + 1}")
        assert not evening.box.exists() or evening.box.stat().st_size <= limit
        time.sleep(0.001)
    evening.close()
    assert evening.box.stat().st_size <= limit
    assert len(evening.notices) == 1
    assert "reached" in evening.notices[0]
    assert "game goes on" in evening.notices[0]
    done = replay_box(read_box(evening.box))
    assert any("the file was full" in remark for remark in done.remarks)
    rows = evening.rows()
    assert 0 < len(done.rows) < len(rows)
    assert exported(done.rows) == exported(rows[: len(done.rows)])


def test_a_restart_does_not_write_on_into_a_full_file(tmp_path: Path):
    evening = Evening(tmp_path, limit_bytes=5_000).begin()
    for turn in range(60):
        evening.wait(400)
        evening.card(f"gem:{turn % 4 + 1}")
    evening.restart()
    evening.wait(400)
    evening.close()
    assert evening.box.stat().st_size <= 5_000
    assert replay_box(read_box(evening.box)).rows


def test_a_disk_that_refuses_the_black_box_is_a_notice_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    evening = watched(tmp_path)
    evening.wait(400)
    _drained(evening)
    real = os.write

    def refuse(fd: int, data: bytes) -> int:
        if threading.current_thread().name == "black box":
            raise OSError(28, "No space left on device")
        return real(fd, data)

    monkeypatch.setattr("companion.blackbox.recorder.os.write", refuse)
    evening.card("gem:1")
    evening.wait(400)
    _drained(evening)
    monkeypatch.undo()
    evening.card("gem:2")
    evening.wait(400)
    evening.close()
    assert evening.table.game.pot == ("gem:1", "gem:2")
    assert not evening.table.failed
    assert len(evening.notices) == 1
    assert "No space left on device" in evening.notices[0]
    done = replay_box(read_box(evening.box))
    assert exported(done.rows) == exported(evening.rows()[: len(done.rows)])


class Watched(queue.SimpleQueue):
    """A queue that knows when its only reader has nothing left: it asks, and there is nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._changed = threading.Condition()
        self._put = self._done = 0

    def put(self, item: Any) -> None:
        with self._changed:
            self._put += 1
            super().put(item)

    def get(self) -> Any:
        with self._changed:
            if self.empty():
                self._done = self._put
                self._changed.notify_all()
        return super().get()

    def drained(self) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self._done == self._put, 60)


def watched(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path)
    evening.recorder._writer._queue = Watched()
    return evening.begin()


def _drained(evening: Evening) -> None:
    """Until the writer's thread has written all that waits."""
    assert evening.recorder._writer._queue.drained()


def test_half_a_frame_that_a_full_disk_took_is_cut_off_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    evening = watched(tmp_path)
    _drained(evening)
    size = evening.box.stat().st_size
    real = os.write
    taken: list[int] = []

    def little(fd: int, data: bytes) -> int:
        if taken:
            raise OSError(28, "No space left on device")
        taken.append(real(fd, bytes(data)[:7]))
        return taken[0]

    monkeypatch.setattr("companion.blackbox.recorder.os.write", little)
    evening.card("gem:1")
    evening.wait(400)
    _drained(evening)
    monkeypatch.undo()
    assert taken == [7]
    assert evening.box.stat().st_size == size
    evening.close()


def test_a_disk_that_hangs_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    evening = watched(tmp_path)
    _drained(evening)
    hang, real = threading.Event(), os.write

    def hanging(fd: int, data: bytes) -> int:
        if threading.current_thread().name == "black box":
            hang.wait()
        return real(fd, data)

    monkeypatch.setattr("companion.blackbox.recorder.os.write", hanging)
    monkeypatch.setattr("companion.blackbox.recorder.MOST_WAITING", 50)
    try:
        for number in range(100):
            evening.ask("presence", "seat:0", value=str(1 - number % 2))
        assert len(evening.notices) == 1
        assert "too slow" in evening.notices[0]
    finally:
        hang.set()
    evening.close()
    remarks = replay_box(read_box(evening.box)).remarks
    assert any("the disk was too slow" in remark for remark in remarks)


def test_recording_begins_anew_with_the_next_game_and_the_notice_goes(tmp_path: Path):
    evening = Evening(tmp_path, limit_bytes=5_000).begin()
    for turn in range(60):
        evening.wait(400)
        evening.card(f"gem:{turn % 4 + 1}")
    evening.recorder._writer._limit = LIMIT_BYTES
    evening.ask("end")
    evening.ask("new_game")
    evening.ask("start")
    evening.close()
    assert len(evening.files) == 2
    assert [bool(notice) for notice in evening.notices] == [True, False]
    assert exported(replay_box(read_box(evening.box)).rows) == exported(evening.rows())


def test_a_stranger_file_of_that_name_is_not_touched(tmp_path: Path):
    other = tmp_path / "2026-11-30-190000-wizard-thieves.blackbox"
    other.write_bytes(b"something of somebody")
    evening = Evening(tmp_path).begin().close()
    assert evening.box == other
    assert other.read_bytes() == b"something of somebody"
    assert len(evening.notices) == 1
    assert "something else" in evening.notices[0]
    assert evening.rows()


def test_the_token_is_never_in_it_but_its_digest_is(tmp_path: Path):
    """As in the journal."""
    from companion.images import ImageShelf
    from companion.ports import Joined
    from companion.server import TableServer

    evening = Evening(tmp_path)
    server = TableServer(evening.loop, images=ImageShelf(), table_key="key", clock=lambda: 0)
    evening.loop.start()
    joined = server.join(code="abc234", name="Ann", seat=0, token=None)
    evening.loop.stop()
    assert isinstance(joined, Joined)
    asks = [s for s in signals(evening.box) if getattr(s, "what", "") == "join"]
    assert [ask.digest for ask in asks] == [evening.table.members[0].digest]  # type: ignore[attr-defined]
    for segment in read_box(evening.box).segments:
        assert joined.token not in repr(segment)


def test_hearing_a_signal_costs_the_table_next_to_nothing(tmp_path: Path):
    """Of its own thread's time, against handling it; what waits to be written waits elsewhere."""
    evening = Evening(tmp_path).begin()
    marks = [EdgesUntil(ns=number) for number in range(5_000)]
    table, recorder = evening.table, evening.recorder
    best = 1.0
    for _ in range(3):
        started = time.thread_time()
        for mark in marks:
            recorder.heard(table, mark)
            recorder.applied()
            recorder.handled(table)
        best = min(best, (time.thread_time() - started) / len(marks))
    evening.close()
    assert best < 50e-6


def test_the_bound_is_what_the_documentation_says():
    text = (Path(__file__).parents[3] / "docs" / "blackbox.md").read_text(encoding="utf-8")
    assert f"{LIMIT_BYTES // (1024 * 1024)} MB at most" in text
