"""The Pi's pins without lgpio: gpiozero devices on libgpiod 2, for where lgpio is missing or ails.

The kernel's own stamps (CLOCK_MONOTONIC) and sequence numbers, as in `pins_lgpio`; what differs is
who claims the lines and who reads the events. No FIFO, no thread of a library.
"""

import contextlib
import os
from pathlib import Path
from typing import Any

import gpiod
from gpiod.line import Bias, Clock, Direction, Edge, Value
from gpiozero import PinFixedPull, PinInvalidFunction, PinInvalidPull, PinSetInput
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from hardware.board.backend import BoardQueue
from hardware.board.kernel_pins import KernelPins, why_not
from hardware.board.line_events import EVENT_BUFFER, LineEvent, LineReader
from hardware.config import BoardConfig

HEADER_CHIPS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Labels of the chip behind the header: Pi 5, Pi 4, older ones."""

BIASES = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
LEVELS = {0: Value.INACTIVE, 1: Value.ACTIVE}


class GpiodPin(LocalPiPin):  # type: ignore[misc]
    """One line, claimed when it is first used."""

    def __init__(self, factory: Any, info: Any) -> None:
        super().__init__(factory, info)
        self._function, self._pull, self._level = "input", "floating", 0
        self._bounce: float | None = None
        self._edges = "both"
        self._watched = False
        self._request = self._claim()

    def _settings(self) -> gpiod.LineSettings:
        if self._function == "output":
            return gpiod.LineSettings(
                direction=Direction.OUTPUT, output_value=LEVELS[int(self._level)]
            )
        return gpiod.LineSettings(
            direction=Direction.INPUT,
            bias=BIASES[self._pull],
            edge_detection=Edge.BOTH if self._watched else Edge.NONE,
            event_clock=Clock.MONOTONIC,
        )

    def _claim(self) -> Any:
        return self.factory.chip_lines.request_lines(
            config={self._number: self._settings()},
            consumer="table-companion",
            event_buffer_size=EVENT_BUFFER,
        )

    def _apply(self) -> None:
        self._request.reconfigure_lines({self._number: self._settings()})

    def close(self) -> None:
        """Give the line back; one whose chip is gone has been given back already."""
        with contextlib.suppress(OSError):
            self.when_changed = None
        if self._request is not None:
            with contextlib.suppress(OSError, gpiod.RequestReleasedError):
                self._request.release()
            self._request = None

    def _get_function(self) -> str:
        return self._function

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        self._function = value
        self._apply()

    def _get_state(self) -> int:
        return int(self._request.get_value(self._number) is Value.ACTIVE)

    def _set_state(self, value: Any) -> None:
        if self._function == "input":
            raise PinSetInput(f"cannot set state of pin {self!r}")
        self._level = int(bool(value))
        self._request.set_value(self._number, LEVELS[self._level])

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        if value not in BIASES:
            raise PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        if self.info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        self._pull = value
        self._apply()

    def _get_bounce(self) -> float | None:
        return self._bounce

    def _set_bounce(self, value: float | None) -> None:
        self._bounce = value  # never the kernel's: it would move the stamp

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        self._edges = value

    def _enable_event_detect(self) -> None:
        self._watched = True
        self._apply()
        self.factory.reader.watch(
            self._request.fd, self._number, self._follow, self._get_state, self._events
        )

    def _disable_event_detect(self) -> None:
        self._watched = False
        if self._request is not None:
            self.factory.reader.forget(self._request.fd)
            self._apply()

    def _follow(self, tick_ns: int, level: int) -> None:
        self._call_when_changed(tick_ns / 1e9, level)

    def _events(self) -> list[LineEvent]:
        return [
            LineEvent(
                tick_ns=event.timestamp_ns,
                level=int(event.event_type is gpiod.EdgeEvent.Type.RISING_EDGE),
                line_seqno=event.line_seqno,
            )
            for event in self._request.read_edge_events(EVENT_BUFFER)
        ]


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]
    """A gpiozero factory on one chip, which can be told which Pi it is on."""

    def __init__(self, reader: LineReader, *, chip: int | None, revision: str, dev: Path) -> None:
        super().__init__()
        self._told_revision = revision
        self.reader = reader
        self.pin_class = GpiodPin
        self._get_revision()  # refuses what is no Pi before anything is opened
        self.chip = header_chip(dev) if chip is None else chip
        self.chip_lines = gpiod.Chip(str(dev / f"gpiochip{self.chip}"))

    def _get_revision(self) -> Any:
        return int(self._told_revision, 16) if self._told_revision else super()._get_revision()

    def close(self) -> None:
        """Idempotent."""
        super().close()
        with contextlib.suppress(gpiod.ChipClosedError):
            self.chip_lines.close()


def header_chip(dev: Path) -> int:
    """Number of the chip behind the header; 0 where none is known by its label."""
    for path in sorted(dev.glob("gpiochip*")):
        if not os.access(path, os.R_OK | os.W_OK) or not gpiod.is_gpiochip_device(str(path)):
            continue
        with gpiod.Chip(str(path)) as chip:
            if chip.get_info().label in HEADER_CHIPS:
                return int(path.name.removeprefix("gpiochip"))
    return 0


class GpiodPins(KernelPins):
    """All pins of one chip. Raises BoardUnavailableError with the cure."""

    def __init__(self, config: BoardConfig, queue: BoardQueue, dev: Path) -> None:
        super().__init__(queue)
        try:
            self.factory = GpiodFactory(
                self._reader, chip=config.chip, revision=config.revision, dev=dev
            )
        except Exception as error:
            raise why_not(error) from error
