"""Short films of the simulated table, written as video files, with the truth of each landing.

Hands lay, lift and touch cards by a script; the renderer is the twin's own.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion.twin import wizard_thieves
from companion.twin.mat import Sheet, load_sheet
from companion.twin.renderer import Placed, Renderer
from companion.twin.scene import Scene
from companion.twin.wizard_thieves.cards import Card, all_keys, all_pictures
from companion.twin.wizard_thieves.faces import draw
from hardware.timing import MS
from vision.catalogue import Catalogue, build
from vision.teaching import key_of

FPS = 30
PERIOD_NS = 1_000_000_000 // FPS
LEAD_NS = 400 * MS
"""Nothing happens so long before the first hand, and between two hands."""


def bare_sheet() -> Sheet:
    """No mat: a scrap of paper of one millimetre, and the wood around it."""
    sheet = load_sheet(wizard_thieves.mat(4))
    return Sheet(sheet.width, sheet.height, sheet.zones, np.full((3, 3, 3), 90, np.uint8))


def twin_catalogue(style: str = "distinct") -> Catalogue:
    """Every face of the simulated deck."""
    return build([(key_of(c.picture), draw(c, style)) for c in all_pictures()])


@dataclass(frozen=True)
class Fallen:
    """A card that was laid: from `seen_ns` on its face can be seen."""

    key: str
    seen_ns: int


@dataclass
class Clip:
    """A film being written: each act adds frames. Times start at zero."""

    seed: int = 5
    sheet: Sheet = field(default_factory=lambda: load_sheet(wizard_thieves.mat(4)))
    style: str = "distinct"
    worsen: Callable[[np.ndarray, int], np.ndarray] = lambda image, _: image
    fallen: list[Fallen] = field(default_factory=list)
    images: list[np.ndarray] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scene = Scene(self.sheet, 4, random.Random(self.seed), wizard_thieves.PILES)
        self.renderer = Renderer(self.seed, self.sheet, wizard_thieves.pictures(self.style))
        self.rest(LEAD_NS)

    @property
    def now(self) -> int:
        """Start of the next frame, ns."""
        return len(self.images) * PERIOD_NS

    def rest(self, for_ns: int, then: tuple[int, Callable[[], None]] | None = None) -> None:
        """Film on; `then` happens at its instant."""
        end = self.now + for_ns
        while self.now < end:
            if then is not None and self.now >= then[0]:
                then[1]()
                then = None
            image = self.renderer.frame(*self.scene.view(self.now))
            self.images.append(self.worsen(image, self.now))

    def lay(self, key: str, *, at: tuple[float, float] | None = None, zone: str = "pot") -> Fallen:
        """A hand brings a card and is gone half a second later."""
        card = Card(all_keys().index(key), key, 0 if key.startswith("item:") else 1)
        seat = self.scene.rng.randrange(4)
        placed = self.scene.place_for(card, zone, seat)
        if at is not None:
            placed = Placed(placed.picture, at, placed.turn)
        start, pile = self.now, self.scene.piles[zone]
        seen, leave = start + 250 * MS, start + 500 * MS
        self.scene.lay(seat, placed, enter_ns=start, seen_ns=seen, leave_ns=leave)
        self.rest(600 * MS + LEAD_NS, (seen, lambda: pile.append((card, placed))))
        self.fallen.append(Fallen(key, seen))
        return self.fallen[-1]

    def lift(self, index: int = -1) -> None:
        """A hand takes a card of the Pot away."""
        start, pot = self.now, self.scene.piles["pot"]
        at = pot[index][1].at
        self.scene.fetch(
            0, at, enter_ns=start, take_ns=start + 250 * MS, leave_ns=start + 500 * MS, load=True
        )
        self.rest(600 * MS + LEAD_NS, (start + 250 * MS, lambda: pot.pop(index)))

    def touch(self, at: tuple[float, float]) -> None:
        """A hand comes, rests and goes; nothing changes."""
        start = self.now
        self.scene.fetch(
            1, at, enter_ns=start, take_ns=start + 500 * MS, leave_ns=start + 750 * MS, load=False
        )
        self.rest(850 * MS + LEAD_NS)

    def write(self, path: Path, fourcc: str = "MJPG") -> Path:
        """As a video file of 30 frames a second."""
        height, width = self.images[0].shape[:2]
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*fourcc), FPS, (width, height))
        for image in self.images:
            writer.write(image)
        writer.release()
        return path
