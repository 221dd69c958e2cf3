"""Pins without hardware: gpiozero's mock factory, driven and stamped by the twin's world."""

from collections.abc import Callable
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin

from hardware.press_maker import RawEdge

Deliver = Callable[[RawEdge], None]
Show = Callable[[int, int], None]


class StampedPin(MockPin):  # type: ignore[misc]
    """A mock pin whose edges carry the stamp they are given."""

    def drive(self, level: int, tick_ns: int) -> None:
        """The world moved this input; the edge is delivered before the device hears of it."""
        self.factory.deliver(
            RawEdge(gpio=self._number, level=level, tick_ns=tick_ns, arrival_ns=tick_ns)
        )
        self.factory.set_ticks(tick_ns)
        try:
            if level:
                self.drive_high()
            else:
                self.drive_low()
        except Exception:  # noqa: BLE001  a fault in one device must not silence all buttons
            self.factory.failures += 1

    def _call_when_changed(self) -> None:
        super(MockPin, self)._call_when_changed(self.factory.ticks(), self._state)

    def _set_function(self, value: str) -> None:
        was_output = self._function == "output"
        super()._set_function(value)
        if was_output and value == "input":
            self.factory.show(self._number, 0)  # nothing drives the lamp any more

    def _set_state(self, value: Any) -> None:
        super()._set_state(value)
        self.factory.show(self._number, int(self._state))


class StampedFactory(MockFactory):  # type: ignore[misc]
    """A mock factory whose clock the world sets.

    Args:
        deliver: Takes each edge, first of all.
        show: Told `(gpio, level)` of each output that was set.
    """

    def __init__(self, deliver: Deliver, show: Show) -> None:
        super().__init__(revision="c03114", pin_class=StampedPin)
        self.deliver = deliver
        self.show = show
        self.failures = 0
        self._ticks_ns = 0

    def set_ticks(self, tick_ns: int) -> None:
        """The world's clock, ns."""
        self._ticks_ns = tick_ns

    def ticks(self) -> float:
        """Seconds on the world's clock, as gpiozero wants them."""
        return self._ticks_ns / 1e9

    def drive(self, gpio: int, level: int, tick_ns: int) -> None:
        """The world moved the input `gpio`; a pin without a device has nobody to tell."""
        for info, pin in self.pins.items():
            if info.name == f"GPIO{gpio}":
                if pin.function == "input":
                    pin.drive(level, tick_ns)
                return

    def output_levels(self) -> dict[int, int]:
        """Every output that is set up, by gpio."""
        return {
            int(info.name.removeprefix("GPIO")): int(pin.state)
            for info, pin in self.pins.items()
            if pin.function == "output"
        }
