"""Devices on mock pins: one that fails takes none of the others with it."""

from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.board.devices import Devices
from hardware.config import default_wiring
from hardware.errors import BoardUnavailableError


def test_closing_goes_on_past_a_device_that_raises() -> None:
    """A chip that went away: every pin of it raises when it is given back."""
    factory = MockFactory(revision="c03114")
    devices = Devices(default_wiring(2), factory)
    opened = list(devices._open)

    def gone() -> None:
        raise OSError(19, "No such device")

    broken = (opened[-1], opened[2])
    for one in broken:
        one.close = gone
    devices.close()
    assert devices._open == []
    assert [one.closed for one in opened].count(False) == 2
    for one in broken:
        del one.close  # gpiozero closes it once more when it is forgotten


def test_a_pin_that_cannot_be_opened_is_named_and_frees_the_rest() -> None:
    factory = MockFactory(revision="c03114")
    held: Any = factory.pin(18)
    factory.reserve_pins(held, "GPIO18")
    with pytest.raises(BoardUnavailableError, match=r"GPIO 18 .*already in use"):
        Devices(default_wiring(2), factory)
    factory.release_pins(held, "GPIO18")
    Devices(default_wiring(2), factory).close()
