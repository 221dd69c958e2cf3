"""What a seat or the table may ask the rules to do.

A card that is None was not told: in sealed mode the companion never learns hidden cards.
"""

from msgspec import Struct

from rules.core import Key, Multiset
from rules.eldris.cards import Trait


class LayOut(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="lay_out"):
    """The characters lie in the Square, row by row. Chance: seen by the camera."""

    grid: tuple[Key, ...]


class TurnUp(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="turn_up"):
    """The top townsfolk card lies face up in the Display. Chance: seen by the camera."""

    card: Key


class EnterCards(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="enter_cards"):
    """The seat says which cards it was dealt. Private; trusted mode only."""

    seat: int
    cards: tuple[Key, ...]


class ChooseCutpurse(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="choose_cutpurse"
):
    """At the start of the own first turn, and in Constitution. Private; open in the solo game.

    `card` is None in sealed mode.
    """

    seat: int
    card: Key | None = None


class Roll(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="roll"):
    """All three slip dice, as they fell. Chance: seen by the camera."""

    seat: int
    dice: tuple[Trait, ...]


class Reroll(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="reroll"):
    """The Sigil is used: the dice at the places `which` of the roll now show `dice`."""

    seat: int
    which: tuple[int, ...]
    dice: tuple[Trait, ...]


class ClaimReset(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="claim_reset"):
    """Doubles make the Sigil Active again."""

    seat: int


class ClaimAbility(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="claim_ability"
):
    """Doubles bring the ability of their trait, triples any one."""

    seat: int
    ability: Trait


class DeclineBenefit(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="decline_benefit"
):
    """The doubles are left unused (Strength stays usable in silence, R-EL-9)."""

    seat: int


class Move(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="move"):
    """`card` changes places with its neighbour `other`; a die of the trait of `card` is spent."""

    seat: int
    card: Key
    other: Key


class AbilityMove(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="ability_move"
):
    """Dexterity: `card` changes places with its neighbour `other`; no die is spent."""

    seat: int
    card: Key
    other: Key


class EndAbility(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="end_ability"):
    """Dexterity is over before its second move (R-EL-14)."""

    seat: int


class Exchange(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="exchange"):
    """Wisdom: two cards of one trait change places."""

    seat: int
    first: Key
    second: Key


class DrawTarget(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="draw_target"):
    """The seat says which Target it drew. Private; trusted mode only."""

    seat: int
    card: Key


class GiveBack(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="give_back"):
    """Intelligence: this Target is shuffled back. Private, but open for a card of the Display."""

    seat: int
    card: Key


class NotePeek(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="note_peek"):
    """What Charisma showed, for the own page. Private; trusted mode only."""

    seat: int
    card: Key


class Steal(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="steal"):
    """The Target `card` is robbed. Solo: the diagonal one that Strength allows (R-EL-31)."""

    seat: int
    card: Key


class Accuse(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="accuse"):
    """`player` is said to control `character`."""

    seat: int
    character: Key
    player: int


class Pass(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="pass"):
    """Neither Steal nor Accuse. Solo: no diagonal Target."""

    seat: int


class Answer(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="answer"):
    """The accused tells the truth. Sealed mode only."""

    seat: int
    correct: bool


class ShowCutpurse(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="show_cutpurse"
):
    """The wrong accuser shows this Cutpurse to all. Sealed mode only."""

    seat: int
    card: Key


class Promote(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="promote"):
    """The Target that replaces a lost Cutpurse. Private; `card` is None in sealed mode."""

    seat: int
    card: Key | None = None


class AgreeEnd(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="agree_end"):
    """The table ends a game in which nothing more can happen (R-EL-8)."""


class FanFoes(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="fan_foes"):
    """Solo: the foes' stack of a round: its top card, and the traits of the cards below. Chance."""

    rival: Key
    traits: tuple[Trait, ...]


class Wager(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="wager"):
    """Solo: $1 on each of these characters."""

    seat: int
    characters: tuple[Key, ...]


class RevealFoes(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="reveal_foes"):
    """Solo: the hidden cards of the foes' stack, in any order. Chance: seen by the camera."""

    cards: tuple[Key, ...]


Action = (
    LayOut
    | TurnUp
    | EnterCards
    | ChooseCutpurse
    | Roll
    | Reroll
    | ClaimReset
    | ClaimAbility
    | DeclineBenefit
    | Move
    | AbilityMove
    | EndAbility
    | Exchange
    | DrawTarget
    | GiveBack
    | NotePeek
    | Steal
    | Accuse
    | Pass
    | Answer
    | ShowCutpurse
    | Promote
    | AgreeEnd
    | FanFoes
    | Wager
    | RevealFoes
)


class LayOutPattern(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="lay_out_pattern"
):
    """In `choices`: a LayOut of these 24 characters in any order."""

    cards: Multiset


class TurnUpPattern(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="turn_up_pattern"
):
    """In `choices`: a TurnUp of any of these."""

    cards: Multiset


class EnterCardsPattern(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="enter_cards_pattern"
):
    """In `choices`: an EnterCards of any `count` of these."""

    seat: int
    count: int
    cards: Multiset


class RollPattern(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="roll_pattern"
):
    """In `choices`: a Roll, whatever the dice show."""

    seat: int


class RerollPattern(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="reroll_pattern"
):
    """In `choices`: a Reroll of one, two or three dice, whatever they show."""

    seat: int


class DrawTargetPattern(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="draw_target_pattern"
):
    """In `choices`: a DrawTarget of any of these."""

    seat: int
    cards: Multiset


class NotePeekPattern(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="note_peek_pattern"
):
    """In `choices`: a NotePeek of any of these."""

    seat: int
    cards: Multiset


class ShowCutpursePattern(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="show_cutpurse_pattern"
):
    """In `choices`: a ShowCutpurse of any of these."""

    seat: int
    cards: Multiset


class FanFoesPattern(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="fan_foes_pattern"
):
    """In `choices`: a FanFoes of any of these as the Rival, with `concealed` traits."""

    cards: Multiset
    concealed: int


class WagerPattern(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="wager_pattern"
):
    """In `choices`: a Wager on one to `most` of these characters."""

    seat: int
    characters: tuple[Key, ...]
    most: int


class RevealFoesPattern(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="reveal_foes_pattern"
):
    """In `choices`: a RevealFoes of cards with these traits, any of `cards`."""

    cards: Multiset
    traits: tuple[Trait, ...]


Pattern = (
    LayOutPattern
    | TurnUpPattern
    | EnterCardsPattern
    | RollPattern
    | RerollPattern
    | DrawTargetPattern
    | NotePeekPattern
    | ShowCutpursePattern
    | FanFoesPattern
    | WagerPattern
    | RevealFoesPattern
)
Choice = Action | Pattern
