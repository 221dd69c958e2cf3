"""Which pins to use: the twin's, the Pi's, or none."""

import importlib.util
import os
from pathlib import Path

from hardware.board.backend import BoardQueue, NoPins, PinBackend, lacking
from hardware.config import Backend, BoardConfig
from hardware.errors import BoardUnavailableError

DEV = Path("/dev")


def open_pins(
    config: BoardConfig, queue: BoardQueue, rendezvous: Path | None, dev: Path = DEV
) -> PinBackend:
    """Open the back end of the configuration. Raises BoardUnavailableError with the cure.

    A configuration without seats, or `none`, is a table without buttons by choice.
    """
    backend = config.backend
    if backend == "auto":
        backend = "mock" if rendezvous is not None else _installed()
    if not config.seats or backend == "none":
        return NoPins()
    if backend == "mock":
        return _twin(config, queue, rendezvous)
    _refuse_closed_chips(config, dev)
    if backend == "gpiod":
        return _gpiod(config, queue, dev)
    from hardware.board.pins_lgpio import LgpioPins

    return LgpioPins(config, queue, dev)


def _refuse_closed_chips(config: BoardConfig, dev: Path) -> None:
    """A chip that is not there, or not for this user, before a library says so in its own way."""
    chips = sorted(dev.glob("gpiochip*"))
    if not chips:
        raise BoardUnavailableError.of(
            template="This machine has no pins (/dev/gpiochip*), so there are no buttons; play "
            "goes on by phone. On a Pi, update the kernel; on a PC use --hardware twin for the "
            "simulated table."
        )
    if config.chip is not None:
        chips = [dev / f"gpiochip{config.chip}"]
        if not chips[0].exists():
            raise BoardUnavailableError.of(
                template="There is no {chip}, so buttons and lamps are off; play goes on by "
                "phone. Cure: take chip out of [board], or name one that gpiodetect lists.",
                chip=chips[0].name,
            )
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        raise BoardUnavailableError.of(
            template="This user may not open the pins ({chip}), so buttons and lamps are off; play "
            "goes on by phone. Cure: sudo usermod -aG gpio $USER, then log in again.",
            chip=chips[0].name,
        )


def _installed() -> Backend:
    """`lgpio`, unless only gpiod is there."""
    has = {name: importlib.util.find_spec(name) is not None for name in ("lgpio", "gpiod")}
    return "gpiod" if has["gpiod"] and not has["lgpio"] else "lgpio"


def _gpiod(config: BoardConfig, queue: BoardQueue, dev: Path) -> PinBackend:
    try:
        from hardware.board.pins_gpiod import GpiodPins
    except ImportError as error:
        if error.name == "gpiozero":
            raise lacking(error) from error
        raise BoardUnavailableError.of(
            template="The package gpiod cannot be used ({error}), so the buttons cannot be read; "
            "play goes on by phone. Cure: pip install gpiod in the companion's environment, or set "
            'backend = "auto" under [board].',
            error=str(error),
        ) from error
    return GpiodPins(config, queue, dev)


def _twin(config: BoardConfig, queue: BoardQueue, rendezvous: Path | None) -> PinBackend:
    if rendezvous is None:
        raise BoardUnavailableError.of(
            template="The simulated pins need the twin's directory: start with --rendezvous DIR, "
            'or set backend = "auto" under [board].'
        )
    from hardware.board.twin import TwinPins

    return TwinPins(config, queue, rendezvous)
