"""A film of a bare table through the eye: no mat, no known scale, a camera that stands still.

The whole picture is one zone. What changed between two moments of rest is read as in two loose
photographs (`vision.pile_photo`); motion, hands, onsets and votes are the eye's own.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.eye.clip import Landing, Removal, Story
from hardware.camera import Frame
from hardware.events import Candidate
from hardware.timing import Instant, Interval
from vision.changes import Mask, changed_mask, only_light
from vision.geometry import card_corners
from vision.motion import Gate, reduce
from vision.occupancy import reaches_over_edge
from vision.onset import find_onset
from vision.photo import PhotoReader
from vision.pile_photo import newest_in_pictures
from vision.readings import CardReading, Floats, Image, Unreadable

ZONE = "table"
SMALL_WIDTH = 480
"""Width in px of the pictures that are kept: changes and onsets are measured on them."""
AS_WIDE_MM = 420.0
"""What the picture is taken to show, for the width of a hand at its edge: an A3 sheet."""
STILL_FRAMES = 3
OVERHANG_NS = 1_000_000_000
"""Something over the picture's edge that lies still for so long may be no hand."""
LEAST_CHANGED = 0.002
"""Share of the picture: less is noise."""
AT_ONCE = 8
"""Cards that may have come in one movement."""
GONE = 0.5
"""Edges left in what changed, over those before: things went, and the ground shows again."""
KEPT_GLIMPSES = 120


@dataclass(frozen=True, slots=True)
class _Rest:
    """The table at rest: as it was filmed, and small."""

    image: Image
    small: Image
    at: Interval


class BareTable:
    """Watches a table without a mat. `look` takes every frame in order.

    Attributes:
        starts: Start of each frame's exposure, ns.
    """

    def __init__(self, reader: PhotoReader) -> None:
        self._reader = reader
        self.starts: list[Instant] = []
        self._gate: Gate | None = None
        self._previous: Image | None = None
        self._still: list[Frame] = []
        self._still_since_ns = 0
        self._known: list[_Rest] = []
        self._clear: Interval | None = None
        self._glimpses: list[tuple[Interval, Image]] = []
        self._landings: list[Landing] = []
        self._removals: list[Removal] = []
        self._start: str | None = None
        self._seen_cards = False
        self._moving = False

    def look(self, frame: Frame) -> None:
        """The next frame."""
        self.starts.append(frame.at.earliest)
        cut = reduce(frame.image)
        gate = self._gate or Gate(_outline(frame.image), frame.image.shape)
        self._gate = gate
        moved = self._previous is None or gate.differs(self._previous, cut)
        self._previous = cut
        if moved:
            self._still, self._still_since_ns = [], frame.at.earliest
        self._still = [*self._still[1 - STILL_FRAMES :], frame]
        if not self._known:
            if len(self._still) == STILL_FRAMES:
                self._begin(frame)
            return
        small = _small(frame.image)
        self._glimpses = [*self._glimpses[1 - KEPT_GLIMPSES :], (frame.at, small)]
        self._moving = len(self._still) < STILL_FRAMES or not self._settle(frame, small)

    def _begin(self, frame: Frame) -> None:
        """What lies there at the beginning has not landed."""
        self._known = [_Rest(frame.image, _small(frame.image), frame.at)]
        self._clear = self._still[0].at
        found = [one for one in self._reader.read(frame.image, find=True) if one.key is not None]
        self._seen_cards = bool(found)
        self._start = ", ".join(str(one.key) for one in found) or None

    def _settle(self, frame: Frame, small: Image) -> bool:
        """All is still: say what happened since. False while a hand is in the picture."""
        before = self._known[-1]
        changed = changed_mask(before.small, small)
        nothing = cv2.countNonZero(changed) < LEAST_CHANGED * changed.size
        if nothing or only_light(before.small, small, changed, SMALL_WIDTH / AS_WIDE_MM):
            return self._rest(_Rest(frame.image, small, frame.at), known=True)
        hand = reaches_over_edge(changed, SMALL_WIDTH / AS_WIDE_MM)
        if hand and frame.at.earliest - self._still_since_ns < OVERHANG_NS:
            return False
        now = _Rest(frame.image, small, frame.at)
        if self._back_again(now, changed) or (not hand and self._bared(now, changed)):
            self._gone(now)
            return self._rest(now, known=False)
        landed = self._landed(before, now)
        if hand and not any(one.identity for one in landed):
            return False
        self._landings += landed
        return self._rest(now, known=False)

    def _rest(self, now: _Rest, *, known: bool) -> bool:
        if known:
            self._known[-1] = now
        else:
            self._known[-1] = replace(self._known[-1], image=np.empty(0, np.uint8))
            self._known.append(now)
        self._clear = self._still[0].at  # the last may have a sliver that the gate did not feel
        self._glimpses = []
        return True

    def _back_again(self, now: _Rest, changed: Mask) -> bool:
        """Whether an earlier picture is back where something changed."""
        grown = cv2.dilate(changed, np.ones((5, 5), np.uint8))
        left = (changed_mask(rest.small, now.small) for rest in self._known[:-1])
        most = 0.05 * cv2.countNonZero(changed)
        return any(cv2.countNonZero(cv2.bitwise_and(one, grown)) < most for one in left)

    def _bared(self, now: _Rest, changed: Mask) -> bool:
        """Whether the smooth ground shows where things lay. A resting hand is as smooth."""
        return _edges(now.small, changed) < GONE * _edges(self._known[-1].small, changed)

    def _gone(self, now: _Rest) -> None:
        first = self._known[0].small
        left = cv2.countNonZero(changed_mask(first, now.small))
        emptied = not self._seen_cards and left < LEAST_CHANGED * now.small[..., 0].size
        start = self._clear.earliest if self._clear is not None else now.at.earliest
        kind = "emptied" if emptied else "taken_back"
        self._removals.append(Removal(ZONE, kind, Interval(start, now.at.latest)))

    def _landed(self, before: _Rest, now: _Rest) -> list[Landing]:
        """Every card that came in this movement; the first unsure one ends the search."""
        landed: list[Landing] = []
        old = before.image
        for _ in range(AT_ONCE):
            found = newest_in_pictures(old, now.image, self._reader)
            if isinstance(found, Unreadable):
                if not landed:
                    landed.append(self._landing(before, now, found.reason, None))
                break
            voted = self._voted(found)
            landed.append(self._landing(before, now, voted.unsure, voted))
            if voted.key is None:
                break
            old = _with_card(old, now.image, voted.quad_px)
        return landed

    def _voted(self, reading: CardReading) -> CardReading:
        """Believed where the first of the still frames names the same card there."""
        if reading.key is None:
            return reading
        other = self._reader.read_quad(self._still[0].image, reading.quad_px)
        best = other.candidates[0].key if other.candidates else reading.key
        if best == reading.key:
            return reading
        why = f"it could be {reading.key} or {best}: the pictures of it do not agree"
        return replace(reading, key=None, unsure=why)

    def _landing(
        self, before: _Rest, now: _Rest, unsure: str, reading: CardReading | None
    ) -> Landing:
        candidates = reading.candidates[:5] if reading is not None else ()
        return Landing(
            zone=ZONE,
            identity=reading.key if reading is not None else None,
            candidates=tuple(Candidate(one.key, one.p) for one in candidates),
            unsure=unsure,
            visible=self._onset(before, now, reading.quad_px if reading is not None else None),
            settled_ns=self._still[0].at.earliest,
            quad_px=reading.quad_px if reading is not None else None,
        )

    def _onset(self, before: _Rest, now: _Rest, quad: Floats | None) -> Interval:
        """From the last clear frame to the first that shows the new face in its place.

        Hands may have the colour of a wooden table, so none of theirs counts as the old picture.
        """
        first = self._clear.earliest if self._clear is not None else now.at.earliest
        last = self._still[0].at.latest
        if quad is not None:
            scale = SMALL_WIDTH / now.image.shape[1]
            during = [small for _, small in self._glimpses]
            shown = find_onset(before.small, now.small, during, quad * np.float32(scale))
            if shown.first_new is not None:
                last = min(last, self._glimpses[shown.first_new][0].latest)
        return Interval(min(first, last), last)

    def story(self) -> Story:
        """Everything so far."""
        return Story(
            start={ZONE: self._start} if self._known else {},
            landings=tuple(self._landings),
            removals=tuple(self._removals),
            busy=(ZONE,) if self._moving else (),
            remarks=(),
        )


def _outline(image: Image) -> Floats:
    height, width = image.shape[:2]
    return card_corners((float(width), float(height)))


def _small(image: Image) -> Image:
    height = round(image.shape[0] * SMALL_WIDTH / image.shape[1])
    small: Image = cv2.resize(image, (SMALL_WIDTH, height), interpolation=cv2.INTER_AREA)
    return small


def _edges(small: Image, where: Mask) -> float:
    """Strength of the edges there, the rim of what changed left out."""
    inside = cv2.erode(where, np.ones((5, 5), np.uint8))
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    slope = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    return float(slope[inside > 0].mean()) if cv2.countNonZero(inside) else 0.0


def _with_card(old: Image, new: Image, quad: Floats) -> Image:
    """The old picture with one card of the new one, and its shadow, in it."""
    middle = quad.mean(0)
    grown = np.round(middle + (quad - middle) * GROWN).astype(np.int32)
    mask = np.zeros(old.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, grown, 255)
    both = old.copy()
    both[mask > 0] = new[mask > 0]
    return both


GROWN = 1.15
"""A card with its shadow, over the card."""
