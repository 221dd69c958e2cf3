"""How much cards usually look like their taught faces, here, today: strangers look less so.

A camera over a lit table with sharp pictures taught explains 99 % of a face; a soft webcam and
phone pictures 80 %. One fixed limit would let strangers through at the one and refuse cards at the
other.
"""

from collections import deque

from vision.readings import MIN_LIKENESS

REMEMBERED = 30
NEEDED = 5
"""Sure readings before the limit leaves its start."""
SLACK = 0.12
HIGHEST = 0.88
"""Cards on the simulated table: 600 of 600 lie above 0.96, cards of the same deck that were not
taught below 0.83."""


class Usual:
    """The limit under which a thing is a stranger."""

    def __init__(self) -> None:
        self._seen: deque[float] = deque(maxlen=REMEMBERED)

    def add(self, likeness: float) -> None:
        """A card was named for sure."""
        self._seen.append(likeness)

    @property
    def margin(self) -> float | None:
        """How far the last sure cards lay above the limit at worst; None before five were named."""
        if len(self._seen) < NEEDED:
            return None
        return min(list(self._seen)[-NEEDED:]) - self.least

    @property
    def least(self) -> float:
        """Falls twice as fast as the usual likeness, since poor pictures also vary more."""
        if len(self._seen) < NEEDED:
            return MIN_LIKENESS
        middle = sorted(self._seen)[len(self._seen) // 2]
        return min(max(2 * middle - 1 - SLACK, MIN_LIKENESS), HIGHEST)
