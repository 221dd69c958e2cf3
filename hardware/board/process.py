"""The loop of the board process: one thread owns the press maker and the devices."""

import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from hardware.board.backend import (
    BoardQueue,
    HungUp,
    Item,
    NoPins,
    PinBackend,
    PinsLost,
    lacking,
)
from hardware.board.devices import Devices
from hardware.board_link import Reconfigure, Stop, ToBoard
from hardware.channel import Channel, ChannelClosedError
from hardware.config import BoardConfig
from hardware.errors import BoardUnavailableError
from hardware.events import (
    Beep,
    EdgesUntil,
    Lamps,
    Lit,
    SensorStatus,
    sensor_status,
    trouble_status,
)
from hardware.heart import Heart
from hardware.press_maker import FOREIGN_CLOCK_NS, Mark, PressMaker, RawEdge
from hardware.timing import MS
from hardware.urgent import be_urgent
from hardware.wiring import input_pins, wiring_problems

RETRY_S = 2.0
"""How often pins that are missing are looked for again."""

IDLE_MARK_S = 0.05
"""Without any button by choice, how often the empty promise "nothing was pressed" is renewed."""

Open = Callable[[BoardConfig, BoardQueue, Path | None], PinBackend]


class Board:
    """Runs until it is told to stop or the companion hangs up.

    Args:
        channel: To the companion.
        config: The wiring, or None to wait for a Reconfigure.
        rendezvous: Directory of the twin's sockets, or None.
        run: Which boot the stamps belong to.
        open_pins: Opens the back end; replaced in tests.
        heart: Told of each piece of work; one that beats tells the companion of a hang.
    """

    def __init__(
        self,
        channel: Channel[ToBoard],
        config: BoardConfig | None,
        *,
        rendezvous: Path | None = None,
        run: int = 0,
        open_pins: Open,
        heart: Heart | None = None,
    ) -> None:
        self._channel = channel
        self._config = config
        self._rendezvous = rendezvous
        self._run_number = run
        self._open_pins = open_pins
        self._queue: BoardQueue = queue.SimpleQueue()
        self._pins: PinBackend | None = None
        self._devices: Devices | None = None
        self._maker: PressMaker | None = None
        self._lamps = Lamps(status=())
        self._told = ""
        self._compared = False
        self._retry_at = 0.0
        self._heart = heart or Heart(channel)

    def run(self) -> None:
        """Blocks. Never raises for missing hardware."""
        threading.Thread(target=self._listen, name="companion", daemon=True).start()
        try:
            self._open()
            be_urgent()
            while self._step():
                pass
        except ChannelClosedError:
            pass  # the companion is gone: end quietly, the lamps go out
        finally:
            self._close()
            self._channel.close()

    def _listen(self) -> None:
        try:
            while True:
                self._queue.put(self._channel.receive())
        except (
            ChannelClosedError,
            ValueError,
        ):  # ValueError: a damaged message; the stream is lost
            self._queue.put(HungUp())

    def _step(self) -> bool:
        self._heart.rests()
        try:
            item = self._queue.get(timeout=self._patience())
        except queue.Empty:
            self._heart.begins()
            self._when_nothing_came()
            return True
        self._heart.begins()
        return self._take(item)

    def _patience(self) -> float | None:
        if isinstance(self._pins, NoPins):
            return IDLE_MARK_S
        if self._pins is None and self._config is not None:
            return max(0.0, self._retry_at - time.monotonic())
        return None

    def _when_nothing_came(self) -> None:
        if isinstance(self._pins, NoPins):
            now = time.monotonic_ns() - MS
            self._channel.send(EdgesUntil(ns=now, run=self._run_number))
        elif self._pins is None:
            self._open()

    def _take(self, item: Item) -> bool:
        match item:
            case RawEdge() | Mark():
                self._evidence(item)
            case SensorStatus():
                self._channel.send(item)
            case Lit():
                self._channel.send(replace(item, run=self._run_number))
            case PinsLost():
                self._close()
                self._missing(item.error)
            case Stop() | HungUp():
                return False
            case _:
                self._order(item)
        return True

    def _evidence(self, item: RawEdge | Mark) -> None:
        if self._maker is None:
            return
        if isinstance(item, RawEdge):
            self._compare_clocks(item)
            self._maker.add(item)
        elif outputs := self._maker.until(item.ns):
            self._channel.send(*outputs)

    def _compare_clocks(self, edge: RawEdge) -> None:
        """By the first edge: before it there is no stamp to compare."""
        if self._compared or self._pins is None or self._pins.source != "gpio":
            return
        self._compared = True
        seats = len(self._config.seats) if self._config is not None else 0
        self._channel.send(_clock_status(seats, edge.arrival_ns - edge.tick_ns))

    def _order(self, item: Lamps | Beep | Reconfigure) -> None:
        match item:
            case Lamps():
                self._lamps = replace(item, ident=0)
                self._with_devices(
                    lambda devices: self._timed(item.ident, lambda: devices.show(item))
                )
            case Beep():
                self._with_devices(lambda devices: self._beep(devices, item))
            case Reconfigure():
                self._close()
                self._config, self._told = item.config, ""
                self._open()

    def _beep(self, devices: Devices, beep: Beep) -> None:
        if beep.ident:
            self._timed(beep.ident, devices.sound)
        devices.beep(beep)

    def _timed(self, ident: int, switch: Callable[[], bool]) -> None:
        """Set pins; whoever gave an ident is told when that was."""
        if ident and self._pins is not None:
            self._pins.timed(ident, switch)
        else:
            switch()

    def _with_devices(self, use: Callable[[Devices], None]) -> None:
        if self._devices is None:
            return
        try:
            use(self._devices)
        except Exception as error:  # noqa: BLE001  a dead lamp must not take the buttons with it
            self._channel.send(_lamp_fault(error))

    def _open(self) -> None:
        config = self._config
        if config is None:
            return
        problems = wiring_problems(config)
        if problems:
            self._missing(
                BoardUnavailableError.of(
                    template="The wiring cannot work, so the buttons are off; play goes on by "
                    "phone. {problems}",
                    problems=" ".join(problems),
                )
            )
            return
        try:
            self._open_with(config)
        except (BoardUnavailableError, ImportError) as error:
            self._close()
            self._missing(lacking(error) if isinstance(error, ImportError) else error)

    def _open_with(self, config: BoardConfig) -> None:
        self._pins = pins = self._open_pins(config, self._queue, self._rendezvous)
        if pins.factory is None:
            no_buttons = SensorStatus(
                sensor="buttons",
                ok=False,
                source="none",
                text="No buttons are connected, so slaps are settled by phone. To use buttons, "
                "wire them as in docs/wiring.md and write [board] into the configuration.",
            )
            self._channel.send(no_buttons)
            return
        self._devices = devices = Devices(config, pins.factory)
        devices.show(self._lamps)
        self._maker = PressMaker(
            pins=input_pins(config),
            levels=devices.levels(),
            now=pins.start_time(),
            stamp_error_ns=pins.stamp_error_ns,
            lockout_ns=round(config.debounce_ms * MS),
            source=pins.source,
            run=self._run_number,
        )
        if pins.source == "gpio":
            self._channel.send(
                sensor_status(
                    "buttons",
                    ok=True,
                    source="gpio",
                    template="Buttons of {seats} seats on the Pi's pins.",
                    parts={"seats": len(config.seats)},
                )
            )
        self._told, self._compared = "", False
        for output in self._maker.at_start():
            self._channel.send(output)
        pins.start()

    def _missing(self, error: BoardUnavailableError) -> None:
        """Say once what is missing, and try again later."""
        self._retry_at = time.monotonic() + RETRY_S
        if str(error) != self._told:
            self._told = str(error)
            self._channel.send(trouble_status("buttons", error))

    def _close(self) -> None:
        if self._pins is not None:
            self._pins.stop()
        if self._devices is not None:
            self._devices.close()
            self._devices = None
        if self._pins is not None:
            self._pins.close()
            self._pins = None
        self._maker = None
        self._forget_evidence()

    def _forget_evidence(self) -> None:
        """What is left of pins that were given back would be late for the next ones."""
        kept = []
        while True:
            try:
                kept.append(self._queue.get_nowait())
            except queue.Empty:
                break
        for item in kept:
            if not isinstance(item, RawEdge | Mark | PinsLost | Lit):
                self._queue.put(item)


def _clock_status(seats: int, age_ns: int) -> SensorStatus:
    """What the age of a stamp, when its edge came, says of the clock it is on."""
    if abs(age_ns) <= FOREIGN_CLOCK_NS:
        return sensor_status(
            "buttons",
            ok=True,
            source="gpio",
            template="Buttons of {seats} seats on the Pi's pins. Their stamps are on this "
            "computer's clock: the first was {ms} ms old when it came.",
            parts={"seats": seats, "ms": f"{age_ns / MS:.1f}"},
        )
    foreign = sensor_status(
        "buttons",
        ok=True,
        source="gpio",
        template="The stamps of the buttons are {ms} ms away from this computer's clock, so a "
        "press counts from when it came and close ones are ties. Restart the Pi; if it stays, set "
        'backend = "gpiod" under [board].',
        parts={"ms": round(age_ns / MS)},
    )
    return replace(foreign, warning=True)


def _lamp_fault(error: Exception) -> SensorStatus:
    return sensor_status(
        "lamps",
        ok=False,
        source="",
        template="A lamp or the beeper cannot be set ({error}); the phones show the same. Check "
        "its wires and docs/wiring.md.",
        parts={"error": f"{type(error).__name__}: {error}"},
    )
