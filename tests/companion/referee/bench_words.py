"""Evidence in milliseconds, and dues in words, so that a test reads like a session at the bench."""

from collections.abc import Iterable, Sequence

from companion.referee import (
    Due,
    DueChange,
    DuePresses,
    DueTap,
    DueUndecided,
    Referee,
    RefereeConfig,
    TimedTap,
    due,
    feed,
    start,
)
from hardware.events import EdgesUntil, KnownUntil, Observation, Press
from hardware.timing import MS, Interval

ERROR_MS = 0.02
"""The error of a kernel stamp here."""
CONFIG = RefereeConfig()
LATER = 10**9
"""Milliseconds after everything."""


def ns(ms: float) -> int:
    return round(ms * MS)


def span(earliest_ms: float, latest_ms: float) -> Interval:
    return Interval(ns(earliest_ms), ns(latest_ms))


def press(
    seat: int, ms: float, *, error: float = ERROR_MS, exact: bool = True, button: str = "grab"
) -> Press:
    at = span(ms - error, ms)
    return Press(seat=seat, at=at, exact=exact, button=button)


def card(
    ident: int, clear: float, seen: float, *, zone: str = "pot", kind: str = "card"
) -> Observation:
    """The pile was last seen without it at `clear`, first with it at `seen` (ms)."""
    return Observation(
        zone=zone, kind=kind, onset=span(clear, seen), settled_at=ns(seen + 33), ident=ident
    )


def tap(audience: str, choice: str, made: float, arrived: float) -> TimedTap:
    return TimedTap(audience=audience, choice=choice, at=span(made, arrived))


def marks(ms: float) -> tuple[EdgesUntil, KnownUntil]:
    return EdgesUntil(ns=ns(ms)), KnownUntil(ns=ns(ms))


def fed(signals: Iterable[object], config: RefereeConfig = CONFIG) -> Referee:
    referee = start(config)
    for signal in signals:
        referee = feed(referee, signal)  # type: ignore[arg-type]
    return referee


def dues(
    *evidence: object, config: RefereeConfig = CONFIG, until: float = LATER
) -> tuple[Due, ...]:
    """All that follows once both marks have come to `until` (ms)."""
    return due(fed((*evidence, *marks(until)), config))[1]


def words(told: Sequence[Due]) -> list[str]:
    return [word(one) for one in told]


def word(one: Due) -> str:
    match one:
        case DueChange(observation=seen):
            return f"{seen.zone} {seen.kind} {seen.ident}"
        case DuePresses(groups=groups, chained=chained):
            text = " ".join("=".join(str(seat) for seat in group) for group in groups)
            return f"press {text}{' (chained)' if chained else ''}"
        case DueTap(tap=made):
            return f"tap {made.audience} {made.choice}"
        case DueUndecided(orders=orders, reason=reason):
            possible = " | ".join(", ".join(words(order)) for order in orders)
            return f"{reason}? {possible}".strip()


def told(*evidence: object, config: RefereeConfig = CONFIG) -> list[str]:
    return words(dues(*evidence, config=config))
