"""The loop: commit, then tell; a disk that refuses stops play and loses nothing."""

import threading
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.history import Row
from companion.images import ImageShelf
from companion.loop import Loop
from companion.store import StoreFullError
from companion.table.effects import Say
from companion.table.signals import Ask
from hardware.events import EdgesUntil, KnownUntil, Observation, SensorStatus
from hardware.timing import MS, Interval
from tests.companion.table.scripted import NAMES, empty_table


class FlakyJournal:
    """Keeps rows in memory; refuses while `full`."""

    def __init__(self) -> None:
        self.kept: list[Row] = []
        self.images: dict[str, bytes] = {}
        self.full = False
        self.closed = False

    def append(self, rows: Sequence[Row], images: Mapping[str, bytes]) -> None:
        if self.full:
            raise StoreFullError(
                "The disk is full.", meaning="Play stops.", cure="Free some space."
            )
        self.kept += rows
        self.images.update(images)

    def close(self) -> None:
        self.closed = True


class Ears:
    """Remembers what was said, and what was on disk at that moment."""

    def __init__(self, journal: FlakyJournal) -> None:
        self.journal = journal
        self.heard: list[tuple[str, int]] = []
        self.retracted: list[int] = []

    def say(self, say: Say) -> None:
        self.heard.append((say.text, len(self.journal.kept)))

    def retract(self, seq: int) -> None:
        self.retracted.append(seq)

    def lamps(self, lamps: Any) -> None: ...
    def beep(self, beep: Any) -> None: ...
    def expect(self, expect: Any) -> None: ...
    def recheck(self) -> None: ...


class Bench:
    def __init__(self, seats: int = 2) -> None:
        self.journal = FlakyJournal()
        self.ears = Ears(self.journal)
        self.shelf = ImageShelf()
        self.loop = Loop(
            empty_table(seats),
            open_journal=lambda: self.journal,  # type: ignore[arg-type,return-value]
            journal=None,
            outputs=self.ears,
            images=self.shelf,
            shown=lambda table, audiences: None,
        )
        for sensor in ("camera", "buttons"):
            self.loop.step(SensorStatus(sensor=sensor, ok=True, text="", source="mock"))

    def ask(self, what: str, audience: str = "table", **fields: Any) -> Any:
        future = self.loop.request(
            lambda ident: Ask(what=what, audience=audience, ident=ident, **fields)
        )
        while not future.done():
            signal = self.loop._queue.get(timeout=1)
            assert signal is not None
            self.loop.step(signal)
        return future.result()

    def begin(self) -> "Bench":
        for seat in range(self.loop.table.seats):
            assert (
                self.ask("join", "new", seat=seat, value=NAMES[seat], digest=str(seat)).status
                == 200
            )
        assert self.ask("start").status == 200
        return self

    def card(self, key: str, at: int, **fields: Any) -> None:
        stamp = Interval(at * MS, at * MS)
        self.loop.step(
            Observation(
                zone="pot",
                kind="card",
                identity=key,
                onset=stamp,
                settled_at=at * MS,
                ident=at,
                **fields,
            )
        )
        for mark in (EdgesUntil, KnownUntil):
            self.loop.step(mark(ns=(at + 100) * MS))


@pytest.fixture
def bench() -> Bench:
    return Bench().begin()


def test_nothing_is_said_before_it_is_on_disk(bench: Bench) -> None:
    bench.card("treasure:3", 1000)
    text, on_disk = bench.ears.heard[-1]
    assert text == "Times 3. Ben, 3 chances."
    assert bench.journal.kept[on_disk - 1].action == {
        "type": "reveal",
        "seat": 0,
        "card": "treasure:3",
    }


def test_a_full_disk_stops_play_with_words_and_loses_nothing_acknowledged(bench: Bench) -> None:
    bench.card("gem:1", 1000)
    kept, state = list(bench.journal.kept), bench.loop.table.game
    bench.journal.full = True
    heard = len(bench.ears.heard)
    bench.card("gem:2", 2000)
    assert bench.journal.kept == kept
    assert bench.loop.table.game == state
    assert not any("Sapphire" in text for text, _ in bench.ears.heard[heard:])
    view = bench.loop.table.shown["seat:0"].view
    assert view.phase == "stopped"
    assert "disk is full" in view.notices[0].text
    assert bench.ask("undo", "seat:0").status == 503


def test_play_goes_on_where_it_stopped_once_there_is_space(bench: Bench) -> None:
    bench.card("gem:1", 1000)
    bench.journal.full = True
    bench.card("gem:2", 2000)
    bench.journal.full = False
    assert bench.ask("retry").status == 200
    for mark in (EdgesUntil, KnownUntil):
        bench.loop.step(mark(ns=3000 * MS))
    assert bench.loop.table.game.pot == ("gem:1", "gem:2")
    assert [row.seq for row in bench.journal.kept] == list(range(1, len(bench.journal.kept) + 1))


def test_an_undone_entry_is_not_spoken_of_any_more(bench: Bench) -> None:
    bench.card("treasure:3", 1000)
    seq = bench.journal.kept[-1].seq
    bench.ask("undo", "seat:1")
    assert bench.ears.retracted == [seq]


def test_pictures_are_kept_with_the_entry_that_they_belong_to(bench: Bench) -> None:
    from hardware.events import FrameRef

    bench.shelf.put("f1", b"jpeg")
    bench.card("gem:1", 1000, frames=(FrameRef(id="f1", at=Interval(0, 1)),))
    assert bench.journal.images == {"f1": b"jpeg"}


def test_a_signal_that_breaks_the_core_leaves_the_game_as_it_was(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = bench.loop.table
    monkeypatch.setattr("companion.loop.handle", lambda table, signal: 1 / 0)
    bench.loop.start()
    future = bench.loop.request(lambda ident: Ask(what="undo", audience="seat:0", ident=ident))
    assert future.result(2).status == 503
    assert bench.loop.table is state


def test_asks_from_many_threads_are_all_answered(bench: Bench) -> None:
    """Two phones acting in the same instant lose nothing."""
    bench.loop.start()
    replies: list[int] = []

    def work() -> None:
        for _ in range(50):
            future = bench.loop.request(
                lambda ident: Ask(what="presence", audience="seat:0", value="1", ident=ident)
            )
            replies.append(future.result(5).status)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert replies == [200] * 200
    assert bench.loop.table.pages["seat:0"] == 200
