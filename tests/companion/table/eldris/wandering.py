"""Random play of Eldris by what is offered, whatever was taken back or corrected before.

Real cards are of no use once people have taken something back, so chance takes any card that may
lie there and that nobody is known to hold.
"""

import random
from collections.abc import Iterable
from typing import Any

from companion.table.eldris.ids import letters
from rules import eldris as rules
from rules.core import Illegal
from rules.eldris import actions as a
from rules.eldris.cards import CHARACTERS, DICE, TRAITS

TRIES = 40
PROBES = (
    *(f"{word}:{card}" for word in ("steal", "cutpurse", "promote", "back") for card in CHARACTERS),
    *(f"accuse:{card}:{seat}" for card in CHARACTERS for seat in range(3)),
    *(f"{word}={letters((card,))}" for word in ("drawn", "peek", "up") for card in CHARACTERS),
    *("hand=abc", "hand=mnx", "x"),
)
"""What somebody may tap, on the page or past it, in order to find something out."""


def held(state: Any) -> set[str]:
    """Cards that players have told their phones of."""
    found: set[str] = set()
    for player in state.players:
        found.update(player.others)
        if player.cutpurse is not None:
            found.add(player.cutpurse)
    return found


def any_action(state: Any, rng: random.Random, taken: Iterable[str] = ()) -> tuple[int, Any] | None:
    """A seat and something that it may do now; None where nothing was found."""
    acting = sorted(rules.acting(state), key=str)
    if not acting:
        return None
    free = held(state) | set(taken)
    for _ in range(TRIES):
        actor = rng.choice(acting)
        seat = state.turn if actor == "table" else actor
        if rng.random() < 0.1:
            seat = rng.randrange(len(state.players))
        offered = rules.choices(state, seat)
        if offered:
            action = filled(rng.choice(favoured(offered, rng)), free, rng)
            if action is not None and not isinstance(rules.check(state, action), Illegal):
                return seat, action
    return None


def favoured(offered: tuple[Any, ...], rng: random.Random) -> list[Any]:
    """Kinds of actions are as likely as each other, so that moves do not crowd out the rest."""
    kind = rng.choice(sorted({type(one) for one in offered}, key=lambda one: one.__name__))
    return [one for one in offered if type(one) is kind]


def filled(choice: Any, free: set[str], rng: random.Random) -> Any:
    """The choice with cards and dice where it is a pattern."""
    match choice:
        case a.LayOutPattern(cards=cards):
            return a.LayOut(grid=tuple(rng.sample(sorted(cards.counts), len(cards.counts))))
        case a.RollPattern(seat=seat):
            pool = rng.sample(TRAITS, 2) if rng.random() < 0.6 else TRAITS
            return a.Roll(seat=seat, dice=tuple(rng.choices(pool, k=DICE)))  # type: ignore[arg-type]
        case a.RerollPattern(seat=seat):
            which = tuple(sorted(rng.sample(range(DICE), rng.randint(1, DICE))))
            return a.Reroll(seat=seat, which=which, dice=tuple(rng.choices(TRAITS, k=len(which))))
        case a.WagerPattern(seat=seat, characters=characters):
            return a.Wager(seat=seat, characters=(rng.choice(characters),))
        case a.RevealFoesPattern(cards=cards, traits=traits):
            pool = sorted(cards.counts)
            count = min(len(traits), len(pool))
            return a.RevealFoes(cards=tuple(sorted(rng.sample(pool, count))))
        case _:
            return with_cards(choice, free, rng)


def with_cards(choice: Any, free: set[str], rng: random.Random) -> Any:
    """Patterns of cards that lie somewhere unseen."""
    if not isinstance(choice, a.Pattern):
        return choice
    pool = sorted(set(choice.cards.counts) - free)  # type: ignore[union-attr]
    count = choice.count if isinstance(choice, a.EnterCardsPattern) else 1
    if len(pool) < count:
        return None
    cards = tuple(rng.sample(pool, count))
    match choice:
        case a.EnterCardsPattern(seat=seat):
            return a.EnterCards(seat=seat, cards=cards)
        case a.TurnUpPattern():
            return a.TurnUp(card=cards[0])
        case a.DrawTargetPattern(seat=seat):
            return a.DrawTarget(seat=seat, card=cards[0])
        case a.NotePeekPattern(seat=seat):
            return a.NotePeek(seat=seat, card=cards[0])
        case a.ShowCutpursePattern(seat=seat):
            return a.ShowCutpurse(seat=seat, card=cards[0])
        case a.FanFoesPattern(concealed=concealed):
            return a.FanFoes(rival=cards[0], traits=tuple(rng.choices(TRAITS, k=concealed)))
        case _:
            raise AssertionError(choice)
