"""The facts that follow from legal actions. All may know them, except where it says "nobody"."""

from typing import Literal

from msgspec import Struct

from rules.core import Key

Reason = Literal["doubles", "sandwich", "portal"]
"""Why the Pot may be grabbed ("Grab Challenges")."""

Why = Literal["grab", "challenge", "king_coin", "last"]
"""How a Pot is won; `last`: it goes to the winner of the game (R-WT-14)."""


Owed = Literal["turn", "chance", "nothing"]
"""What a reveal still brings when its effect is done: the turn passes, or a chance is counted."""


EndReason = Literal["last_holder", "last_standing", "last_revealer"]
"""Only one holds cards; only one is still in; nobody holds cards (R-WT-14)."""


class CardRevealed(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="card_revealed"
):
    """A card lies on the Pot. `pot` and `left`: cards in the Pot and in that deck afterwards."""

    seat: int
    card: Key
    pot: int
    left: int


class WindowOpened(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="window_opened"
):
    """The Pot may be grabbed. Nobody is told."""

    reasons: tuple[Reason, ...]


class WindowClosed(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="window_closed"
):
    """It may no longer be grabbed. Nobody is told: a missed pair hints at the next one."""


class ChallengeSet(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="challenge_set"
):
    """A Treasure was revealed: `facing` has `value` chances to reveal another."""

    setter: int
    facing: int
    value: int


class ChanceUsed(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="chance_used"):
    """The facing player revealed no Treasure (R-WT-17)."""

    seat: int
    remaining: int


class ChallengeFailed(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="challenge_failed"
):
    """No Treasure came. The Pot goes to the setter (R-WT-11, R-WT-33)."""

    seat: int
    setter: int
    why: Literal["chances", "cards"]


class ChallengeEnded(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="challenge_ended"
):
    """The challenge is over without a winner of the Pot (R-WT-9, R-WT-12, R-WT-13)."""

    why: Literal["no_setter", "facing_out", "no_one_left"]


class SetterChanged(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="setter_changed"
):
    """The setter was eliminated; an earlier Treasure's revealer takes the role (R-WT-12)."""

    setter: int


class PotCollecting(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="pot_collecting"
):
    """The Pot goes to this seat, unless it is grabbed. Says nothing about whether it can be.

    `excess`: keys of which more lie open than the box has. Nobody is told of those yet.
    """

    seat: int
    count: int
    why: Why
    top: Key
    excess: tuple[Key, ...] = ()


class PotWon(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="pot_won"):
    """The Pot is under this seat's deck now.

    Told at once for a grab. Nobody is told of the others: `pot_collecting` and `pot_collected` say
    what may be said, whether the award waited for a grab or not.
    """

    seat: int
    count: int
    why: Why
    reasons: tuple[Reason, ...] = ()


class PotCollected(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="pot_collected"
):
    """The Pot announced by `pot_collecting` has been taken."""

    seat: int
    count: int
    why: Why


class PotRemoved(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="pot_removed"):
    """The Pot leaves the game with its eliminated facing player (R-WT-13)."""

    count: int


class Overcounted(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="overcounted"):
    """A warning when a Pot is settled: more of this card were seen at once than the box has."""

    card: Key
    copies: int


class Grabbed(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="grabbed"):
    """Hands went for the Pot; what follows says what each press meant."""

    presses: tuple[tuple[int, ...], ...]


class Cursed(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="cursed"):
    """An improper grab by a Safe player ("The Curse")."""

    seat: int


class Eliminated(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="eliminated"):
    """An improper grab by a Cursed player; `count` cards go under the status card."""

    seat: int
    count: int


class PressIgnored(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="press_ignored"
):
    """This press has no consequence."""

    seat: int
    why: Literal["late", "no_pot", "eliminated", "game_over"]
    rule: str


class GrabTied(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="grab_tied"):
    """Too close to call, and it matters: the table says who was first (R-WT-6, R-WT-7).

    Attributes:
        rest: Later groups, judged afterwards.
        valid: Whether the Pot may be grabbed, so that the first wins it.
    """

    seats: tuple[int, ...]
    rest: tuple[tuple[int, ...], ...]
    valid: bool


class GrabAdjudicated(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="grab_adjudicated"
):
    """The table said who was first."""

    seat: int


class ItemPending(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="item_pending"
):
    """A Magic Item waits for its owner's choice. `facing`: it was revealed in a challenge."""

    seat: int
    item: Key
    facing: bool


class ItemLapsed(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="item_lapsed"):
    """The choice comes too late (R-WT-18, R-WT-27)."""

    seat: int
    item: Key
    why: Literal["cursed", "grab", "target_out"]


class ItemWithoutEffect(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="item_without_effect"
):
    """The item does nothing (R-WT-19, R-WT-29, R-WT-32)."""

    seat: int
    item: Key
    why: Literal["cursed", "no_challenge", "no_choice", "unknown_item"]


class GauntletUsed(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="gauntlet_used"
):
    """`count` cards of `deck`, or the card `card` at index `portal` of the Portal, were stolen."""

    seat: int
    deck: int | None
    portal: int | None
    card: Key | None
    count: int


class BombUsed(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="bomb_used"):
    """The bomb went off; `target` None: every opponent."""

    seat: int
    target: int | None


class CardsDestroyed(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="cards_destroyed"
):
    """So many cards off the top of this deck are under the status card."""

    seat: int
    count: int


class PortalTargetChosen(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="portal_target_chosen"
):
    """`target` must now put the top card of the deck on the Portal. A grab no longer stops it.

    `owed`: what follows for the Caster's reveal afterwards, see `state.PortalDue`.
    """

    seat: int
    target: int
    owed: Owed


class PortalPlaced(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="portal_placed"
):
    """A card lies on the Portal. It triggers nothing."""

    seat: int
    card: Key


class TurnPassed(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="turn_passed"):
    """This seat reveals next."""

    seat: int


class MisRevealed(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="mis_revealed"
):
    """A card went back into the middle of this deck (R-WT-31)."""

    seat: int


class GrabChecked(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="grab_checked"
):
    """The grabbed Pot was fanned out: its cards, bottom first, and what made the grab valid."""

    seat: int
    cards: tuple[Key, ...]
    reasons: tuple[Reason, ...]


class GrabOverturned(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="grab_overturned"
):
    """The situation before the grab is restored; the presses are judged again as `valid` says."""

    valid: bool


class GameEnded(Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag="game_ended"):
    """The game is over.

    Attributes:
        told: False while a Pot is being collected: nobody is told until that is over, since a game
            that ends says that nobody could have grabbed.
    """

    winners: tuple[int, ...]
    reason: EndReason
    told: bool = True


Event = (
    CardRevealed
    | WindowOpened
    | WindowClosed
    | ChallengeSet
    | ChanceUsed
    | ChallengeFailed
    | ChallengeEnded
    | SetterChanged
    | PotCollecting
    | PotWon
    | PotCollected
    | PotRemoved
    | Overcounted
    | Grabbed
    | Cursed
    | Eliminated
    | PressIgnored
    | GrabTied
    | GrabAdjudicated
    | ItemPending
    | ItemLapsed
    | ItemWithoutEffect
    | GauntletUsed
    | BombUsed
    | CardsDestroyed
    | PortalTargetChosen
    | PortalPlaced
    | TurnPassed
    | MisRevealed
    | GrabChecked
    | GrabOverturned
    | GameEnded
)
