"""One game of Thieves of Eldris at the simulated table, as the evening sees it."""

from typing import Any

from companion.twin.stage import Sitting
from companion.twin.thieves_of_eldris.cards import shuffled
from companion.twin.thieves_of_eldris.director import Director
from companion.twin.thieves_of_eldris.solo import SoloTruth
from companion.twin.thieves_of_eldris.truth import Truth
from companion.twin.timeline import Steps


class Game:
    """A fresh deal with its truth and its director."""

    def __init__(self, sitting: Sitting) -> None:
        seats, rng = len(sitting.people), sitting.rng
        kind = SoloTruth if seats == 1 else Truth
        trusted = seats > 1 and sitting.options.get("secrecy") == "trusted"
        self.truth = kind(
            shuffled(rng), shuffled(rng), seats, trusted=trusted, listener=sitting.report.state
        )
        self.director = Director(sitting, self.truth)

    def canonical(self) -> dict[str, Any]:
        """The true state."""
        return self.truth.canonical()

    def steps(self) -> Steps:
        """The whole game."""
        yield from self.director.play()

    def seen(self, view: dict[str, Any]) -> None:
        """Nobody waits for a verdict in this game."""

    def facts(self) -> dict[str, Any]:
        """Who won with what, and how people got on with the companion."""
        truth = self.truth
        return {
            "winners": truth.winners,
            "hauls": [seat.haul for seat in truth.seats],
            "pool": truth.pool if isinstance(truth, SoloTruth) else None,
            "turns": truth.turns,
            "slips": self.director.slips,
            **self.director.phones.talk.facts(),
        }
