"""What the table moves in the world: the voice, the lamps, the beeper, the eye's expectations."""

from collections.abc import Sequence
from typing import Protocol

import hardware.eye_link
from companion.table.cells import laid_out
from companion.table.effects import Expect, Say
from hardware.board_client import BoardClient
from hardware.events import Beep, Lamps
from hardware.voice import Voice
from rules.core import Expectation


class ExpectingEye(Protocol):
    """The part of the eye's client that is needed here."""

    def expect(self, expect: hardware.eye_link.Expect) -> None:
        """Tell the eye what may turn up."""

    def recheck(self, zone: str = "") -> None:
        """Take what lies in the zone, or in all zones, as given."""


class TableOutputs:
    """Passes effects on; whatever is missing is passed over in silence, its notice is elsewhere."""

    def __init__(self) -> None:
        self.voice: Voice | None = None
        self._board: BoardClient | None = None
        self._eye: ExpectingEye | None = None
        self._lamps: Lamps | None = None
        self._practising = False
        self._expect: hardware.eye_link.Expect | None = None

    def connect_board(self, board: BoardClient) -> None:
        """From now on; it shows what the lamps should show already."""
        self._board = board
        if self._lamps is not None:
            board.set_lamps(self._lamps)

    def connect_eye(self, eye: ExpectingEye) -> None:
        """From now on; it learns what may turn up already."""
        self._eye = eye
        if self._expect is not None:
            eye.expect(self._expect)

    def say(self, say: Say) -> None:
        """Speak it."""
        if self.voice is not None and say.priority != "quiet":
            self.voice.say(
                say.text,
                priority=say.priority,
                key=say.key,
                seq=say.seq,
                expires_s=say.expires_ms / 1000,
                language=say.language,
            )

    def retract(self, seq: int) -> None:
        """Do not speak of this entry any more."""
        if self.voice is not None:
            self.voice.retract(seq)

    def lamps(self, lamps: Lamps) -> None:
        """Set the lamps."""
        self._lamps = lamps
        if self._board is not None and not self._practising:
            self._board.set_lamps(lamps)

    def practise(self, lamps: Lamps | None) -> None:
        """Show these lamps instead of the table's, until None gives them back."""
        self._practising = lamps is not None
        if self._board is not None:
            self._board.set_lamps(lamps or self._lamps or Lamps(status=()))

    def beep(self, beep: Beep) -> None:
        """Sound the beeper."""
        if self._board is not None:
            self._board.beep(beep)

    def expect(self, expect: Expect) -> None:
        """Tell the eye what may turn up."""
        self._expect = wanted(expect.expectations)
        if self._eye is not None:
            self._eye.expect(self._expect)

    def recheck(self) -> None:
        """Let the eye take what lies there as given."""
        if self._eye is not None:
            self._eye.recheck()


def wanted(expectations: Sequence[Expectation]) -> hardware.eye_link.Expect:
    """What the rules expect, in the eye's words."""
    return hardware.eye_link.Expect(
        zones={one.zone: dict(one.prior) for one in expectations if one.kind != "masked"},
        cells=laid_out(expectations),
        counts={one.zone: one.count for one in expectations if one.kind == "dice"},
        masked=tuple(one.zone for one in expectations if one.kind == "masked"),
    )
