"""The gpiozero devices of one table: buttons, lamps, beeper."""

import contextlib
import errno
from typing import Any

from hardware.config import BoardConfig
from hardware.errors import BoardUnavailableError
from hardware.events import Beep, Lamps
from hardware.wiring import input_pins

BEEPS = {"verdict": (0.12, 0.0, 1), "refused": (0.06, 0.06, 2)}
"""Seconds on, seconds off, how often."""


class Devices:
    """Made on one pin factory. Raises BoardUnavailableError naming the pin it failed on."""

    def __init__(self, config: BoardConfig, factory: Any) -> None:
        from gpiozero import LED, Buzzer, DigitalInputDevice

        self._open: list[Any] = []
        self._factory = factory
        self.buttons: dict[int, Any] = {}
        try:
            for pin in input_pins(config):
                self.buttons[pin.gpio] = self._make(
                    DigitalInputDevice, pin.gpio, pull_up=pin.pull_up, bounce_time=None
                )
            self._green = [self._lamps(LED, seat.lamp_green) for seat in config.seats]
            self._purple = [self._lamps(LED, *seat.lamp_purple) for seat in config.seats]
            self._turn = [self._lamps(LED, seat.lamp_turn) for seat in config.seats]
            beeper = config.beeper
            self._beeper = None if beeper is None else self._make(Buzzer, beeper)
        except Exception:
            self.close()
            raise

    def _lamps(self, kind: Any, *gpios: int | None) -> list[Any]:
        return [self._make(kind, gpio) for gpio in gpios if gpio is not None]

    def _make(self, kind: Any, gpio: int, **options: Any) -> Any:
        try:
            device = kind(gpio, pin_factory=self._factory, **options)
        except Exception as error:
            raise _unusable(gpio, error) from error
        self._open.append(device)
        return device

    def levels(self) -> dict[int, int]:
        """The level of each button's pin now."""
        return {gpio: int(device.pin.state) for gpio, device in self.buttons.items()}

    def show(self, lamps: Lamps) -> bool:
        """Set every lamp; seats that are not mentioned go dark. Whether a lamp went on."""
        lit = False
        for seat in range(len(self._green)):
            status = lamps.status[seat] if seat < len(lamps.status) else "off"
            lit |= _switch(self._green[seat], on=status == "green")
            lit |= _switch(self._purple[seat], on=status == "purple")
            lit |= _switch(self._turn[seat], on=lamps.turn == seat)
        return lit

    def sound(self) -> bool:
        """Switch the beeper on at once; whether it went on. `beep` goes on from there."""
        if self._beeper is None or self._beeper.value:
            return False
        self._beeper.on()
        return True

    def beep(self, beep: Beep) -> None:
        """Sound the beeper, in the background."""
        if self._beeper is not None:
            on_s, off_s, times = BEEPS.get(beep.kind, BEEPS["verdict"])
            self._beeper.beep(on_time=on_s, off_time=off_s, n=times, background=True)

    def close(self) -> None:
        """Idempotent; lamps go out. Whatever one device raises, the others are closed as well."""
        while self._open:
            with contextlib.suppress(Exception):  # its pin may have gone with the whole chip
                self._open.pop().close()


def _unusable(gpio: int, error: Exception) -> BoardUnavailableError:
    if getattr(error, "errno", None) == errno.EBUSY or "busy" in str(error).lower():
        return BoardUnavailableError.of(
            template="GPIO {gpio} is held by another program, so buttons and lamps are off; play "
            "goes on by phone. Cure: end that program (gpioinfo names it); if it is the companion "
            "itself: sudo systemctl stop table-companion",
            gpio=gpio,
        )
    return BoardUnavailableError.of(
        template="GPIO {gpio} cannot be used ({error}), so buttons and lamps are off; play goes on "
        "by phone. Check the wiring in the configuration (docs/wiring.md).",
        gpio=gpio,
        error=f"{type(error).__name__}: {error}",
    )


def _switch(lamps: list[Any], *, on: bool) -> bool:
    """Whether one of them went on."""
    lit = False
    for lamp in lamps:
        if bool(lamp.value) != on:
            lamp.value = on
            lit |= on
    return lit
