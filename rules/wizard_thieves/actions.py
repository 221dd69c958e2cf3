"""What a seat or the table may ask the rules to do."""

from msgspec import Struct

from rules.core import Key, Multiset


class Reveal(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="reveal"):
    """The top card of the seat's deck lands face up on the Pot. Chance: seen by the camera."""

    seat: int
    card: Key


class Grab(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="grab"):
    """All presses of one moment.

    Attributes:
        presses: Ordered groups of seats, earliest first; within a group the order is undecided.
    """

    presses: tuple[tuple[int, ...], ...]


class TakePot(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="take_pot"):
    """The seat to which the Pot goes collects it (R-WT-11, R-WT-14, R-WT-33)."""

    seat: int


class CheckGrab(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="check_grab"):
    """Somebody asks the winner of a grab to fan out the Pot ("Grabbing Etiquette")."""


class UseGauntlet(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="use_gauntlet"
):
    """Steal the top two of `deck`'s deck, or the Portal card at index `portal` (0 = bottom).

    Exactly one of the two is given.
    """

    seat: int
    deck: int | None = None
    portal: int | None = None


class UseBomb(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="use_bomb"):
    """One opponent destroys two (`target`), or every opponent one (`target` None)."""

    seat: int
    target: int | None = None


class UsePortalCaster(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="use_portal_caster"
):
    """`target` must put a card on the Portal; `card` where it is already known to have landed."""

    seat: int
    target: int
    card: Key | None = None


class ToPortal(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="to_portal"):
    """The chosen player's top card lands face up on the Portal. Chance: seen by the camera."""

    seat: int
    card: Key


class ApplyKingCoin(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="apply_king_coin"
):
    """The owner of a King Coin takes the Pot with it (a race only under R-WT-18)."""

    seat: int


class MisReveal(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="mis_reveal"):
    """A card shown by mistake slid back into the middle of the seat's deck (R-WT-31)."""

    seat: int


class AdjudicateGrab(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="adjudicate_grab"
):
    """The table says who of an undecided group was first (R-WT-6)."""

    seat: int


class OverrideGrab(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="override_grab"
):
    """The table says that the last grab was valid, or was not, against what was judged."""

    valid: bool


Action = (
    Reveal
    | Grab
    | TakePot
    | CheckGrab
    | UseGauntlet
    | UseBomb
    | UsePortalCaster
    | ToPortal
    | ApplyKingCoin
    | MisReveal
    | AdjudicateGrab
    | OverrideGrab
)


class RevealPattern(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="reveal_pattern"
):
    """In `choices`: a Reveal by this seat of any card; `cards` weighs the keys."""

    seat: int
    cards: Multiset


class ToPortalPattern(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="to_portal_pattern"
):
    """In `choices`: a ToPortal by this seat of any card; `cards` weighs the keys."""

    seat: int
    cards: Multiset


Pattern = RevealPattern | ToPortalPattern
Choice = Action | Pattern
