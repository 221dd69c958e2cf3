"""One game of Skullduggery at the simulated table, as the evening sees it."""

from typing import Any

from companion.twin.skullduggery.cards import shuffled
from companion.twin.skullduggery.director import Director
from companion.twin.skullduggery.human import Hands
from companion.twin.skullduggery.truth import Truth
from companion.twin.stage import Sitting
from companion.twin.timeline import Steps


class Game:
    """A fresh deal with its truth and its director."""

    def __init__(self, sitting: Sitting) -> None:
        self.truth = Truth(
            shuffled(sitting.rng), len(sitting.people), listener=sitting.report.state
        )
        self.director = Director(sitting, self.truth)
        self._hands = sitting.hands if isinstance(sitting.hands, Hands) else None

    def canonical(self) -> dict[str, Any]:
        """The true state."""
        return self.truth.canonical()

    def steps(self) -> Steps:
        """The whole game."""
        if self._hands is not None:
            self._hands.truth = self.truth
        yield from self.director.play()

    def seen(self, view: dict[str, Any]) -> None:
        """Nobody waits for a verdict in this game."""

    def facts(self) -> dict[str, Any]:
        """Who won with what, and how people got on with the companion."""
        truth, undoing = self.truth, self.director.undoing
        return {
            "winners": truth.winners(),
            "scores": truth.scores(),
            "turns": truth.turns,
            "slips": self.director.slips,
            "reminded": self.director.reminded,
            "undone": undoing.undone,
            "redone": undoing.redone,
            "misled": undoing.misled,
            "pressed": undoing.pressed,
            **self.director.talk.facts(),
        }
