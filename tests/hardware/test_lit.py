"""When a lamp or the beeper really went on: the signal itself, on the clock of the presses."""

import queue
import threading
import time
from pathlib import Path
from typing import Any

from hardware.board.devices import Devices
from hardware.board.pins_lgpio import LgpioPins
from hardware.board.twin import TwinPins
from hardware.config import default_wiring
from hardware.events import Beep, Lamps, Lit
from hardware.timing import MS, Interval
from hardware.twin_link import PinSeen

CONFIG = default_wiring(4)
GREEN = [seat.lamp_green for seat in CONFIG.seats]
ALL_GREEN = ("green",) * 4


def ready(bench: Any) -> None:
    """The board reaches the world: a lamp went on and off again."""
    bench.channel.send(Lamps(status=(), turn=0))
    bench.world.wait_for_lamps({CONFIG.seats[0].lamp_turn})
    bench.channel.send(Lamps(status=()))
    bench.world.wait_for_lamps(set())


def lit(bench: Any) -> list[Lit]:
    return [signal for signal in bench.notes.all if isinstance(signal, Lit)]


def seen(bench: Any, gpio: int | None, ms: float, level: int = 1) -> None:
    assert gpio is not None
    bench.world._send(PinSeen(gpio=gpio, level=level, tick_ns=round(ms * MS)))


def test_the_signal_lies_between_the_first_and_the_last_lamp_that_was_seen(bench: Any) -> None:
    ready(bench)
    bench.channel.send(Lamps(status=ALL_GREEN, ident=7))
    bench.world.wait_for_lamps(set(GREEN))
    for gpio, ms in zip(GREEN, (1000.2, 1000.1, 1000.4, 1000.3), strict=True):
        seen(bench, gpio, ms)
    (found,) = bench.notes.wait_for("a lamp", lambda _: lit(bench))
    assert found == Lit(ident=7, at=Interval(round(1000.1 * MS), round(1000.4 * MS)))


def test_nobody_is_told_before_every_lamp_was_seen(bench: Any) -> None:
    ready(bench)
    bench.channel.send(Lamps(status=ALL_GREEN, ident=7))
    bench.world.wait_for_lamps(set(GREEN))
    for gpio in GREEN[:3]:
        seen(bench, gpio, 1000)
    bench.world.done(2000)
    bench.notes.mark(1990)
    assert lit(bench) == []


def test_who_gave_no_number_is_not_told(bench: Any) -> None:
    ready(bench)
    bench.channel.send(Lamps(status=ALL_GREEN))
    bench.world.wait_for_lamps(set(GREEN))
    for gpio in GREEN:
        seen(bench, gpio, 1000)
    bench.world.done(2000)
    bench.notes.mark(1990)
    assert lit(bench) == []


def test_a_lamp_that_is_on_already_is_no_signal(bench: Any) -> None:
    ready(bench)
    bench.channel.send(Lamps(status=ALL_GREEN))
    bench.world.wait_for_lamps(set(GREEN))
    bench.channel.send(Lamps(status=ALL_GREEN, ident=7), Lamps(status=()))
    bench.world.wait_for_lamps(set())
    bench.world.done(2000)
    bench.notes.mark(1990)
    assert lit(bench) == []


def test_the_beeper_is_timed_when_it_goes_on(bench: Any) -> None:
    ready(bench)
    bench.channel.send(Beep(ident=9))
    bench.world.wait_for_sound(CONFIG.beeper)
    seen(bench, CONFIG.beeper, 1000)
    (found,) = bench.notes.wait_for("a beep", lambda _: lit(bench))
    assert found == Lit(ident=9, at=Interval(1000 * MS, 1000 * MS))
    bench.world.wait_for_lamps(set())  # and it goes off by itself


def test_a_lamp_that_goes_on_while_all_are_told_stays_on(world: Any, tmp_path: Path) -> None:
    """What all lamps were, taken a moment before, is not sent after what one has become."""
    pins = TwinPins(CONFIG, queue.SimpleQueue(), tmp_path)
    devices = Devices(CONFIG, pins.factory)
    lighter = threading.Thread(target=devices.show, args=(Lamps(status=ALL_GREEN),))
    look = pins.factory.output_levels

    def look_and_light() -> dict[int, int]:
        before: dict[int, int] = look()
        lighter.start()
        lighter.join(0.2)
        return before

    pins.factory.output_levels = look_and_light
    try:
        pins.start()
        world.wait_for_lamps(set(GREEN))
        lighter.join()
        assert {gpio for gpio, level in world.pins.items() if level} == set(GREEN)
    finally:
        devices.close()
        pins.close()


def test_real_pins_take_the_clock_before_and_after() -> None:
    pins = object.__new__(LgpioPins)
    pins._queue = queue.SimpleQueue()
    inside: list[int] = []

    def switch() -> bool:
        inside.append(time.monotonic_ns())
        return True

    pins.timed(5, switch)
    found = pins._queue.get_nowait()
    assert isinstance(found, Lit)
    assert found.ident == 5
    assert found.at.earliest <= inside[0] <= found.at.latest
    pins.timed(6, lambda: False)
    assert pins._queue.empty()
