"""What can go wrong with hardware; each error is also the built-in it resembles."""


class HardwareError(Exception):
    """Base of everything a sensor or actuator raises. The text names the cure."""


class WiringError(HardwareError, ValueError):
    """The wiring in the configuration cannot work; nothing was switched on."""


class BoardUnavailableError(HardwareError, OSError):
    """The pins cannot be reached now; they may come back."""
