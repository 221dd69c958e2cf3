"""One pile over time: clear, moving, settled. Turns frames into observations."""

from dataclasses import replace

import numpy as np

from companion.eye.cards import CardWatch
from companion.eye.evidence import Glimpse, Glimpses
from companion.eye.lies import last_shown, lies_of, settled_as
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
from companion.eye.watch import (
    FINE,
    MARGIN_MM,
    SLOW_CHANGE_MM2,
    SMALL,
    STILL_FRAMES,
    Edge,
    Message,
    Phase,
    Place,
    Site,
    explained,
)
from hardware.camera import Frame
from hardware.eye_link import PileLies, ZoneNow
from vision.changes import changed_mask
from vision.occupancy import reaches_over_edge
from vision.readings import Floats, Image, Prior
from vision.zone_reader import ZoneReader

GUESS_NS = 150_000_000
"""Not more often is a single frame read ahead: something that keeps moving would cost too much."""


class PileWatch(CardWatch):
    """Watches one pile."""

    def __init__(self, site: Site, reader: ZoneReader | None, usual: Usual) -> None:
        super().__init__(site, reader, usual)
        self._memory = PileMemory()
        self._guess: tuple[Happening, Now] | None = None
        self._guessed_ns = -GUESS_NS
        self._glimpses = Glimpses()
        self._handed_over: PileLies | None = None

    def remember(self, lies: PileLies) -> None:
        """How it lay when an eye before this one ended, on top of what is remembered so far."""
        first = self._phase is Phase.UNKNOWN and not self._memory.stack
        if not first and self._handed_over is None:
            return  # it has been looked at meanwhile
        self._handed_over = lies
        self._memory.stack.append(settled_as(lies))
        self._phase, self.gap = Phase.MOVING, True

    def forget(self) -> None:
        """Take what lies there at the next settled look as given."""
        super().forget()
        self._memory = PileMemory()
        self._glimpses.clear()
        self._handed_over = None

    def lost(self) -> None:
        """No frames come: whatever happens now is not seen."""
        super().lost()
        self._glimpses.clear()

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
    def top_quad_px(self) -> Floats | None:
        """Corners of the card on top in the camera's frame; None where its place is not known."""
        top = self._memory.stack[-1] if self._memory.stack else None
        if top is None or top.quad_mm is None or self._place is None:
            return None
        return self._place.small.to_frame((top.quad_mm * SMALL).astype(np.float32))

    def _refresh(self, frame: Frame, place: Place) -> bool:
        """Take the settled pictures anew; False where they show what the gate did not feel."""
        small = place.small.rectify(frame.image)
        if differing_mm2(self._memory.top.small, small, SMALL) > SLOW_CHANGE_MM2:
            return False
        self._memory.refresh(small, place.fine.rectify(frame.image))
        return True

    def step(self, frame: Frame, reduced: Image) -> list[Message]:
        """Look at one frame. Returns evidence and what is told, in the order to send."""
        if self._handed_over is not None and self._handed_over.run != frame.run:
            self.forget()  # another clock: nothing seen before has a time in it
        return super().step(frame, reduced)

    def _follow(self, frame: Frame, cut: Image, place: Place) -> list[Message]:
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
            return self._first_look(frame, small, cut, place)
        edge = self._edge(frame, self._memory.top.small, small)
        if edge is None:
            return []
        now = replace(self._now(small, place), shaded=edge.shaded)
        return self._settle(frame, now, cut, place, edge=edge)

    def _early(self, frame: Frame, small: Image, cut: Image, place: Place) -> list[Message]:
        """Read the first frame without a hand at once; the next one must agree.

        So a sure card is named a frame earlier. What is not sure waits for the mean of three.
        """
        if len(self._still) == 1:
            self._guess = self._guessed(frame, small, place)
            return []
        guessed, self._guess = self._guess, None
        if guessed is None or self._reader is None:
            return []
        guess, first = guessed
        if not isinstance(guess, Came) or guess.reading.key is None:
            return []
        now = self._now(small, place, first.frames)
        if not agreed(guess, now.frames[1:], FINE, self._reader, self._belief()):
            return []
        return self._settle(frame, now, cut, place, happened=guess)

    def _guessed(self, frame: Frame, small: Image, place: Place) -> tuple[Happening, Now] | None:
        """What the one frame shows; None where a hand is in it or the last guess was just now."""
        if frame.at.earliest - self._guessed_ns < GUESS_NS:
            return None
        if reaches_over_edge(changed_mask(self._memory.top.small, small), SMALL):
            return None
        self._guessed_ns = frame.at.earliest
        now = self._now(small, place)
        return what_happened(self._memory, now, self._reader, self._belief()), now

    def _first_look(self, frame: Frame, small: Image, cut: Image, place: Place) -> list[Message]:
        """Take what lies there as given, unless a hand is over it."""
        edge = self._edge(frame, None, small)
        if edge is None:
            return []
        found = top_of(self._now(small, place), self._reader, self._belief())
        if edge.hangs and not explained(edge, small, _quads_px(found), ()):
            return []
        self._memory.start(found)
        self._rest(frame, cut)
        return [lies_of(self.zone.name, self._memory.stack, frame.run)]

    def _now(self, small: Image, place: Place, cut: tuple[Image, ...] = ()) -> Now:
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
        place: Place,
        *,
        edge: Edge | None = None,
        happened: Happening | None = None,
    ) -> list[Message]:
        """The zone is at rest: say what happened, remember how it lies.

        edge: What lies over the zone's edge, where that was looked at; all but a card that was read
            for sure waits.
        """
        if happened is None:
            happened = self._by_vote(now)
        if edge is not None and edge.hangs and not self._explains(happened, edge, now):
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
        messages: list[Message] = [*report(happened, moment, self._next_ident)]
        self._remember(happened, now)
        self._rest(frame, cut)
        return [*messages, lies_of(self.zone.name, self._memory.stack, frame.run)]

    def _explains(self, happened: Happening, edge: Edge, now: Now) -> bool:
        """Whether cards read for sure, or taken away, are all that changed over the edge."""
        match happened:
            case Came(reading=reading) if reading.key is not None:
                lies = [reading.quad_px * SMALL]
            case Nothing(quad_mm=quad) if quad is not None:
                lies = [quad * SMALL]
            case _:
                lies = []
        return explained(edge, now.small, lies, _quads_px(*self._memory.stack))

    def _by_vote(self, now: Now) -> Happening:
        """What the mean of the still frames shows, where each of them shows the same."""
        happened = what_happened(self._memory, now, self._reader, self._belief())
        if not isinstance(happened, Came) or self._reader is None:
            return happened
        return voted(happened, now.frames, FINE, self._reader, self._belief())

    def _last_clear_shown(self, place: Place) -> Glimpse | None:
        frame = self._last_clear
        if frame is None:
            lay = self._handed_over
            return None if lay is None else last_shown(self._memory.top, lay)
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
        super()._rest(frame, cut)
        self._glimpses.clear()
        self._handed_over = None


def _quads_px(*settled: Settled) -> list[Floats]:
    """Corners of the cards whose places are known, px of the small picture."""
    return [one.quad_mm * SMALL for one in settled if one.quad_mm is not None]
