"""The board on the bench: real gpiozero devices on pins that a world moves."""

import itertools
from typing import Any

import pytest
from msgspec.structs import replace

from hardware.board_link import Reconfigure
from hardware.config import BoardConfig, SeatWiring, default_wiring
from hardware.events import Beep, EdgesUntil, Lamps, Press, SensorStatus
from hardware.timing import MS, Interval

SEATS = [seat.button for seat in default_wiring(4).seats]


def test_a_bouncing_press_is_one_press_at_its_first_edge(bench: Any) -> None:
    for n, ms in enumerate((1000, 1001.5, 1002, 1004, 1009)):
        bench.world.edge(SEATS[0], n % 2, ms)
    bench.world.done(1200)
    bench.notes.mark(1200)
    (press,) = bench.notes.presses
    assert press.at == Interval(1000 * MS, 1000 * MS)
    assert press.bounce == (1_500_000, 2 * MS, 4 * MS, 9 * MS)


def test_every_button_is_known_by_what_it_is_for(bench: Any) -> None:
    config = default_wiring(4)
    for n, gpio in enumerate((config.apply, config.undo, config.dispute)):
        bench.world.tap(gpio, 1000 + 200 * n)
    bench.world.done(2000)
    bench.notes.mark(2000)
    found = [(p.seat, p.button) for p in bench.notes.presses]
    assert found == [(-1, "apply"), (-1, "undo"), (-1, "dispute")]


def test_a_mark_is_never_ahead_of_a_press_that_is_not_told(bench: Any) -> None:
    """While a bounce train is being collected the mark waits before its first edge."""
    bench.world.edge(SEATS[2], 0, 1000)
    bench.world.done(1003)
    bench.world.done(1100)
    bench.notes.mark(1100)
    told = False
    for signal in bench.notes.all:
        told = told or isinstance(signal, Press)
        if isinstance(signal, EdgesUntil) and not told:
            assert signal.ns < 1000 * MS
    assert told


def test_the_order_of_delivery_does_not_matter(make_bench: Any) -> None:
    """Four slaps within 2 ms, delivered in each of 24 orders: the presses come by stamps."""
    slaps = [(SEATS[2], 1000.0), (SEATS[0], 1000.5), (SEATS[3], 1001.0), (SEATS[1], 1001.75)]
    bench = make_bench()
    for round_, order in enumerate(itertools.permutations(slaps)):
        base = round_ * 1000
        for gpio, ms in order:
            bench.world.tap(gpio, base + ms)
        bench.world.done(base + 1500)
    bench.notes.mark(23_000 + 1500)
    expected = [
        (SEATS.index(gpio), base + ms) for base in range(0, 24_000, 1000) for gpio, ms in slaps
    ]
    assert bench.notes.presses_ms() == expected


@pytest.mark.parametrize("faults", [{"delay_edges_ms": 150.0}, {"shuffle_edges": True}])
def test_late_and_shuffled_edges_make_the_same_presses(make_bench: Any, faults: Any) -> None:
    """Fault injection changes when things are told, never what is told; marks stay honest."""
    told = []
    for config in (default_wiring(4), replace(default_wiring(4), **faults)):
        bench = make_bench(config)
        for n in range(40):
            seat = (n * 7) % 4
            start = 1000 + n * 137
            bench.world.edge(SEATS[seat], 0, start)
            bench.world.edge(SEATS[seat], 1, start + 1)
            bench.world.edge(SEATS[seat], 0, start + 2)
            bench.world.edge(SEATS[(seat + 1) % 4], 0, start + 0.5)
            bench.world.edge(SEATS[seat], 1, start + 60)
            bench.world.edge(SEATS[(seat + 1) % 4], 1, start + 61)
            bench.world.done(start + 70)
        bench.world.done(9000)
        bench.notes.mark(8800)
        assert_honest(bench.notes.all)
        told.append(bench.notes.presses)
    assert len(told[0]) == 80
    assert told[0] == told[1]


def assert_honest(signals: list[Any]) -> None:
    """No press is told after a mark that covered it."""
    promised = -1
    for signal in signals:
        if isinstance(signal, EdgesUntil):
            assert signal.ns > promised
            promised = signal.ns
        elif isinstance(signal, Press):
            assert signal.at.earliest > promised


def test_purple_may_be_red_and_blue_together(make_bench: Any) -> None:
    config = BoardConfig(seats=(SeatWiring(button=17, lamp_green=27, lamp_purple=(22, 23)),))
    bench = make_bench(config)
    bench.channel.send(Lamps(status=("purple",)))
    bench.world.wait_for_lamps({22, 23})


def test_the_beeper_sounds_and_falls_silent(bench: Any) -> None:
    bench.world.wait_for_board()
    bench.channel.send(Beep(kind="verdict"))
    bench.world.wait_for_sound(12)
    bench.world.wait_for_lamps(set())


def test_an_exception_in_a_device_kills_nothing(make_bench: Any, monkeypatch: Any) -> None:
    """Upstream, one exception in one callback ends the thread that reads all buttons."""
    from gpiozero import DigitalInputDevice

    def broken(*_: Any) -> None:
        raise RuntimeError("a fault in a device")

    monkeypatch.setattr(DigitalInputDevice, "_pin_changed", broken)
    bench = make_bench()
    bench.world.tap(SEATS[0], 1000)
    bench.world.tap(SEATS[1], 2000)
    bench.world.done(3000)
    bench.notes.mark(3000)
    assert bench.notes.presses_ms() == [(0, 1000), (1, 2000)]
    assert bench.factory.failures == 4  # the fault was there, at each edge


def test_wrong_wiring_is_named_and_can_be_put_right(make_bench: Any) -> None:
    wrong = BoardConfig(seats=(SeatWiring(button=17), SeatWiring(button=17)))
    bench = make_bench(wrong)
    status = bench.notes.status("buttons", ok=False)
    assert "GPIO 17 is used twice, for seat 1's buzzer and for seat 2's buzzer" in status.text
    bench.channel.send(Reconfigure(config=default_wiring(2)))
    bench.notes.status("buttons", ok=True)
    bench.world.tap(SEATS[1], 100)
    bench.world.done(1000)
    bench.notes.mark(1000)
    assert bench.notes.presses_ms() == [(1, 100)]


def test_a_table_without_buttons_has_nothing_to_wait_for(make_bench: Any) -> None:
    """By choice, so marks go on by the clock of this machine and reveals need not wait."""
    bench = make_bench(BoardConfig(backend="none"))
    status = bench.notes.status("buttons", ok=False)
    assert status.source == "none"
    first = bench.notes.wait_for("mark", lambda s: [m for m in s if isinstance(m, EdgesUntil)])[0]
    bench.notes.mark((first.ns + 1) / MS)


def test_missing_pins_are_told_once_and_looked_for_again(make_bench: Any, monkeypatch: Any) -> None:
    from hardware.board import process
    from hardware.board.choice import open_pins
    from hardware.errors import BoardUnavailableError

    monkeypatch.setattr(process, "RETRY_S", 0.02)
    tries: list[int] = []

    def flaky(config: Any, queue: Any, rendezvous: Any) -> Any:
        tries.append(1)
        if len(tries) < 5:
            raise BoardUnavailableError("no pins yet")
        return open_pins(config, queue, rendezvous)

    bench = make_bench(open_pins=flaky)
    bench.notes.status("buttons", ok=True)
    said = [s.text for s in bench.notes.all if isinstance(s, SensorStatus) and not s.ok]
    assert said == ["no pins yet"]


def test_a_package_that_is_missing_is_told_once_and_the_board_stays_up(make_bench: Any) -> None:
    def lacking(*_: Any) -> None:
        raise ModuleNotFoundError("No module named 'gpiozero'", name="gpiozero")

    bench = make_bench(open_pins=lacking)
    status = bench.notes.status("buttons", ok=False)
    assert "The package gpiozero cannot be used" in status.text
    assert "play goes on by phone" in status.text
    bench.channel.send(Reconfigure(config=BoardConfig(backend="none")))
    assert "gpiozero" in bench.notes.status("buttons", ok=False).text
