"""Dice, benefits and moves ("Slip Phase")."""

from rules.eldris import actions as act
from rules.eldris.events import (
    AbilityEnded,
    AbilityMoved,
    AbilityUsed,
    Awaiting,
    BenefitDeclined,
    CutpurseRechosen,
    DisplayReturned,
    Exchanged,
    Moved,
    Rerolled,
    Rolled,
    SigilReset,
    TargetDrawn,
    TargetReturned,
)
from rules.eldris.standing import alike, constitution_works, trusted, uses_display
from rules.eldris.turns import Course


def roll(course: Course, action: act.Roll) -> None:
    """The dice of the turn."""
    course.tell(Rolled(seat=action.seat, dice=action.dice, alike=alike(action.dice)))


def reroll(course: Course, action: act.Reroll) -> None:
    """Some of them anew; the Sigil is used."""
    dice = list(course.state.dice)
    for place, trait in zip(action.which, action.dice, strict=True):
        dice[place] = trait
    now = tuple(dice)
    course.tell(Rerolled(seat=action.seat, which=action.which, dice=now, alike=alike(now)))


def claim_reset(course: Course, action: act.ClaimReset) -> None:
    """The Sigil is Active again."""
    course.tell(SigilReset(seat=action.seat))


def decline_benefit(course: Course, action: act.DeclineBenefit) -> None:
    """On to the moves."""
    course.tell(BenefitDeclined(seat=action.seat))


def claim_ability(course: Course, action: act.ClaimAbility) -> None:
    """The ability takes place at once, or waits for its owner."""
    state, seat, ability = course.state, action.seat, action.ability
    effect = True
    if ability in ("charisma", "intelligence"):
        effect = bool(state.deck)  # R-EL-6
    elif ability == "constitution":
        effect = constitution_works(state, seat)
    course.tell(AbilityUsed(seat=seat, ability=ability, effect=effect))
    if not effect:
        return
    if ability in ("dexterity", "wisdom"):
        course.tell(Awaiting(phase=ability))
    elif ability == "constitution":
        _constitution(course, seat)
    elif ability == "intelligence":
        _intelligence(course, seat)


def _constitution(course: Course, seat: int) -> None:
    """Sealed: it is done unseen, and nobody knows the Cutpurse any more (R-EL-22)."""
    if trusted(course.state):
        course.tell(Awaiting(phase="constitution"))
    else:
        course.tell(CutpurseRechosen(seat=seat))


def _intelligence(course: Course, seat: int) -> None:
    """A card of the deck, then one back into it; sealed and 2-4 players both unseen (R-EL-23)."""
    if uses_display(course.state):
        course.tell(Awaiting(phase="turn_up", after="give_back"))
    elif trusted(course.state):
        course.tell(Awaiting(phase="draw", after="give_back"))
    else:
        course.tell(TargetDrawn(seat=seat, left=course.state.deck - 1))
        course.tell(TargetReturned(seat=seat))


def give_back(course: Course, action: act.GiveBack) -> None:
    """Intelligence ends: a card is shuffled into the deck."""
    if uses_display(course.state):
        course.tell(DisplayReturned(seat=action.seat, card=action.card))
    else:
        course.tell(TargetReturned(seat=action.seat, card=action.card))
    course.tell(Awaiting(phase="slip"))


def rechoose(course: Course, action: act.ChooseCutpurse) -> None:
    """Constitution ends, whether it changed anything or not."""
    course.tell(CutpurseRechosen(seat=action.seat, card=action.card))
    course.tell(Awaiting(phase="slip"))


def move(course: Course, action: act.Move) -> None:
    """Two cards change places; the mover's die is spent."""
    die = course.state.config.traits[action.card]
    course.tell(Moved(seat=action.seat, card=action.card, other=action.other, die=die))


def ability_move(course: Course, action: act.AbilityMove) -> None:
    """Up to two of these (R-EL-14)."""
    second = course.state.runner is not None
    course.tell(AbilityMoved(seat=action.seat, card=action.card, other=action.other))
    if second:
        _end(course, action.seat)


def end_ability(course: Course, action: act.EndAbility) -> None:
    """Fewer moves than Dexterity gives."""
    _end(course, action.seat)


def _end(course: Course, seat: int) -> None:
    course.tell(AbilityEnded(seat=seat, ability="dexterity"))
    course.tell(Awaiting(phase="slip"))


def exchange(course: Course, action: act.Exchange) -> None:
    """Two cards of one trait change places, wherever they are (R-EL-15)."""
    course.tell(Exchanged(seat=action.seat, first=action.first, second=action.second))
    course.tell(Awaiting(phase="slip"))
