"""What the tables of all games do in tests: play an action, and tell what came of it."""

from types import ModuleType
from typing import Any, Self

from rules.core import Illegal


class Played:
    """A game that tests play. `events` are those of the last action."""

    game: ModuleType

    def __init__(self, state: Any) -> None:
        self.state = state
        self.events: tuple[Any, ...] = ()

    def do(self, action: Any) -> Self:
        """Play it; the state must be sound, and what its events fold to."""
        self.events, after = self.game.apply(self.state, action)
        folded = self.state
        for event in self.events:
            folded = self.game.evolve(folded, event)
        assert folded == after
        self.game.require_sound(after)
        self.state = after
        return self

    def rule(self, action: Any) -> str:
        """The rule by which this is refused, or `legal`."""
        ruling = self.game.check(self.state, action)
        return ruling.rule if isinstance(ruling, Illegal) else "legal"

    def said(self, tag: str) -> list[Any]:
        """Events of the last action with this tag."""
        return [event for event in self.events if event.__struct_config__.tag == tag]

    @property
    def tags(self) -> list[str]:
        return [str(event.__struct_config__.tag) for event in self.events]

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def winners(self) -> tuple[int, ...] | None:
        over = self.game.outcome(self.state)
        return None if over is None else over.winners

    def view(self, audience: int | str = "table") -> Any:
        return self.game.observe(self.state, audience)
