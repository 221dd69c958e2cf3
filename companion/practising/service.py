"""Practice as the pages ask for it: who may, what is on, and what of it the board is told."""

import threading
from collections.abc import Callable
from random import SystemRandom
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from companion.practice import Plan, draw
from companion.practicemodels import Kind, PracticeModel
from companion.practising.flashes import Flashes
from companion.practising.runs import BoardSignal, Lights, Rounds, Run, Strokes
from companion.referee import RefereeConfig
from companion.table.signals import PracticeNow
from companion.words import Words, t
from hardware.config import BoardConfig
from hardware.events import Bounced, Lamps, Lit, Press

ROUNDS = 10
"""Ten fair times make a median."""
STROKES = 8
KINDS: tuple[Kind, ...] = get_args(Kind)


class TableAtRest(Struct, frozen=True, kw_only=True):
    """What practice needs to know of the table.

    Attributes:
        playing: A game runs.
        seats: How many play.
        seated: Seats with a person and a phone.
        buttons: Whether the buttons work.
        stuck: Seats whose button is down all the time.
        referee: The bands in use.
    """

    playing: bool
    seats: int
    seated: tuple[int, ...]
    buttons: bool
    referee: RefereeConfig
    stuck: tuple[int, ...] = ()


def kinds_of(board: BoardConfig | None) -> tuple[Kind, ...]:
    """What can be practised with this wiring; None where there is none. Phones always can."""
    if board is None or not board.seats:
        return ("screen",)
    lamp = all(seat.lamp_green is not None for seat in board.seats)
    found: dict[Kind, bool] = {
        "lamp": lamp,
        "beep": board.beeper is not None,
        "both": lamp and board.beeper is not None,
        "screen": True,
        "bar": True,
    }
    return tuple(kind for kind in KINDS if found[kind])


class Practising:
    """Every method may be called from any thread."""

    def __init__(
        self,
        *,
        board: BoardConfig | None,
        table: Callable[[], TableAtRest],
        post: Callable[[PracticeNow], None],
        keep_band: Callable[[float], Words] | None,
    ) -> None:
        """Args.

        board: The wiring, None without one.
        table: How the table stands.
        post: To the table, which shows it.
        keep_band: Writes a measured tie band down for later evenings and returns why that failed,
            or nothing; None where there is nothing to be kept.
        """
        self._board = board
        self.kinds = kinds_of(board)
        self._table = table
        self._post = post
        self._keep_band = keep_band
        self._lock = threading.RLock()
        self._lights: Lights | None = None
        self._run: Run | None = None
        self._flashes: Flashes | None = None
        self._shown: PracticeModel | None = None
        self._chance = SystemRandom()

    def connect(self, lights: Lights) -> None:
        """From now on there is a board."""
        self._lights = lights

    # ---------------------------------------------------------------- from the board
    def heard(self, signal: BoardSignal) -> bool:
        """A signal of the board; True where it is practice's alone and no concern of the table."""
        with self._lock:
            if self._run is not None and self._table().playing:
                self.stop()  # a game began in the very moment in which somebody started this
            if self._run is None:
                return isinstance(signal, Lit)
            if self._run.feed(signal):
                self._show(self._run.model())
            return isinstance(signal, Press | Bounced | Lit)

    # ---------------------------------------------------------------- for pages
    def ask(self, action: str, value: str, seat: int | None) -> Words | float:
        """`practice` (a kind), `practice_stop`, `practice_tap`, `practice_band`.

        Returns why not, or nothing when done; for `practice_band` the band that is now to be used.
        """
        match action:
            case "practice":
                return self.begin(value)
            case "practice_tap":
                return self.tap(seat, value)
            case "practice_band":
                return self.band()
            case _:
                self.stop()
                return ""

    def begin(self, kind: str) -> Words:
        """Start; returns why not, or nothing when done."""
        now = self._table()
        if now.playing:
            return t("A game is running. Practise before it or after it.")
        if kind not in self.kinds:
            return t("This table cannot practise like that; choose one of the page.")
        if kind != "screen" and not (now.buttons and self._lights is not None):
            return t("The buttons do not work, so nothing can be measured. Practise on the phones.")
        if kind == "screen" and not now.seated:
            return t("Nobody has a phone at this table yet. Join first.")
        with self._lock:
            self._halt()
            self._start(kind, now)
        return ""

    def _start(self, kind: Kind, now: TableAtRest) -> None:
        seats = min(now.seats, len(self._board.seats)) if self._board is not None else now.seats
        if kind == "screen":
            waits = [ns / 1e9 for ns in draw(iter(self._chance.random, None), ROUNDS)]
            flashes = Flashes(now.seated, waits, self._flashed)
            self._flashes = flashes
            self._show(flashes.model())
            flashes.start()
            return
        if kind == "bar":
            self._run = Strokes(seats, STROKES, stuck=self._table().stuck)
        else:
            assert self._lights is not None  # noqa: S101 - looked at before
            signals = ["lamp", "beep"] if kind == "both" else [kind]
            plan = Plan(
                seats=seats,
                foreperiods_ns=draw(iter(self._chance.random, None), ROUNDS),
                signals=tuple(self._chance.choice(signals) for _ in range(ROUNDS)),
                referee=now.referee,
            )
            self._lights.practise(Lamps(status=()))
            self._run = Rounds(kind, plan, self._lights)
        self._show(self._run.model())

    def _flashed(self) -> None:
        with self._lock:
            if self._flashes is not None:
                self._show(self._flashes.model())

    def tap(self, seat: int | None, value: str) -> Words:
        """What a phone measured; returns why not, or nothing."""
        with self._lock:
            flashes = self._flashes
        if flashes is None or seat is None:
            return t("No practice is running on the phones.")
        return "" if flashes.tap(seat, value) else t("That is no time that a hand can take.")

    def stop(self) -> None:
        """Back to the table; idempotent."""
        with self._lock:
            if self._halt():
                self._show(None)

    def _halt(self) -> bool:
        on = self._shown is not None
        if self._flashes is not None:
            self._flashes.stop()
        if self._run is not None and self._lights is not None:
            self._lights.practise(None)
        self._run = self._flashes = None
        return on

    def band(self) -> float | Words:
        """The measured tie band in ms, written down for later evenings; or why there is none."""
        with self._lock:
            shown = self._shown
        if shown is None or shown.band_ms is None:
            return t("No tie band has been measured. Strike all buttons with one bar first.")
        why = "" if self._keep_band is None else self._keep_band(shown.band_ms)
        if why:
            return why
        with self._lock:
            if self._shown is shown:
                self._show(replace(shown, kept=True))
        return shown.band_ms

    def _show(self, model: PracticeModel | None) -> None:
        if model != self._shown:
            self._shown = model
            self._post(PracticeNow(model=model))
