"""A zone of which only the rest counts: grids, lines and trays. Frames in, layouts out.

A pile has a moment at which its new card could first be seen, and `companion.eye.pile` measures it;
here nobody races, so a zone is read when it has come to rest and no hand is over it.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.eye.masks import blank, in_frame
from companion.eye.memory import differing_mm2
from companion.eye.watch import (
    MARGIN_MM,
    SLOW_CHANGE_MM2,
    SMALL,
    STILL_FRAMES,
    Edge,
    Message,
    Phase,
    Place,
    Site,
    Watch,
)
from hardware.camera import Frame
from hardware.eye_link import ZoneNow
from hardware.timing import Interval
from vision.readings import Floats, Image


@dataclass(frozen=True, slots=True)
class Lying:
    """The zone at rest.

    Attributes:
        small: Rectified at SMALL px/mm with its ring.
        fine: Likewise at the finer scale, the mean of the still frames.
        edge: What changed, and what of it lies over the zone's edge.
        first: It is the first look: nothing is known of how it lay before.
        at: Exposure of the first still frame.
        shown: Evidence: exposures and JPEGs of how it lay before, where there is one, and now.
    """

    small: Image
    fine: Image
    edge: Edge
    first: bool
    at: Interval
    shown: tuple[tuple[Interval, bytes], ...]
    run: int


class RestWatch(Watch):
    """Watches one zone, whatever happened in it meanwhile."""

    def __init__(self, site: Site, *, fine: float) -> None:
        super().__init__(site, fine=fine)
        self._before: Image | None = None
        self._hidden: tuple[Floats, ...] = ()
        self._hidden_mm: tuple[Floats, ...] = ()

    def hide(self, quads_mm: Sequence[Floats]) -> None:
        """These parts of the sheet are blanked out of the frames that come now."""
        self._hidden_mm = tuple(quads_mm)
        corner = np.array([self.zone.x_mm, self.zone.y_mm], np.float32) - np.float32(MARGIN_MM)
        self._hidden = tuple((quad - corner) * np.float32(SMALL) for quad in quads_mm)

    def forget(self) -> None:
        """Tell all of it anew at the next settled look."""
        super().forget()
        self._before = None

    def now(self) -> ZoneNow:
        """How the zone stands."""
        states = {Phase.UNKNOWN: "unknown", Phase.MOVING: "busy", Phase.CLEAR: self._state()}
        return ZoneNow(zone=self.zone.name, state=states[self._phase])

    def _refresh(self, frame: Frame, place: Place) -> bool:
        """Take the settled picture anew; False where it shows what the gate did not feel."""
        small = place.small.rectify(frame.image)
        if self._before is None or self._apart(small) > SLOW_CHANGE_MM2:
            return False
        self._remember(small)
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

    def _follow(self, frame: Frame, cut: Image, place: Place) -> list[Message]:
        """Three frames alike: read them, unless a hand is over the zone."""
        if len(self._still) < STILL_FRAMES:
            return []
        small = place.small.rectify(frame.image)
        first = self._before is None
        before = None if self._before is None else self._covered(self._before)
        edge = self._edge(frame, before, self._covered(small), ring_px=round(MARGIN_MM * SMALL))
        if edge is None:
            return []
        fine = np.mean([place.fine.rectify(f.image) for f in self._still], axis=0, dtype=np.float32)
        lying = Lying(
            small=small,
            fine=np.asarray(fine).astype(np.uint8),
            edge=edge,
            first=first,
            at=self._still[0].at,
            shown=self._shown(frame, place),
            run=frame.run,
        )
        if not first and self._changes(lying) and self._pushed(frame):
            return []
        messages = self._read(lying)
        if messages is None:
            return []
        self._remember(small)
        self._rest(frame, cut)
        return messages

    def _shown(self, frame: Frame, place: Place) -> tuple[tuple[Interval, bytes], ...]:
        frames = [self._last_clear, frame] if self._last_clear is not None else [frame]
        hidden = in_frame(self._hidden_mm, place.plane)
        return tuple((one.at, place.window.jpeg(blank(one.image, hidden))) for one in frames)

    def _inside_changed(self, lying: Lying, least_mm2: float) -> bool:
        """Whether so much of what lies well inside the zone's edge looks otherwise."""
        inside = round(MARGIN_MM * SMALL / 2)
        changed = cv2.countNonZero(lying.edge.changed[inside:-inside, inside:-inside])
        return bool(changed > least_mm2 * SMALL**2)

    @abstractmethod
    def _state(self) -> str:
        """Word for how the zone lies at rest."""

    @abstractmethod
    def _changes(self, lying: Lying) -> bool:
        """Whether something lies otherwise than before, not only in another light."""

    @abstractmethod
    def _read(self, lying: Lying) -> list[Message] | None:
        """What lies there, to be told; nothing where it is as last told.

        None where what hangs over the edge may be a hand: the zone is not at rest then.
        """
