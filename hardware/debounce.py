"""Turns the edges of one button into presses. Pure; the same for real and simulated pins.

The press is the first edge, of either level, after the line was stably idle, and it is told
with that edge: waiting until the contact has settled would move the stamp, or the telling, by as
long as this contact happens to bounce. What follows is suppressed, and told as the press's train.

    idle --edge--> pressing --lockout over--> held --edge--> releasing --quiet--> idle

Edges must be fed in the order of their ticks, and `advance` tells how far the edges are complete.
"""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from hardware.timing import MS, Interval

MAX_BOUNCE = 32
"""Edges kept of one bounce train; enough to show it, bounded for a chattering contact."""

SETTLE_NS = 10 * MS
"""A train is whole when no edge came for so long (or the lockout is over): arcade buttons bounce
for less, and a verdict has 150 ms."""

QUIET_NS = 25 * MS
"""A button counts again when it was let go and no edge came for so long: contacts bounce up to
14 ms on release, and a hasty player is up for 40 ms between two presses."""

STUCK_NS = 10_000 * MS
"""Nobody holds a buzzer for ten seconds."""


class Phase(StrEnum):
    """Where a button is between two presses."""

    IDLE = "idle"
    PRESSING = "pressing"
    HELD = "held"
    RELEASING = "releasing"


class Edge(Struct, frozen=True, kw_only=True):
    """The line changed.

    Attributes:
        tick: ns, as the kernel (or the world of the twin) stamped it.
        level: After the edge, 0 or 1. The kernel reads it a little after the stamp, so in a fast
            bounce it can be that of the next edge; only the last one of a train counts.
        earliest: ns, the first instant at which it can have happened; `tick` minus the error of the
            stamp.
    """

    tick: int
    level: int
    earliest: int


class Pressed(Struct, frozen=True, kw_only=True, tag="pressed"):
    """A press: its instant with its error."""

    at: Interval


class Train(Struct, frozen=True, kw_only=True, tag="train"):
    """The further edges of the press at `at`, ns after `at.earliest`; no more will come."""

    at: Interval
    bounce: tuple[int, ...]


class Stuck(Struct, frozen=True, kw_only=True, tag="stuck"):
    """The line has not been idle since `since` (ns); no press comes from it until it is."""

    since: int


class Freed(Struct, frozen=True, kw_only=True, tag="freed"):
    """A line that was stuck is idle again."""


Outcome = Pressed | Train | Stuck | Freed


class Line(Struct, frozen=True, kw_only=True):
    """What is known of one button.

    Attributes:
        idle_level: Level when nobody presses: 1 with a pull-up.
        lockout_ns: From the first edge of a press: what comes within it is the same press.
        phase: Where it is.
        level: Level after the last edge.
        since: Tick of the first edge since it was idle.
        last: Tick of the last edge.
        at: Interval of the last press.
        bounce: Its further edges so far, ns after `at.earliest`.
        whole: Whether no more of them are waited for.
        complained: Whether it was reported as stuck.
    """

    idle_level: int
    lockout_ns: int
    phase: Phase = Phase.IDLE
    level: int
    since: int = 0
    last: int = 0
    at: Interval = Interval(0, 0)
    bounce: tuple[int, ...] = ()
    whole: bool = True
    complained: bool = False


def new_line(*, idle_level: int, level: int, lockout_ns: int, now: int) -> Line:
    """A line as found at the start; one that is found pressed counts as stuck and wins nothing."""
    idle = level == idle_level
    return Line(
        idle_level=idle_level,
        lockout_ns=lockout_ns,
        phase=Phase.IDLE if idle else Phase.HELD,
        level=level,
        since=now,
        last=now,
        complained=not idle,
    )


def feed(line: Line, edge: Edge) -> tuple[Line, tuple[Outcome, ...]]:
    """The next edge, in the order of ticks."""
    line, outcomes = advance(line, edge.tick - 1)
    if line.phase is Phase.IDLE:
        line = _begin(line, edge)
        return line, (*outcomes, Pressed(at=line.at))
    line = replace(line, level=edge.level, last=edge.tick)
    if line.phase is Phase.HELD:
        return replace(line, phase=Phase.RELEASING), outcomes
    if line.phase is Phase.PRESSING and not line.whole and len(line.bounce) < MAX_BOUNCE:
        line = replace(line, bounce=(*line.bounce, edge.tick - line.at.earliest))
    return line, outcomes


def _begin(line: Line, edge: Edge) -> Line:
    return replace(
        line,
        phase=Phase.PRESSING,
        level=edge.level,
        since=edge.tick,
        last=edge.tick,
        at=Interval(edge.earliest, edge.tick),
        bounce=(),
        whole=False,
    )


def advance(line: Line, until: int) -> tuple[Line, tuple[Outcome, ...]]:
    """Every edge up to `until` (ns) has been fed."""
    if line.phase is Phase.IDLE:
        return line, ()
    outcomes: list[Outcome] = []
    if not line.whole and until >= _whole_at(line):
        if line.bounce:
            outcomes.append(Train(at=line.at, bounce=line.bounce))
        line = replace(line, whole=True)
    line = _settle(line, until)
    if line.phase is not Phase.IDLE and not line.complained and until - line.since >= STUCK_NS:
        outcomes.append(Stuck(since=line.since))
        line = replace(line, complained=True)
    elif line.phase is Phase.IDLE and line.complained:
        outcomes.append(Freed())
        line = replace(line, complained=False)
    return line, tuple(outcomes)


def _whole_at(line: Line) -> int:
    return min(line.since + line.lockout_ns, line.last + SETTLE_NS)


def _settle(line: Line, until: int) -> Line:
    if line.phase is Phase.PRESSING and until >= line.since + line.lockout_ns:
        released = line.level == line.idle_level
        line = replace(line, phase=Phase.RELEASING if released else Phase.HELD)
    if line.phase is Phase.RELEASING and until >= line.last + QUIET_NS:
        phase = Phase.IDLE if line.level == line.idle_level else Phase.HELD
        line = replace(line, phase=phase)
    return line


def pending_since(line: Line) -> int | None:
    """The earliest instant of a press whose train is not whole yet, or None."""
    return None if line.whole else line.at.earliest
