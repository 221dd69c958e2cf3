"""A zone of which only the rest counts: grids, lines and trays. Frames in, layouts out.

A pile has a moment at which its new card could first be seen, and `companion.eye.zone` measures it;
here nobody races, so a zone is read when it has come to rest and no hand is over it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.eye.evidence import Window
from companion.eye.masks import blank, in_frame
from companion.eye.memory import differing_mm2
from companion.eye.zone import (
    MARGIN_MM,
    REFERENCE_RATE,
    REFRESH_NS,
    SLOW_CHANGE_MM2,
    SMALL,
    STILL_FRAMES,
    Phase,
)
from hardware.camera import Frame
from hardware.events import DiceSeen, GridSeen
from hardware.eye_link import EvidenceImage, ZoneNow
from hardware.timing import Interval
from vision.changes import Mask, changed_mask
from vision.geometry import ZoneView, card_corners
from vision.markers import TablePlane
from vision.mat import Zone
from vision.motion import Gate
from vision.occupancy import foreign_on_ring, reaches_over_edge
from vision.readings import Floats, Image, Prior

Message = GridSeen | DiceSeen | EvidenceImage


@dataclass(frozen=True, slots=True)
class Place:
    """How the zone is cut out of frames, for one place of the camera."""

    small: ZoneView
    fine: ZoneView
    gate: Gate
    window: Window
    plane: TablePlane


@dataclass(frozen=True, slots=True)
class Lying:
    """The zone at rest.

    Attributes:
        small: Rectified at SMALL px/mm with its ring.
        fine: Likewise at the finer scale, the mean of the still frames.
        changed: Where `small` differs from how it lay before: 255 of uint8; None at the first look.
        at: Exposure of the first still frame.
        shown: Evidence: exposures and JPEGs of how it lay before, where there is one, and now.
    """

    small: Image
    fine: Image
    changed: Mask | None
    at: Interval
    shown: tuple[tuple[Interval, bytes], ...]
    run: int


class RestWatch(ABC):
    """Watches one zone. `step` takes every frame in order; for the attributes see `ZoneWatch`.

    Args:
        zone: Which.
        fine: Scale at which it is read, px/mm.
        next_ident: As for `ZoneWatch`; likewise `pushed`.
    """

    def __init__(
        self,
        zone: Zone,
        *,
        fine: float,
        next_ident: Callable[[int], int],
        pushed: Callable[[Frame], bool],
    ) -> None:
        self.zone = zone
        self._fine = fine
        self.prior = Prior()
        self.known_ns: int | None = None
        self.gap = False
        self._next_ident = next_ident
        self._pushed = pushed
        self._place: Place | None = None
        self._phase = Phase.UNKNOWN
        self._before: Image | None = None
        self._previous: Image | None = None
        self._reference: Image | None = None
        self._still: list[Frame] = []
        self._last_clear: Frame | None = None
        self._refreshed_ns = 0
        self._hidden: tuple[Floats, ...] = ()
        self._hidden_mm: tuple[Floats, ...] = ()

    def place(self, plane: TablePlane, frame: Frame) -> None:
        """Take the mat to lie as `plane` says. Memory stays: it is in millimetres."""
        views = (
            ZoneView(self.zone, plane.mm_to_frame, px_per_mm=scale, margin_mm=MARGIN_MM)
            for scale in (SMALL, self._fine)
        )
        small, fine = views
        outline = small.to_frame(card_corners((float(small.size[0]), float(small.size[1]))))
        gate = Gate(outline, frame.image.shape)
        self._place = Place(small, fine, gate, Window(outline, frame.image.shape), plane)
        self._stir()

    def hide(self, quads_mm: Sequence[Floats]) -> None:
        """These parts of the sheet are blanked out of the frames that come now."""
        self._hidden_mm = tuple(quads_mm)
        corner = np.array([self.zone.x_mm, self.zone.y_mm], np.float32) - np.float32(MARGIN_MM)
        self._hidden = tuple((quad - corner) * np.float32(SMALL) for quad in quads_mm)

    def forget(self) -> None:
        """Tell all of it anew at the next settled look."""
        self._phase = Phase.UNKNOWN
        self.known_ns = None
        self._before = None
        self._still = []

    def lost(self) -> None:
        """No frames come: whatever happens now is not seen."""
        self.gap = self._phase is not Phase.UNKNOWN
        self._stir()

    def _stir(self) -> None:
        self._previous = None
        self._reference = None
        self._still = []
        if self._phase is Phase.CLEAR:
            self._phase = Phase.MOVING

    @property
    def clear(self) -> bool:
        """Nothing moves and everything is known."""
        return self._phase is Phase.CLEAR

    def now(self) -> ZoneNow:
        """How the zone stands."""
        states = {Phase.UNKNOWN: "unknown", Phase.MOVING: "busy", Phase.CLEAR: self._state()}
        return ZoneNow(zone=self.zone.name, state=states[self._phase])

    def step(self, frame: Frame, reduced: Image) -> list[Message]:
        """Look at one frame. Returns evidence and what lies there, in the order to send."""
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
        if moved:
            self._still = []
        self._still = [*self._still[1 - STILL_FRAMES :], frame]
        if len(self._still) < STILL_FRAMES:
            return []
        return self._at_rest(frame, cut, place)

    def _as_it_was(self, frame: Frame, cut: Image, place: Place) -> bool:
        """Whether a zone at rest looks as it did; if so, all is known up to this frame."""
        reference = self._reference
        if reference is None or place.gate.differs(reference.astype(np.uint8), cut):
            return False
        if frame.at.earliest - self._refreshed_ns > REFRESH_NS:
            small = place.small.rectify(frame.image)
            if self._before is None or self._apart(small) > SLOW_CHANGE_MM2:
                return False
            self._remember(small)
            self._refreshed_ns = frame.at.earliest
        self._reference = reference * (1 - REFERENCE_RATE) + cut * np.float32(REFERENCE_RATE)
        self._clear_at(frame)
        return True

    def _apart(self, small: Image) -> float:
        assert self._before is not None  # noqa: S101 - the caller looked
        return differing_mm2(self._covered(self._before), self._covered(small), SMALL)

    def _covered(self, small: Image) -> Image:
        """With what is blanked out now blanked out here too."""
        return blank(small, self._hidden)

    def _remember(self, small: Image) -> None:
        """How it lies, with what is hidden now kept as it lay before."""
        if self._hidden and self._before is not None:
            hidden: Image = np.zeros(small.shape[:2], np.uint8)
            for quad in self._hidden:
                cv2.fillConvexPoly(hidden, np.round(quad).astype(np.int32), 255)
            small = np.where(hidden[..., None] > 0, self._before, small)
        self._before = small

    def _clear_at(self, frame: Frame) -> None:
        self._last_clear = frame
        self.known_ns = frame.at.earliest

    def _at_rest(self, frame: Frame, cut: Image, place: Place) -> list[Message]:
        """Three frames alike: read them, unless a hand is over the zone."""
        small = place.small.rectify(frame.image)
        changed: Mask | None = None
        if self._before is None:
            if foreign_on_ring(self._covered(small), SMALL, MARGIN_MM):
                return []
        else:
            changed = changed_mask(self._covered(self._before), self._covered(small))
            if reaches_over_edge(changed, SMALL):
                return []
        fine = np.mean([place.fine.rectify(f.image) for f in self._still], axis=0, dtype=np.float32)
        lying = Lying(
            small=small,
            fine=np.asarray(fine).astype(np.uint8),
            changed=changed,
            at=self._still[0].at,
            shown=self._shown(frame, place),
            run=frame.run,
        )
        if changed is not None and self._changes(lying) and self._pushed(frame):
            return []
        messages = self._read(lying)
        self._remember(small)
        self._rest(frame, cut)
        return messages

    def _shown(self, frame: Frame, place: Place) -> tuple[tuple[Interval, bytes], ...]:
        frames = [self._last_clear, frame] if self._last_clear is not None else [frame]
        hidden = in_frame(self._hidden_mm, place.plane)
        return tuple((one.at, place.window.jpeg(blank(one.image, hidden))) for one in frames)

    def _rest(self, frame: Frame, cut: Image) -> None:
        self._phase = Phase.CLEAR
        self._reference = cut.astype(np.float32)
        self._refreshed_ns = frame.at.earliest
        self._still = []
        self.gap = False
        self._clear_at(frame)

    @abstractmethod
    def _state(self) -> str:
        """Word for how the zone lies at rest."""

    @abstractmethod
    def _changes(self, lying: Lying) -> bool:
        """Whether something lies otherwise than before, not only in another light."""

    @abstractmethod
    def _read(self, lying: Lying) -> list[Message]:
        """What lies there, to be told; nothing where it is as last told."""
