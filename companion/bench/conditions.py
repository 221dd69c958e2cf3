"""How bad may light and lens become? Each made worse step by step until readings fail.

For every step a few cards are laid on the simulated Pot through the whole eye. Printed are the
numbers that the eye measured and what became of the readings: the limits are chosen from them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import cv2

from companion.bench.progress import steps
from companion.bench.row import BenchRow
from companion.eye.look import Eye
from companion.twin.film import PERIOD_NS, TableFilm
from companion.twin.wizard_thieves.cards import all_pictures
from companion.twin.wizard_thieves.faces import draw
from companion.twin.worse import WORSE, Worsen
from hardware.camera import Frame
from hardware.events import Observation
from hardware.eye_link import Condition, Conditions
from hardware.timing import MS, Interval
from vision.catalogue import Catalogue, build
from vision.mat import MAT_WIZARD_THIEVES
from vision.readings import Image
from vision.teaching import key_of

KEYS = ("gem:1", "treasure:2", "gem:4", "treasure:3")
"""Cards laid at every step; the treasures are near twins."""
EXPOSURE_NS = 20 * MS
PAUSE_NS = 3_000 * MS
"""Between two steps: two looks of the eye, and long enough to see light swing."""
IDLE_EVERY = 4
"""Of the frames in the first half of a pause that are looked at."""


@dataclass
class Worsening:
    """A table whose picture becomes worse from step to step, and what the eye says of it.

    Attributes:
        much: How bad it is now.
        told: Every announcement of trouble with the step at which it came, oldest first.
        named: What became of each card: (step, true key, named key or None).
    """

    worsen: Worsen
    catalogue: Catalogue
    seed: int = 5
    much: float = 0.0
    told: list[tuple[float, str]] = field(default_factory=list)
    named: list[tuple[float, str, str | None]] = field(default_factory=list)
    measures: tuple[Condition, ...] = ()
    _idle_until: int = 0

    def __post_init__(self) -> None:
        """The table, and an eye over it."""
        self._eye = Eye(MAT_WIZARD_THIEVES, self.catalogue)
        self._observed: list[Observation] = []
        self._film = TableFilm(self._look, seed=self.seed)

    def _look(self, image: Image, at_ns: int) -> None:
        if at_ns < self._idle_until and at_ns // PERIOD_NS % IDLE_EVERY:
            return
        worse = self.worsen(image, self.much, at_ns)
        frame = Frame(image=worse, at=Interval(at_ns, at_ns + EXPOSURE_NS))
        for message in self._eye.look(frame):
            if isinstance(message, Observation) and message.kind == "card":
                self._observed.append(message)
            elif isinstance(message, Conditions):
                self.measures = message.measures or self.measures
                if message.text and (not self.told or self.told[-1][1] != message.text):
                    self.told.append((self.much, message.text))

    def step(self, much: float, keys: Sequence[str]) -> None:
        """So bad from now on; then these cards come."""
        self.much = much
        self._idle_until = self._film.now + PAUSE_NS // 2
        self._film.rest(PAUSE_NS)
        for key in keys:
            self._observed.clear()
            self._film.lay(key)
            seen = [one.identity for one in self._observed] or [None]
            self.named.append((much, key, seen[-1]))

    def first_failure(self) -> float | None:
        """The step at which the first card was not named right."""
        return next((much for much, key, named in self.named if named != key), None)

    def first_word(self) -> float | None:
        """The step at which trouble was first announced."""
        return self.told[0][0] if self.told else None


def twin_catalogue() -> Catalogue:
    """Every face of the simulated deck, ready to be compared."""
    catalogue = build([(key_of(c.picture), draw(c, "distinct")) for c in all_pictures()])
    catalogue.warm_up()
    return catalogue


def rows() -> list[BenchRow]:
    """A row for every step: how many cards were named right; and each number the eye measured."""
    cv2.setNumThreads(1)
    catalogue = twin_catalogue()
    return [row for name in WORSE for row in rows_of(name, catalogue)]


def rows_of(name: str, catalogue: Catalogue) -> Iterator[BenchRow]:
    """One way to make it worse, step by step; at last, how early it was announced."""
    worsen, levels = WORSE[name]
    table = Worsening(worsen, catalogue)
    tally: Counter[str] = Counter()
    for number in steps(f"conditions, {name}", len(levels), tally):
        before = len(table.named)
        table.step(levels[number], KEYS)
        now = table.named[before:]
        right = sum(key == named for _, key, named in now)
        wrong = sum(named not in {None, key} for _, key, named in now)
        tally.update(right=right, wrong=wrong, missed=len(now) - right - wrong)
        numbers = ", ".join(
            f"{one.name} {one.value:g}{_MARKS[one.level]}" for one in table.measures
        )
        what = f"{name} {levels[number]:g}: right of {len(now)} ({wrong} wrong); {numbers}"
        yield BenchRow(what=what, value=right, unit="cards")
    yield _ahead(name, table, levels)


def _ahead(name: str, table: Worsening, levels: Sequence[float]) -> BenchRow:
    """By how many steps the word came before the first card that was not named right."""
    word, failure = table.first_word(), table.first_failure()
    said = "never announced" if word is None else f"announced at {word:g}"
    lost = "no card missed" if failure is None else f"first card missed at {failure:g}"
    first = len(levels) if word is None else levels.index(word)
    last = len(levels) if failure is None else levels.index(failure)
    return BenchRow(what=f"{name}: {said}, {lost}", value=last - first, unit="steps ahead")


_MARKS = {"good": "", "amber": "?", "red": "!"}
