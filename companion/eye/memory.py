"""What the eye remembers of a zone: how it looked each time it was settled, oldest first."""

from dataclasses import dataclass, field, replace

import cv2

from vision.changes import changed_mask
from vision.readings import Floats, Image

KEPT = 64
"""Settled pictures kept a zone: more than a pot ever holds, 9 MB."""
THUMB_LEVELS = 3.0
"""Mean grey levels by which thumbnails of one pile differ at most; 60 mm² of black make 0.3."""
SAME_MM2 = 60.0
"""Two pictures that differ by less are of the same pile: a hundredth of a card."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A zone at rest.

    Attributes:
        small: Rectified at `Watch.SMALL` px/mm with its ring, BGR uint8.
        fine: The same at `Watch.FINE` px/mm; dropped for older entries.
        empty: The mat lies bare.
        key: The card on top, where sure.
        quad_mm: Its corners in mm from the picture's corner, clockwise from its own top left.
    """

    small: Image
    fine: Image | None
    empty: bool
    key: str | None = None
    quad_mm: Floats | None = None

    def resembles(self, thumb: Image) -> bool:
        """Whether this may be the same pile as `thumb`: cheap, and never says no to a true one."""
        return float(cv2.mean(cv2.absdiff(thumbnail(self.small), thumb))[0]) < THUMB_LEVELS


@dataclass(slots=True)
class PileMemory:
    """The settled pictures of one zone as a stack; the last is how it lies now."""

    stack: list[Settled] = field(default_factory=list)

    @property
    def top(self) -> Settled:
        """How the zone lies now."""
        return self.stack[-1]

    @property
    def below(self) -> Settled | None:
        """How it lay before the card on top came."""
        return self.stack[-2] if len(self.stack) > 1 else None

    def start(self, settled: Settled) -> None:
        """Forget everything; this is how it lies."""
        self.stack = [settled]

    def push(self, settled: Settled) -> None:
        """Something came on top."""
        if len(self.stack) > 1:
            self.stack[-2] = replace(self.stack[-2], fine=None)
        self.stack.append(settled)
        del self.stack[:-KEPT]

    def pop(self, count: int, small: Image, fine: Image) -> None:
        """The last `count` came off again; the pictures are today's."""
        del self.stack[len(self.stack) - count :]
        self.refresh(small, fine)

    def refresh(self, small: Image, fine: Image) -> None:
        """The same pile in today's light."""
        self.stack[-1] = replace(self.top, small=small, fine=fine)

    def moved(self, quad_mm: Floats) -> None:
        """The card on top was pushed to another place."""
        self.stack[-1] = replace(self.top, quad_mm=quad_mm)

    def depth_of(self, small: Image, px_per_mm: float) -> int:
        """How many must have come off for the zone to look like `small`; 0 where nothing fits."""
        thumb = thumbnail(small)
        for count in range(1, len(self.stack)):
            entry = self.stack[-1 - count]
            if entry.resembles(thumb) and differing_mm2(entry.small, small, px_per_mm) < SAME_MM2:
                return count
        return 0


def thumbnail(small: Image) -> Image:
    """A grey picture of 24 x 24 px, its mean brought to 128."""
    tiny = cv2.cvtColor(
        cv2.resize(small, (24, 24), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY
    )
    return cv2.convertScaleAbs(tiny, alpha=128.0 / max(float(tiny.mean()), 1.0))


def differing_mm2(before: Image, after: Image, px_per_mm: float) -> float:
    """Area in mm² in which two rectified pictures differ."""
    return cv2.countNonZero(changed_mask(before, after)) / px_per_mm**2
