"""Thefts and accusations, two to six players.

All may know these facts, except a card where it says "only". Amounts are half-dollars.
"""

from msgspec import Struct

from rules.core import Key
from rules.eldris.square import Place


class Stolen(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="stolen"):
    """The Target was robbed and left the Square; the money came from the bank. `haul`: now."""

    seat: int
    card: Key
    place: Place
    amount: int
    haul: int | None = None


class Passed(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="passed"):
    """Neither Steal nor Accuse."""

    seat: int


class Accused(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="accused"):
    """`player` is said to control `character`."""

    seat: int
    character: Key
    player: int


class Answered(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="answered"):
    """What the accused said."""

    seat: int
    correct: bool


class CutpurseTaken(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="cutpurse_taken"
):
    """The named Cutpurse lies face up before `by` and has left the Square."""

    seat: int
    by: int
    card: Key


class FinePaid(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="fine_paid"):
    """The accused paid the accuser."""

    seat: int
    to: int
    amount: int


class GuildPaid(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="guild_paid"):
    """The Guild paid, from the bank. `haul`: now."""

    seat: int
    amount: int
    haul: int | None = None


class Eliminated(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="eliminated"):
    """This seat is out; its haul is frozen (R-EL-28)."""

    seat: int


class CutpurseShown(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="cutpurse_shown"
):
    """After a wrong accusation everybody has seen this Cutpurse."""

    seat: int
    card: Key


class AdjacencyDoubted(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="adjacency_doubted"
):
    """A warning: the shown Cutpurse was not beside the named character (R-EL-24)."""

    seat: int
    card: Key
    character: Key
