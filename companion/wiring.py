"""The one place that picks real or simulated and puts the parts together."""

import datetime as dt
import importlib.metadata
import secrets
import threading
import time
from collections.abc import Sequence

import msgspec

from companion.archive import Archive
from companion.blackbox import Recorder, addressed, resumed
from companion.catalogues import taught_path
from companion.config import FILE_NAME, Config, ConfigError
from companion.confusions_file import read_confusions, write_confusions
from companion.history import Row
from companion.images import ImageShelf
from companion.lan import lan_address
from companion.loop import Loop
from companion.outputs import TableOutputs
from companion.owner_packs import write_owner_pack
from companion.packs import owner_path, pack_of
from companion.practice import keep_band
from companion.practising.service import kinds_of
from companion.referee import RefereeConfig, start
from companion.sensors import Sensors, wiring_of
from companion.server import TableServer, new_code
from companion.settings import Settings
from companion.store import Header, Journal, latest_game, new_game_path
from companion.table.presenter import refresh
from companion.table.signals import Signal, Tick
from companion.table.state import Table
from companion.words import Words, recognised, t
from hardware.config import BoardConfig
from hardware.events import SensorStatus
from hardware.timing import MS
from hardware.twin_pace import PaceWriter
from rules import GAMES
from web.asgi import create_asgi
from web.serve import WebServer

TICK_S = 0.05
TWIN_LIMIT_MS = 30_000.0
"""The twin's clock may leap while the eye catches up; only a truly stuck sensor takes so long."""


class App:
    """The running companion."""

    def __init__(self, settings: Settings, config: Config) -> None:
        """Raises StoreError, HistoryError, RulesError; nothing is running then."""
        self.settings = settings
        self.config = config
        self.twin = settings.hardware == "twin"
        self.images = ImageShelf()
        self.outputs = TableOutputs()
        self.table_key = settings.table_key or secrets.token_urlsafe(16)
        self._stop = threading.Event()
        self.recorder = Recorder(notice=self._recording, about=_about(settings))
        self._confusions = settings.data_dir / "confusions.json"
        table, journal, rescued = self._open()
        self._kept = table.confusions
        self._pack = table.pack
        self.rescued = rescued
        self.loop = Loop(
            table,
            open_journal=self._new_journal,
            journal=journal,
            outputs=self.outputs,
            images=self.images,
            shown=self._shown,
            recorder=self.recorder,
            handled=None if settings.twin_dir is None else self._keep_pace,
        )
        self._pace: PaceWriter | None = None
        self.server = TableServer(
            self.loop,
            images=self.images,
            table_key=self.table_key,
            clock=self.now,
            archive=Archive(settings.data_dir),
            catalogue=taught_path(settings),
            wiring=self._wiring(),
            keep_band=None if self.twin else self._keep_band,
        )
        host = settings.host or config.web.host
        port = config.web.port if settings.port is None else settings.port
        app = create_asgi(self.server, hosts=config.web.names)
        self.web = WebServer(app, host, port, next_free=settings.next_free)
        self.sensors: Sensors | None = None

    # ---------------------------------------------------------------- life
    def start(self) -> None:
        """Serve pages first, then bring up the sensors one by one. Raises PortTakenError."""
        self.web.start()
        self._tell_address()
        self.loop.start()
        self.web.wait_ready()
        self.sensors = Sensors(
            self.settings,
            self.config,
            self.signal,
            self.images,
            self.outputs,
            run=self.loop.table.run,
            lessons=self.server.lessons,
            camera=self.server.camera,
            practice=self.server.practice,
        )
        self.sensors.start()
        if not self.twin:
            threading.Thread(target=self._tick, name="ticks", daemon=True).start()

    def stop(self) -> None:
        """Idempotent: sensors, pages, then the journal."""
        self._stop.set()
        if self.sensors is not None:
            self.sensors.stop()
        self.web.stop()
        self.loop.stop()
        if self._pace is not None:
            self._pace.close()

    @property
    def url(self) -> str:
        """Where phones go."""
        return f"http://{self._address()}:{self.web.port}"

    @property
    def table_url(self) -> str:
        """The table's own screen, with host rights."""
        return f"http://127.0.0.1:{self.web.port}/table?key={self.table_key}"

    def _shown(self, table: Table, audiences: tuple[str, ...]) -> None:
        self.server.shown(table, audiences)
        if table.confusions != self._kept:
            self._kept = table.confusions
            write_confusions(self._confusions, table.confusions)
        if table.pack != self._pack and table.phase != "playing":
            self._pack = table.pack
            game = GAMES[table.game_name]
            write_owner_pack(owner_path(game, self.settings.data_dir), table.pack)

    # ---------------------------------------------------------------- time
    def now(self) -> int:
        """The table's clock: the kernel's, or the twin's as its board last told it."""
        return self.loop.now if self.twin else time.monotonic_ns()

    def signal(self, signal: Signal) -> None:
        """From a sensor to the table."""
        self.loop.post(signal)

    def _keep_pace(self, signal: Signal) -> None:
        """The world at full pace may go on."""
        if not isinstance(signal, Tick) or self.settings.twin_dir is None:
            return
        if self._pace is None:
            self._pace = PaceWriter(self.settings.twin_dir)
        self._pace.heard(signal.ns)

    def _recording(self, trouble: str) -> None:
        self.loop.post(
            SensorStatus(sensor="recorder", ok=not trouble, text=trouble, source="store")
        )

    def _keep_band(self, band_ms: float) -> Words:
        try:
            keep_band(self.settings.data_dir / FILE_NAME, band_ms)
        except ConfigError as error:
            return recognised(str(error))
        except OSError as error:
            why = recognised(error.strerror or str(error))
            return t("The tie band could not be written down: {why}.", why=why)
        return ""

    def _tick(self) -> None:
        while not self._stop.wait(TICK_S):
            self.loop.post(Tick(ns=time.monotonic_ns(), run=self.loop.table.run))

    # ---------------------------------------------------------------- the game's file
    def _open(self) -> tuple[Table, Journal | None, str]:
        path = None if self.settings.fresh else latest_game(self.settings.data_dir)
        if path is None:
            return refresh(self._empty(()))[0], None, ""
        journal, opened = Journal.open(path)
        rescued = str(opened.damage) if opened.damage else ""
        fresh = self._empty(opened.rows)
        self.recorder.resumed(journal, fresh, opened.rows, rescued)
        return resumed(fresh, opened.rows, rescued), journal, rescued

    def _empty(self, rows: Sequence[Row]) -> Table:
        game = GAMES[self.settings.game]
        band = round(self.config.referee.measured_band_ms * MS)
        limit = self.settings.limit_ms or (
            TWIN_LIMIT_MS if self.twin else self.config.referee.limit_ms
        )
        referee = RefereeConfig(
            measured_band_ns=band,
            tap_ns=round(self.config.referee.tap_ms * MS),
            limit_ns=round(limit * MS),
        )
        run = 0 if self.twin else 1 + max((row.run for row in rows), default=0)
        return Table(
            game_name=self.settings.game,
            seats=self.settings.seats,
            run=run,
            options=dict(self.settings.options),
            code=self.settings.code or new_code(),
            referee=start(referee, run=run),
            pack=pack_of(game, self.settings.data_dir),
            notes=self.settings.notes,
            confusions=read_confusions(self._confusions),
            practices=kinds_of(self._wiring()),
            language=self.config.voice.language,
            spoken=self.config.voice.kinds,
        )

    def _wiring(self) -> BoardConfig | None:
        return None if self.settings.keyboard else wiring_of(self.settings, self.config)

    def _new_journal(self) -> Journal:
        table = self.loop.table
        game = GAMES[table.game_name]
        now = dt.datetime.now(dt.UTC)
        path = new_game_path(self.settings.data_dir, game.NAME, now)
        header = Header(
            game=game.NAME,
            edition=game.EDITION,
            app=app_version(),
            created=now.isoformat(timespec="seconds"),
            config=msgspec.to_builtins(self.config),
        )
        return Journal.create(path, header)

    def _tell_address(self) -> None:
        table = self.loop.table
        join_url = f"{self.url}/j/{table.code}"
        self.loop.table = addressed(table, join_url)

    def _address(self) -> str:
        host = self.settings.host or self.config.web.host
        return lan_address() if host in {"0.0.0.0", "::", ""} else host  # noqa: S104


def _about(settings: Settings) -> dict[str, object]:
    """What a replay's reader may want to know; no places, no keys."""
    told = ("game", "hardware", "seats", "faces", "options", "keyboard", "limit_ms")
    return {name: msgspec.to_builtins(getattr(settings, name)) for name in told}


def app_version() -> str:
    """Of the installed distribution."""
    return importlib.metadata.version("table-companion")
