"""Instants and intervals: integer nanoseconds on CLOCK_MONOTONIC, nothing else."""

import time
from typing import Protocol

from msgspec import Struct

Instant = int
"""Nanoseconds on CLOCK_MONOTONIC of one run (one boot)."""

MS = 1_000_000
"""Nanoseconds in a millisecond."""


class Interval(Struct, frozen=True, array_like=True):
    """When something happened: from `earliest` to `latest` (ns, both included)."""

    earliest: int
    latest: int

    def overlaps(self, other: "Interval") -> bool:
        """True where neither is certainly before the other."""
        return self.earliest <= other.latest and other.earliest <= self.latest

    def before(self, other: "Interval") -> bool:
        """True where this certainly happened first."""
        return self.latest < other.earliest

    def widened(self, ns: int) -> "Interval":
        """The same, less sure by `ns` on both sides."""
        return Interval(self.earliest - ns, self.latest + ns)


class Clock(Protocol):
    """Where `now` comes from: the kernel, or the twin's world."""

    def now(self) -> Instant:
        """The present instant, ns."""


class MonotonicClock:
    """CLOCK_MONOTONIC of this machine."""

    def now(self) -> Instant:
        """The present instant, ns."""
        return time.monotonic_ns()
