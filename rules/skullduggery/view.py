"""What one audience may know. Cards are named by their place: no field holds a ref."""

from typing import Literal

from msgspec import Struct

from rules.core import Outcome
from rules.skullduggery.events import EndReason, LookKind, Place
from rules.skullduggery.state import Phase


class SlotView(Struct, frozen=True, kw_only=True, gc=False):
    """One card of a line.

    Attributes:
        up: It lies face up, for all to see.
        value: What a face-up card shows; None: face down, or not read yet.
        seen: Memory aid: the one who looks at this view has seen the card (or all have).
        recalled: Memory aid: what that player told the companion of it, or can work out.
    """

    up: bool
    value: int | None = None
    seen: bool = False
    recalled: int | None = None


class PlayerView(Struct, frozen=True, kw_only=True, gc=False):
    """One seat.

    Attributes:
        line: From its owner's left to right.
        red: The token for the left neighbour is used up.
        blue: The token for the right neighbour is used up.
        looked: The look at the middle cards has been used.
        owes: A middle card must be turned up, or the whole line at the end.
        score: The four-digit number, once the line is turned up.
    """

    seat: int
    line: tuple[SlotView, ...]
    red: bool
    blue: bool
    looked: bool
    owes: bool
    score: int | None = None


class ChoosingView(Struct, frozen=True, kw_only=True, gc=False):
    """The active player says which of these cards to look at."""

    kind: LookKind
    places: tuple[Place, ...]


class LookView(Struct, frozen=True, kw_only=True, gc=False):
    """`seat` looks at this card; until the next one is drawn. `value`: for that seat, once told."""

    seat: int
    place: Place
    value: int | None = None


class View(Struct, frozen=True, kw_only=True, gc=False):
    """The game as `audience` may know it.

    Attributes:
        begun: The first card was drawn, so the look at the middle cards is over.
        turn: Whose turn it is; None when nobody draws any more.
        pile: Cards left to draw.
        discard: Values, bottom first.
        spyglass: How many Spyglasses are out.
        drawn: What the active player's own drawn card shows, if this is that player, who told it.
        holding: The active player holds a drawn card.
        copies: Of 1, 2, ... 9 in the box.
        left: Memory aid: copies of 1, 2, ... 9 that this player has not seen; empty without it.
        ended: Why nobody draws any more.
    """

    audience: int | Literal["table"]
    seats: int
    phase: Phase
    begun: bool
    players: tuple[PlayerView, ...]
    turn: int | None
    pile: int
    discard: tuple[int, ...]
    spyglass: int
    holding: bool
    drawn: int | None
    choosing: ChoosingView | None
    look: LookView | None
    copies: tuple[int, ...]
    memory_aid: bool
    left: tuple[int, ...]
    ended: EndReason | None
    outcome: Outcome | None
