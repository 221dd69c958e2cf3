"""The whole truth of a game, as a frozen value.

`gc=False` on these and on actions, events and views: frozen values form no cycles.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from rules.core import Key, Outcome
from rules.wizard_thieves.events import Owed, Reason, Why
from rules.wizard_thieves.options import Options

Status = Literal["safe", "cursed", "out"]
Deck = tuple[Key | None, ...]
"""Top card first; None where the companion has no idea. Keys are a hint from a Pot won earlier
(R-WT-22), used for nothing but weights: hands disorder cards, and no reveal is refused for it."""


class Config(Struct, frozen=True, kw_only=True, gc=False):
    """What stays the same for a whole game.

    Attributes:
        seats: 2, 3 or 4; seats are numbered 0, 1, ... clockwise.
        extra: Further Magic Items of the owner's box, without an effect: key to copies.
    """

    seats: int
    options: Options
    extra: Mapping[Key, int] = {}


class Challenge(Struct, frozen=True, kw_only=True, gc=False):
    """A Treasure Challenge in force: `facing` has `remaining` of `value` chances left."""

    value: int
    remaining: int
    setter: int
    facing: int


class PendingItem(Struct, frozen=True, kw_only=True, gc=False):
    """A Magic Item whose owner has not said what to do with it.

    Attributes:
        facing: It was revealed in a challenge, so that a chance is still to be counted (R-WT-24).
    """

    seat: int
    item: Key
    facing: bool


class PortalDue(Struct, frozen=True, kw_only=True, gc=False):
    """`target` owes a card to the Portal.

    Attributes:
        seat: Who cast it.
        owed: What is still to follow for the reveal of the Caster: `turn` to pass, a `chance` to
            count, or `nothing` where its Pot is gone.
    """

    seat: int
    target: int
    owed: Owed


class Collecting(Struct, frozen=True, kw_only=True, gc=False):
    """The Pot goes to `seat` without a grab.

    Whether it lies there still because it may be grabbed (R-WT-11, R-WT-14, R-WT-18), or is that
    seat's already (R-WT-30, R-WT-33), must look the same to everybody.

    Attributes:
        top: Its top card, which everybody saw.
        excess: Keys of which this Pot and the Portal show more than the box has; told afterwards.
        awarded: True where the cards are in the deck already.
    """

    seat: int
    count: int
    why: Why
    top: Key
    awarded: bool = False
    excess: tuple[Key, ...] = ()


class Tied(Struct, frozen=True, kw_only=True, gc=False):
    """An undecided group of presses where the order matters; `rest` is judged afterwards."""

    seats: tuple[int, ...]
    rest: tuple[tuple[int, ...], ...]
    valid: bool


class GrabMemory(Struct, frozen=True, kw_only=True, gc=False):
    """The last grab, until the next card moves.

    Attributes:
        before: The state it met (without a memory of its own).
        winner: Who took the Pot with it, None for an improper grab.
    """

    presses: tuple[tuple[int, ...], ...]
    before: "State"
    winner: int | None = None
    reasons: tuple[Reason, ...] = ()


class State(Struct, frozen=True, kw_only=True, gc=False):
    """Everything. Lists of seats are indexed by seat.

    Attributes:
        aside: Cards under the status cards, face down.
        pot: Bottom to top; `pot_by` says who revealed each.
        portal: Bottom to top.
        removed: Pots that left the game (R-WT-13).
        turn: Who reveals next (the facing player in a challenge, the collector of a Pot).
        recent: Seats by their latest reveal, latest first.
        window: Why the Pot may be grabbed; empty: it may not.
    """

    config: Config
    decks: tuple[Deck, ...]
    status: tuple[Status, ...]
    aside: tuple[Deck, ...]
    turn: int
    pot: tuple[Key, ...] = ()
    pot_by: tuple[int, ...] = ()
    portal: tuple[Key, ...] = ()
    removed: tuple[Key, ...] = ()
    recent: tuple[int, ...] = ()
    challenge: Challenge | None = None
    window: tuple[Reason, ...] = ()
    item: PendingItem | None = None
    portal_due: PortalDue | None = None
    collecting: Collecting | None = None
    tied: Tied | None = None
    memory: GrabMemory | None = None
    over: Outcome | None = None
