"""How one game meets this table: what sensors mean, what people may do, how it is told and shown.

One module a game offers these functions; what all games share lives beside this file.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct

from companion.factmodels import FactEntry, FactsModel
from companion.readmodels import (
    CardFace,
    CardLine,
    CardRow,
    Challenge,
    Choice,
    Die,
    Hand,
    Move,
    Passing,
    Pile,
    Player,
    Result,
    Square,
)
from companion.words import NOTE, Words
from hardware.events import DiceSeen, GridSeen, Lamps, Observation


class Line(Struct, frozen=True, kw_only=True):
    """One sentence to say or to show.

    Attributes:
        priority: For the page; `quiet` is small print.
        key: A later sentence with the same key replaces this one while it is unsaid.
        kind: Of `companion.words.KINDS`: the voice says it where the table wants that kind.
    """

    text: Words
    priority: Literal["verdict", "say", "quiet"] = "say"
    key: str = ""
    kind: str = NOTE


class Told(Struct, frozen=True, kw_only=True):
    """What a narrator needs to know beside the events.

    Attributes:
        name: Seat to the person's name.
        names: Card key to name, from the content pack.
        reaction_ms: The winner's reaction, where it was measured.
        grace: Seats whose press came within the grace time of a taken Pot.
        recent: What all could see of the last few entries that count, oldest first.
        pack: The game's content pack.
    """

    name: Callable[[int], Words]
    names: dict[str, str] = {}
    reaction_ms: int | None = None
    grace: frozenset[int] = frozenset()
    recent: tuple[Any, ...] = ()
    pack: Any = None


class Act(Struct, frozen=True, kw_only=True):
    """A change means this action (or several, in order)."""

    actions: tuple[Any, ...]
    too_soon: bool = False


class Hold(Struct, frozen=True, kw_only=True):
    """A change means something only after a person has chosen.

    Attributes:
        in_turn: What waits already stays, and comes first; else this takes its place.
        early: Nobody has begun what it belongs to. Where it may be a card that a phone told of
            before the camera saw it, it is that one and waits for nothing.
        note: For the page.
    """

    in_turn: bool = False
    early: bool = False
    note: Words = ""


class TakenAway(Struct, frozen=True, kw_only=True):
    """The newest card of that pile was lifted off: if it waited for a choice, it does no more."""


class Ask(Struct, frozen=True, kw_only=True):
    """The camera was not sure which card came, and it matters: people say it."""


class Nothing(Struct, frozen=True, kw_only=True):
    """A change means nothing to this game; `note` says why, for the page."""

    note: Words = ""


class WhoTook(Struct, frozen=True, kw_only=True):
    """The Pot was taken without a press: ask who slapped."""


class WhoTookBack(Struct, frozen=True, kw_only=True):
    """The newest card was lifted off: ask whose mistake it was."""


class Way(Struct, frozen=True, kw_only=True):
    """One of several things that a change may mean: these actions, in order."""

    label: Words
    actions: tuple[Any, ...]


class Which(Struct, frozen=True, kw_only=True):
    """A change may mean several things: people say which."""

    title: Words
    body: Words = ""
    ways: tuple[Way, ...]


Meaning = Act | Ask | Hold | Nothing | TakenAway | WhoTook | WhoTookBack | Which


class Picture(Struct, frozen=True, kw_only=True):
    """A game's part of a page."""

    headline: Words
    players: tuple[Player, ...]
    piles: tuple[Pile, ...]
    challenge: Challenge | None = None
    result: Result | None = None
    tip: Words = ""
    lines: tuple[CardLine, ...] = ()
    passing: Passing | None = None
    hand: Hand | None = None
    square: Square | None = None
    dice: tuple[Die, ...] = ()
    rows: tuple[CardRow, ...] = ()


class Reach(Struct, frozen=True, kw_only=True):
    """Which sensors are there: what people must do by phone follows from it."""

    camera: bool
    buttons: bool


class Lies(Struct, frozen=True, kw_only=True):
    """What lies on top of a pile by the game; `settled` False while hands are about to move it."""

    top: str = ""
    settled: bool = True


class Desk(Protocol):
    """The functions of one game at this table.

    What a game leaves out, `companion.table.desks` takes from the defaults: `no_slaps`, `no_grids`
    (the camera reads no grids, lines and dice), `no_facts`, `no_secrets`,
    `no_table`.
    """

    SLAPS: bool
    """Whether hands on buttons mean something to the game."""
    SEES: bool
    """Whether the camera takes part."""
    LAID_AFTER: tuple[type, ...]
    """Actions that begin something: a card laid before the newest of them means nothing new."""
    SPOKEN: tuple[str, ...]
    """Kinds of sentences that it has, of `companion.words.KINDS`."""
    ONE_LIST: bool
    """Whether `put_back` holds for any two states, not only for those that one entry parts."""
    RESUMED: str
    """What a page says after a restart: which part of the table people should look at."""

    def change(self, state: Any, observation: Observation) -> Meaning:
        """What a pile's change means."""

    def grid(self, state: Any, seen: GridSeen) -> Meaning:
        """What it means that a grid or a line lies like this, where that differs from the state.

        Of the cells that look otherwise than they should, the eye is sure.
        """

    def in_play(self, state: Any, zone: str) -> bool:
        """Whether what lies in this grid or line counts: lines of empty chairs do not."""

    def sides(self, zone: str, cell: int, told: Told) -> tuple[tuple[str, Words], ...]:
        """The sides of what lies in this cell where it is no card: face to its name."""

    def dice(self, state: Any, seen: DiceSeen) -> Meaning:
        """What it means that dice came to lie like this; the eye is sure of each."""

    def aliases(self, told: Told) -> dict[str, str]:
        """Names under which cards may have been taught, besides their keys: name to key."""

    def place(self, zone: str, cell: int, columns: int, told: Told) -> Words:
        """Where a cell is, for whoever looks at the table: `row 2, column 3`."""

    def face_name(self, face: str, told: Told) -> Words:
        """What a face that the camera reads in a cell or on a die is called."""

    def grab(self, groups: tuple[tuple[int, ...], ...]) -> Any:
        """The action of these presses."""

    def adjudicate(self, seat: int) -> Any:
        """The action that says this seat was first."""

    def tied(self, state: Any) -> tuple[int, ...]:
        """Seats that the table must decide between, or none."""

    def can_grab(self, view: Any) -> tuple[int, ...]:
        """Seats whose slap could count, whatever it would bring."""

    def offers(
        self, state: Any, view: Any, seat: int, reach: Reach, told: Told
    ) -> tuple[Choice, ...]:
        """Buttons of this seat's page."""

    def table_offers(self, state: Any, told: Told) -> tuple[Choice, ...]:
        """Buttons of the table's own screen: what anybody may say for all."""

    def table_action(self, state: Any, choice: str) -> Any | None:
        """The action behind such a choice, or None."""

    def action(self, state: Any, seat: int, choice: str) -> Any | None:
        """The action behind a choice id, or None where it is not one of the game's."""

    def card_choices(self, state: Any, zone: str, told: Told) -> tuple[tuple[str, Words], ...]:
        """Every key that could lie there, with its name."""

    def kinds(self, told: Told) -> tuple[tuple[str, Words], ...]:
        """Every kind of card of the box, in the order in which people find them, with its name."""

    def face(self, key: str) -> CardFace:
        """How to draw a visible card."""

    def card_action(self, state: Any, zone: str, key: str) -> Any | None:
        """The action that this card on that pile means."""

    def mistaken(self, state: Any, seat: int) -> Any:
        """The action: this seat showed a card by mistake."""

    def undoes_reveal(self, action: Any) -> bool:
        """Whether undoing this action leaves a card on the pile that goes back."""

    def narrate(self, events: Sequence[Any], told: Told) -> tuple[Line, ...]:
        """What to say of public events."""

    def label(self, action: Any, told: Told) -> Words:
        """`Ann: Ruby`: for undo and the story."""

    def picture(self, view: Any, seat: int | None, told: Told) -> Picture:
        """This audience's page."""

    def lamps(self, view: Any) -> Lamps:
        """What the lamps show."""

    def again(self, state: Any, action: Any, by: str) -> Any:
        """The same evidence read once more on another state."""

    def amendments(self, state: Any, action: Any, told: Told) -> tuple[tuple[str, Words], ...]:
        """(value, label) of what this entry could have been, on the state before it."""

    def amended(self, action: Any, value: str) -> Any | None:
        """The corrected action, or None where `value` is none of this entry's."""

    def facts(self, pack: Any) -> FactsModel | None:
        """What the owner may complete of the box; None where nothing is missing."""

    def with_facts(self, pack: Any, entries: Sequence[FactEntry]) -> Any:
        """The pack with what the owner told; Words of what is wrong with it."""

    def keeper(self, state: Any, action: Any) -> int | None:
        """The seat on whose secrets this entry rests, which alone may correct it; else None."""

    def secret(self, state: Any, action: Any) -> bool:
        """Whether all of what this entry says is its keeper's secret."""

    def reprint(self, event: Any, action: Any) -> Any:
        """The old event with the face that the corrected action names."""

    def slapped(self, action: Any) -> tuple[int, ...]:
        """Who pressed by this entry, in their order; nobody where it is no slap."""

    def won_by(self, events: Sequence[Any]) -> int | None:
        """Who took the Pot by a slap."""

    def remembered(self, state: Any) -> Any:
        """The last slap as the rules remember it, for judging it the other way."""

    def overrules(self, state: Any) -> tuple[tuple[str, Words], ...]:
        """(value, label) of what the table may say against its newest slap's verdict."""

    def overrule(self, value: str) -> Any | None:
        """The action of such a value, or None."""

    def said_of_grab(self, action: Any, told: Told) -> Words:
        """What people said about the last slap by this entry, or nothing."""

    def differences(self, before: Any, after: Any, told: Told) -> tuple[Words, ...]:
        """What is different after a correction, a sentence each."""

    def lying(self, view: Any) -> dict[str, Lies]:
        """What should lie where, as all can see it: zone to its top card."""

    def count_laid(self, state: Any) -> int:
        """How many cards lie open by now that people lay for the camera to read."""

    def laid(self, action: Any) -> tuple[str, str] | None:
        """(zone, key) of the card that this entry laid open, or None."""

    def put_back(self, now: Any, wanted: Any, told: Told) -> tuple[Move, ...]:
        """What people do by hand to put the real table right."""
