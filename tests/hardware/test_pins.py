"""One suite over every way to have pins: what a board promises whatever reads its buttons.

`twin` is gpiozero's mock pins, moved by the simulated table. `lgpio` and `gpiod` are the product's
back ends on a chip in memory; the same two on the kernel's simulated chip are marked `pi` and run
by `make rig-gpio`.
"""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hardware import debounce
from hardware.config import SeatWiring
from hardware.debounce import SETTLE_NS
from hardware.events import Beep, EdgesUntil, Lamps, Lit, Press, SensorStatus
from hardware.timing import MS
from tests.support.real_chip import DOWN, SEATS, UP, Move
from tests.support.tables import KernelTable, MockTable, Table, TwinTable

KERNEL = ("lgpio-kernel", "gpiod-kernel")
PINNED = ("lgpio", "gpiod", *(pytest.param(name, marks=pytest.mark.pi) for name in KERNEL))
"""Pins that another program can hold and that are there before the board is."""


@pytest.fixture
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    kind = request.param
    made: Table
    if kind == "twin":
        made = TwinTable(request.getfixturevalue("world"), tmp_path)
    elif kind in KERNEL:
        made = KernelTable(kind.partition("-")[0])
    else:
        pytest.importorskip(kind)
        made = MockTable(kind, tmp_path, request.getfixturevalue("monkeypatch"))
    yield made
    made.close()


on_all_pins = pytest.mark.parametrize("table", ["twin", *PINNED], indirect=True)
on_pins_of_a_chip = pytest.mark.parametrize("table", PINNED, indirect=True)


def opened(table: Any) -> Any:
    table.open()
    table.notes.status("buttons", ok=True)
    return table


def tap(table: Any, *seats: int) -> list[Move]:
    taps = [((SEATS[n], DOWN, table.hold_ms), (SEATS[n], UP, table.rest_ms)) for n in seats]
    return [move for moves in taps for move in moves]


def presses(table: Any) -> list[Press]:
    table.settle()
    found: list[Press] = table.notes.presses
    return found


@on_all_pins
def test_a_press_carries_the_instant_of_its_edge_with_its_error(table: Any) -> None:
    opened(table)
    windows = table.fingers(tap(table, 0, 1, 2, 3))[::2]
    told = presses(table)
    assert [press.seat for press in told] == [0, 1, 2, 3]
    error_ns = table.board.board._pins.stamp_error_ns
    for press, (before, after) in zip(told, windows, strict=True):
        assert before <= press.at.latest <= after + table.stall_ns
        assert press.at.latest - press.at.earliest == error_ns
        assert press.bounce == ()


@on_pins_of_a_chip
def test_the_first_edge_shows_that_the_stamps_are_on_our_clock(table: Any) -> None:
    opened(table)
    table.fingers(tap(table, 0))
    told = table.notes.wait_for("clock", _clock)
    assert told.ok
    assert not told.warning
    assert abs(float(told.parts["ms"])) < 1000


def _clock(signals: list[Any]) -> SensorStatus | None:
    told = [one for one in signals if isinstance(one, SensorStatus) and "clock" in one.text]
    return told[0] if told else None


@pytest.mark.parametrize("table", ["lgpio", "gpiod"], indirect=True)
def test_stamps_of_another_clock_are_told_and_presses_count_from_when_they_came(table: Any) -> None:
    """Never a winner by a stamp that cannot be compared: the press reaches back to the mark."""
    table.chip.clock_ahead_ns = 3_600_000 * MS
    opened(table)
    table.settle()
    windows = table.fingers(tap(table, 1))
    told = table.notes.wait_for("clock", _clock)
    assert told.warning
    assert told.ok
    assert "this computer's clock" in told.text
    (press,) = presses(table)
    assert press.at.earliest <= windows[0][1]
    assert press.at.latest >= windows[0][0]


@on_all_pins
def test_presses_come_in_the_order_of_their_edges_each_before_its_mark(table: Any) -> None:
    opened(table)
    pairs = list(itertools.permutations(range(4), 2))
    for first, second in pairs:
        down = [(SEATS[first], DOWN, 0), (SEATS[second], DOWN, table.hold_ms)]
        table.fingers([*down, (SEATS[first], UP, 0), (SEATS[second], UP, table.rest_ms)])
    assert [press.seat for press in presses(table)] == [seat for pair in pairs for seat in pair]
    promised = -1
    for signal in table.notes.all:
        if isinstance(signal, EdgesUntil):
            assert signal.ns > promised
            promised = signal.ns
        elif isinstance(signal, Press):
            assert signal.at.earliest > promised


@on_all_pins
def test_a_bouncing_contact_is_one_press_at_its_first_edge(table: Any) -> None:
    """Of the trains an emulator may tear some apart by a stall; the first whole one counts."""
    opened(table)
    train = [(SEATS[1], level, 0) for level in (DOWN, UP) * 3]
    for _ in range(40):
        table.settle()
        windows = table.fingers([*train, *tap(table, 1)])
        if windows[6][1] - windows[0][0] < SETTLE_NS:
            break
    first, last = windows[0], windows[6]
    assert last[1] - first[0] < SETTLE_NS
    found = [p for p in presses(table) if first[0] <= p.at.latest <= last[1] + table.hold_ms * MS]
    assert len(found) == 1
    assert found[0].at.earliest <= first[1] + table.stall_ns
    fewest = 0 if table.stall_ns else 1  # a kernel that is late tells some edges as one
    assert fewest <= len(found[0].bounce) <= 6


@on_all_pins
def test_an_exception_in_a_handler_kills_no_button(table: Any) -> None:
    """Upstream it ends the thread that reads all of them."""
    opened(table)
    heard = []

    def broken() -> None:
        heard.append(1)
        raise ZeroDivisionError("a handler")

    table.board.board._devices.buttons[SEATS[0]].when_activated = broken
    table.fingers(tap(table, 0, 2, 0, 1))
    assert [press.seat for press in presses(table)] == [0, 2, 0, 1]
    assert len(heard) == 2


@on_all_pins
def test_people_see_the_lamps_until_the_board_ends(table: Any) -> None:
    opened(table)
    seats = table.config.seats
    table.board.channel.send(Lamps(status=("green", "purple", "off", "off"), turn=3))
    table.wait_for_lamps({seats[0].lamp_green, *seats[1].lamp_purple, seats[3].lamp_turn})
    table.board.channel.send(Lamps(status=()))
    table.wait_for_lamps(set())
    table.board.channel.send(Lamps(status=("green",) * 4))
    table.wait_for_lamps({seat.lamp_green for seat in seats})
    table.close()
    table.wait_for_lamps(set())


@on_pins_of_a_chip
def test_lamps_and_beeper_say_when_they_went_on(table: Any) -> None:
    opened(table)
    table.board.channel.send(Lamps(status=("green",), ident=7))
    table.board.channel.send(Beep(ident=9))
    lit = table.notes.wait_for("both", lambda all_: _lit(all_) if len(_lit(all_)) == 2 else None)
    assert [one.ident for one in lit] == [7, 9]
    assert lit[0].at.earliest <= lit[0].at.latest <= lit[1].at.earliest
    table.wait_for_lamps({table.config.seats[0].lamp_green})  # the beeper falls silent by itself


def _lit(signals: list[Any]) -> list[Lit]:
    return [signal for signal in signals if isinstance(signal, Lit)]


@pytest.mark.parametrize("table", ["lgpio", "gpiod"], indirect=True)
def test_a_button_that_is_down_at_the_start_wins_nothing_until_it_is_let_go(table: Any) -> None:
    """Not on the kernel's simulated chip: there a pull that is asked for lifts the finger."""
    table.fingers([(SEATS[2], DOWN, 0)])
    opened(table)
    assert "GPIO 5" in table.notes.status("button:2", ok=False).text
    table.fingers([*tap(table, 0), (SEATS[2], UP, table.rest_ms)])
    table.notes.status("button:2", ok=True)
    table.fingers(tap(table, 2))
    assert [press.seat for press in presses(table)] == [0, 2]


@on_all_pins
def test_a_line_that_stays_down_is_named_and_the_others_go_on(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(debounce, "STUCK_NS", 300 * MS)
    opened(table)
    table.fingers([(SEATS[3], DOWN, 400)])
    table.settle()
    stuck = table.notes.status("button:3", ok=False)
    assert "Seat 4's buzzer (GPIO 16)" in stuck.text
    table.fingers(tap(table, 0, 1))
    assert [press.seat for press in presses(table)] == [3, 0, 1]
    table.fingers([(SEATS[3], UP, table.rest_ms)])
    table.settle()
    table.notes.status("button:3", ok=True)


@on_pins_of_a_chip
def test_a_line_that_another_program_holds_is_named_until_it_is_free(table: Any) -> None:
    give_back = table.hold(SEATS[1])
    table.open()
    told = table.notes.status("buttons", ok=False).text
    assert f"GPIO {SEATS[1]} is held by another program" in told
    assert "play goes on by phone" in told
    give_back()
    table.notes.status("buttons", ok=True)
    table.fingers(tap(table, 1))
    assert [press.seat for press in presses(table)] == [1]


@on_all_pins
def test_pins_that_vanish_are_told_and_come_back_by_themselves(table: Any) -> None:
    opened(table)
    table.board.channel.send(Lamps(status=("green",)))
    table.wait_for_lamps({table.config.seats[0].lamp_green})
    table.vanish()
    gone = table.notes.status("buttons", ok=False).text
    assert "play goes on by phone" in gone or "come back when it does" in gone
    table.notes.all.clear()
    table.return_()
    table.notes.status("buttons", ok=True)
    table.wait_for_lamps({table.config.seats[0].lamp_green})
    table.fingers(tap(table, 2))
    assert [press.seat for press in presses(table)] == [2]


@on_pins_of_a_chip
def test_of_a_chip_that_vanished_nothing_is_kept_open(table: Any) -> None:
    """With anything of it open, a chip that returns gets a new name."""
    before = table.held()
    opened(table)
    table.vanish()
    table.notes.status("buttons", ok=False)
    assert table.held() == before
    table.return_()


WRONG = {
    "GPIO 17 is used twice, for seat 1's buzzer and for seat 2's buzzer": {
        "seats": (SeatWiring(button=17), SeatWiring(button=17))
    },
    "GPIO 40 for seat 1's buzzer is not on the header": {"seats": (SeatWiring(button=40),)},
    "GPIO 17 is an input for seat 1's buzzer, so seat 1's green lamp cannot be on it": {
        "seats": (SeatWiring(button=17, lamp_green=17),)
    },
    "GPIO 17 is an input for seat 1's buzzer, so the beeper cannot be on it": {"beeper": 17},
}


@on_all_pins
@pytest.mark.parametrize("says", WRONG)
def test_wrong_wiring_is_named_before_anything_is_switched_on(table: Any, says: str) -> None:
    table.open(**WRONG[says])
    told = table.notes.status("buttons", ok=False).text
    assert says in told
    assert "play goes on by phone" in told
    assert table.board.board._pins is None
    assert table.lit() == set()
    said = [one for one in table.notes.all if isinstance(one, SensorStatus)]
    assert len(said) == 1
