"""Films of the simulated table by a script: hands lay, lift and touch, frame after frame.

No process and no people: for films on disk, and for measuring what the eye makes of bad conditions.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.twin import wizard_thieves
from companion.twin.mat import Sheet, load_sheet
from companion.twin.renderer import Placed, Renderer
from companion.twin.scene import Scene
from companion.twin.wizard_thieves.cards import Card, all_keys
from hardware.timing import MS

FPS = 30
PERIOD_NS = 1_000_000_000 // FPS
PAUSE_NS = 400 * MS
"""Nothing happens so long before the first hand, and after each."""

Image = NDArray[np.uint8]


def the_sheet() -> Sheet:
    """The mat of Wizard Thieves."""
    return load_sheet(wizard_thieves.mat(4))


def bare_sheet() -> Sheet:
    """No mat: a scrap of paper of one millimetre, and the wood around it."""
    sheet = the_sheet()
    return Sheet(sheet.width, sheet.height, sheet.zones, np.full((3, 3, 3), 90, np.uint8))


@dataclass(frozen=True, slots=True)
class Fallen:
    """A card that was laid: from `seen_ns` on its face can be seen."""

    key: str
    seen_ns: int


@dataclass
class TableFilm:
    """Each act calls `take` with every frame and the start of its exposure, ns from the beginning.

    Attributes:
        fallen: Every card that was laid, in order: the truth.
    """

    take: Callable[[Image, int], None]
    seed: int = 5
    sheet: Sheet = field(default_factory=the_sheet)
    style: str = "distinct"
    fallen: list[Fallen] = field(default_factory=list)
    frames: int = 0

    def __post_init__(self) -> None:
        """The empty table for a moment."""
        self.scene = Scene(self.sheet, 4, random.Random(self.seed), wizard_thieves.PILES)
        self.renderer = Renderer(self.seed, self.sheet, wizard_thieves.pictures(self.style))
        self.rest(PAUSE_NS)

    @property
    def now(self) -> int:
        """Start of the next frame, ns."""
        return self.frames * PERIOD_NS

    def rest(self, for_ns: int, then: tuple[int, Callable[[], None]] | None = None) -> None:
        """Film on; `then` happens at its instant."""
        end = self.now + for_ns
        while self.now < end:
            if then is not None and self.now >= then[0]:
                then[1]()
                then = None
            self.take(self.renderer.frame(*self.scene.view(self.now)), self.now)
            self.frames += 1

    def lay(self, key: str, *, at: tuple[float, float] | None = None, zone: str = "pot") -> None:
        """A hand brings a card and is gone half a second later."""
        card = Card(all_keys().index(key), key, 0 if key.startswith("item:") else 1)
        seat = self.scene.rng.randrange(4)
        placed = self.scene.place_for(card, zone, seat)
        if at is not None:
            placed = Placed(placed.picture, at, placed.turn)
        start, pile = self.now, self.scene.piles[zone]
        seen, leave = start + 250 * MS, start + 500 * MS
        self.scene.lay(seat, placed, enter_ns=start, seen_ns=seen, leave_ns=leave)
        self.rest(600 * MS + PAUSE_NS, (seen, lambda: pile.append((card, placed))))
        self.fallen.append(Fallen(key, seen))

    def lift(self, index: int = -1) -> None:
        """A hand takes a card of the Pot away."""
        start, at = self.now, self.scene.piles["pot"][index][1].at
        take, leave = start + 250 * MS, start + 500 * MS
        self.scene.fetch(0, at, enter_ns=start, take_ns=take, leave_ns=leave, load=True)
        self.rest(600 * MS + PAUSE_NS, (take, lambda: self._gone(index)))

    def _gone(self, index: int) -> None:
        del self.scene.piles["pot"][index]

    def touch(self, at: tuple[float, float], rests_ns: int = 500 * MS) -> None:
        """A hand comes, rests for a while and goes; nothing changes."""
        start = self.now
        take, leave = start + rests_ns, start + rests_ns + 250 * MS
        self.scene.fetch(1, at, enter_ns=start, take_ns=take, leave_ns=leave, load=False)
        self.rest(rests_ns + 350 * MS + PAUSE_NS)
