"""All buttons pressed with one bar: what is left between them is theirs, not the people's. Pure."""

import statistics
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.table.presenter import status_text
from companion.words import Words, decimal, t
from hardware.events import Bounced, EdgesUntil, Press, SensorStatus, with_train
from hardware.timing import MS

WINDOW_NS = 300 * MS
"""Presses of one bar come within this."""
ENOUGH = 5
"""So many bars a band needs."""
MOST_MS = 20.0
"""More is no bar laid flat, or a button that is broken: no band makes that fair."""
DEAD_STROKES = 3
"""A bar misses a low button once or twice, not every time."""
FLOOR_MS = 0.3
"""Spreads so close together have no outliers among them."""


class Bar(Struct, frozen=True, kw_only=True):
    """One stroke.

    Attributes:
        after_ns: For each seat, how long after the first button it reported.
        spread_ns: From the earliest that the first can have been to the latest of the last.
    """

    after_ns: tuple[int, ...]
    spread_ns: int


class Bars(Struct, frozen=True, kw_only=True):
    """Strokes so far.

    Attributes:
        wanted: How many make it complete.
        held: Presses of the stroke that is under way.
        missed: For each stroke that some buttons did not feel: those buttons.
        presses: Every press.
        missing: Why there are no buttons.
        stuck: Buttons that are down all the time, by seat.
    """

    seats: int
    wanted: int
    bars: tuple[Bar, ...] = ()
    held: tuple[Press, ...] = ()
    missed: tuple[tuple[int, ...], ...] = ()
    presses: tuple[Press, ...] = ()
    missing: Words = ""
    stuck: frozenset[int] = frozenset()

    @property
    def over(self) -> bool:
        """Whether all that were wanted are there."""
        return len(self.bars) >= self.wanted

    @property
    def faults(self) -> Mapping[int, str]:
        """`stuck` or `dead` by seat; a button that felt nothing is dead after some strokes."""
        felt = {press.seat for press in self.presses}
        tried = len(self.bars) + len(self.missed) >= DEAD_STROKES
        dead = {seat: "dead" for seat in range(self.seats) if tried and seat not in felt}
        return dead | dict.fromkeys(self.stuck, "stuck")


class Band(Struct, frozen=True, kw_only=True):
    """What follows for the tie band.

    Attributes:
        band_ms: How far apart these very buttons must be pressed to be told apart; None where the
            strokes do not tell, `why` says what is missing.
        delays_ms: For each seat how much later than the quickest it reports, median.
        spreads_ms: Of the strokes that count.
        left_out: Strokes that were far from the others: the bar was not level.
    """

    band_ms: float | None
    why: Words = ""
    delays_ms: tuple[float, ...] = ()
    spreads_ms: tuple[float, ...] = ()
    left_out: int = 0


Signal = Press | Bounced | EdgesUntil | SensorStatus


def handle_bar(bars: Bars, signal: Signal) -> Bars:
    """Work one signal in; a stroke is complete when nothing of it can be under way any more."""
    match signal:
        case Press(button="grab", seat=seat) if 0 <= seat < bars.seats:
            return replace(bars, held=(*bars.held, signal), presses=(*bars.presses, signal))
        case Bounced():
            return replace(bars, presses=with_train(bars.presses, signal))
        case EdgesUntil(ns=ns):
            while bars.held and not bars.over:
                first = min(press.at.earliest for press in bars.held)
                if ns < first + WINDOW_NS:
                    break
                bars = _stroke(bars, first)
            return bars
        case SensorStatus(sensor="buttons"):
            return replace(bars, missing="" if signal.ok else status_text(signal))
        case SensorStatus(sensor=sensor, ok=ok) if sensor.startswith("button:"):
            return _stuck(bars, sensor.removeprefix("button:"), ok=ok)
        case _:
            return bars


def _stuck(bars: Bars, seat: str, *, ok: bool) -> Bars:
    """The board says of a button that it is down, or works again; of extra ones nothing is kept."""
    if not seat.isdigit():
        return bars
    one = frozenset((int(seat),))
    return replace(bars, stuck=bars.stuck - one if ok else bars.stuck | one)


def _stroke(bars: Bars, first: int) -> Bars:
    mine = [press for press in bars.held if press.at.earliest < first + WINDOW_NS]
    rest = tuple(press for press in bars.held if press.at.earliest >= first + WINDOW_NS)
    by_seat: dict[int, Press] = {}
    for press in sorted(mine, key=lambda press: press.at.latest):
        by_seat.setdefault(press.seat, press)
    lost = tuple(seat for seat in range(bars.seats) if seat not in by_seat)
    bars = replace(bars, held=rest)
    if lost:
        return replace(bars, missed=(*bars.missed, lost))
    earliest = min(press.at.latest for press in by_seat.values())
    bar = Bar(
        after_ns=tuple(by_seat[seat].at.latest - earliest for seat in range(bars.seats)),
        spread_ns=max(p.at.latest for p in by_seat.values())
        - min(p.at.earliest for p in by_seat.values()),
    )
    return replace(bars, bars=(*bars.bars, bar))


def band_of(bars: Sequence[Bar]) -> Band:
    """The tie band that these strokes ask for: the widest spread of a level stroke.

    A bar in human hands is never quite level, so this is rather too wide than too narrow: it may
    turn a winner into a tie, never into another winner.
    """
    if len(bars) < ENOUGH:
        why = t("{n} strokes are too few; {enough} tell something.", n=len(bars), enough=ENOUGH)
        return Band(band_ms=None, why=why)
    kept = _level(bars)
    spreads = tuple(bar.spread_ns / MS for bar in kept)
    medians = [statistics.median(after) for after in zip(*(b.after_ns for b in kept), strict=True)]
    delays = tuple(round((one - min(medians)) / MS, 3) for one in medians)
    widest = max(spreads)
    found = Band(
        band_ms=_up(widest),
        delays_ms=delays,
        spreads_ms=tuple(round(spread, 3) for spread in spreads),
        left_out=len(bars) - len(kept),
    )
    if widest <= MOST_MS:
        return found
    slow = delays.index(max(delays)) + 1
    return replace(
        found,
        band_ms=None,
        why=t(
            "The buttons came up to {ms} ms apart, seat {seat} last. Lay the bar level and strike "
            "again; if seat {seat} is last again, look at its button and its wires.",
            ms=decimal(f"{widest:.1f}"),
            seat=slow,
        ),
    )


def _level(bars: Sequence[Bar]) -> list[Bar]:
    """Without strokes far beyond the others (Tukey's fence)."""
    spreads = [bar.spread_ns / MS for bar in bars]
    first, _, third = statistics.quantiles(spreads, n=4, method="inclusive")
    fence = third + 1.5 * max(third - first, FLOOR_MS)
    return [bar for bar, spread in zip(bars, spreads, strict=True) if spread <= fence]


def _up(ms: float) -> float:
    """To the next tenth of a millisecond."""
    return -(-round(ms * 1000) // 100) / 10
