"""From edges in any order and marks to presses in order: the pure half of the board process.

Edges wait until a mark says that all up to it have been delivered, and are then taken in the order
of their ticks. So nothing depends on the order or the moment in which callbacks ran. A press is
told with its first edge; the mark that goes on to the companion stays behind it until its bounce
train is whole, so that whatever is judged by a mark has all of the evidence.
"""

import heapq
from collections.abc import Sequence

from msgspec import Struct

from hardware.debounce import (
    Edge,
    Freed,
    Line,
    Outcome,
    Pressed,
    Stuck,
    Train,
    advance,
    feed,
    new_line,
    pending_since,
)
from hardware.events import Bounced, EdgesUntil, Press, SensorStatus, sensor_status
from hardware.timing import MS
from hardware.wiring import InputPin

FOREIGN_CLOCK_NS = 1_000 * MS
"""A stamp further than this from now is not on our clock (gpiozero calls its ticks opaque)."""

Output = Press | Bounced | EdgesUntil | SensorStatus


class RawEdge(Struct, frozen=True, kw_only=True):
    """What a pin puts on the queue, first of all.

    Attributes:
        gpio: Which pin.
        level: After the edge.
        tick_ns: The stamp of the edge.
        arrival_ns: When Python saw it, on the same clock.
        after_gap: Edges of this pin before it were lost (the kernel's counter jumped).
    """

    gpio: int
    level: int
    tick_ns: int
    arrival_ns: int
    after_gap: bool = False


class Mark(Struct, frozen=True, kw_only=True):
    """The back end has put every edge up to `ns` on the queue."""

    ns: int


class PressMaker:
    """All buttons of the table. Not thread-safe: one thread feeds it.

    Args:
        pins: The buttons.
        levels: Level of each pin at the start, by gpio.
        now: ns at the start, on the clock of the stamps.
        stamp_error_ns: An edge happened at its tick or up to this much before.
        lockout_ns: See `debounce.Line`.
        source: For status messages: `gpio` or `mock`.
        run: Which boot the stamps belong to.
    """

    def __init__(
        self,
        *,
        pins: Sequence[InputPin],
        levels: dict[int, int],
        now: int,
        stamp_error_ns: int,
        lockout_ns: int,
        source: str,
        run: int = 0,
    ) -> None:
        self._pins = {pin.gpio: pin for pin in pins}
        self._lines: dict[int, Line] = {
            pin.gpio: new_line(
                idle_level=int(pin.pull_up), level=levels[pin.gpio], lockout_ns=lockout_ns, now=now
            )
            for pin in pins
        }
        self._waiting: list[tuple[int, int, RawEdge, int]] = []
        self._count = 0
        self._mark = now
        self._said = now - stamp_error_ns - 1
        self._error_ns = stamp_error_ns
        self._source = source
        self._run = run
        self.late_edges = 0
        """Edges that came after the mark that should have covered them; 0 with an honest back
        end.
        """
        self.foreign_stamps = 0
        """Edges whose stamp was not on our clock and that got their arrival instead."""

    def at_start(self) -> list[Output]:
        """Buttons that are found pressed, by name."""
        found = [gpio for gpio, line in self._lines.items() if line.complained]
        return [self._stuck(self._pins[gpio], at_start=True) for gpio in found]

    def add(self, edge: RawEdge) -> None:
        """An edge, in any order."""
        if edge.gpio not in self._lines:
            return
        tick = edge.tick_ns
        if abs(edge.arrival_ns - tick) > FOREIGN_CLOCK_NS:
            self.foreign_stamps += 1
            tick = edge.arrival_ns
        self._count += 1
        earliest = tick - self._error_ns
        if edge.after_gap or tick != edge.tick_ns:  # all we know: not before the last mark
            earliest = min(self._mark + 1, earliest)
        heapq.heappush(self._waiting, (tick, self._count, edge, earliest))

    def until(self, mark_ns: int) -> list[Output]:
        """All edges up to `mark_ns` were added: their presses, in order, and our own mark."""
        outputs: list[Output] = []
        while self._waiting and self._waiting[0][0] <= mark_ns:
            tick, _, raw, earliest = heapq.heappop(self._waiting)
            outputs += self._feed(tick, raw, earliest)
        self._mark = max(self._mark, mark_ns)
        for gpio, line in self._lines.items():
            self._lines[gpio], outcomes = advance(line, self._mark)
            outputs += self._tell(gpio, outcomes)
        outputs.sort(key=_when)
        said = self._honest_mark()
        if said > self._said:
            self._said = said
            outputs.append(EdgesUntil(ns=said, run=self._run))
        return outputs

    def _feed(self, tick: int, raw: RawEdge, earliest: int) -> list[Output]:
        if (
            tick <= self._mark
        ):  # promised as delivered: it may be after the mark for all the referee knows
            self.late_edges += 1
            tick = self._mark + 1
        line = self._lines[raw.gpio]
        self._lines[raw.gpio], outcomes = feed(
            line, Edge(tick=tick, level=raw.level, earliest=earliest)
        )
        return self._tell(raw.gpio, outcomes)

    def _honest_mark(self) -> int:
        """How far everything has been told.

        Edges after the mark may have happened `stamp_error_ns` before their stamp, and of presses
        under way the train is not told yet. Of an edge that waits it may be known only that it was
        not before the mark at which it came.
        """
        pending = [p for line in self._lines.values() if (p := pending_since(line)) is not None]
        pending += (earliest for *_, earliest in self._waiting)
        return min([self._mark - self._error_ns, *(p - 1 for p in pending)])

    def _tell(self, gpio: int, outcomes: Sequence[Outcome]) -> list[Output]:
        pin = self._pins[gpio]
        told: list[Output] = []
        for outcome in outcomes:
            match outcome:
                case Pressed():
                    told.append(
                        Press(seat=pin.seat, at=outcome.at, run=self._run, button=pin.button)
                    )
                case Train():
                    told.append(
                        Bounced(
                            seat=pin.seat,
                            button=pin.button,
                            at=outcome.at,
                            bounce=outcome.bounce,
                            run=self._run,
                        )
                    )
                case Stuck():
                    told.append(self._stuck(pin, at_start=False))
                case Freed():
                    told.append(self._status(pin, ok=True, template="{button} works again."))
        return told

    def _stuck(self, pin: InputPin, *, at_start: bool) -> SensorStatus:
        if at_start:
            return self._status(
                pin,
                ok=False,
                template="{button} (GPIO {gpio}) is pressed already at the start. It counts for "
                "nothing until it is let go. Lift what lies on it; if nothing does, check its "
                "wires, and whether pull_up fits them.",
            )
        return self._status(
            pin,
            ok=False,
            template="{button} (GPIO {gpio}) has been down for ten seconds. It counts for nothing "
            "until it is let go. Lift what lies on it; if nothing does, check its wires, and "
            "whether pull_up fits them.",
        )

    def _status(self, pin: InputPin, *, ok: bool, template: str) -> SensorStatus:
        where = f"button:{pin.seat}" if pin.button == "grab" else f"button:{pin.seat}:{pin.button}"
        parts: dict[str, str | int] = {"button": _capital(pin.name), "gpio": pin.gpio}
        return sensor_status(where, ok=ok, source=self._source, template=template, parts=parts)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _when(output: Output) -> tuple[int, int, int]:
    """Presses by their stamps; a train after its press."""
    match output:
        case Press():
            return (1, output.at.latest, output.seat)
        case Bounced():
            return (2, output.at.latest, output.seat)
        case _:
            return (0, 0, 0)
