"""One action on its way: each fact is told and folded at once, so that the next sees its state."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from rules.core import Illegal, IllegalActionError, Ruling

S = TypeVar("S")
E = TypeVar("E")


class Course(Generic[S, E]):
    """The state so far and the facts that led there. A game names its `evolvers`, by event type."""

    __slots__ = ("events", "state")

    evolvers: ClassVar[Mapping[type, Callable[[Any, Any], Any]]]

    def __init__(self, state: S) -> None:
        self.state = state
        self.events: list[E] = []

    def tell(self, event: E) -> None:
        """Note a fact and fold it in."""
        self.state = self.evolvers[type(event)](self.state, event)
        self.events.append(event)


def carry_out(
    course: Course[S, E],
    action: Any,
    checks: Mapping[type, Callable[[S, Any], Ruling]],
    deciders: Mapping[type, Callable[[Any, Any], None]],
) -> tuple[tuple[E, ...], S]:
    """The facts that follow from an action, and the state that folding them gives.

    Raises IllegalActionError.
    """
    kind = type(action)
    ruling = checks[kind](course.state, action)
    if isinstance(ruling, Illegal):
        raise IllegalActionError(ruling)
    deciders[kind](course, action)
    return tuple(course.events), course.state
