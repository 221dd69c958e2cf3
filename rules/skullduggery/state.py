"""The whole truth of a game as far as the companion has it, as a frozen value.

`gc=False` on these and on actions, events and views: frozen values form no cycles.
"""

from typing import Literal

from msgspec import Struct

from rules.knowledge import CardRef, Sights
from rules.skullduggery.events import EndReason, LookKind, Place
from rules.skullduggery.options import Options
from rules.skullduggery.passing import Line

Phase = Literal["draw", "act", "discard", "peek", "sneak", "spyglass", "reveal", "over"]
"""What is awaited: a drawn card; what is done with it; what the discard shows; which card to look
at; middle cards to be turned up; whole lines; nothing."""


class Config(Struct, frozen=True, kw_only=True, gc=False):
    """What stays the same for a whole game.

    Attributes:
        seats: 2 to 6; seats are numbered 0, 1, ... clockwise.
        copies: Of 1, 2, ... 9 in the box. For weights and warnings, never for a rule.
    """

    seats: int
    options: Options
    copies: tuple[int, ...]


class Tokens(Struct, frozen=True, kw_only=True, gc=False):
    """A seat's Skullduggery tokens: True is used up (R-SK-17). Red is left, blue is right."""

    red: bool = False
    blue: bool = False


class Look(Struct, frozen=True, kw_only=True, gc=False):
    """A Peek or Sneak that may still be going on, until the next card is drawn."""

    seat: int
    place: Place


class Ending(Struct, frozen=True, kw_only=True, gc=False):
    """How the game ended; `scores` by seat."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: EndReason


class State(Struct, frozen=True, kw_only=True, gc=False):
    """Everything. Lists of seats are indexed by seat.

    Attributes:
        pile: Top first. Nobody knows a face of it.
        lines: Each from its owner's left to right.
        face_up: Cards of the lines that lie face up; for good, wherever they go (R-SK-19).
        sights: By ref.
        turn: Who draws next, or plays.
        looked: Seats that used their look at the middle cards.
        drawn: In the active player's hand.
        leaving: On its way to the discard; its face is not told yet.
        discard: Bottom first, face up.
        spyglass: Discarded 2s, apart from the discard pile.
        choosing: A Peek or Sneak whose card is not chosen.
        owing: Seats that still have to turn up a middle card.
        ended: Why nobody draws any more.
        revealed: Seats whose whole line is turned up.
    """

    config: Config
    pile: tuple[CardRef, ...]
    lines: tuple[Line, ...]
    sights: Sights[int]
    tokens: tuple[Tokens, ...]
    turn: int
    face_up: frozenset[CardRef] = frozenset()
    looked: tuple[int, ...] = ()
    drawn: CardRef | None = None
    leaving: CardRef | None = None
    discard: tuple[CardRef, ...] = ()
    spyglass: tuple[CardRef, ...] = ()
    choosing: LookKind | None = None
    look: Look | None = None
    owing: tuple[int, ...] = ()
    ended: EndReason | None = None
    revealed: tuple[int, ...] = ()
    over: Ending | None = None


def phase_of(state: State) -> Phase:
    """What is awaited now."""
    if state.over is not None:
        return "over"
    if state.ended is not None:
        return "reveal"
    if state.owing:
        return "spyglass"
    if state.choosing is not None:
        return state.choosing
    if state.leaving is not None:
        return "discard"
    return "act" if state.drawn is not None else "draw"


def has_begun(state: State) -> bool:
    """Whether the first card of the game was drawn (R-SK-12)."""
    return bool(
        state.discard or state.spyglass or state.drawn is not None or state.leaving is not None
    )


def open_face(state: State, ref: CardRef) -> int | None:
    """What everybody can see of a card that lies in a line; None: face down, or not read."""
    if ref not in state.face_up:
        return None
    sight = state.sights[ref]
    return None if sight is None else sight.face
