"""The facts that follow from legal actions. All may know them, except where it says "private"."""

from typing import Literal

from msgspec import Struct

from rules.skullduggery.cards import CardAction, Side

EndReason = Literal["third_spyglass", "pile_empty"]
"""Whichever came first ("Winning the Game"); a third Spyglass is named where both did (R-SK-8)."""

LookKind = Literal["peek", "sneak"]


class Place(Struct, frozen=True, kw_only=True, gc=False):
    """A card's place: whose line, and which slot from its owner's left."""

    seat: int
    slot: int


class MiddleLooked(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="middle_looked"
):
    """This seat has looked at its two middle cards. Private: `values`, where told."""

    seat: int
    values: tuple[int | None, int | None] = (None, None)


class CardDrawn(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="card_drawn"):
    """This seat holds the top card of the pile; `left` remain. Private: `value`, where told."""

    seat: int
    left: int
    value: int | None = None


class ValueTold(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="value_told"):
    """Wholly private: what the seat holds or has just looked at."""

    seat: int
    value: int


class TokenUsed(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="token_used"):
    """A token is turned over, against this neighbour ("Playing the Game")."""

    seat: int
    side: Side
    against: int


class CardPlaced(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="card_placed"):
    """The drawn card lies in `owner`'s line, the card from there is about to be shown.

    Attributes:
        face_up: As the old card lay (R-SK-3).
        value: Private to `seat` unless it lies face up.
    """

    seat: int
    owner: int
    slot: int
    face_up: bool
    value: int | None = None


class DrawnLetGo(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="drawn_let_go"):
    """The drawn card itself is about to be shown."""

    seat: int


class CardDiscarded(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="card_discarded"
):
    """What was discarded, and what it brings about (None: nothing).

    Attributes:
        count: Cards of that row or pile afterwards: of the Spyglasses for a 2, else of the discard.
    """

    seat: int
    value: int
    action: CardAction | None
    count: int


class Overcounted(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="overcounted"):
    """A warning: more cards of this value lie open than the box has."""

    value: int
    copies: int


class CardsPassed(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="cards_passed"
):
    """All hand on a card at once; `passing.passes` says who gives which to whom."""

    seat: int
    action: Literal["pass_left", "pass_right"]


class EndsSwitched(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="ends_switched"
):
    """The active player's left-most and right-most cards change places."""

    seat: int


class LookDue(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="look_due"):
    """The active player says which of these cards to look at."""

    seat: int
    kind: LookKind
    places: tuple[Place, ...]


class CardLooked(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="card_looked"):
    """The seat looks at this card, or waives it (`look` False). Private: `value`, where told."""

    seat: int
    kind: LookKind
    place: Place
    look: bool
    value: int | None = None


class TurnUpDue(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="turn_up_due"):
    """Spyglass number `number` is out: these seats turn a middle card face up (R-SK-6)."""

    number: int
    seats: tuple[int, ...]


class CardTurnedUp(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="card_turned_up"
):
    """This card lies face up for the rest of the game; `value` None: not read yet."""

    seat: int
    slot: int
    value: int | None = None


class FaceRead(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="face_read"):
    """What a face-up card shows."""

    seat: int
    slot: int
    value: int


class TurnPassed(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="turn_passed"):
    """This seat draws next."""

    seat: int


class PlayEnded(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="play_ended"):
    """Nobody draws any more: all lines are turned up."""

    reason: EndReason


class LineRevealed(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="line_revealed"
):
    """A whole line, from its owner's left, and its four-digit number."""

    seat: int
    values: tuple[int, ...]
    score: int


class GameEnded(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="game_ended"):
    """The game is over; `scores` by seat, the highest wins, equal ones together (R-SK-9)."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: EndReason


Event = (
    MiddleLooked
    | CardDrawn
    | ValueTold
    | TokenUsed
    | CardPlaced
    | DrawnLetGo
    | CardDiscarded
    | Overcounted
    | CardsPassed
    | EndsSwitched
    | LookDue
    | CardLooked
    | TurnUpDue
    | CardTurnedUp
    | FaceRead
    | TurnPassed
    | PlayEnded
    | LineRevealed
    | GameEnded
)
