"""One game of Wizard Thieves at the simulated table, as the evening sees it."""

from collections.abc import Mapping
from typing import Any

from companion.twin.stage import Sitting
from companion.twin.timeline import Steps
from companion.twin.wizard_thieves.cards import deal
from companion.twin.wizard_thieves.director import Director
from companion.twin.wizard_thieves.human import Hands
from companion.twin.wizard_thieves.latency import Stopwatch
from companion.twin.wizard_thieves.pieces import OPTIONS
from companion.twin.wizard_thieves.truth import Truth


class Game:
    """A fresh deal with its truth, its director and, at real pace, its stopwatch."""

    def __init__(self, sitting: Sitting) -> None:
        world, report = sitting.world, sitting.report
        decks = deal(len(sitting.people), sitting.rng)
        self.truth = Truth(decks, 0, truth_options(sitting.options), report.state)
        self.director = Director(
            world,
            self.truth,
            sitting.people,
            phones=sitting.phones,
            report=report,
            rng=sitting.rng,
            by_phone=sitting.by_phone,
        )
        self._hands = sitting.hands if isinstance(sitting.hands, Hands) else None
        self._stopwatch: Stopwatch | None = None
        if sitting.real:
            self._stopwatch = Stopwatch(report, self.director.acts)

    def canonical(self) -> dict[str, Any]:
        """The true state."""
        return self.truth.canonical()

    def steps(self) -> Steps:
        """The whole game; humans lend their hands where they play."""
        if self._hands is not None:
            self.director.acts.humans = self._hands.humans
            self.director.hands = self._hands.steps
            self.director.human_waits = self._hands.waiting
            self._hands.director = self.director
        yield from self.director.play()

    def seen(self, view: dict[str, Any]) -> None:
        """A phone has a new view."""
        if self._stopwatch is not None:
            self._stopwatch.seen(view)

    def facts(self) -> dict[str, Any]:
        """Who won after how many cards, and how people got on with the companion."""
        director = self.director
        return {
            "winners": self.truth.winners,
            "reveals": director.acts.reveals,
            **director.talk.facts(),
        }


def truth_options(options: Mapping[str, str]) -> dict[str, int | bool]:
    """The options that truth knows, from text. Unknown ones are the companion's to refuse."""
    known: dict[str, int | bool] = {}
    for key, text in options.items():
        if key not in OPTIONS:
            continue
        known[key] = text.lower() in {"true", "1", "on", "yes"} if _switch(key) else int(text)
    return known


def _switch(key: str) -> bool:
    return isinstance(OPTIONS[key], bool)
