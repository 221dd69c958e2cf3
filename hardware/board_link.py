"""What the board process and the companion say to each other over `hardware.channel.Channel`."""

from msgspec import Struct

from hardware.config import BoardConfig
from hardware.events import Beep, Bounced, EdgesUntil, Lamps, Lit, Press, SensorStatus


class Reconfigure(Struct, frozen=True, kw_only=True, tag="reconfigure"):
    """Take this wiring from now on; all lamps go out and are set again by the next Lamps."""

    config: BoardConfig


class Stop(Struct, frozen=True, kw_only=True, tag="stop"):
    """Switch the lamps off, give the pins back and end."""


ToBoard = Lamps | Beep | Reconfigure | Stop
ToCompanion = Press | Bounced | EdgesUntil | SensorStatus | Lit
