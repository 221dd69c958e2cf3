"""Practice from a page: lamps and hands in milliseconds, phones, the bar, and who may ask."""

import threading
import time

import pytest
from msgspec.structs import replace

from companion.practicemodels import PracticeModel
from companion.practising import flashes
from companion.practising.flashes import Flashes
from companion.practising.service import ROUNDS, STROKES, Practising, TableAtRest, kinds_of
from companion.referee import RefereeConfig
from companion.table.signals import PracticeNow
from hardware.config import BoardConfig, SeatWiring, default_wiring
from hardware.events import Beep, EdgesUntil, Lamps, Lit, Press, SensorStatus
from hardware.timing import MS, Interval
from tests.companion.table.scripted import Script
from tests.support.trains import as_told


class Board:
    """Lamps that go on at once and tell so, hands, and a clock in steps of 5 ms."""

    def __init__(self, *, seats: int = 2, playing: bool = False, buttons: bool = True) -> None:
        self.now_ms = 0
        self.shown: list[PracticeModel | None] = []
        self.kept: list[float] = []
        self.lamps: Lamps | None = None
        self.given: list[float] = []
        self.table = TableAtRest(
            playing=playing,
            seats=seats,
            seated=tuple(range(seats)),
            buttons=buttons,
            referee=RefereeConfig(),
        )
        self.practice = Practising(
            board=default_wiring(seats),
            table=lambda: self.table,
            post=self._post,
            keep_band=self._keep,
        )
        self.practice.connect(self)
        self._presses: list[Press] = []
        self._lit: list[Lit] = []

    def _post(self, signal: PracticeNow) -> None:
        self.shown.append(signal.model)

    def _keep(self, band_ms: float) -> str:
        self.kept.append(band_ms)
        return ""

    def practise(self, lamps: Lamps | None) -> None:
        self.lamps = lamps
        if lamps is not None and lamps.ident:
            self._give(lamps.ident)

    def beep(self, beep: Beep) -> None:
        self._give(beep.ident)

    def _give(self, ident: int) -> None:
        self.given.append(self.now_ms)
        at = self.now_ms * MS
        self._lit.append(Lit(ident=ident, at=Interval(at, at)))

    def press(self, seat: int, at_ms: float, bounce: tuple[int, ...] = ()) -> None:
        stamp = round(at_ms * MS)
        self._presses += as_told(Press(seat=seat, at=Interval(stamp, stamp), bounce=bounce))

    def until(self, ms: float) -> None:
        while self.now_ms < ms:
            self.now_ms += 5
            due = [one for one in self._presses if one.at.latest <= self.now_ms * MS]
            self._presses = [one for one in self._presses if one not in due]
            lit, self._lit = self._lit, []
            for signal in (*lit, *due):
                assert self.practice.heard(signal), "no concern of the table"
            assert not self.practice.heard(EdgesUntil(ns=self.now_ms * MS))

    def signal(self) -> float:
        rounds = len(self.given)
        while len(self.given) == rounds:
            self.until(self.now_ms + 5)
        return self.given[-1]

    @property
    def model(self) -> PracticeModel:
        model = self.shown[-1]
        assert model is not None
        return model


@pytest.mark.parametrize("kind", ["lamp", "beep", "both"])
def test_a_round_shows_who_was_quick_and_names_false_starts(kind: str):
    board = Board()
    assert board.practice.begin(kind) == ""
    assert board.lamps == Lamps(status=()), "dark until the signal"
    lit = board.signal()
    board.press(1, lit + 200, bounce=(2 * MS, 5 * MS))
    board.press(0, lit + 40)
    board.until(lit + 2000)
    last = board.model.last
    assert last is not None
    assert [(one.seat, one.ms, one.jumped) for one in last.hands] == [
        (0, None, "early"),
        (1, 200.0, ""),
    ]
    assert last.first == (1,)
    assert [one.false_starts for one in board.model.people] == [1, 0]
    assert [one.bounce_ms for one in board.model.buttons] == [0.0, 5.0]
    board.press(0, board.now_ms + 700)  # before the shortest wait is over
    board.signal()
    board.until(board.now_ms + 2000)
    assert board.model.last is not None
    assert board.model.last.hands[0].jumped == "before"


def test_ten_rounds_make_a_median_and_give_the_lamps_back_when_it_is_closed():
    board = Board()
    board.practice.begin("lamp")
    for _ in range(ROUNDS):
        lit = board.signal()
        board.press(0, lit + 250)
        board.press(1, lit + 300)
    board.until(board.now_ms + 3000)
    assert board.model.phase == "over"
    assert [one.median_ms for one in board.model.people] == [250.0, 300.0]
    board.practice.stop()
    assert board.lamps is None
    assert board.shown[-1] is None


def test_nothing_is_shown_between_two_rounds_that_would_tell_when_the_signal_comes():
    board = Board()
    board.practice.begin("lamp")
    before = len(board.shown)
    board.signal()
    assert len(board.shown) == before


def test_a_bar_over_all_buttons_proposes_a_band_and_keeps_it_on_request():
    board = Board(seats=3)
    board.practice.begin("bar")
    assert str(board.practice.band()).startswith("No tie band has been measured")
    for stroke in range(STROKES):
        for seat in range(3):
            board.press(seat, 1000 * (stroke + 1) + 0.4 * seat)
    board.until(1000 * (STROKES + 2))
    assert board.model.phase == "over"
    assert [one.delay_ms for one in board.model.buttons] == [0.0, 0.4, 0.8]
    assert board.model.band_ms == 0.8
    assert (board.kept, board.model.kept) == ([], False)
    assert board.practice.band() == 0.8
    assert (board.kept, board.model.kept) == ([0.8], True)


def test_a_button_that_did_not_feel_the_bar_is_named():
    board = Board(seats=3)
    board.practice.begin("bar")
    board.press(0, 1000)
    board.press(2, 1000.1)
    board.until(2000)
    assert board.model.missed == (1,)


def test_dead_stuck_and_worn_buttons_are_named_beside_the_others():
    """A dead one felt no stroke of three; a stuck one was so before, or becomes it."""
    board = Board(seats=4)
    board.table = replace(board.table, stuck=(3,))
    board.practice.begin("bar")
    assert [one.fault for one in board.model.buttons] == ["", "", "", "stuck"]
    for stroke in range(3):
        board.press(0, 1000 * (stroke + 1))
        board.press(1, 1000 * (stroke + 1) + 0.2, bounce=(18 * MS,))
    board.until(5000)
    assert [one.fault for one in board.model.buttons] == ["", "worn", "dead", "stuck"]
    freed = SensorStatus(sensor="button:3", ok=True, text="It works again.", source="gpio")
    assert not board.practice.heard(freed), "the table must know as well"
    assert board.model.buttons[3].fault == "dead"
    jammed = SensorStatus(sensor="button:0", ok=False, text="It is down.", source="gpio")
    board.practice.heard(jammed)
    assert board.model.buttons[0].fault == "stuck"


def test_buttons_that_vanish_are_told_and_it_goes_on_when_they_are_back():
    board = Board()
    board.practice.begin("lamp")
    gone = SensorStatus(sensor="buttons", ok=False, text="The wires are loose.", source="none")
    assert not board.practice.heard(gone), "the table must know as well"
    assert str(board.model.trouble) == "The wires are loose."
    board.practice.heard(SensorStatus(sensor="buttons", ok=True, text="There.", source="gpio"))
    assert board.model.trouble == ""


def test_it_is_refused_while_a_game_runs_without_buttons_and_for_what_there_is_not():
    assert "game is running" in str(Board(playing=True).practice.begin("lamp"))
    assert "Practise on the phones" in str(Board(buttons=False).practice.begin("lamp"))
    assert "choose one of the page" in str(Board().practice.begin("trumpet"))
    assert "choose one of the page" in str(Board().practice.begin(""))
    assert "on the phones" in str(Board().practice.tap(0, "1:200"))


def test_what_can_be_practised_follows_from_the_wiring():
    bare = tuple(SeatWiring(button=pin) for pin in (5, 6))
    assert kinds_of(None) == ("screen",)
    assert kinds_of(BoardConfig(seats=bare)) == ("screen", "bar")
    assert kinds_of(BoardConfig(seats=bare, beeper=12)) == ("beep", "screen", "bar")
    assert kinds_of(default_wiring(2)) == ("lamp", "beep", "both", "screen", "bar")


# ------------------------------------------------------------------------------------ phones
@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashes, "REST_S", 0.0)


def until(met, seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < end
        time.sleep(0.005)


@pytest.mark.usefixtures("quick")
def test_phones_measure_themselves_and_are_marked_inexact():
    changes = threading.Semaphore(0)
    run = Flashes((0, 2), (0.3, 0.05), changes.release)
    run.start()
    assert run.tap(0, "1:early")
    until(lambda: run.model().phase == "go")
    assert run.tap(2, "1:212.5")
    assert run.tap(2, "1:150"), "a second tap of the same hand does not count"
    until(lambda: run.model().round == 2)
    last = run.model().last
    assert last is not None
    assert [(one.seat, one.ms, one.jumped) for one in last.hands] == [
        (0, None, "before"),
        (2, 212.5, ""),
    ]
    assert last.first == (), "phones differ: nobody is first"
    assert not run.model().exact
    until(lambda: run.model().phase == "go")
    assert run.tap(0, "2:60"), "nobody can have seen it"
    assert run.tap(2, "2:300")
    until(lambda: run.model().phase == "over")
    assert [one.false_starts for one in run.model().people] == [2, 0]
    assert run.model().people[1].fastest_ms == 212.5


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("value", ["1:", "1:nan", "1:-5", "1:1e9", "1:2001", "1:x", "1:inf"])
def test_nonsense_is_no_time(value: str):
    run = Flashes((0,), (60.0,), lambda: None)
    assert not run.tap(0, value)
    assert run.tap(0, "7:200"), "of another round: it came too late"
    assert not run.tap(5, "1:200")


def test_a_game_that_began_in_the_same_moment_gets_its_presses():
    board = Board()
    board.practice.begin("lamp")
    board.table = replace(board.table, playing=True)
    press = Press(seat=0, at=Interval(5 * MS, 5 * MS))
    assert not board.practice.heard(press)
    assert board.lamps is None
    assert board.shown[-1] is None


# ------------------------------------------------------------------------------------ the table
def test_every_page_shows_it_and_a_game_ends_it():
    game = Script(seats=2).seat_everybody()
    model = PracticeModel(kind="lamp", rounds=10)
    game.send(PracticeNow(model=model))
    assert {game.view(who).practice for who in ("table", "public", 0, 1)} == {model}
    assert game.ask("start").status == 200
    assert game.view().practice is None
    game.send(PracticeNow(model=model))
    assert game.view().practice is None


def test_the_measured_band_is_judged_by_from_the_next_game_on():
    game = Script(seats=2).seat_everybody()
    assert game.ask("band", value="4.5").status == 200
    assert game.ask("start").status == 200
    assert game.table.referee.config.measured_band_ns == 4_500_000
    assert game.ask("band", value="9").status == 409
