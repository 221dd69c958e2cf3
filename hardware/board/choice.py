"""Which pins to use: the twin's, the Pi's, or none."""

import importlib.util
from pathlib import Path

from hardware.board.backend import BoardQueue, NoPins, PinBackend
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
    if not any(dev.glob("gpiochip*")):
        raise BoardUnavailableError(
            "This machine has no pins (/dev/gpiochip*), so there are no buttons; play goes on by "
            "phone. "
            "On a Pi, update the kernel; on a PC use --hardware twin for the simulated table."
        )
    if backend == "gpiod":
        return _gpiod(config, queue)
    from hardware.board.pins_lgpio import LgpioPins

    return LgpioPins(config, queue)


def _installed() -> Backend:
    """`lgpio`, unless only gpiod is there."""
    has = {name: importlib.util.find_spec(name) is not None for name in ("lgpio", "gpiod")}
    return "gpiod" if has["gpiod"] and not has["lgpio"] else "lgpio"


def _gpiod(config: BoardConfig, queue: BoardQueue) -> PinBackend:
    try:
        from hardware.board.pins_gpiod import GpiodPins
    except ImportError as error:
        raise BoardUnavailableError(
            f"The package gpiod cannot be used ({error}), so the buttons cannot be read; play goes "
            "on by phone. Cure: pip install gpiod in the companion's environment, or set "
            'backend = "auto" under [board].'
        ) from error
    return GpiodPins(config, queue)


def _twin(config: BoardConfig, queue: BoardQueue, rendezvous: Path | None) -> PinBackend:
    if rendezvous is None:
        raise BoardUnavailableError(
            "The simulated pins need the twin's directory: start with --rendezvous DIR, or set "
            "backend = "
            '"auto" under [board].'
        )
    from hardware.board.twin import TwinPins

    return TwinPins(config, queue, rendezvous)
