"""An evening at the table: real loop, journal and black box, and people who do anything."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.blackbox import LIMIT_BYTES, Recorder, addressed, resumed
from companion.history import Row
from companion.images import ImageShelf
from companion.loop import Loop
from companion.referee import start
from companion.store import Header, Journal, JournalReader, StoreFullError
from companion.table.signals import Ask, Signal, Tap, Tick
from companion.table.state import Table
from hardware.events import Candidate, EdgesUntil, KnownUntil, Observation, Press, SensorStatus
from hardware.timing import MS, Interval
from rules import wizard_thieves as game
from rules.wizard_thieves.cards import KEYS
from tests.companion.table.scripted import NAMES, empty_table
from tests.support.trains import as_told

HABITS = {
    "card": 40,
    "unsure": 6,
    "press": 8,
    "race": 6,
    "tap": 14,
    "undo": 5,
    "redo": 3,
    "presence": 3,
    "emptied": 3,
    "status": 2,
    "full": 2,
    "end": 0.3,
    "stumble": 1,
    "nonsense": 2,
    "rename": 2,
    "amend": 3,
    "pause": 1,
    "move": 1,
}
"""What happens how often."""


class Unwilling:
    """A journal on a disk that refuses when it is told to."""

    def __init__(self, journal: Journal, refuses: Callable[[], bool]) -> None:
        self._journal = journal
        self._refuses = refuses

    def append(self, rows: Any, images: Any) -> None:
        if self._refuses():
            raise StoreFullError("The disk is full.", meaning="Play is stopped.", cure="Make room.")
        self._journal.append(rows, images)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)


class Deaf:
    """Outputs that nobody hears; raises where it is told to."""

    def __init__(self) -> None:
        self.stumbles = False

    def say(self, say: Any) -> None:
        if self.stumbles:
            self.stumbles = False
            raise RuntimeError("the voice stumbled")

    def __getattr__(self, name: str) -> Any:
        return lambda *_: None


class Evening:
    """The running companion without its devices; `clock` in ms."""

    def __init__(
        self,
        folder: Path,
        seats: int = 3,
        *,
        limit_bytes: int = LIMIT_BYTES,
        names: Sequence[str] = ("Ann", "Ben", "Zoë", "Łukasz", "Ann"),
    ) -> None:
        self.folder = folder
        self.names = names
        self.seats = seats
        self.limit = limit_bytes
        self.notices: list[str] = []
        self.files: list[Path] = []
        self.clock = 0
        self.full = False
        self.outputs = Deaf()
        self.signals: list[Signal] = []
        self.stumbles = 0
        self._ident = 0
        self._observed = 0
        self._begin(addressed(empty_table(seats), "http://192.0.2.1:8080/j/ABC234"), None)

    def _begin(self, table: Table, journal: Journal | None) -> None:
        if journal is None:
            self.recorder = self._recorder()
        self.loop = Loop(
            table,
            open_journal=self._new_journal,  # type: ignore[arg-type]
            journal=None if journal is None else Unwilling(journal, lambda: self.full),  # type: ignore[arg-type]
            outputs=self.outputs,
            images=ImageShelf(),
            shown=lambda table, audiences: None,
            recorder=self.recorder,
        )
        for sensor in ("camera", "buttons"):
            self.send(SensorStatus(sensor=sensor, ok=True, text="", source="mock"))

    def _recorder(self) -> Recorder:
        return Recorder(
            notice=self.notices.append, about={"game": "wizard-thieves"}, limit_bytes=self.limit
        )

    def _new_journal(self) -> Unwilling:
        path = self.folder / f"2026-11-30-19000{len(self.files)}-wizard-thieves.journal"
        path.unlink(missing_ok=True)
        header = Header(game=game.NAME, edition=game.EDITION, app="0.1.0", created="this evening")
        if self.full:
            raise StoreFullError("The disk is full.", meaning="Play is stopped.", cure="Make room.")
        self.files.append(path)
        return Unwilling(Journal.create(path, header), lambda: self.full)

    @property
    def table(self) -> Table:
        return self.loop.table

    @property
    def box(self) -> Path:
        return self.files[-1].with_suffix(".blackbox")

    def rows(self, number: int = -1) -> tuple[Row, ...]:
        """What is on disk."""
        with JournalReader(self.files[number]) as reader:
            return reader.rows()

    # ------------------------------------------------------------ life
    def close(self) -> "Evening":
        self.recorder.close()
        if self.loop.journal is not None:
            self.loop.journal.close()
        return self

    def restart(self) -> None:
        """A power cut after which the newest game goes on."""
        self.close()
        if not self.files:
            self._begin(empty_table(self.seats), None)
            return
        journal, opened = Journal.open(self.files[-1])
        run = 1 + max((row.run for row in opened.rows), default=0)
        referee = start(self.table.referee.config, run=run)
        fresh = replace(empty_table(self.seats), run=run, referee=referee)
        self.recorder = self._recorder()
        self.recorder.resumed(journal, fresh, opened.rows)
        self.clock = 0
        table = addressed(resumed(fresh, opened.rows), "http://192.0.2.9:8080/j/ABC234")
        self._begin(table, journal)

    # ------------------------------------------------------------ signals
    def send(self, signal: Signal) -> None:
        """As the loop's own thread does."""
        self.signals.append(signal)
        try:
            self.loop.step(signal)
        except RuntimeError:
            self.stumbles += 1
            self.recorder.stumbled(self.loop.table)

    def ask(self, what: str, audience: str = "table", **fields: Any) -> None:
        self._ident += 1
        run = self.table.run
        now = self.clock * MS
        self.send(
            Ask(what=what, audience=audience, ident=self._ident, arrived=now, run=run, **fields)
        )

    def tap(self, audience: str, choice: str) -> None:
        self._ident += 1
        version = self.table.shown[audience].view.version
        self.send(
            Tap(
                audience=audience,
                version=version,
                choice=choice,
                arrived=self.clock * MS,
                ident=self._ident,
                run=self.table.run,
            )
        )

    def begin(self) -> "Evening":
        for seat in range(self.seats):
            self.ask("join", "new", seat=seat, value=NAMES[seat], digest=f"digest {seat}")
        self.ask("start")
        return self

    def card(self, key: str | None, *, zone: str = "pot", kind: str = "card") -> None:
        self._observed += 1
        at = self.clock * MS
        self.send(
            Observation(
                zone=zone,
                kind=kind,
                identity=key,
                candidates=(Candidate("gem:1", 0.5), Candidate("gem:2", 0.4)),
                unsure="" if key else "Two cards look alike.",
                onset=Interval(at - 20 * MS, at),
                settled_at=at + 30 * MS,
                ident=self._observed,
                run=self.table.run,
            )
        )

    def press(self, seat: int, after_us: int = 0) -> None:
        at = self.clock * MS + after_us * 1000
        at_ns = Interval(at, at + 1000)
        for signal in as_told(Press(seat=seat, at=at_ns, run=self.table.run, bounce=(9, 70))):
            self.send(signal)

    def wait(self, ms: int, every: int = 20) -> None:
        """Time passes: marks and ticks."""
        end = self.clock + ms
        while self.clock < end:
            self.clock = min(self.clock + every, end)
            run = self.table.run
            self.send(EdgesUntil(ns=self.clock * MS, run=run))
            self.send(KnownUntil(ns=(self.clock - 30) * MS, run=run))
            self.send(Tick(ns=self.clock * MS, run=run))

    # ------------------------------------------------------------ people who do anything
    def anything(self, rng: random.Random) -> None:
        """One thing that may happen at a table."""
        if self.table.failed:
            self.full = False
            self.ask("retry")
            return
        if self.table.phase == "lobby":
            self._seat_somebody(rng)
            return
        if self.table.phase == "over":
            self.ask("new_game")
            return
        if getattr(self.table, "paused", False) and rng.random() < 0.5:
            self.ask("resume")
            return
        if self.table.prompts and rng.random() < 0.8:
            prompt = self.table.prompts[0]
            choice = rng.choice(prompt.choices).id
            self.tap(f"seat:{rng.randrange(self.seats)}", choice)
            return
        what = rng.choices(list(HABITS), list(HABITS.values()))[0]
        getattr(self, f"_{what}")(rng)

    def _seat_somebody(self, rng: random.Random) -> None:
        free = [seat for seat in range(self.seats) if self.table.member(seat) is None]
        if free and rng.random() < 0.8:
            name = rng.choice(self.names)
            self.ask("join", "new", seat=free[0], value=name, digest=f"digest {free[0]}")
        elif free:
            self.ask("option", value="tie_ms=5")
        else:
            self.ask("start")

    def _card(self, rng: random.Random) -> None:
        zone = "portal" if rng.random() < 0.05 else "pot"
        self.card(rng.choice(KEYS), zone=zone)

    def _unsure(self, rng: random.Random) -> None:
        self.card(None)

    def _press(self, rng: random.Random) -> None:
        self.press(rng.randrange(self.seats))

    def _race(self, rng: random.Random) -> None:
        for seat in rng.sample(range(self.seats), 2):
            self.press(seat, rng.randrange(6000))

    def _tap(self, rng: random.Random) -> None:
        audience = rng.choice(list(self.table.shown))
        view = self.table.shown[audience].view
        if view.my_choices:
            self.tap(audience, rng.choice(view.my_choices).id)

    def _undo(self, rng: random.Random) -> None:
        self.ask("undo", f"seat:{rng.randrange(self.seats)}")

    def _redo(self, rng: random.Random) -> None:
        self.ask("redo", "seat:0")

    def _presence(self, rng: random.Random) -> None:
        self.ask("presence", "seat:0", value=rng.choice(("1", "-1")))

    def _emptied(self, rng: random.Random) -> None:
        self.card(None, kind=rng.choice(("emptied", "taken_back")))

    def _status(self, rng: random.Random) -> None:
        sensor = rng.choice(("camera", "buttons"))
        self.send(SensorStatus(sensor=sensor, ok=rng.random() < 0.7, text="moved", source="mock"))

    def _full(self, rng: random.Random) -> None:
        self.full = True

    def _end(self, rng: random.Random) -> None:
        self.ask("end")

    def _stumble(self, rng: random.Random) -> None:
        self.outputs.stumbles = True

    def _rename(self, rng: random.Random) -> None:
        """A phone that comes again types its old name, the one that it was given, or another."""
        member = rng.choice(self.table.members)
        name = rng.choice((member.name, rng.choice(self.names)))
        self.ask("rename", f"seat:{member.seat}", seat=member.seat, value=name)

    def _amend(self, rng: random.Random) -> None:
        """An earlier entry never happened, or was another card."""
        if self.table.steps:
            step = rng.choice(self.table.steps)
            self.ask("amend", "seat:0", value=f"{step.seq}={rng.choice(('out', *KEYS))}")

    def _pause(self, rng: random.Random) -> None:
        self.ask("pause")

    def _move(self, rng: random.Random) -> None:
        self.ask("move", value="0:1")

    def _nonsense(self, rng: random.Random) -> None:
        self.tap("seat:0", rng.choice(("grab", "answer:0:x", "nothing", "")))
        self.ask(rng.choice(("first", "seats", "nothing", "option")), value="x")
