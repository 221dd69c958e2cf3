"""People who practise between games: they watch the lamps, the beeper and their own phones."""

import random
from collections.abc import Mapping, Sequence

from companion.twin.people_phone import Json, Phone
from companion.twin.practice import GUESS, HOLD_MS, QUICKEST_MS, REACTION_MS, STROKE_MS
from companion.twin.world import World
from hardware.timing import MS

LOOK_NS = 100 * MS
"""How often they glance at their phones."""
SCREEN_MS = (330.0, 60.0)
"""A tap on a phone, as the phone itself measures it: mean and spread."""


class BetweenGames:
    """Call `begin` once; the rest goes by itself, in the world's own time."""

    def __init__(self, world: World, seats: int, phones: Mapping[int, Phone], seed: int) -> None:
        """`phones`: of the simulated people; those of the other seats are people of their own."""
        self._world = world
        self._seats = seats
        self._phones = phones
        self._random = random.Random(f"practice {seed}")
        self._lit: set[int] = set()
        self._tapped: set[int] = set()
        self._struck = 0

    def begin(self) -> None:
        """Watch from now on."""
        self._world.board.on_pin = lambda gpio, level: self._world.timeline.post(
            lambda: self._changed(gpio, level)
        )
        self._look()

    def press(self, seat: int) -> None:
        """This seat's hand comes down now; may be called from any thread."""
        self._world.timeline.post(lambda: self._world.press(seat, HOLD_MS * MS))

    def _practice(self) -> Json:
        views = (phone.view.get("practice") for phone in self._phones.values())
        return next((view for view in views if view), {})

    def _changed(self, gpio: int, level: int) -> None:
        self._world.board.seen(gpio, level, self._world.timeline.now)
        if not level:
            self._lit.discard(gpio)
            return
        first = not self._lit
        self._lit.add(gpio)
        if first and self._practice().get("kind") in {"lamp", "beep", "both"}:
            for seat in self._phones:
                self._after(self._reaction_ms(REACTION_MS), seat)

    def _reaction_ms(self, times: tuple[float, float]) -> float:
        if self._random.random() < GUESS:
            return self._random.uniform(5.0, 90.0)
        return max(self._random.gauss(*times), QUICKEST_MS)

    def _after(self, ms: float, seat: int) -> None:
        at = self._world.timeline.now + round(ms * MS)
        self._world.timeline.at(at, lambda: self._world.press(seat, HOLD_MS * MS))

    def _look(self) -> None:
        timeline, practice = self._world.timeline, self._practice()
        timeline.at(timeline.now + LOOK_NS, self._look)
        if practice.get("kind") == "bar" and practice["phase"] != "over":
            self._strike(range(self._seats))
        elif practice.get("kind") == "screen":
            self._tap(practice)

    def _strike(self, seats: Sequence[int]) -> None:
        """Somebody brings a ruler down on all buttons; it is never quite level."""
        now = self._world.timeline.now
        if now - self._struck >= STROKE_MS * MS:
            self._struck = now
            for seat in seats:
                self._after(1.0 + self._random.uniform(0.0, 0.3), seat)

    def _tap(self, practice: Json) -> None:
        number = int(practice["round"])
        if practice["phase"] != "go":
            self._tapped.discard(number)
        elif number not in self._tapped:
            self._tapped.add(number)
            for phone in self._phones.values():
                ms = self._reaction_ms(SCREEN_MS)
                phone.wish("practice_tap", f"{number}:{ms:.1f}")
