"""What every game module offers: one public surface, whatever the game."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rules.core import Actor, Audience, Expectation, Outcome, Ruling
from rules.options import OptionInfo


class Game(Protocol):
    """The functions of one game. Each game package is such a value (its module).

    `S` is the game's State, `A` its Action union, `E` its Event union, `V` its View: all msgspec
    Structs with a `type` tag where they stand in a union.
    """

    NAME: str
    """`wizard-thieves`: as typed on the command line."""
    TITLE: str
    """`Wizard Thieves`: as shown."""
    SEATS: range
    """Player counts the rulebook describes."""
    EDITION: int
    """Rises when the same actions could lead to other events."""

    Action: Any
    Event: Any
    State: Any
    View: Any
    """Has `audience`, `seats` (how many) and `outcome` in every game."""
    Options: Any
    Pack: Any
    Pattern: Any
    """What stands in `choices` for actions whose values are still to come."""

    def setup(self, seats: Sequence[int], first: int, options: Any, pack: Any) -> Any:
        """The first state. Raises SetupError."""

    def check(self, state: Any, action: Any) -> Ruling:
        """May this be done? Never raises, cites the rule."""

    def choices(self, state: Any, actor: Actor) -> tuple[Any, ...]:
        """Legal actions of this actor; for chance patterns, never one entry a card."""

    def acting(self, state: Any) -> frozenset[Actor]:
        """Whom the game waits for; others may still have choices."""

    def decide(self, state: Any, action: Any) -> tuple[Any, ...]:
        """The facts that follow. Raises IllegalActionError."""

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after one fact: total, validates nothing."""

    def apply(self, state: Any, action: Any) -> tuple[tuple[Any, ...], Any]:
        """`decide`, and the state that folding its facts gives. Raises IllegalActionError."""

    def observe(self, state: Any, audience: Audience) -> Any:
        """What this audience may know, built from named fields."""

    def redact(self, event: Any, audience: Audience) -> Any | None:
        """The event as this audience may know it, or None."""

    def outcome(self, state: Any) -> Outcome | None:
        """How it ended, or None while playing."""

    def expects(self, view: Any) -> tuple[Expectation, ...]:
        """What sensors should look for, from the table's view."""

    def canonical(self, state: Any) -> dict[str, Any]:
        """The exact state in plain words and numbers, to compare with another account."""

    def require_sound(self, state: Any) -> None:
        """Does a state from outside hang together? Raises SetupError."""

    def describe_options(self, options: Any) -> tuple[OptionInfo, ...]:
        """Every option with its present value, for a page."""

    def load_pack(self, layers: Sequence[Mapping[str, Any]]) -> Any:
        """The content pack from parsed TOML tables, later ones override. Raises PackError."""
