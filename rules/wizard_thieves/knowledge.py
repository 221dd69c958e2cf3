"""What the visible cards say about the others: weights and warnings, never a reason to refuse."""

from collections.abc import Mapping
from functools import lru_cache

from rules import knowledge
from rules.core import Key, Multiset
from rules.wizard_thieves.cards import box
from rules.wizard_thieves.state import Config, State


def copies(config: Config) -> dict[Key, int]:
    """Key to copies that may be in play, the owner's extra items included."""
    counts = box(config.seats)
    counts.update(config.extra)
    return counts


def unseen(state: State) -> dict[Key, int]:
    """Key to copies that lie face down somewhere; with three players items are upper bounds.

    This knows the whole Pot, so it must stay inside: people only see its top. What may be shown or
    sent is `could_turn_up`.
    """
    return knowledge.unseen(copies(state.config), state.pot + state.portal + state.removed)


def overcounted(state: State) -> tuple[Key, ...]:
    """Keys of which more lie face up than the box has: something was read or dealt wrongly.

    It knows the whole Pot: do not show it before that Pot is settled.
    """
    seen = state.pot + state.portal + state.removed
    if len(set(seen)) == len(seen):
        return ()  # nothing lies there twice: quick, since it is asked at every grab
    return knowledge.overcounted(copies(state.config), seen)


@lru_cache(maxsize=4096)
def _could_turn_up(
    seats: int, extra: tuple[tuple[Key, int], ...], visible: tuple[Key, ...]
) -> Multiset:
    counts = box(seats)
    counts.update(extra)
    return Multiset(counts=knowledge.unseen(counts, visible))


def could_turn_up(
    seats: int, extra: Mapping[Key, int], top: Key | None, portal: tuple[Key, ...]
) -> Multiset:
    """Weights for the next card from what lies open: the Pot's top and the Portal.

    The cards further down the Pot count as unseen on purpose: weights that knew them would say
    whether the top card has a partner there.
    """
    visible = portal if top is None else (*portal, top)
    return _could_turn_up(seats, tuple(extra.items()), visible)
