"""What one audience may know. It has no field that could say whether the Pot may be grabbed."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from rules.core import Key, Outcome
from rules.wizard_thieves.events import Reason, Why
from rules.wizard_thieves.state import Challenge, Status


class PlayerView(Struct, frozen=True, kw_only=True, gc=False):
    """One seat as all may see it. `aside`: cards under the status card."""

    seat: int
    status: Status
    cards: int
    aside: int


class PotView(Struct, frozen=True, kw_only=True, gc=False):
    """The Pot: its height, and its top card with who revealed it. Nobody may look further down."""

    count: int
    top: Key | None
    by: int | None


class ItemView(Struct, frozen=True, kw_only=True, gc=False):
    """A Magic Item waits for its owner's choice."""

    seat: int
    item: Key


class PortalDueView(Struct, frozen=True, kw_only=True, gc=False):
    """`target` owes a card to the Portal, because of `seat`."""

    seat: int
    target: int


class CollectingView(Struct, frozen=True, kw_only=True, gc=False):
    """The Pot goes to `seat`; the counts show it there already."""

    seat: int
    count: int
    why: Why
    top: Key


class TiedView(Struct, frozen=True, kw_only=True, gc=False):
    """The table is asked who of these was first."""

    seats: tuple[int, ...]


class GrabView(Struct, frozen=True, kw_only=True, gc=False):
    """The last grab, as long as it may be checked or overruled. `winner` None: it was improper."""

    presses: tuple[tuple[int, ...], ...]
    winner: int | None
    reasons: tuple[Reason, ...]


class View(Struct, frozen=True, kw_only=True, gc=False):
    """The game as `audience` may know it.

    Attributes:
        turn: Who reveals next; None when the game is over.
        portal: Bottom to top, all face up.
        removed: Cards that left the game with a Pot.
        extra: Further items of the owner's box: key to copies.
        outcome: How it ended, once that may be told.
    """

    audience: int | Literal["table"]
    seats: int
    players: tuple[PlayerView, ...]
    turn: int | None
    pot: PotView
    portal: tuple[Key, ...]
    removed: int
    challenge: Challenge | None
    item: ItemView | None
    portal_due: PortalDueView | None
    collecting: CollectingView | None
    tied: TiedView | None
    grab: GrabView | None
    outcome: Outcome | None
    extra: Mapping[Key, int] = {}
