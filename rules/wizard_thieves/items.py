"""Magic Items: which choices there are, and what they do ("Magic Items")."""

from rules.core import Key
from rules.wizard_thieves.actions import ToPortal, UseBomb, UseGauntlet, UsePortalCaster
from rules.wizard_thieves.cards import BOMB, GAUNTLET, KING_COIN, PORTAL_CASTER
from rules.wizard_thieves.course import Course, collect
from rules.wizard_thieves.events import (
    BombUsed,
    CardsDestroyed,
    GauntletUsed,
    ItemPending,
    ItemWithoutEffect,
    Owed,
    PortalPlaced,
    PortalTargetChosen,
)
from rules.wizard_thieves.state import State

STOLEN_FROM_DECK = 2
DESTROYED_BY_ALL = 1
DESTROYED_BY_ONE = 2

ItemAction = UseGauntlet | UseBomb | UsePortalCaster


def victims(state: State, seat: int) -> tuple[int, ...]:
    """The other players whose deck can be touched: still in, with cards (R-WT-19)."""
    return tuple(other for other, deck in enumerate(state.decks) if deck and other != seat)


def item_choices(state: State, seat: int, item: Key) -> tuple[ItemAction, ...]:
    """Every way in which this item can be carried out now (R-WT-19, R-WT-21, R-WT-29)."""
    others = victims(state, seat)
    if item == GAUNTLET:
        decks = (UseGauntlet(seat=seat, deck=other) for other in others)
        cards = (UseGauntlet(seat=seat, portal=index) for index in range(len(state.portal)))
        return (*decks, *cards)
    if item == BOMB:
        targets = (None, *others) if others else ()
        return tuple(UseBomb(seat=seat, target=target) for target in targets)
    if item == PORTAL_CASTER:
        return tuple(UsePortalCaster(seat=seat, target=other) for other in others)
    return ()


def item_revealed(course: Course, seat: int, item: Key) -> bool:
    """Start the item's effect. False: it has none, and the card counts like a gem (R-WT-15)."""
    state = course.state
    if state.status[seat] == "cursed":
        course.tell(ItemWithoutEffect(seat=seat, item=item, why="cursed"))
        return False
    if item == KING_COIN:
        if state.challenge is None:
            course.tell(ItemWithoutEffect(seat=seat, item=item, why="no_challenge"))
            return False
        collect(course, seat, "king_coin")
        return True
    if item not in (GAUNTLET, BOMB, PORTAL_CASTER):
        course.tell(ItemWithoutEffect(seat=seat, item=item, why="unknown_item"))
        return False
    if not item_choices(state, seat, item):
        course.tell(ItemWithoutEffect(seat=seat, item=item, why="no_choice"))
        return False
    course.tell(ItemPending(seat=seat, item=item, facing=state.challenge is not None))
    return True


def owed(state: State) -> Owed:
    """What the reveal of the pending item still brings: a chance to count, or the turn."""
    return "chance" if state.item is not None and state.item.facing else "turn"


def use_gauntlet(course: Course, action: UseGauntlet) -> None:
    """Two cards off a deck (or the one that is there), or any one card of the Portal."""
    state = course.state
    card, count = None, 1
    if action.deck is not None:
        count = min(STOLEN_FROM_DECK, len(state.decks[action.deck]))
    elif action.portal is not None:
        card = state.portal[action.portal]
    course.tell(
        GauntletUsed(
            seat=action.seat, deck=action.deck, portal=action.portal, card=card, count=count
        )
    )


def use_bomb(course: Course, action: UseBomb) -> None:
    """One card of every opponent, or two of one; whoever has fewer loses what is there."""
    seat, target = action.seat, action.target
    hit = victims(course.state, seat) if target is None else (target,)
    most = DESTROYED_BY_ALL if target is None else DESTROYED_BY_ONE
    course.tell(BombUsed(seat=seat, target=target))
    for victim in hit:
        count = min(most, len(course.state.decks[victim]))
        course.tell(CardsDestroyed(seat=victim, count=count))


def use_portal_caster(course: Course, action: UsePortalCaster) -> None:
    """The target is named: from now on the effect stands (R-WT-27). The card lands by chance."""
    state = course.state
    course.tell(PortalTargetChosen(seat=action.seat, target=action.target, owed=owed(state)))


def to_portal(course: Course, action: ToPortal) -> None:
    """The card lies on the Portal; as Treasure or item it does nothing there."""
    course.tell(PortalPlaced(seat=action.seat, card=action.card))
