"""A game as the list of what happened: states are kept, so that undo is a look-up.

The companion's journal holds more than actions (joins, prompts, undos). `effective` reduces it to
the actions that still count; `fold` turns those into a History without deciding anything again.
Because each step keeps its action, an amended one can be played again from where it stands.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct


class Step(Struct, frozen=True, kw_only=True):
    """One accepted action and the facts that followed. `seq`: its number in the journal."""

    seq: int
    action: Any
    events: tuple[Any, ...]


class History(Struct, frozen=True, kw_only=True):
    """The steps that count, and the state before each and after the last.

    Attributes:
        game: The game's module, see `rules.game`.
        states: One more than steps; the first is the start.
    """

    game: Any
    states: tuple[Any, ...]
    steps: tuple[Step, ...] = ()

    @property
    def state(self) -> Any:
        """The present state."""
        return self.states[-1]


def begin(game: Any, start: Any) -> History:
    """A history without steps."""
    return History(game=game, states=(start,))


def apply(history: History, action: Any, *, seq: int | None = None) -> History:
    """Carry out an action. Raises IllegalActionError; `seq` counts on where it is not given."""
    events = history.game.decide(history.state, action)
    return append(history, Step(seq=_next_seq(history, seq), action=action, events=events))


def append(history: History, step: Step) -> History:
    """Fold in a step that was decided before."""
    state = history.state
    for event in step.events:
        state = history.game.evolve(state, event)
    return History(game=history.game, states=(*history.states, state), steps=(*history.steps, step))


def undo(history: History, count: int = 1) -> tuple[History, tuple[Step, ...]]:
    """The history without its last steps, and those steps, latest first.

    What people saw meanwhile they cannot unsee; the steps are returned so that a revealed card can
    be offered again instead of being drawn anew. Raises ValueError when there are not so many.
    """
    kept = len(history.steps) - count
    if count < 0 or kept < 0:
        raise ValueError(f"cannot undo {count} of {len(history.steps)} steps")
    shorter = History(
        game=history.game, states=history.states[: kept + 1], steps=history.steps[:kept]
    )
    return shorter, tuple(reversed(history.steps[kept:]))


def effective(entries: Iterable[Step | int]) -> tuple[Step, ...]:
    """The steps that still count, from a journal's steps and undos (an int: so many are undone)."""
    kept: list[Step] = []
    for entry in entries:
        if isinstance(entry, int):
            if not 0 <= entry <= len(kept):
                raise ValueError(f"cannot undo {entry} of {len(kept)} steps")
            del kept[len(kept) - entry :]
        else:
            kept.append(entry)
    return tuple(kept)


def fold(game: Any, start: Any, steps: Iterable[Step]) -> History:
    """Open a journal: fold what was decided, without deciding it again."""
    states, kept = [start], []
    state = start
    for step in steps:
        for event in step.events:
            state = game.evolve(state, event)
        states.append(state)
        kept.append(step)
    return History(game=game, states=tuple(states), steps=tuple(kept))


def _next_seq(history: History, seq: int | None) -> int:
    if seq is not None:
        return seq
    return history.steps[-1].seq + 1 if history.steps else 1
