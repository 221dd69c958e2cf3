"""The vocabulary that all games share: seats, rulings, events' audiences, expectations, outcomes.

Nothing here knows a game. Values are frozen msgspec Structs: cheap to copy, strict to decode.
"""

from collections.abc import Mapping
from typing import Literal, NewType

from msgspec import Struct

Seat = NewType("Seat", int)
"""A position at the table, 0 for the first, clockwise. Not a person."""

TABLE: Literal["table"] = "table"
"""The actor of chance and of what all do together; also the audience of the table's screen."""

Actor = int | str
"""A seat, `"table"`, or `"team:<n>"`."""

Audience = int | Literal["table"]
"""Who looks: a seat, or the table (its screen, its voice, spectators)."""

Key = str
"""What is printed on a card as far as the game's rules care: `gem:1`, `treasure:4`."""


class Legal(Struct, frozen=True):
    """The action may be carried out."""


class Illegal(Struct, frozen=True):
    """The action is refused.

    Attributes:
        reason: A sentence for the person who tried, fit for that person's eyes.
        rule: The ruling id or heading in the specification, such as `R-WT-31`.
        private: It says something of what only the asking seat may know: it goes to that seat's
            own page and nowhere else, not even that there was a refusal.
        template: The reason with its parts in braces, for other languages; empty where the reason
            has none and is its own template.
        parts: What the template's braces hold.
    """

    reason: str
    rule: str
    private: bool = False
    template: str = ""
    parts: Mapping[str, str | int] = {}


Ruling = Legal | Illegal
LEGAL = Legal()


class RulesError(Exception):
    """Base of everything this package raises."""


class IllegalActionError(RulesError, ValueError):
    """`decide` was called with an action that `check` refuses."""

    def __init__(self, ruling: Illegal) -> None:
        super().__init__(f"{ruling.reason} [{ruling.rule}]")
        self.ruling = ruling


class SetupError(RulesError, ValueError):
    """A game cannot be set up like this; the message names the field and the cure."""


class PackError(RulesError, ValueError):
    """A content pack is malformed; the message names the field and the cure."""


class Fact(Struct, frozen=True, kw_only=True):
    """One value of a content pack, with where it came from.

    Attributes:
        value: What the game uses.
        origin: `text` (rulebook), `deduced`, `public`, `assumption`, or `owner` (told here).
        source: Heading, link or person.
        note: Why it is believed.
    """

    value: object
    origin: Literal["text", "deduced", "public", "assumption", "owner"]
    source: str = ""
    note: str = ""


class Multiset(Struct, frozen=True, kw_only=True, gc=False):
    """Cards that may turn up: key to the number of unseen copies."""

    counts: Mapping[Key, int]


class Cell(Struct, frozen=True, kw_only=True):
    """Which card lies in one cell of a grid, and which of its sides is up.

    Attributes:
        key: Empty where nobody knows it, or nobody may.
    """

    key: Key
    side: Literal["front", "back"] = "front"


class Expectation(Struct, frozen=True, kw_only=True):
    """What the sensors should look for now, derived from the table's view alone.

    Attributes:
        zone: Where: `pot`, `portal`, `discard`, `tray`, `grid`; `line:2` is seat 2's row of cards,
            `line:2:0` its first card from the owner's left.
        kind: `card` (a new card on top), `dice`, `grid` (a row of cards is one too), `empty` (the
            zone is being cleared), or `masked` (somebody looks at a card there in secret: nothing
            may be read there, whatever else is expected).
        prior: Unseen copies by key, a weight for readings and never a licence.
        count: How many things are to be read there: three dice, four and twenty cells.
        columns: Cells in a row of a grid.
        cells: How a grid lies as far as the game knows, row by row from the top left; empty where
            nothing is known of it yet.
    """

    zone: str
    kind: Literal["card", "dice", "grid", "empty", "masked"]
    prior: Mapping[Key, int] = {}
    count: int = 1
    columns: int = 0
    cells: tuple[Cell, ...] = ()


class Outcome(Struct, frozen=True, kw_only=True):
    """How a game ended.

    Attributes:
        winners: Seats that share the win; empty where nobody wins.
        reason: Machine word, such as `last_holder`.
        scores: Seat to score where the game counts.
        title: What a solo player is called for it; empty where there is no such thing.
    """

    winners: tuple[int, ...]
    reason: str
    scores: Mapping[int, int] = {}
    title: str = ""
