"""What the table moves in the world: the voice, the lamps, the beeper, the eye's expectations."""

from typing import Protocol

import hardware.eye_link
from companion.table.effects import Expect, Say
from hardware.board_client import BoardClient
from hardware.events import Beep, Lamps
from hardware.voice import Voice


class ExpectingEye(Protocol):
    """The part of the eye's client that is needed here."""

    def expect(self, expect: hardware.eye_link.Expect) -> None:
        """Tell the eye what may turn up."""


class TableOutputs:
    """Passes effects on; whatever is missing is passed over in silence, its notice is elsewhere."""

    def __init__(self) -> None:
        self.voice: Voice | None = None
        self.board: BoardClient | None = None
        self.eye: ExpectingEye | None = None

    def say(self, say: Say) -> None:
        """Speak it."""
        if self.voice is not None and say.priority != "quiet":
            self.voice.say(say.text, priority=say.priority, key=say.key, seq=say.seq)

    def retract(self, seq: int) -> None:
        """Do not speak of this entry any more."""
        if self.voice is not None:
            self.voice.retract(seq)

    def lamps(self, lamps: Lamps) -> None:
        """Set the lamps."""
        if self.board is not None:
            self.board.set_lamps(lamps)

    def beep(self, beep: Beep) -> None:
        """Sound the beeper."""
        if self.board is not None:
            self.board.beep(beep)

    def expect(self, expect: Expect) -> None:
        """Tell the eye what may turn up."""
        if self.eye is not None:
            zones = {one.zone: dict(one.prior) for one in expect.expectations}
            self.eye.expect(hardware.eye_link.Expect(zones=zones))
