"""Faults of delivery on the twin: edges come late and out of order, while marks stay honest."""

import random

from hardware.timing import MS
from hardware.twin_link import PinEdge

SHUFFLE_NS = 20 * MS
"""How far edges are scattered when only their order is to be disturbed."""


class DeliveryFaults:
    """Holds edges back. With no fault asked for, everything passes at once.

    Args:
        delay_ms: Each edge waits a random part of this, by the clock of the twin.
        shuffle: Edges that are due together come in random order, scattered over at least 20 ms.
        seed: Of the scatter.
    """

    def __init__(self, *, delay_ms: float = 0.0, shuffle: bool = False, seed: int = 0) -> None:
        self._spread_ns = max(int(delay_ms * MS), SHUFFLE_NS if shuffle else 0)
        self._shuffle = shuffle
        self._random = random.Random(seed)  # noqa: S311  a simulation, not a secret
        self._held: list[tuple[int, PinEdge]] = []

    def edge(self, edge: PinEdge) -> list[PinEdge]:
        """An edge arrived; those that may go on now."""
        if not self._spread_ns:
            return [edge]
        due = edge.tick_ns + self._random.randint(0, self._spread_ns)
        self._held.append((due, edge))
        return []

    def done(self, ns: int) -> tuple[list[PinEdge], int]:
        """Every edge up to `ns` arrived: those that are due now, and the mark honest after them."""
        due = [edge for when, edge in self._held if when <= ns]
        self._held = [held for held in self._held if held[0] > ns]
        if self._shuffle:
            self._random.shuffle(due)
        return due, min([ns, *(edge.tick_ns - 1 for _, edge in self._held)])
