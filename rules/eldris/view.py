"""What one audience may know. Only `mine` has fields that could hold a secret, and only its own."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from rules.core import Key, Outcome
from rules.eldris.cards import Trait
from rules.eldris.state import Accusation, Benefit, Phase

Token = Literal["cutpurse", "target", "rival", "threat"]


class CellView(Struct, frozen=True, kw_only=True, gc=False):
    """One cell of the Square. `dark`: unoccupied. `wager`: $1 lies on it."""

    character: Key
    trait: Trait
    dark: bool
    token: Token | None
    wager: bool = False


class PlayerView(Struct, frozen=True, kw_only=True, gc=False):
    """One seat as all may see it.

    Attributes:
        haul: Half-dollars.
        cards: Cards face down, the Cutpurse among them.
        taken: Face-up cards.
        exposed: The Cutpurse everybody has seen.
        entered: The own cards were entered (trusted mode).
        peeked: Has looked at the card that lies on top of the deck now.
    """

    seat: int
    haul: int
    sigil: bool
    started: bool
    out: bool
    cards: int
    taken: tuple[Key, ...]
    lost: int
    exposed: Key | None
    entered: bool
    peeked: bool


class MineView(Struct, frozen=True, kw_only=True, gc=False):
    """What only the seat itself may read (trusted mode).

    Attributes:
        others: Targets, or the Shadow; all cards before the choice.
        cell: Where the Cutpurse stands.
        in_reach: Characters it stands beside now (on the own turn, Strength counted).
        stealable: Those of them that it might rob.
        peek: The own note of the top card.
    """

    cutpurse: Key | None
    others: tuple[Key, ...]
    cell: int | None
    in_reach: tuple[Key, ...]
    stealable: tuple[Key, ...]
    peek: Key | None


class SoloView(Struct, frozen=True, kw_only=True, gc=False):
    """The solo game. `foes`: open cards of the foes' stack. Amounts are half-dollars."""

    round: int
    pool: int
    cutpurse: Key | None
    foes: tuple[Key, ...]
    concealed: tuple[Trait, ...]
    wagers: tuple[Key, ...]
    discarded: tuple[Key, ...]


class View(Struct, frozen=True, kw_only=True, gc=False):
    """The game as `audience` may know it.

    Attributes:
        turn: The active player; None when the game is over.
        awaited: Whom the game waits for: seats, or `table`.
        square: Row by row from the top left; empty before it lies.
        alike: The trait of doubles or triples.
        may_agree: The table may end the game (R-EL-8).
        mine: Only in a seat's own view, and only in trusted mode.
        two_go: Hauls are shown by score cards (R-EL-36).
    """

    audience: int | Literal["table"]
    seats: int
    phase: Phase
    turn: int | None
    awaited: tuple[str, ...]
    square: tuple[CellView, ...]
    players: tuple[PlayerView, ...]
    deck: int
    bank: int
    display: tuple[Key, ...]
    dice: tuple[Trait, ...]
    unspent: tuple[Trait, ...]
    alike: Trait | None
    benefit: Benefit | None
    declined: bool
    runner: Key | None
    accusation: Accusation | None
    may_agree: bool
    hidden: Mapping[Key, int]
    mine: MineView | None
    solo: SoloView | None
    outcome: Outcome | None
    secrecy: Literal["sealed", "trusted"]
    two_go: bool
