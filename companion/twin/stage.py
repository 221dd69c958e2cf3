"""What a game brings to the simulated table; everything else there is the same for all games.

A stage is a module, as the games under test are: functions and a few names.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.twin.box import Box
from companion.twin.optics import Image
from companion.twin.people import Person
from companion.twin.people_phone import Phone
from companion.twin.report import Report
from companion.twin.scene import Pictured
from companion.twin.timeline import Steps
from companion.twin.world import World


class Hands(Protocol):
    """Humans at the twin's own page, for all games of an evening."""

    humans: frozenset[int]
    wants_new_game: bool
    press: Callable[[int], None]
    """A hand on the button of a seat while no game runs: for practice; the evening sets it."""

    @property
    def playing(self) -> bool:
        """Whether a game of ours is under way or lies on the table."""

    def leave(self) -> None:
        """That game is over and its cards go away."""

    def act(self, action: str, seat: int, value: int | None) -> None:
        """A wish from the page, from any thread."""

    def look(self) -> dict[str, Any]:
        """What the page shows."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """With what, and with whom, one game is played.

    Attributes:
        phones: Of the people who use the companion at all.
        rng: This game's own chance.
        options: Of the game, as text; unknown ones are the companion's to refuse.
        by_phone: No camera sees anything, so people tell what they do.
        misread_aloud: Share of open cards that people tell wrongly (a fault).
        real: At real pace, where waiting is measured.
        hands: Of the humans at the table, where there are any.
    """

    world: World
    people: Mapping[int, Person]
    phones: Mapping[int, Phone]
    report: Report
    rng: random.Random
    options: Mapping[str, str]
    by_phone: bool
    misread_aloud: float
    real: bool
    hands: Hands | None = None


class Play(Protocol):
    """One game at the table, from the deal to the end."""

    def canonical(self) -> dict[str, Any]:
        """The true state now, in the form that is compared with the companion's."""

    def steps(self) -> Steps:
        """What people do, once the companion has started the game."""

    def seen(self, view: dict[str, Any]) -> None:
        """A phone has a new view, at real pace; called on the phone's own thread."""

    def facts(self) -> dict[str, Any]:
        """What the report's `end` line says of this game."""


class Stage(Box, Protocol):
    """One game's part of the twin."""

    NAME: str
    SEATS: range
    FAULTS: tuple[str, ...]
    """Sabotage that would show, of `sabotage.NAMES`."""
    SHOWN_ON: str
    """The pile on which single cards are laid to be taught."""

    def faces(self, style: str) -> Mapping[str, Image]:
        """The pictures to be taught, by the stem of their file."""

    def card(self, word: str) -> Pictured:
        """The card that somebody names to have it laid. Raises ValueError naming all."""

    def open(self, sitting: Sitting) -> Play:
        """Deal, and lay out what lies on the table before the game starts."""

    def hands(self, names: dict[int, str], humans: frozenset[int], url: str) -> Hands | None:
        """Hands for humans at the twin's own page; None where the game has none."""
