"""One zone over time: clear, moving, settled. Turns frames into observations."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np

from companion.eye.evidence import Glimpse, Glimpses, Window
from companion.eye.memory import PileMemory, Settled, differing_mm2
from companion.eye.report import Moment, report
from companion.eye.settle import (
    Came,
    Emptied,
    Happening,
    Nothing,
    Now,
    TakenBack,
    top_of,
    what_happened,
)
from companion.eye.usual import Usual
from companion.eye.vote import agreed, voted
from hardware.camera import Frame
from hardware.events import Observation
from hardware.eye_link import EvidenceImage, ZoneNow
from vision.catalogue import Catalogue
from vision.changes import by_light, changed_mask
from vision.geometry import ZoneView, card_corners
from vision.markers import TablePlane
from vision.mat import Zone
from vision.motion import Gate
from vision.occupancy import foreign_on_ring, reaches_over_edge
from vision.readings import Floats, Image, Prior

SMALL, FINE = 1.0, 2.0
"""Scales of rectified pictures, px/mm: a 540p camera over an A3 mat sees 1.7 px/mm."""
MARGIN_MM = 10.0
"""Ring around a zone: what crosses its outer edge is a hand. Bare paper on the mat."""
STILL_FRAMES = 3
"""Frames alike in a row that make a zone settled."""
GUESS_NS = 150_000_000
"""Not more often is a single frame read ahead: something that keeps moving would cost too much."""
OVERHANG_NS = 1_000_000_000
"""Something that lies over the edge for so long without moving may be a card: it is tried."""
REFRESH_NS = 5_000_000_000
"""How often the settled picture is taken anew while nothing happens: daylight drifts."""
REFERENCE_RATE = 0.05
"""Share of a new frame in the gate's running reference."""
SLOW_CHANGE_MM2 = 60.0
"""A refreshed picture that differs by more shows a change too slow for the gate."""

Message = Observation | EvidenceImage


class Phase(Enum):
    """Where a zone is in its cycle."""

    UNKNOWN = "unknown"
    CLEAR = "clear"
    MOVING = "moving"


@dataclass(frozen=True, slots=True)
class _Place:
    """How the zone is cut out of frames, for one place of the camera."""

    small: ZoneView
    fine: ZoneView
    gate: Gate
    window: Window


class ZoneWatch:
    """Watches one zone. `step` takes every frame in order.

    Args:
        zone: Which.
        catalogue: What was taught, if anything.
        usual: How much cards look like their faces here; shared by the zones.
        next_ident: Rising numbers for observations, given the settled instant.
        pushed: Whether the camera itself was pushed, looked up before a change is believed; if so
            it has called `place` with where the mat lies now.

    Attributes:
        prior: What may turn up; set from outside at any time.
        known_ns: Start of the latest frame such that every earlier change is dealt with, or None.
        gap: The camera was away: the next settled change is reported as unsure.
    """

    def __init__(
        self,
        zone: Zone,
        catalogue: Catalogue | None,
        *,
        usual: Usual,
        next_ident: Callable[[int], int],
        pushed: Callable[[Frame], bool],
    ) -> None:
        self.zone = zone
        self.prior = Prior()
        self.known_ns: int | None = None
        self.gap = False
        self._catalogue = catalogue
        self._usual = usual
        self._next_ident = next_ident
        self._pushed = pushed
        self._memory = PileMemory()
        self._place: _Place | None = None
        self._phase = Phase.UNKNOWN
        self._previous: Image | None = None
        self._reference: Image | None = None
        self._still: list[Frame] = []
        self._still_since_ns = 0
        self._guess: tuple[Happening, Now] | None = None
        self._guessed_ns = -GUESS_NS
        self._tried_overhang = False
        self._last_clear: Frame | None = None
        self._refreshed_ns = 0
        self._glimpses = Glimpses()

    def place(self, plane: TablePlane, frame: Frame) -> None:
        """Take the mat to lie as `plane` says. Memory stays: it is in millimetres."""
        mm_to_frame = plane.mm_to_frame
        small = ZoneView(self.zone, mm_to_frame, px_per_mm=SMALL, margin_mm=MARGIN_MM)
        fine = ZoneView(self.zone, mm_to_frame, px_per_mm=FINE, margin_mm=MARGIN_MM)
        outline = small.to_frame(card_corners((float(small.size[0]), float(small.size[1]))))
        gate = Gate(outline, frame.image.shape)
        self._place = _Place(small, fine, gate, Window(outline, frame.image.shape))
        self._previous = None
        self._reference = None
        self._still = []
        if self._phase is Phase.CLEAR:
            self._phase = Phase.MOVING
            self._glimpses.clear()

    def forget(self) -> None:
        """Take what lies there at the next settled look as given."""
        self._phase = Phase.UNKNOWN
        self.known_ns = None
        self._memory = PileMemory()
        self._still = []
        self._glimpses.clear()

    def use(self, catalogue: Catalogue, usual: Usual) -> None:
        """Other taught cards; what lies there now is looked at anew and taken as given."""
        self._catalogue, self._usual = catalogue, usual
        self.forget()

    def lost(self) -> None:
        """No frames come: whatever happens now is not seen."""
        self.gap = self._phase is not Phase.UNKNOWN
        self._previous = None
        self._still = []
        self._glimpses.clear()
        if self._phase is Phase.CLEAR:
            self._phase = Phase.MOVING

    def now(self) -> ZoneNow:
        """How the zone stands."""
        if self._phase is Phase.UNKNOWN:
            return ZoneNow(zone=self.zone.name, state="unknown")
        top = self._memory.top
        if self._phase is Phase.MOVING:
            return ZoneNow(zone=self.zone.name, state="busy", key=top.key)
        state = "empty" if top.empty else "card"
        return ZoneNow(zone=self.zone.name, state=state, key=top.key)

    @property
    def clear(self) -> bool:
        """Nothing moves and everything is known."""
        return self._phase is Phase.CLEAR

    @property
    def top_quad_px(self) -> Floats | None:
        """Corners of the card on top in the camera's frame; None where its place is not known."""
        top = self._memory.stack[-1] if self._memory.stack else None
        if top is None or top.quad_mm is None or self._place is None:
            return None
        return self._place.small.to_frame((top.quad_mm * SMALL).astype(np.float32))

    def step(self, frame: Frame, reduced: Image) -> list[Message]:
        """Look at one frame. Returns evidence and observations, in the order to send."""
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

    def _as_it_was(self, frame: Frame, cut: Image, place: _Place) -> bool:
        """Whether a zone at rest looks as it did; if so, all is known up to this frame."""
        reference = self._reference
        if reference is None or place.gate.differs(reference.astype(np.uint8), cut):
            return False
        if frame.at.earliest - self._refreshed_ns > REFRESH_NS and not self._refresh(frame, place):
            return False
        self._reference = reference * (1 - REFERENCE_RATE) + cut * np.float32(REFERENCE_RATE)
        self._clear_at(frame)
        return True

    def _clear_at(self, frame: Frame) -> None:
        self._last_clear = frame
        self.known_ns = frame.at.earliest

    def _refresh(self, frame: Frame, place: _Place) -> bool:
        """Take the settled pictures anew; False where they show what the gate did not feel."""
        small = place.small.rectify(frame.image)
        if differing_mm2(self._memory.top.small, small, SMALL) > SLOW_CHANGE_MM2:
            return False
        self._memory.refresh(small, place.fine.rectify(frame.image))
        self._refreshed_ns = frame.at.earliest
        return True

    def _follow(self, frame: Frame, cut: Image, place: _Place) -> list[Message]:
        """A frame in which something moves, a hand rests, or the first look is due."""
        small = place.small.rectify(frame.image)
        if self._phase is Phase.MOVING:
            jpeg = place.window.jpeg(frame.image)
            self._glimpses.add(Glimpse(small, jpeg, frame.at))
        if self._phase is Phase.MOVING and len(self._still) < STILL_FRAMES:
            return self._early(frame, small, cut, place)
        if len(self._still) < STILL_FRAMES:
            return []
        if self._phase is Phase.UNKNOWN:
            self._first_look(frame, small, cut, place)
            return []
        changed = changed_mask(self._memory.top.small, small)
        if not reaches_over_edge(changed, SMALL):
            return self._settle(frame, self._now(small, place), cut, place)
        if self._tried_overhang or frame.at.earliest - self._still_since_ns < OVERHANG_NS:
            return []
        self._tried_overhang = True
        lit = by_light(self._memory.top.small, small, changed, SMALL)
        rest = cv2.bitwise_and(changed, cv2.bitwise_not(lit))
        now = self._now(small, place)
        if not reaches_over_edge(rest, SMALL):  # what lies over the edge is a shadow
            return self._settle(frame, replace(now, shaded=True), cut, place)
        return self._settle(frame, now, cut, place, edge=changed)

    def _early(self, frame: Frame, small: Image, cut: Image, place: _Place) -> list[Message]:
        """Read the first frame without a hand at once; the next one must agree.

        So a sure card is named a frame earlier. What is not sure waits for the mean of three.
        """
        if len(self._still) == 1:
            self._guess = self._guessed(frame, small, place)
            return []
        guessed, self._guess = self._guess, None
        if guessed is None or self._catalogue is None:
            return []
        guess, first = guessed
        if not isinstance(guess, Came) or guess.reading.key is None:
            return []
        now = self._now(small, place, first.frames)
        if not agreed(guess, now.frames[1:], FINE, self._catalogue, self._belief()):
            return []
        return self._settle(frame, now, cut, place, happened=guess)

    def _guessed(self, frame: Frame, small: Image, place: _Place) -> tuple[Happening, Now] | None:
        """What the one frame shows; None where a hand is in it or the last guess was just now."""
        if frame.at.earliest - self._guessed_ns < GUESS_NS:
            return None
        if reaches_over_edge(changed_mask(self._memory.top.small, small), SMALL):
            return None
        self._guessed_ns = frame.at.earliest
        now = self._now(small, place)
        return what_happened(self._memory, now, self._catalogue, self._belief()), now

    def _first_look(self, frame: Frame, small: Image, cut: Image, place: _Place) -> None:
        """Take what lies there as given, unless a hand is over it."""
        if foreign_on_ring(small, SMALL, MARGIN_MM):
            return
        self._memory.start(top_of(self._now(small, place), self._catalogue, self._belief()))
        self._rest(frame, cut)

    def _now(self, small: Image, place: _Place, cut: tuple[Image, ...] = ()) -> Now:
        """The zone at rest; the fine picture is the mean of the still frames, with less noise.

        cut: Fine pictures of the first still frames, where they were cut out already.
        """
        frames = (*cut, *(place.fine.rectify(f.image) for f in self._still[len(cut) :]))
        fine: Image = np.asarray(np.mean(frames, axis=0, dtype=np.float32)).astype(np.uint8)
        return Now(self.zone, small, fine, SMALL, FINE, MARGIN_MM, frames)

    def _belief(self) -> Prior:
        return replace(self.prior, least_likeness=self._usual.least)

    def _settle(
        self,
        frame: Frame,
        now: Now,
        cut: Image,
        place: _Place,
        *,
        edge: Image | None = None,
        happened: Happening | None = None,
    ) -> list[Message]:
        """The zone is at rest: say what happened, remember how it lies.

        edge: Something lies over the zone's edge, this is where the small picture changed; only a
            card that was read for sure and explains it is accepted, all else waits.
        """
        if happened is None:
            happened = self._by_vote(now)
        if edge is not None and not _explains(happened, edge):
            return []
        if not isinstance(happened, Nothing) and self._pushed(frame):
            return []
        moment = Moment(
            zone=self.zone.name,
            run=frame.run,
            before=self._memory.top.small,
            after=now.small,
            scale=SMALL,
            clear=self._last_clear_shown(place),
            glimpses=self._glimpses.all(),
            settled=self._still[0].at,
            gap=self.gap,
        )
        messages = report(happened, moment, self._next_ident)
        self._remember(happened, now)
        self._rest(frame, cut)
        return messages

    def _by_vote(self, now: Now) -> Happening:
        """What the mean of the still frames shows, where each of them shows the same."""
        happened = what_happened(self._memory, now, self._catalogue, self._belief())
        if not isinstance(happened, Came) or self._catalogue is None:
            return happened
        return voted(happened, now.frames, FINE, self._catalogue, self._belief())

    def _last_clear_shown(self, place: _Place) -> Glimpse | None:
        frame = self._last_clear
        if frame is None:
            return None
        return Glimpse(self._memory.top.small, place.window.jpeg(frame.image), frame.at)

    def _remember(self, happened: Nothing | Emptied | TakenBack | Came, now: Now) -> None:
        memory = self._memory
        match happened:
            case Nothing(quad_mm=quad):
                memory.refresh(now.small, now.fine)
                if quad is not None:
                    memory.moved(quad)
            case Emptied():
                memory.start(Settled(small=now.small, fine=now.fine, empty=True))
            case TakenBack(count=count):
                memory.pop(count, now.small, now.fine)
            case Came(reading=reading, emptied=emptied, placed=placed):
                if reading.key is not None:
                    self._usual.add(reading.likeness)
                quad = reading.quad_px if placed else None
                entry = Settled(now.small, now.fine, empty=False, key=reading.key, quad_mm=quad)
                if emptied:
                    memory.start(entry)
                else:
                    memory.push(entry)

    def _rest(self, frame: Frame, cut: Image) -> None:
        self._phase = Phase.CLEAR
        self._reference = cut.astype(np.float32)
        self._refreshed_ns = frame.at.earliest
        self._glimpses.clear()
        self._still = []
        self.gap = False
        self._clear_at(frame)


def _explains(happened: Nothing | Emptied | TakenBack | Came, edge: Image) -> bool:
    """Whether a card read for sure accounts for what lies over the edge."""
    if not isinstance(happened, Came) or happened.reading.key is None:
        return False
    rest = edge.copy()
    cv2.fillConvexPoly(rest, _grown(happened.reading.quad_px * SMALL), 0)
    return not reaches_over_edge(rest, SMALL)


def _grown(quad: Floats) -> Image:
    """The quad with room for its shadow."""
    middle = quad.mean(0)
    grown: Image = np.round(middle + (quad - middle) * 1.12).astype(np.int32)
    return grown
