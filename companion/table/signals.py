"""Everything that may reach the table, as frozen values on one queue: the black box's border."""

from msgspec import Struct

from companion.practicemodels import PracticeModel
from hardware.events import (
    Bounced,
    DiceSeen,
    EdgesUntil,
    GridSeen,
    KnownUntil,
    Observation,
    Press,
    SensorStatus,
)
from hardware.eye_link import LooksLike, ZoneNow


class Tick(Struct, frozen=True, kw_only=True, tag="tick"):
    """Time passed: `ns` on the table's clock."""

    ns: int
    run: int = 0


class Tap(Struct, frozen=True, kw_only=True, tag="tap"):
    """A phone or screen tapped a choice that a view offered.

    Attributes:
        audience: Whose view it was: `seat:0`, `table`.
        version: Of that audience's view.
        choice: The id of the choice.
        arrived: ns on the table's clock when the server had it. A phone's own clock is never used.
        ident: Request id, echoed in the `Reply` effect.
    """

    audience: str
    version: int
    choice: str
    arrived: int
    ident: int = 0
    run: int = 0


class Ask(Struct, frozen=True, kw_only=True, tag="ask"):
    """Anything else a person asks of the table, already authenticated by the server.

    Attributes:
        what: One of the handlers in `companion.table.asks`.
        audience: Who asks.
        seat: The seat concerned.
        value: Name, count, `key=value`, token digest, as `what` needs.
    """

    what: str
    audience: str
    seat: int | None = None
    value: str = ""
    digest: str = ""
    arrived: int = 0
    ident: int = 0
    run: int = 0


class Proceed(Struct, frozen=True, kw_only=True, tag="proceed"):
    """Go on with the backlog: the loop's nudge, so that each accepted action is a transaction."""


class ZonesSeen(Struct, frozen=True, kw_only=True, tag="zones_seen"):
    """How the zones lie at rest, told when that changes; a zone in motion keeps its last state."""

    zones: tuple[ZoneNow, ...]
    run: int = 0


class PracticeNow(Struct, frozen=True, kw_only=True, tag="practice_now"):
    """A practice without cards stands like this; None: it is over. Never while a game runs."""

    model: PracticeModel | None = None


Signal = (
    Proceed
    | Press
    | Bounced
    | EdgesUntil
    | Observation
    | GridSeen
    | DiceSeen
    | KnownUntil
    | SensorStatus
    | Tick
    | Tap
    | Ask
    | ZonesSeen
    | PracticeNow
    | LooksLike
)
