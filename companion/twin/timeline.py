"""The twin's own time: events in order of their instants, at full speed or in real time."""

import heapq
import itertools
import queue
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass

from hardware.timing import MS

S = 1000 * MS
START_NS = 10 * S
"""Virtual time begins at ten seconds, as if the machine had booted a moment ago."""
TICK_NS = 33_333_333
"""One frame of the simulated sensor: 30 fps."""
STEP_NS = 4 * MS
"""In real time the buttons' mark moves at least this often."""
LOOK_BEFORE_NS = 75 * MS
"""The camera has a clear picture in the 75 ms before a hand comes."""
LOOK_AFTER_NS = 140 * MS
"""And four settled ones after it has gone."""


@dataclass(frozen=True, slots=True)
class Until:
    """Wait until `met` (asked once a frame), at most `limit_ns` of virtual time."""

    met: Callable[[], bool]
    limit_ns: int


Steps = Generator["int | Until", bool, None]
"""What people do: yields a pause (ns) or an `Until`; receives whether it was met."""


class Timeline:
    """Runs events, exposures and one script in strict order of virtual time.

    `on_frame(at_ns)` is called for each exposure worth taking: all of them in real time, and at
    full speed only those inside a watched stretch. `before(at_ns)` is called whenever time moves,
    in real time at least every 4 ms.
    """

    def __init__(
        self,
        *,
        real: bool,
        on_frame: Callable[[int], None],
        before: Callable[[int], None],
        idle: Callable[[], None],
    ) -> None:
        self.now = START_NS
        self.real = real
        self._on_frame = on_frame
        self._before = before
        self._idle = idle
        self._heap: list[tuple[int, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._next_frame = START_NS // TICK_NS + 1
        self._watch: list[tuple[int, int, int]] = []
        self._origin = time.monotonic_ns() - START_NS
        self.stopped = False
        self._posted: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()

    def at(self, at_ns: int, action: Callable[[], None]) -> None:
        """Do `action` at that instant (now, if it is past)."""
        heapq.heappush(self._heap, (max(at_ns, self.now), next(self._order), action))

    def post(self, action: Callable[[], None]) -> None:
        """Do `action` as soon as possible; may be called from any thread."""
        self._posted.put(action)

    def watch(self, start_ns: int, end_ns: int, every: int = 1) -> None:
        """Take pictures in this stretch even at full speed, every so many frames."""
        self._watch.append((start_ns, end_ns, every))

    def watch_visit(self, enter: int, changes: int, leaves: int) -> None:
        """Take pictures around a hand's visit: dense before and after it, sparse while it hides."""
        self.watch(enter - LOOK_BEFORE_NS, enter)
        self.watch(enter, changes, every=3)
        self.watch(changes, leaves, every=2)
        self.watch(leaves, leaves + LOOK_AFTER_NS)

    def run(self, script: Steps) -> None:
        """Until the script ends or `stop` is called."""
        try:
            wish = next(script)
            while not self.stopped:
                wish = script.send(self._wait(wish))
        except StopIteration:
            return

    def stop(self) -> None:
        """End `run` soon; may be called from any thread."""
        self.stopped = True

    def _wait(self, wish: "int | Until") -> bool:
        if isinstance(wish, int):
            self.advance(self.now + wish)
            return True
        end = self.now + wish.limit_ns
        while not wish.met():
            if self.now >= end or self.stopped:
                return False
            self.watch(self.now, self.now + TICK_NS)
            self.advance(self.now + TICK_NS)
            if not self.real:
                self._idle()
        return True

    def advance(self, to_ns: int) -> None:
        """Let everything up to `to_ns` happen."""
        while not self.stopped:
            frame_ns = self._frame_due(to_ns)
            event_ns = self._heap[0][0] if self._heap else to_ns + 1
            step = min(frame_ns, event_ns, to_ns)
            self._move(step)
            if event_ns <= min(frame_ns, to_ns):
                heapq.heappop(self._heap)[2]()
            elif frame_ns <= to_ns:
                self._next_frame = frame_ns // TICK_NS + 1
                self._on_frame(frame_ns)
            else:
                return

    def _move(self, to_ns: int) -> None:
        while self.real:
            left = self._origin + to_ns - time.monotonic_ns()
            if left <= 0:
                break
            time.sleep(min(left, STEP_NS) / 1e9)
            self.now = max(self.now, min(to_ns, time.monotonic_ns() - self._origin))
            self._before(self.now)
            while not self._posted.empty():
                self._posted.get()()
        self.now = max(self.now, to_ns)
        self._before(self.now)

    def _frame_due(self, to_ns: int) -> int:
        """The next exposure worth taking, or one after `to_ns`."""
        first = max(self._next_frame, -(-self.now // TICK_NS))
        if self.real:
            return first * TICK_NS
        self._watch = [w for w in self._watch if w[1] >= first * TICK_NS]
        for number in range(first, to_ns // TICK_NS + 1):
            at = number * TICK_NS
            if any(a <= at <= b and number % every == 0 for a, b, every in self._watch):
                return at
        return to_ns + 1
