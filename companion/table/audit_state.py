"""What the audit remembers: how the piles look, how they should, and where the two differ."""

from collections.abc import Mapping

from msgspec import Struct

from hardware.eye_link import ZoneNow

WAITING = -(2**62)
"""A difference whose time does not run, because something else is under way."""


class WrongCell(Struct, frozen=True, kw_only=True):
    """A cell that lies otherwise than the game has it.

    Attributes:
        seen: The face that the camera sees, `back`; empty for the bare mat.
        believed: The face of the game, `back`; empty for a card that lies open unread.
    """

    place: int
    seen: str
    believed: str


class Difference(Struct, frozen=True, kw_only=True):
    """A pile or a grid that lies otherwise than the game has it. All of it is open on the table.

    Attributes:
        zone: `pot`, `portal`, `grid`, `line:2`.
        seen: Whether a card lies there.
        key: The card that the camera names, empty where it names none.
        believed: The top card of the game, empty for an empty pile.
        cells: Of a grid or a line: every cell that differs; `columns` are side by side.
    """

    zone: str
    seen: bool
    key: str = ""
    believed: str = ""
    cells: tuple[WrongCell, ...] = ()
    columns: int = 0


class Watched(Struct, frozen=True, kw_only=True):
    """A difference under observation.

    Attributes:
        since: Mark of the eye, ns, from which it has held with nothing else under way; `WAITING`.
        shown: It is on the pages.
    """

    difference: Difference
    since: int = WAITING
    shown: bool = False


class Audit(Struct, frozen=True, kw_only=True):
    """All of it. Mappings are by zone.

    Attributes:
        seen: How the zones lay when last at rest.
        believed: The game's top card, empty for an empty pile.
        due: Zones that have not been touched since the game's top card changed, with the mark of
            the eye, ns, at which it did: hands may still be on their way.
        left: Top card of a pile that went to somebody and may still lie there.
        accepted: Differences that people said are right as they are.
    """

    seen: Mapping[str, ZoneNow] = {}
    believed: Mapping[str, str] = {}
    due: Mapping[str, int] = {}
    left: Mapping[str, str] = {}
    open: tuple[Watched, ...] = ()
    accepted: tuple[Difference, ...] = ()

    @property
    def shown(self) -> tuple[Difference, ...]:
        """What the pages show."""
        return tuple(one.difference for one in self.open if one.shown)
