"""What a seat or the table may ask the rules to do.

Values in a fixed field `value` are told in confidence and may be left out. What comes to light for
everybody may be left out too where it says so, and is then awaited or read later.
"""

from typing import Literal

from msgspec import Struct

from rules.core import Multiset
from rules.skullduggery.cards import Side

End = Literal["left", "right"]
"""Which end of a line, as its owner sees it."""


class LookAtMiddle(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="look_at_middle"
):
    """The one secret look at the own two middle cards before the first draw ("Set Up", R-SK-12).

    Attributes:
        values: What slots 1 and 2 show, told in confidence; None: not told.
    """

    seat: int
    values: tuple[int | None, int | None] = (None, None)


class Draw(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="draw"):
    """The top card of the pile is taken, unseen by the others. `value`: told in confidence."""

    seat: int
    value: int | None = None


class Tell(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="tell"):
    """In confidence: what the card shows that the seat holds, or has just looked at."""

    seat: int
    value: int


class DiscardDrawn(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="discard_drawn"
):
    """The drawn card is discarded. `discard`: what it shows; None: `ShowDiscard` follows."""

    seat: int
    discard: int | None = None


class ReplaceOwn(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="replace_own"):
    """The drawn card goes into the own line, the card from there is discarded (R-SK-13).

    Attributes:
        slot: 0 to 3 from the owner's left.
        discard: What the old card shows; None: `ShowDiscard` follows, or it lay face up already.
        value: What the new card shows; in confidence if it lies face down.
    """

    seat: int
    slot: int
    discard: int | None = None
    value: int | None = None


class ReplaceNeighbour(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="replace_neighbour"
):
    """The same in a neighbour's line, for the token of that side. Slots from its owner's left."""

    seat: int
    side: Side
    slot: int
    discard: int | None = None
    value: int | None = None


class ShowDiscard(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="show_discard"
):
    """The discard of this seat's turn lies face up. Chance: read by the camera, or told."""

    seat: int
    value: int


class ChoosePeek(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="choose_peek"):
    """Peek at the own left-most or right-most card. `look` False: waived (R-SK-5)."""

    seat: int
    end: End
    look: bool = True
    value: int | None = None


class ChooseSneak(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="choose_sneak"
):
    """Look at the left neighbour's right-most card, or the right neighbour's left-most."""

    seat: int
    side: Side
    look: bool = True
    value: int | None = None


class TurnUp(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="turn_up"):
    """A Spyglass is out: this seat turns a middle card face up (R-SK-6).

    Attributes:
        value: What everybody sees there now; None: read later, by `ReadFaceUp`.
    """

    seat: int
    slot: int
    value: int | None = None


class ReadFaceUp(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="read_face_up"):
    """What a face-up card of this seat's line shows: for the first time, or put right."""

    seat: int
    slot: int
    value: int


class RevealAll(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="reveal_all"):
    """The end: this seat's line is turned up ("Winning the Game").

    Attributes:
        values: From the owner's left; None where everybody knows it already.
    """

    seat: int
    values: tuple[int | None, int | None, int | None, int | None]


Action = (
    LookAtMiddle
    | Draw
    | Tell
    | DiscardDrawn
    | ReplaceOwn
    | ReplaceNeighbour
    | ShowDiscard
    | ChoosePeek
    | ChooseSneak
    | TurnUp
    | ReadFaceUp
    | RevealAll
)


class TellPattern(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="tell_pattern"
):
    """In `choices`: a Tell by this seat, of any value."""

    seat: int


class ShowDiscardPattern(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="show_discard_pattern"
):
    """In `choices`: a ShowDiscard of this seat's turn, of any value; `cards` weighs the keys."""

    seat: int
    cards: Multiset


class ReadFaceUpPattern(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="read_face_up_pattern"
):
    """In `choices`: a face-up card that nobody has read yet; `cards` weighs the keys."""

    seat: int
    slot: int
    cards: Multiset


class RevealAllPattern(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="reveal_all_pattern"
):
    """In `choices`: a RevealAll by this seat.

    Attributes:
        known: What everybody knows of the line already; None: any value.
        cards: Weighs the keys of the others.
    """

    seat: int
    known: tuple[int | None, ...]
    cards: Multiset


Pattern = TellPattern | ShowDiscardPattern | ReadFaceUpPattern | RevealAllPattern
Choice = Action | Pattern
