"""Hands that come over the table, do something at an exact instant, and go: for games at leisure.

Nobody races here, so people wait until the camera has had a clear look before and after.
"""

import random
from collections.abc import Callable, Sequence

from companion.twin.renderer import BACK, Placed
from companion.twin.scene import Point
from companion.twin.timeline import LOOK_AFTER_NS, LOOK_BEFORE_NS, Steps
from companion.twin.world import World
from hardware.timing import MS

REACH_NS = 260 * MS
"""From a hand coming into view to what it does."""
LEAVE_NS = 200 * MS


class Visits:
    """The hands of everybody over one table.

    Args:
        world: Whose scene and timeline.
        rng: How long hands take.
        after: Called at the instant of each act, once it is done: show the camera how it lies now.
    """

    def __init__(self, world: World, rng: random.Random, after: Callable[[], None]) -> None:
        self._world, self._rng, self._after = world, rng, after

    def fetch(self, seat: int, places: Sequence[Point], do: Callable[[], None]) -> Steps:
        """Empty hands come, one to each place, do it, and go."""
        enter, acts, leaves = self.times()
        scene = self._world.scene
        for at in places:
            scene.fetch(seat, at, enter_ns=enter, take_ns=acts, leave_ns=leaves, load=False)
        yield from self.visit(enter, acts, leaves, do)

    def bring(
        self, seat: int, at: Point, do: Callable[[], None], others: Sequence[tuple[int, Point]] = ()
    ) -> Steps:
        """A hand comes with a card face down, does it, and goes; `others` at the same time."""
        enter, acts, leaves = self.times()
        for who, where in [(seat, at), *others]:
            placed = Placed(BACK, where, 0.0)
            self._world.scene.lay(who, placed, enter_ns=enter, seen_ns=acts, leave_ns=leaves)
        yield from self.visit(enter, acts, leaves, do)

    def times(self) -> tuple[int, int, int]:
        """When a hand comes in, acts and is gone, ns."""
        enter = self._world.timeline.now + LOOK_BEFORE_NS
        acts = enter + REACH_NS + round(self._rng.uniform(0, 200) * MS)
        return enter, acts, acts + LEAVE_NS

    def visit(self, enter: int, acts: int, leaves: int, do: Callable[[], None]) -> Steps:
        """`do` at `acts`; done when the camera has had its look after the hand."""
        timeline = self._world.timeline
        timeline.watch_visit(enter, acts, leaves)

        def act() -> None:
            do()
            self._after()

        timeline.at(acts, act)
        yield leaves + LOOK_AFTER_NS - timeline.now
