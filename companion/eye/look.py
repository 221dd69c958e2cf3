"""The eye's mind: frames in, messages out. No camera, no clock, no thread."""

from collections.abc import Mapping, Sequence

import numpy as np

from companion.eye.cards import CardWatch
from companion.eye.conditions import FINE, ConditionsWatch, Look, Verdict
from companion.eye.masks import Masks
from companion.eye.pile import PileWatch
from companion.eye.tokens import TokenWatch
from companion.eye.tray import DiceReader, TrayWatch, pips
from companion.eye.usual import Usual
from companion.eye.watch import MARGIN_MM, SMALL
from companion.eye.zones import expect, watches
from hardware.camera import Frame
from hardware.events import KnownUntil
from hardware.eye_link import Conditions, Expect, FromEye, PileLies
from vision.catalogue import Catalogue
from vision.geometry import ZoneView
from vision.markers import (
    MARKERS_NEEDED,
    TablePlane,
    find_markers,
    find_plane,
    markers_again,
    plane_from,
    shift_between,
)
from vision.mat import Mat
from vision.motion import reduce
from vision.readings import Floats, Unreadable
from vision.tokens import TokenReader
from vision.zone_reader import ZoneReader

SEARCH_NS = 300_000_000
"""How often the mat is looked for while it is not found."""
CHECK_NS = 2_000_000_000
"""How often light and the camera's place are checked while nothing moves."""
AGAIN_NS = 400_000_000
"""How soon again where the last look found something new: a passing hand is gone by then."""
MOVED_PX = 1.0
"""A marker that moved this far: the camera was pushed. Half a millimetre on the mat and more."""
CONDITIONS_NS = 250_000_000
"""That a zone is busy is not told more often than this; how it came to rest is told at once."""


class Eye:
    """Watches the zones of one mat."""

    def __init__(
        self,
        mat: Mat,
        catalogue: Catalogue | None,
        *,
        dice: DiceReader = pips,
        tokens: TokenReader | None = None,
    ) -> None:
        self._mat = mat
        self._catalogue = catalogue
        self._last_ident = 0
        self._usual = Usual()
        self._masks = Masks(mat)
        self._zones = watches(
            mat,
            None if catalogue is None else ZoneReader(catalogue),
            dice,
            tokens,
            usual=self._usual,
            next_ident=self._next_ident,
            pushed=self._pushed,
        )
        self._plane: TablePlane | None = None
        self._missing = FINE
        self._searched_ns: int | None = None
        self._measured_ns = 0
        self._shift_px = 0.0
        self._seen: Mapping[int, Floats] = {}
        self._state = ConditionsWatch()
        self._rate = _Rate()
        self._told: Conditions | None = None
        self._told_ns = 0
        self._known_ns: int | None = None

    def expect(self, order: Expect) -> None:
        """What may turn up where, a weight among close candidates; and where nobody may look."""
        expect(self._zones, self._masks, order)

    def recheck(self, zone: str = "") -> None:
        """Forget a zone, or all: what lies there is taken as given."""
        for watch in self._zones:
            if zone in ("", watch.zone.name):
                watch.forget()

    def remember(self, lies: PileLies) -> None:
        """How an eye before this one saw a pile come to rest; from below, before the first frame.

        What lies otherwise now came while nobody looked.
        """
        for watch in self._zones:
            if isinstance(watch, PileWatch) and watch.zone.name == lies.zone:
                watch.remember(lies)

    def use(self, catalogue: Catalogue) -> None:
        """Other cards were taught: from now on these are read."""
        self._catalogue = catalogue
        self._told = None
        self._usual = Usual()
        reader = ZoneReader(catalogue)
        for watch in self._zones:
            if isinstance(watch, CardWatch):
                watch.use(reader, self._usual)

    def use_dice(self, dice: DiceReader) -> None:
        """Other dice were taught: from now on these are read."""
        for watch in self._zones:
            if isinstance(watch, TrayWatch):
                watch.use_dice(dice)

    def use_tokens(self, tokens: TokenReader) -> None:
        """Other tokens were taught: from now on these are read."""
        for watch in self._zones:
            if isinstance(watch, TokenWatch):
                watch.use_tokens(tokens)

    def top_quad_px(self, zone: str) -> Floats | None:
        """Corners, in the frame, of the card that lies on top of a zone: float32 (4, 2)."""
        piles = [watch for watch in self._zones if isinstance(watch, PileWatch)]
        return next((pile.top_quad_px for pile in piles if pile.zone.name == zone), None)

    def lost(self) -> None:
        """The camera is away."""
        for watch in self._zones:
            watch.lost()
        self._plane = None
        self._searched_ns = None
        self._told = None

    def missed(self) -> None:
        """So many pictures were lost that things may have come and gone unseen."""
        for watch in self._zones:
            watch.lost()

    def look(self, frame: Frame) -> list[FromEye]:
        """Take one frame. Returns what to send, in order."""
        reduced = reduce(frame.image)
        self._rate.count(frame.at.earliest)
        self._state.frame(reduced)
        if self._plane is None:
            self._search(frame)
        elif frame.at.earliest - self._measured_ns > (
            AGAIN_NS if self._state.undecided else CHECK_NS
        ):
            self._check(frame)
        messages: list[FromEye] = []
        if self._plane is not None:
            shown, reduced = self._masks.cover(frame, reduced, self._plane)
            for watch in self._zones:
                messages += watch.step(shown, reduced)
            messages += self._mark(frame.run)
        return [*messages, *self._conditions(frame)]

    def _search(self, frame: Frame) -> None:
        now = frame.at.earliest
        if self._searched_ns is not None and now - self._searched_ns < SEARCH_NS:
            return
        self._searched_ns = now
        markers = find_markers(frame.image, self._mat)
        found = plane_from(markers, self._mat)
        if isinstance(found, Unreadable):
            self._missing, self._seen = Verdict(ok=False, text=found.reason), markers
            return
        self._take(found, frame)

    def _take(self, plane: TablePlane, frame: Frame) -> None:
        self._plane, self._missing = plane, FINE
        self._seen = plane.corners_px
        self._shift_px = 0.0
        for watch in self._zones:
            watch.place(plane, frame)
        self._measure(frame, plane)

    def _check(self, frame: Frame) -> None:
        """The regular look at light and the camera's place."""
        if not self._pushed(frame) and self._plane is not None:
            self._measure(frame, self._plane)

    def _pushed(self, frame: Frame) -> bool:
        """Whether the camera was pushed; if so all zones know the mat's new place."""
        plane = self._plane
        if plane is None:
            return False
        self._seen = markers_again(frame.image, plane, self._mat)
        self._shift_px = shift_between(plane, self._seen)
        if self._shift_px <= MOVED_PX and len(self._seen) >= MARKERS_NEEDED:
            return False
        found = find_plane(frame.image, self._mat)
        if isinstance(found, Unreadable) or _nearly(found, plane):
            return False
        self._state.pushed(shift_between(plane, found.corners_px), frame.at.earliest)
        self._take(found, frame)
        return True

    def _measure(self, frame: Frame, plane: TablePlane) -> None:
        self._measured_ns = frame.at.earliest
        views = [
            ZoneView(z, plane.mm_to_frame, px_per_mm=SMALL, margin_mm=MARGIN_MM)
            for z in self._mat.zones
        ]
        look = Look(
            image=frame.image,
            plane=plane,
            seen=self._seen,
            zones=[view.rectify(frame.image) for view in views],
            shift_px=self._shift_px,
            now_ns=frame.at.earliest,
        )
        self._state.look(look, self._usual)

    def _mark(self, run: int) -> Sequence[KnownUntil]:
        """The mark rises to what all zones know."""
        times = [watch.known_ns for watch in self._zones]
        if any(time is None for time in times):
            return ()
        known = min(time for time in times if time is not None)
        if self._known_ns is not None and known <= self._known_ns:
            return ()
        self._known_ns = known
        return (KnownUntil(ns=known, run=run),)

    def _conditions(self, frame: Frame) -> Sequence[Conditions]:
        """Told when something about them changed."""
        verdict = self._state.verdict if self._plane is not None else self._missing
        conditions = Conditions(
            ok=verdict.ok and self._plane is not None,
            text=verdict.text,
            template=verdict.template,
            parts=verdict.parts,
            measures=self._state.now if self._plane is not None else (),
            markers=len(self._seen),
            shift_px=round(self._shift_px, 2),
            fps=self._rate.fps,
            zones=tuple(watch.now() for watch in self._zones),
            catalogue=self._catalogue.digest if self._catalogue else "",
            run=frame.run,
        )
        if not self._worth_telling(conditions, frame.at.earliest):
            return ()
        self._told, self._told_ns = conditions, frame.at.earliest
        return (conditions,)

    def _worth_telling(self, new: Conditions, now: int) -> bool:
        old = self._told
        if old is None or (old.ok, old.template or old.text) != (new.ok, new.template or new.text):
            return True
        if old.zones == new.zones:
            return old.measures != new.measures
        at_rest = all(zone.state != "busy" for zone in new.zones)
        return at_rest or now - self._told_ns > CONDITIONS_NS

    def _next_ident(self, ns: int) -> int:
        """Rises within a run, also over a restart of this process: milliseconds, made unique."""
        self._last_ident = max(self._last_ident + 1, ns // 1_000_000)
        return self._last_ident


def _nearly(first: TablePlane, second: TablePlane) -> bool:
    """Whether the markers both have lie in the same places."""
    both = first.corners_px.keys() & second.corners_px.keys()
    shifts = [
        float(np.linalg.norm((first.corners_px[i] - second.corners_px[i]).mean(0))) for i in both
    ]
    return bool(shifts) and max(shifts) <= MOVED_PX


class _Rate:
    """Frames a second over the last hundred frames."""

    def __init__(self) -> None:
        self._start: int | None = None
        self._frames = 0
        self.fps = 0.0

    def count(self, ns: int) -> None:
        """One more frame."""
        if self._start is None or ns <= self._start:
            self._start, self._frames = ns, 0
            return
        self._frames += 1
        if self._frames == 100:  # noqa: PLR2004 - three seconds at 30 fps
            self.fps = round(self._frames * 1e9 / (ns - self._start), 1)
            self._start, self._frames = ns, 0
