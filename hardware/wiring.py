"""Finds wiring that cannot work, before anything is switched on."""

from collections.abc import Iterator

from msgspec import Struct

from hardware.config import MAX_DEBOUNCE_MS, MIN_DEBOUNCE_MS, BoardConfig

HEADER_PINS = range(2, 28)
"""GPIOs on the 40-pin header that are free to use; 0 and 1 belong to the identification chip of a
HAT.
"""

FIXED_PULL_UP = (2, 3)
"""These have a 1.8 kOhm resistor to 3.3 V soldered on the Pi."""


class Connection(Struct, frozen=True, kw_only=True):
    """One thing on one pin: `what` in words, `output` for lamps and beeper."""

    gpio: int
    what: str
    output: bool
    pull_up: bool = True


class InputPin(Struct, frozen=True, kw_only=True):
    """A button: whose (-1 for the whole table's), which, and where."""

    gpio: int
    seat: int
    button: str
    pull_up: bool

    @property
    def name(self) -> str:
        """As people call it; seats count from 1 at the table."""
        whose = f"seat {self.seat + 1}'s" if self.seat >= 0 else "the table's"
        return f"{whose} {'buzzer' if self.button == 'grab' else self.button + ' button'}"


def input_pins(config: BoardConfig) -> tuple[InputPin, ...]:
    """Every button of the configuration, seats first."""
    pins = []
    for seat, wiring in enumerate(config.seats):
        pins.append(InputPin(gpio=wiring.button, seat=seat, button="grab", pull_up=wiring.pull_up))
        if wiring.apply is not None:
            pins.append(
                InputPin(gpio=wiring.apply, seat=seat, button="apply", pull_up=wiring.pull_up)
            )
    for button in ("apply", "undo", "dispute"):
        gpio = getattr(config, button)
        if gpio is not None:
            pins.append(InputPin(gpio=gpio, seat=-1, button=button, pull_up=config.extras_pull_up))
    return tuple(pins)


def connections(config: BoardConfig) -> tuple[Connection, ...]:
    """Everything that hangs on a pin."""
    inputs = [
        Connection(gpio=pin.gpio, what=pin.name, output=False, pull_up=pin.pull_up)
        for pin in input_pins(config)
    ]
    return (*inputs, *_outputs(config))


def _outputs(config: BoardConfig) -> Iterator[Connection]:
    for seat, wiring in enumerate(config.seats, start=1):
        if wiring.lamp_green is not None:
            yield Connection(gpio=wiring.lamp_green, what=f"seat {seat}'s green lamp", output=True)
        for gpio in wiring.lamp_purple:
            yield Connection(gpio=gpio, what=f"seat {seat}'s purple lamp", output=True)
        if wiring.lamp_turn is not None:
            yield Connection(gpio=wiring.lamp_turn, what=f"seat {seat}'s turn lamp", output=True)
    if config.beeper is not None:
        yield Connection(gpio=config.beeper, what="the beeper", output=True)


def wiring_problems(config: BoardConfig) -> tuple[str, ...]:
    """What is wrong, each with its cure; empty where the wiring can work."""
    return (*_pin_problems(config), *_value_problems(config))


def _pin_problems(config: BoardConfig) -> Iterator[str]:
    taken: dict[int, Connection] = {}
    for connection in connections(config):
        yield from _own_problems(connection)
        other = taken.setdefault(connection.gpio, connection)
        if other is not connection:
            yield _clash(other, connection)


def _own_problems(connection: Connection) -> Iterator[str]:
    gpio = connection.gpio
    if gpio not in HEADER_PINS:
        why = (
            "belongs to the identification chip of a HAT"
            if gpio in (0, 1)
            else "is not on the header"
        )
        yield (
            f"GPIO {gpio} for {connection.what} {why}: choose a free one from 2 to 27 "
            "(GPIO numbers, not positions on the header)."
        )
    if not connection.output and not connection.pull_up and gpio in FIXED_PULL_UP:
        yield (
            f"GPIO {gpio} for {connection.what} has a fixed pull-up resistor: connect the button "
            "to "
            "ground and set pull_up = true, or choose another GPIO."
        )


def _clash(first: Connection, second: Connection) -> str:
    if first.output != second.output:
        lamp, button = (first, second) if first.output else (second, first)
        return (
            f"GPIO {first.gpio} is an input for {button.what}, so {lamp.what} cannot be on it: "
            "move one of them to a free GPIO."
        )
    return (
        f"GPIO {first.gpio} is used twice, for {first.what} and for {second.what}: "
        "give each its own GPIO."
    )


def _value_problems(config: BoardConfig) -> Iterator[str]:
    if not MIN_DEBOUNCE_MS <= config.debounce_ms <= MAX_DEBOUNCE_MS:
        yield (
            f"debounce_ms is {config.debounce_ms:g}: shorter than {MIN_DEBOUNCE_MS:g} counts a "
            "bounce "
            f"as a press, longer than {MAX_DEBOUNCE_MS:g} swallows one. Use 40."
        )
    if config.delay_edges_ms < 0:
        yield f"delay_edges_ms is {config.delay_edges_ms:g}: it cannot be negative. Use 0."
    try:
        int(config.revision or "0", 16)
    except ValueError:
        yield (
            f"revision is {config.revision!r}: it must be hexadecimal, as in /proc/cpuinfo. "
            "Leave it empty on a Pi."
        )
