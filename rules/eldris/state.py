"""The whole truth of a game, as far as the companion knows it, as a frozen value.

`gc=False` on these and on actions, events and views: frozen values form no cycles.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from rules.core import Key
from rules.eldris.cards import Trait
from rules.eldris.options import Options

Phase = Literal[
    "lay_out",
    "turn_up",
    "choose",
    "roll",
    "slip",
    "dexterity",
    "wisdom",
    "constitution",
    "draw",
    "give_back",
    "nick",
    "answer",
    "show",
    "promote",
    "fan",
    "wager",
    "diagonal",
    "over",
]
"""What is awaited:

`lay_out` the Square, `turn_up` a card for the Display, `choose` the Cutpurse of a first turn,
`roll` the dice; `slip` benefits and moves; `dexterity`, `wisdom`, `constitution` the use of that
ability; `draw` a drawn Target to be entered, `give_back` the card that Intelligence returns; `nick`
a Steal, an Accuse or a Pass; `answer` of the accused, `show` of the wrong accuser's Cutpurse,
`promote` a Target to be the new one. Solo: `fan` the foes' stack of a round, `wager` wagers and the
reveal of the stack, `diagonal` the choice that Strength gives.
"""

After = Literal["begin", "choose", "fan", "give_back", "end"]
"""What follows when the awaited card has come: see `rules.eldris.turns.go_on`."""

Benefit = Literal[
    "reset", "charisma", "constitution", "dexterity", "intelligence", "strength", "wisdom"
]


EndReason = Literal["goal", "last_standing", "agreed", "solo_won", "solo_lost"]


class Config(Struct, frozen=True, kw_only=True, gc=False):
    """What stays the same for a whole game. `traits`: of every character."""

    seats: int
    options: Options
    traits: Mapping[Key, Trait]


class Player(Struct, frozen=True, kw_only=True, gc=False):
    """One seat.

    Attributes:
        haul: Half-dollars.
        sigil: Active.
        started: The own first turn has begun: there is a Cutpurse.
        out: Eliminated.
        cards: Townsfolk cards that lie face down, the Cutpurse among them.
        taken: Face-up cards: stolen Targets and claimed Cutpurses.
        lost: How often a Cutpurse was lost.
        exposed: The Cutpurse everybody has seen, until R-EL-22.
        shown: The Cutpurse was shown after a wrong accusation at some time.
        entered: The own cards were entered (trusted mode).
        cutpurse: The active Cutpurse; None where the companion was not told. Secret.
        others: Targets (2-4 players) or the Shadow (5-6); all cards before the choice. Secret.
    """

    haul: int = 0
    sigil: bool = True
    started: bool = False
    out: bool = False
    cards: int
    taken: tuple[Key, ...] = ()
    lost: int = 0
    exposed: Key | None = None
    shown: bool = False
    entered: bool = False
    cutpurse: Key | None = None
    others: tuple[Key, ...] = ()


class Accusation(Struct, frozen=True, kw_only=True, gc=False):
    """The active player says that `player` controls `character`."""

    character: Key
    player: int


class Peek(Struct, frozen=True, kw_only=True, gc=False):
    """`seat` has looked at the top card, which lies there still. `card`: the own note. Secret."""

    seat: int
    card: Key | None = None


class Ending(Struct, frozen=True, kw_only=True, gc=False):
    """How the game ended; the hauls are the scores."""

    winners: tuple[int, ...]
    reason: EndReason


class Solo(Struct, frozen=True, kw_only=True, gc=False):
    """The solo game.

    Attributes:
        round: 1 to 4; 0 before the first.
        pool: What the Rivals stole, half-dollars.
        cutpurse: Lies open.
        rivals: Known Rivals; their cards lie open in the foes' stack, they stay in the Square.
        concealed: Traits of the hidden cards of this round's stack.
        threats: Characters with a Threat token.
        wagers: Characters with a wager.
        discarded: Cards of robbed Targets.
    """

    round: int = 0
    pool: int = 0
    cutpurse: Key | None = None
    rivals: tuple[Key, ...] = ()
    concealed: tuple[Trait, ...] = ()
    threats: tuple[Key, ...] = ()
    wagers: tuple[Key, ...] = ()
    discarded: tuple[Key, ...] = ()


class State(Struct, frozen=True, kw_only=True, gc=False):
    """Everything. Rows of players are indexed by seat.

    Attributes:
        turn: The active player.
        after: What follows the awaited card.
        grid: Characters row by row; empty before they are laid out.
        dark: Unoccupied characters, earliest first.
        deck: Townsfolk cards left in it.
        bank: Half-dollars left in it.
        display: Open Targets (5-6 players and solo).
        dice: As rolled; `unspent`: those not spent by a move.
        benefit: Claimed this turn. `declined`: it was said that none will be.
        runner: Which card Dexterity moves, once it moved.
        passes: Passes in a row since the deck is empty.
        peeks: Who knows the top card.
        over: How it ended.
    """

    config: Config
    players: tuple[Player, ...]
    turn: int
    phase: Phase = "lay_out"
    after: After | None = None
    grid: tuple[Key, ...] = ()
    dark: tuple[Key, ...] = ()
    deck: int
    bank: int
    display: tuple[Key, ...] = ()
    dice: tuple[Trait, ...] = ()
    unspent: tuple[Trait, ...] = ()
    benefit: Benefit | None = None
    declined: bool = False
    runner: Key | None = None
    accusation: Accusation | None = None
    passes: int = 0
    peeks: tuple[Peek, ...] = ()
    solo: Solo | None = None
    over: Ending | None = None
