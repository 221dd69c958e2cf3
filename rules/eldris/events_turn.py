"""What a turn brings: dice, benefits, moves; whose turn it is, and the end.

All may know these facts, except a card where it says "only". Amounts are half-dollars.
"""

from msgspec import Struct

from rules.core import Key
from rules.eldris.cards import Trait
from rules.eldris.state import After, EndReason, Phase


class Rolled(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="rolled"):
    """The dice of a turn. `alike`: the trait of doubles or triples."""

    seat: int
    dice: tuple[Trait, ...]
    alike: Trait | None


class Rerolled(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="rerolled"):
    """The Sigil is Inactive; `dice` are all three dice now."""

    seat: int
    which: tuple[int, ...]
    dice: tuple[Trait, ...]
    alike: Trait | None


class SigilReset(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="sigil_reset"):
    """The Sigil is Active again."""

    seat: int


class AbilityUsed(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="ability_used"
):
    """An ability was claimed. `effect` False: it can change nothing (R-EL-6, R-EL-7, R-EL-11)."""

    seat: int
    ability: Trait
    effect: bool


class BenefitDeclined(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="benefit_declined"
):
    """The doubles are left unused."""

    seat: int


class Moved(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="moved"):
    """`card` and `other` have changed places; a die of this trait is spent."""

    seat: int
    card: Key
    other: Key
    die: Trait


class AbilityMoved(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="ability_moved"
):
    """Dexterity: `card` and `other` have changed places."""

    seat: int
    card: Key
    other: Key


class AbilityEnded(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="ability_ended"
):
    """The ability has been used."""

    seat: int
    ability: Trait


class Exchanged(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="exchanged"):
    """Wisdom: these two have changed places."""

    seat: int
    first: Key
    second: Key


class TurnPassed(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="turn_passed"):
    """This seat's turn begins."""

    seat: int


class Awaiting(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="awaiting"):
    """What is awaited next: a mark for the engine, told to nobody."""

    phase: Phase
    after: After | None = None


class GameEnded(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="game_ended"):
    """The game is over. `scores`: hauls by seat. `title`: of the solo player."""

    winners: tuple[int, ...]
    reason: EndReason
    scores: tuple[int, ...]
    title: str | None = None
