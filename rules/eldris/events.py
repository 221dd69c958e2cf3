"""The facts that follow from legal actions.

All may know them, except a card where it says "only". Amounts are half-dollars.
"""

from msgspec import Struct

from rules.core import Key
from rules.eldris.cards import Trait
from rules.eldris.square import Place
from rules.eldris.state import After, EndReason, Phase


class SquareLaid(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="square_laid"):
    """The Square lies, row by row."""

    grid: tuple[Key, ...]


class CardTurnedUp(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="card_turned_up"
):
    """The top card of the deck lies in the Display."""

    card: Key


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


class SoloCutpurseChosen(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="solo_cutpurse_chosen"
):
    """The solo player's Cutpurse left the Display; $1 came from the bank."""

    seat: int
    card: Key
    amount: int


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


class CutpurseRechosen(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="cutpurse_rechosen"
):
    """Constitution was used; whether it changed anything, only its owner may know (R-EL-23)."""

    seat: int
    card: Key | None = None


class TargetDrawn(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="target_drawn"
):
    """This seat has a new Target from the deck; which, only it may know."""

    seat: int
    card: Key | None = None


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


class Stolen(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="stolen"):
    """The Target was robbed and left the Square; the money came from the bank."""

    seat: int
    card: Key
    place: Place
    amount: int


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
    """The Guild paid, from the bank."""

    seat: int
    amount: int


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


class TurnPassed(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="turn_passed"):
    """This seat's turn begins."""

    seat: int


class FoesFanned(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="foes_fanned"):
    """Solo: the foes' stack of this round. `threats`: characters that got a Threat token."""

    round: int
    rival: Key
    traits: tuple[Trait, ...]
    threats: tuple[Key, ...]


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


Event = (
    SquareLaid
    | CardTurnedUp
    | CardsEntered
    | CutpurseChosen
    | SoloCutpurseChosen
    | Rolled
    | Rerolled
    | SigilReset
    | AbilityUsed
    | BenefitDeclined
    | Moved
    | AbilityMoved
    | AbilityEnded
    | Exchanged
    | CutpurseRechosen
    | TargetDrawn
    | TargetReturned
    | DisplayReturned
    | PeekNoted
    | Stolen
    | Passed
    | Accused
    | Answered
    | CutpurseTaken
    | FinePaid
    | GuildPaid
    | CutpurseReplaced
    | ShadowSteppedIn
    | Eliminated
    | CutpurseShown
    | AdjacencyDoubted
    | TurnPassed
    | FoesFanned
    | Wagered
    | FoesRevealed
    | WagerLost
    | WagerWon
    | RivalsStole
    | TargetRobbed
    | CompetitionPaid
    | RoundEnded
    | Awaiting
    | GameEnded
)
