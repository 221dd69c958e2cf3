"""The solo game: foes, wagers, what is robbed.

All may know these facts, except a card where it says "only". Amounts are half-dollars.
"""

from msgspec import Struct

from rules.core import Key
from rules.eldris.cards import Trait
from rules.eldris.square import Place


class SoloCutpurseChosen(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="solo_cutpurse_chosen"
):
    """The solo player's Cutpurse left the Display; $1 came from the bank."""

    seat: int
    card: Key
    amount: int


class FoesFanned(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="foes_fanned"):
    """Solo: the foes' stack of this round. `threats`: characters that got a Threat token.

    `left`: cards in the deck now.
    """

    round: int
    rival: Key
    traits: tuple[Trait, ...]
    threats: tuple[Key, ...]
    left: int | None = None


class Wagered(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="wagered"):
    """Solo: $1 of the haul lies on this character."""

    seat: int
    character: Key
    amount: int


class FoesRevealed(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="foes_revealed"
):
    """Solo: the hidden cards; all other Threat tokens are gone."""

    cards: tuple[Key, ...]


class WagerLost(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="wager_lost"):
    """Solo: the coin on this character went to the bank."""

    seat: int
    character: Key


class WagerWon(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="wager_won"):
    """Solo: the coin came back with a reward; the Rival has left, its card is the player's."""

    seat: int
    character: Key
    amount: int


class RivalsStole(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="rivals_stole"
):
    """Solo: Rivals robbed this Target."""

    card: Key
    place: Place
    amount: int


class TargetRobbed(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="target_robbed"
):
    """Solo: the player robbed this Target."""

    seat: int
    card: Key
    place: Place
    amount: int


class CompetitionPaid(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="competition_paid"
):
    """Solo: Rivals beside the Cutpurse took this from the player ("Stiff Competition")."""

    seat: int
    amount: int


class RoundEnded(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="round_ended"):
    """Solo: this round is over."""

    round: int
