"""Where cards go: the Square, the Display, hands, a Cutpurse that is chosen.

All may know these facts, except a card where it says "only". Amounts are half-dollars.
"""

from msgspec import Struct

from rules.core import Key


class SquareLaid(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="square_laid"):
    """The Square lies, row by row."""

    grid: tuple[Key, ...]


class CardTurnedUp(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="card_turned_up"
):
    """The top card of the deck lies in the Display. `left`: cards in the deck now."""

    card: Key
    left: int | None = None


class CardsEntered(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="cards_entered"
):
    """This seat has entered its cards; which, only it may know."""

    seat: int
    cards: tuple[Key, ...] = ()


class CutpurseChosen(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="cutpurse_chosen"
):
    """This seat has chosen its first Cutpurse; which, only it may know."""

    seat: int
    card: Key | None = None


class CutpurseRechosen(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="cutpurse_rechosen"
):
    """Constitution was used; whether it changed anything, only its owner may know (R-EL-23)."""

    seat: int
    card: Key | None = None


class TargetDrawn(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="target_drawn"
):
    """This seat has a new Target; which, only it may know. `left`: cards in the deck now."""

    seat: int
    card: Key | None = None
    left: int | None = None


class TargetReturned(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="target_returned"
):
    """Intelligence: a Target of this seat is in the deck again; which, only it may know."""

    seat: int
    card: Key | None = None


class DisplayReturned(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="display_returned"
):
    """Intelligence: a card of the Display is in the deck again."""

    seat: int
    card: Key


class PeekNoted(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="peek_noted"):
    """This seat wrote down the top card, for itself only."""

    seat: int
    card: Key


class CutpurseReplaced(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="cutpurse_replaced"
):
    """2-4 players: a Target is the new Cutpurse; which, only its owner may know."""

    seat: int
    card: Key | None = None


class ShadowSteppedIn(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="shadow_stepped_in"
):
    """5-6 players: the Shadow is the only Cutpurse now."""

    seat: int
