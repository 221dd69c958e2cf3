"""Who sits where: what every game asks of the seats it is set up with."""

from collections.abc import Sequence

from rules.core import SetupError


def require_seats(title: str, allowed: range, seats: Sequence[int], first: int) -> int:
    """How many seats. Raises SetupError where the number, the numbering or `first` is wrong."""
    count = len(seats)
    if count not in allowed:
        least, most = allowed[0], allowed[-1]
        raise SetupError(f"seats: {count} players; {title} is for {least} to {most}.")
    if tuple(seats) != tuple(range(count)):
        raise SetupError(
            f"seats: {list(seats)}; number them 0 to {count - 1} clockwise without gaps."
        )
    if first not in seats:
        raise SetupError(f"first: no seat {first}; choose one of 0 to {count - 1}.")
    return count
