"""How far a long measurement is: a line on standard error now and then."""

import sys
import time
from collections import Counter
from collections.abc import Iterator

EVERY_NS = 5_000_000_000
"""Often enough to see that it goes on, seldom enough to read."""


def steps(what: str, count: int, tally: Counter[str] | None = None) -> Iterator[int]:
    """The numbers from 0 on; every few seconds, and at the end, how many are done and counted."""
    said = time.monotonic_ns()
    for number in range(count):
        yield number
        if time.monotonic_ns() - said > EVERY_NS or number + 1 == count:
            said = time.monotonic_ns()
            counts = ", ".join(f"{n} {name}" for name, n in sorted((tally or {}).items()))
            line = f"{what}: {number + 1} of {count}{' (' if counts else ''}{counts}"
            print(f"{line}{')' if counts else ''}", file=sys.stderr, flush=True)  # noqa: T201
