"""How the buttons, lamps and the beeper are wired, and the default wiring for two to six seats.

Numbers are GPIO numbers (BCM), not positions on the header. See docs/wiring.md.
"""

from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from hardware.errors import WiringError

Backend = Literal["auto", "lgpio", "gpiod", "mock", "none"]

MIN_SEATS, MAX_SEATS = 2, 6
MIN_DEBOUNCE_MS, MAX_DEBOUNCE_MS = 30.0, 50.0
"""Arcade buttons bounce up to 14 ms, worn ones longer; nobody presses twice within 50 ms."""


class SeatWiring(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What hangs on the pins of one seat.

    Attributes:
        button: Input of the buzzer.
        pull_up: True where the button connects the pin to ground, False where to 3.3 V.
        lamp_green: Output lit for "safe".
        lamp_purple: Outputs lit together for "cursed": one purple lamp, or red and blue.
        lamp_turn: Output lit while it is this seat's turn.
        apply: Input of this seat's own small "apply item" button.
    """

    button: int
    pull_up: bool = True
    lamp_green: int | None = None
    lamp_purple: tuple[int, ...] = ()
    lamp_turn: int | None = None
    apply: int | None = None


class BoardConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything the board process needs to know.

    Attributes:
        seats: One wiring a seat, seat 0 first. Empty means no buttons.
        apply: Input of the table's shared "apply item" button (its presses carry seat -1).
        undo: Input of the table's "undo" button (seat -1).
        dispute: Input of the table's "dispute" button (seat -1).
        extras_pull_up: As `SeatWiring.pull_up`, for the three shared buttons.
        beeper: Output of an active beeper.
        backend: `auto` takes the twin where a rendezvous directory is given, the Pi's pins
            where there are any (by lgpio, or by gpiod where lgpio is not installed), and none
            otherwise.
        chip: Number of /dev/gpiochipN; None lets gpiozero choose for this Pi.
        revision: Pi revision in hexadecimal to assume off a Pi (for simulated chips); empty asks
            the machine.
        debounce_ms: Lockout after the first edge of a press or release, 30 to 50.
        delay_edges_ms: Fault injection on the twin: edges are delivered up to this much late.
        shuffle_edges: Fault injection on the twin: edges are delivered out of order.
    """

    seats: tuple[SeatWiring, ...] = ()
    apply: int | None = None
    undo: int | None = None
    dispute: int | None = None
    extras_pull_up: bool = True
    beeper: int | None = None
    backend: Backend = "auto"
    chip: int | None = None
    revision: str = ""
    debounce_ms: float = 40.0
    delay_edges_ms: float = 0.0
    shuffle_edges: bool = False


_SEAT_PINS = (
    SeatWiring(button=17, lamp_green=27, lamp_purple=(22,), lamp_turn=4),
    SeatWiring(button=18, lamp_green=23, lamp_purple=(24,), lamp_turn=25),
    SeatWiring(button=5, lamp_green=6, lamp_purple=(13,), lamp_turn=19),
    SeatWiring(button=16, lamp_green=20, lamp_purple=(21,), lamp_turn=11),
    SeatWiring(button=10, lamp_green=9, lamp_purple=(8,), lamp_turn=7),
    SeatWiring(button=2, lamp_green=15, lamp_purple=(14,), lamp_turn=3),
)
"""A seat keeps its pins however many play. Seats 1 to 3 use no bus; seat 4's turn lamp and seat 5
take the
SPI pins, seat 6 those of I2C and the serial port (all off unless switched on in raspi-config)."""

_EXTRAS: dict[int, dict[str, int]] = {
    2: {"undo": 20, "dispute": 21},
    3: {"undo": 20, "dispute": 21},
    4: {"undo": 9, "dispute": 10},
    5: {"undo": 2, "dispute": 3},
    6: {},
}
"""Where the shared buttons go beside so many seats; six seats leave none for undo and dispute."""


def default_wiring(seats: int) -> BoardConfig:
    """The wiring drawn in docs/wiring.md for so many seats. Raises WiringError outside 2 to 6."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise WiringError(
            f"There is a default wiring for {MIN_SEATS} to {MAX_SEATS} seats, not for {seats}. "
            "Write your own under [board] in the configuration; docs/wiring.md shows how."
        )
    extras = _EXTRAS[seats]
    return BoardConfig(
        seats=_SEAT_PINS[:seats],
        apply=26,
        beeper=12,
        undo=extras.get("undo"),
        dispute=extras.get("dispute"),
    )


def load_board_config(path: Path) -> BoardConfig:
    """Read a TOML or JSON file. Raises WiringError naming file, field and cure."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise WiringError(
            f"{path}: {error.strerror}. Give the path of an existing file."
        ) from error
    try:
        if path.suffix == ".toml":
            return msgspec.toml.decode(data, type=BoardConfig)
        return msgspec.json.decode(data, type=BoardConfig)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise WiringError(f"{path}: {error}. docs/wiring.md lists every field.") from error


def board_config_from(data: Any) -> BoardConfig:
    """From builtins, as they come out of a larger configuration file. Raises WiringError."""
    try:
        return msgspec.convert(data, BoardConfig)
    except msgspec.ValidationError as error:
        raise WiringError(f"[board]: {error}. docs/wiring.md lists every field.") from error
