"""What watching any zone has in common: moving, still, over the edge, at rest as it was."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from companion.eye.evidence import Window
from hardware.camera import Frame
from hardware.events import DiceSeen, GridSeen, Observation
from hardware.eye_link import EvidenceImage, PileLies, ZoneNow
from vision.changes import Mask, by_light, changed_mask
from vision.geometry import ZoneView, card_corners
from vision.markers import TablePlane
from vision.mat import Zone
from vision.motion import Gate
from vision.occupancy import foreign_on_paper, reaches_over_edge
from vision.readings import Floats, Image, Prior

SMALL, FINE = 1.0, 2.0
"""Scales of rectified pictures, px/mm: a 540p camera over an A3 mat sees 1.7 px/mm."""
MARGIN_MM = 10.0
"""Ring around a zone: what crosses its outer edge is a hand. Bare paper on the mat."""
STILL_FRAMES = 3
"""Frames alike in a row that make a zone settled."""
OVERHANG_NS = 1_000_000_000
"""Something that lies over the edge for so long without moving may be a card: it is tried."""
SHADOW_SHARE = 1.12
"""A card with room for its shadow, over the card."""
REFRESH_NS = 5_000_000_000
"""How often the settled picture is taken anew while nothing happens: daylight drifts."""
REFERENCE_RATE = 0.05
"""Share of a new frame in the gate's running reference."""
SLOW_CHANGE_MM2 = 60.0
"""A refreshed picture that differs by more shows a change too slow for the gate."""

Message = Observation | GridSeen | DiceSeen | EvidenceImage | PileLies


class Phase(Enum):
    """Where a zone is in its cycle."""

    UNKNOWN = "unknown"
    CLEAR = "clear"
    MOVING = "moving"


@dataclass(frozen=True, slots=True)
class Place:
    """How the zone is cut out of frames, for one place of the camera."""

    small: ZoneView
    fine: ZoneView
    gate: Gate
    window: Window
    plane: TablePlane


@dataclass(frozen=True, slots=True)
class Edge:
    """A still zone of which it is known what lies over its edge.

    Attributes:
        changed: Where the small picture differs from how the zone lay before; at the first look,
            where no bare paper shows. 255 of uint8.
        hangs: Something lies over the edge. It is no hand only where all of it is a card's.
        shaded: A shadow lies over the edge: what is only lit otherwise has not changed.
    """

    changed: Mask
    hangs: bool = False
    shaded: bool = False


@dataclass(frozen=True, slots=True)
class Site:
    """A zone to be watched, and what its watch may ask of the eye.

    Attributes:
        zone: Which.
        next_ident: Rising numbers for what is told, given the settled instant.
        pushed: Whether the camera itself was pushed, looked up before a change is believed; if so
            it has called `place` with where the mat lies now.
    """

    zone: Zone
    next_ident: Callable[[int], int]
    pushed: Callable[[Frame], bool]


class Watch(ABC):
    """Watches one zone. `step` takes every frame in order.

    Args:
        site: Its zone, and what it may ask of the eye.
        fine: Scale at which it is read, px/mm.

    Attributes:
        prior: What may turn up; set from outside at any time.
        known_ns: Start of the latest frame such that every earlier change is dealt with, or None.
        gap: The camera was away: the next settled change is reported as unsure.
    """

    def __init__(self, site: Site, *, fine: float) -> None:
        self.zone = site.zone
        self.prior = Prior()
        self.known_ns: int | None = None
        self.gap = False
        self._fine = fine
        self._next_ident = site.next_ident
        self._pushed = site.pushed
        self._place: Place | None = None
        self._phase = Phase.UNKNOWN
        self._previous: Image | None = None
        self._reference: Image | None = None
        self._still: list[Frame] = []
        self._still_since_ns = 0
        self._tried_overhang = False
        self._last_clear: Frame | None = None
        self._refreshed_ns = 0

    def place(self, plane: TablePlane, frame: Frame) -> None:
        """Take the mat to lie as `plane` says. Memory stays: it is in millimetres."""
        small, fine = (
            ZoneView(self.zone, plane.mm_to_frame, px_per_mm=scale, margin_mm=MARGIN_MM)
            for scale in (SMALL, self._fine)
        )
        outline = small.to_frame(card_corners((float(small.size[0]), float(small.size[1]))))
        gate = Gate(outline, frame.image.shape)
        self._place = Place(small, fine, gate, Window(outline, frame.image.shape), plane)
        self._stir()

    def forget(self) -> None:
        """Look at all of it anew at the next settled look."""
        self._phase = Phase.UNKNOWN
        self.known_ns = None
        self._still = []

    def lost(self) -> None:
        """No frames come: whatever happens now is not seen."""
        self.gap = self._phase is not Phase.UNKNOWN
        self._stir()

    def _stir(self) -> None:
        """Nothing is known to be as it was."""
        self._previous = None
        self._reference = None
        self._still = []
        if self._phase is Phase.CLEAR:
            self._phase = Phase.MOVING

    @property
    def clear(self) -> bool:
        """Nothing moves and everything is known."""
        return self._phase is Phase.CLEAR

    def step(self, frame: Frame, reduced: Image) -> list[Message]:
        """Look at one frame. Returns evidence and what is told, in the order to send."""
        place = self._place
        if place is None:
            return []
        cut = place.gate.cut(reduced)
        moved = self._previous is not None and place.gate.differs(self._previous, cut)
        self._previous = cut
        if self._phase is Phase.CLEAR:
            if not moved and self._as_it_was(frame, cut, place):
                return []
            self._phase = Phase.MOVING
        if moved or not self._still:
            self._still = []
            self._still_since_ns = frame.at.earliest
            self._tried_overhang = False
        self._still = [*self._still[1 - STILL_FRAMES :], frame]
        return self._follow(frame, cut, place)

    def _as_it_was(self, frame: Frame, cut: Image, place: Place) -> bool:
        """Whether a zone at rest looks as it did; if so, all is known up to this frame."""
        reference = self._reference
        if reference is None or place.gate.differs(reference.astype(np.uint8), cut):
            return False
        if frame.at.earliest - self._refreshed_ns > REFRESH_NS:
            if not self._refresh(frame, place):
                return False
            self._refreshed_ns = frame.at.earliest
        self._reference = reference * (1 - REFERENCE_RATE) + cut * np.float32(REFERENCE_RATE)
        self._clear_at(frame)
        return True

    def _clear_at(self, frame: Frame) -> None:
        self._last_clear = frame
        self.known_ns = frame.at.earliest

    def _edge(
        self, frame: Frame, before: Image | None, small: Image, *, ring_px: int = 0
    ) -> Edge | None:
        """What lies over the edge of a still zone; None while it may be a hand.

        Args:
            frame: Of `small`.
            before: The small picture of how the zone lay; None at the first look.
            small: How it lies now.
            ring_px: Of bare paper from which the light is taken, where all else may have changed.
        """
        if before is None:
            changed = foreign_on_paper(small, SMALL, MARGIN_MM)
        else:
            changed = changed_mask(before, small, ring_px=ring_px)
        if not reaches_over_edge(changed, SMALL):
            return Edge(changed)
        if self._tried_overhang or frame.at.earliest - self._still_since_ns < OVERHANG_NS:
            return None
        self._tried_overhang = True
        if before is None:
            return Edge(changed, hangs=True)
        lit = by_light(before, small, changed, SMALL)
        if reaches_over_edge(cv2.bitwise_and(changed, cv2.bitwise_not(lit)), SMALL):
            return Edge(changed, hangs=True)
        return Edge(changed, shaded=True)

    def _rest(self, frame: Frame, cut: Image) -> None:
        self._phase = Phase.CLEAR
        self._reference = cut.astype(np.float32)
        self._refreshed_ns = frame.at.earliest
        self._still = []
        self.gap = False
        self._clear_at(frame)

    @abstractmethod
    def now(self) -> ZoneNow:
        """How the zone stands."""

    @abstractmethod
    def _refresh(self, frame: Frame, place: Place) -> bool:
        """Take the settled pictures anew; False where they show what the gate did not feel."""

    @abstractmethod
    def _follow(self, frame: Frame, cut: Image, place: Place) -> list[Message]:
        """A frame in which something moves, a hand rests, or the first look is due."""


def explained(edge: Edge, small: Image, lies: Iterable[Floats], lay: Iterable[Floats]) -> bool:
    """Whether cards account for all that lies over the edge.

    Args:
        edge: With what changed.
        small: The zone now, rectified at SMALL px/mm with its ring.
        lies: Quads of cards that lie there now, px of `small`.
        lay: Quads of cards that lay there before: where paper shows now, they were taken away.
    """
    rest = _without(edge.changed, lies)
    left = cv2.bitwise_or(_without(rest, lay), foreign_on_paper(small, SMALL, MARGIN_MM))
    return not reaches_over_edge(cv2.bitwise_and(rest, left), SMALL)


def _without(mask: Mask, quads_px: Iterable[Floats]) -> Mask:
    """The mask without cards and their shadows."""
    rest = mask.copy()
    for quad in quads_px:
        middle = quad.mean(0)
        grown = np.round(middle + (quad - middle) * SHADOW_SHARE).astype(np.int32)
        cv2.fillConvexPoly(rest, grown, 0)
    return rest
