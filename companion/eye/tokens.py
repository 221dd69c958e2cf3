"""A place for tokens: which of them lie there at rest, and which side of each is up."""

from collections.abc import Sequence

from companion.eye.grid import DARK, told_cells
from companion.eye.rest import Lying, RestWatch
from companion.eye.watch import MARGIN_MM, Message, Site
from hardware.events import Candidate, CellSeen
from vision.mat import Zone
from vision.tokens import TokenReader, TokenReading

FINE_TOKENS = 4.0
"""px/mm at which tokens are read; they are compared at less."""
CHANGED_MM2 = 15.0
"""Of the place that must look otherwise for it to be read anew: a token pushed by a millimetre."""
TWICE = "two of these lie here"
OTHERS = "something else lies here too"


class TokenWatch(RestWatch):
    """Watches one place of tokens. Says nothing while no tokens have been taught or laid there."""

    def __init__(self, site: Site, reader: TokenReader | None) -> None:
        super().__init__(site, fine=FINE_TOKENS)
        self._reader = reader
        self._told = _nothing(self.zone)

    def forget(self) -> None:
        """Tell what lies there at the next settled look."""
        super().forget()
        self._told = _nothing(self.zone)

    def use_tokens(self, reader: TokenReader) -> None:
        """Other tokens were taught."""
        self._reader = reader
        self.forget()

    def _state(self) -> str:
        return "empty" if all(cell.empty for cell in self._told) else "laid"

    def _changes(self, lying: Lying) -> bool:
        return self._inside_changed(lying, CHANGED_MM2)

    def _read(self, lying: Lying) -> list[Message] | None:
        if lying.edge.hangs:  # no token is wider than a hand
            return None
        if self._reader is None or not (lying.first or self._changes(lying)):
            return []
        found = self._reader.read(lying.fine, self.zone, FINE_TOKENS, MARGIN_MM)
        seen = cells_of(self.zone.holds, found)
        if seen is None:
            return []
        before, self._told = self._told, seen
        return told_cells(self.zone, seen, before, lying, self._next_ident)


def _nothing(zone: Zone) -> tuple[CellSeen, ...]:
    return (CellSeen(empty=True),) * len(zone.holds)


def cells_of(holds: Sequence[str], found: Sequence[TokenReading]) -> tuple[CellSeen, ...] | None:
    """How each of the tokens lies that belong there; an unsure one is the one it looks most like.

    None where only things lie there that are none of them: a glass, a phone.
    """
    mine = {name: [one for one in found if _name(one) == name] for name in holds}
    strangers = [one for one in found if _name(one) not in mine]
    if strangers and not any(mine.values()):
        return None
    return tuple(_cell(mine[name], strangers) for name in holds)


def _name(reading: TokenReading) -> str:
    key = reading.key or (reading.candidates[0].key if reading.candidates else "")
    return key.removesuffix(DARK)


def _cell(here: Sequence[TokenReading], strangers: Sequence[TokenReading]) -> CellSeen:
    if not here:
        return CellSeen(unsure=OTHERS) if strangers else CellSeen(empty=True)
    if len(here) > 1:
        return CellSeen(unsure=TWICE)
    candidates = tuple(Candidate(one.key, one.p) for one in here[0].candidates[:2])
    return CellSeen(key=here[0].key, candidates=candidates, unsure=here[0].unsure)
