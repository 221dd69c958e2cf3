"""The real wiring: a black box beside the journal, a new segment after a restart, the notice."""

from pathlib import Path

import pytest

from companion.blackbox import read_box
from companion.config import Config
from companion.export import export
from companion.ports import Done, Identity, Joined
from companion.replaying import replay_box
from companion.settings import Settings
from companion.store import JournalReader
from companion.wiring import App
from hardware.events import EdgesUntil, KnownUntil, Observation, SensorStatus
from hardware.timing import MS, Interval

TABLE = Identity(audience="table", host=True)


def started(folder: Path) -> App:
    """Without devices and pages."""
    settings = Settings(
        game="wizard-thieves", data_dir=folder, hardware="real", seats=2, code="ABC234", port=0
    )
    app = App(settings, Config())
    app.loop.start()
    for sensor in ("camera", "buttons"):
        app.signal(SensorStatus(sensor=sensor, ok=True, text="", source="twin"))
    return app


def show(app: App, key: str, at_ms: int) -> None:
    run = app.loop.table.run
    stamp = Interval(at_ms * MS, at_ms * MS)
    card = Observation(
        zone="pot", kind="card", identity=key, onset=stamp, settled_at=at_ms * MS, run=run
    )
    app.signal(card)
    app.signal(EdgesUntil(ns=(at_ms + 100) * MS, run=run))
    app.signal(KnownUntil(ns=(at_ms + 100) * MS, run=run))


def test_a_game_over_a_restart_replays_to_its_journal(tmp_path: Path):
    app = started(tmp_path)
    for name in ("Ann", "Ben"):
        joined = app.server.join(code="ABC234", name=name, seat=None, token=None)
        assert isinstance(joined, Joined)
    assert isinstance(app.server.host(TABLE, action="start"), Done)
    show(app, "gem:1", 1000)
    app.loop.stop()
    first = app.loop.table.run
    app = started(tmp_path)
    assert app.loop.table.run > first
    show(app, "gem:2", 1000)
    assert isinstance(app.server.host(TABLE, action="undo"), Done)
    app.loop.stop()
    (journal,) = (tmp_path / "games").glob("*.journal")
    with JournalReader(journal) as reader:
        written = export(reader.header.game, reader.header.edition, reader.rows())
    box = read_box(journal.with_suffix(".blackbox"))
    assert [segment.begin.kind for segment in box.segments] == ["start", "resume"]
    done = replay_box(box)
    assert export(done.game, done.edition, done.rows) == written
    assert done.table.game == app.loop.table.game


def test_nothing_of_the_machine_but_the_settings_of_the_game_is_in_it(tmp_path: Path):
    app = started(tmp_path)
    app.server.join(code="ABC234", name="Ann", seat=None, token=None)
    app.loop.stop()
    (path,) = (tmp_path / "games").glob("*.blackbox")
    box = read_box(path)
    about = box.segments[0].begin.about
    assert (about["game"], about["seats"]) == ("wizard-thieves", 2)
    assert app.table_key not in repr(box)
    assert str(tmp_path) not in repr(box)


def test_trouble_of_the_recording_is_a_notice_on_every_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("companion.blackbox.recorder.box_path", lambda _: tmp_path)
    app = started(tmp_path)
    app.server.join(code="ABC234", name="Ann", seat=None, token=None)
    app.server.join(code="ABC234", name="Ben", seat=None, token=None)
    app.recorder.close()
    app.loop.stop()
    view = app.server.view(Identity(audience="seat:1", seat=1))
    (notice,) = [n for n in view.notices if "recording" in n.text]
    assert notice.level == "warn"
    assert "Is a directory" in notice.text
    assert "The game goes on" in notice.text
    assert app.loop.table.members[1].name == "Ben"
