"""Cards of which only a part shows: in a fan, in a pair laid over each other, under a token.

Where a card lies is guessed from a free corner, and what lies over it is known: so the part that
shows is compared with just that part of every taught face, which is often an index in a corner. A
card is named only where what shows parts it from all others.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.alignment import (
    COARSE_STEPS,
    FINE_STEPS,
    align,
    farthest_pull,
    scaled,
    unexplained,
    warped,
)
from vision.catalogue import SOFTNESS, Catalogue
from vision.faces import in_its_light, inner, likeness, prepare, soften
from vision.fits import FIRST_VIEWS, MAX_PULL_PX, Fit, focus_of, small_of
from vision.geometry import cut_out
from vision.matching import MIN_P, posterior, quad_of
from vision.readings import CardReading, Floats, Image, Prior, Ranked
from vision.signs import Signs

TRIES = 5
"""Views, each one way up, that are laid on the part that shows."""
RELATIVES = 3
"""Views most like the likeliest that are laid on it as well."""
LEAST_SHOWN = 0.07
"""Of a card, without its margin: an index in a corner is about that."""
FULL, HALF = 0.99, 0.5
RIM_PX = 2
"""Fine px along the edge of what lies over it that are not compared: its shadow and its border."""
LEAST_LIKENESS = 0.6
"""As at the table: see `vision.readings.MIN_LIKENESS`."""
LEFT_OVER = 0.3
"""What may remain unexplained, as a share of what parts the named face from its nearest relative
where both would show."""
FOREIGN = 0.6
"""What a coarsely laid face may leave unexplained of what shows, for it to be looked at finely. 121
places beside cards of two decks of which no card was found there: 70 leave more; 53 of which one
was found at the first or the second look leave 0.56 and less, 40 of them under 0.2."""
HOPELESS = 0.2
"""Likeness under which the better of the first two faces laid on a place that is guessed ends it.
85 places that were like no card after all, on fans, poker tables and real tables: 83 have less; 40
of which one was found have 0.7 and more."""
LIKELY = 10
"""Views compared sign by sign with what shows, of those that fit coarsely and of relatives."""


def read_covered(
    patch: Image,
    shows: Image,
    catalogue: Catalogue,
    prior: Prior | None = None,
    *,
    corner: bool = False,
    hasty: bool = False,
) -> CardReading | None:
    """The card under a quad of which a part shows; None where too little does.

    Args:
        patch: BGR uint8, the whole card's place.
        shows: uint8 of the same size, 255 where the card itself is seen.
        catalogue: What was taught.
        prior: As in `vision.zone_reader.ZoneReader.read`.
        corner: A corner must show, since nothing else tells a card from one that was not taught: in
            decks of ranks and suits.
        hasty: None as well where no face explains coarsely what shows, or the first are little like
            it: most places that are guessed are such, and a third of the time tells.
    """
    part = Part(patch, shows, catalogue)
    if part.share < LEAST_SHOWN or (hasty and part.least_left() > FOREIGN):
        return None
    fits = part.fits(HOPELESS if hasty else -np.inf)
    if not fits:
        return None
    best = fits[0]
    first = catalogue.views[best.view].key
    ranked = posterior(fits, catalogue, prior or Prior(), len(part.at(best)))
    quad = quad_of(best, patch, catalogue)
    reading = CardReading(first, ranked, "", quad, part.likeness(best))
    rest = best.misfit / max(part.nearest(best), 1e-6)
    if reading.likeness < LEAST_LIKENESS or rest > LEFT_OVER:
        return _like_none(reading)
    size = catalogue.shape.signs
    signs = Signs(cut_out(patch, quad, size), cut_out(shows, quad, size), catalogue)
    doubt = signs.doubt(best.view, part.likely(best))
    if doubt is None and corner and not signs.shows_corner(best.view):
        why = f"its corners do not show: it is like {first}, as far as it is seen"
        return replace(_like_none(reading), unsure=why)
    if doubt is None and ranked[0].key == first and ranked[0].p > MIN_P:
        return reading
    if doubt is not None and not doubt.rival:
        return _like_none(reading)
    others = [doubt.rival] if doubt is not None else [r.key for r in ranked if r.key != first]
    rival = others[0] if others else first
    return _between(reading, first, rival)


def _like_none(reading: CardReading) -> CardReading:
    why = "a part of it is covered, and what shows is like no taught card"
    share = min(max(reading.likeness, 0.0) / LEAST_LIKENESS * 0.5, 0.5)
    weak = tuple(replace(r, p=round(r.p * share, 4)) for r in reading.candidates)
    return replace(reading, key=None, candidates=weak, unsure=why)


def _between(reading: CardReading, first: str, rival: str) -> CardReading:
    """The reading as a question which of two it is."""
    rest = [r for r in reading.candidates if r.key not in {first, rival}]
    two = (Ranked(first, 0.5), Ranked(rival, 0.4), *(replace(r, p=min(r.p, 0.02)) for r in rest))
    why = too_little(first, rival)
    return replace(reading, key=None, candidates=two[:5], unsure=why)


def too_little(first: str, second: str = "", *_: str) -> str:
    """Why a card that is partly covered is asked about: what it is likeliest, or could be."""
    if not second:
        return f"too little of it shows: it could be {first}"
    return f"too little of it shows: it could be {first} or {second}"


def coarse_misfits(
    patches: Sequence[Image], shows: Sequence[Image], catalogue: Catalogue
) -> list[float]:
    """How badly the best face fits what shows of each patch of the coarse size, 0 to about 1."""
    if not patches:
        return []
    pictures = [patch.astype(np.float32) / np.float32(255) for patch in patches]
    misfits = catalogue.coarse.misfits_shown(
        [picture[::way, ::way] for way in (1, -1) for picture in pictures],
        [part[::way, ::way] > 0 for way in (1, -1) for part in shows],
    )
    return [float(misfit) for misfit in misfits.min(1).reshape(2, -1).min(0)]


@dataclass(frozen=True, slots=True)
class _Laid:
    """A view laid on a part coarsely, and the share of what shows that it leaves unexplained.

    warp: float32 (3, 3), from fine px of the face to those of the patch.
    """

    view: int
    turned: bool
    warp: Floats
    left: float


class Part:
    """A patch with what shows of it, both ways up, ready to be compared with faces."""

    def __init__(self, patch: Image, shows: Image, catalogue: Catalogue) -> None:
        size = catalogue.shape.fine
        seen = cv2.resize(shows, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255.0
        open_ = cv2.erode(seen, np.ones((2 * RIM_PX + 1,) * 2, np.uint8)) > FULL
        upright = prepare(patch, size)
        self._catalogue = catalogue
        self._seen = {False: open_, True: np.ascontiguousarray(open_[::-1, ::-1])}
        self._faces = {False: upright, True: np.ascontiguousarray(upright[::-1, ::-1])}
        self._inside = {
            way: np.flatnonzero(inner(mask, catalogue.margin)) for way, mask in self._seen.items()
        }
        self._parting: dict[tuple[int, bool], Floats] = {}
        self.share = len(self._inside[False]) / inner(open_, catalogue.margin).size

    @cached_property
    def _misfits(self) -> Floats:
        """How badly each view fits coarsely, as the patch lies and turned: float32 (2, views)."""
        cat, ways = self._catalogue, (False, True)
        small = [small_of(self._faces[way], cat) for way in ways]
        spots = [small_of(self._seen[way].astype(np.float32), cat) > HALF for way in ways]
        return cat.coarse.misfits_shown(small, spots)

    def likely(self, fit: Fit) -> list[int]:
        """Views that it might be as well: those that fit coarsely, and those most like its face."""
        coarse = np.argsort(self._misfits[int(fit.turned)])[:LIKELY]
        near = np.argsort(self._apart(fit))[:LIKELY]
        return [int(view) for view in dict.fromkeys([*coarse, *near])]

    def fits(self, least: float = -np.inf) -> list[Fit]:
        """The likeliest views laid on the part, one for each key, best first.

        None where the first `FIRST_VIEWS` are all less alike than `least`.
        """
        cat = self._catalogue
        best: dict[str, Fit] = {}
        focus: tuple[int, int] | None = None
        for number, laid in enumerate(self._laid):
            if number == FIRST_VIEWS and max(map(self.likeness, best.values())) < least:
                return []
            view, turned = laid.view, laid.turned
            warp = self._aligned(view, laid.warp, turned=turned)
            moved = warped(self._faces[turned], warp, cat.shape.fine)
            if focus is None:
                focus = focus_of(moved, view, cat, self._inside[turned])
            self._keep(best, self._fit(moved, warp, view, focus, turned=turned))
        first = min(best.values(), key=lambda fit: fit.misfit)
        for view in self._rivals(first, best):
            if focus is not None:
                warp = self._aligned(view, first.warp, turned=first.turned)
                moved = warped(self._faces[first.turned], warp, cat.shape.fine)
                self._keep(best, self._fit(moved, warp, view, focus, turned=first.turned))
        return sorted(best.values(), key=lambda fit: fit.misfit)

    def _keep(self, best: dict[str, Fit], fit: Fit) -> None:
        """The better fit of each key."""
        key = self._catalogue.views[fit.view].key
        if key not in best or fit.misfit < best[key].misfit:
            best[key] = fit

    def _rivals(self, fit: Fit, tried: dict[str, Fit]) -> list[int]:
        """Views that must not go unasked the way up that the first lies.

        They are those most like its face where both would show, and what was tried upside down.
        """
        keys = [view.key for view in self._catalogue.views]
        apart = self._apart(fit)
        near = [int(view) for view in np.argsort(apart)[:RELATIVES] if np.isfinite(apart[view])]
        turned = [other.view for other in tried.values() if other.turned != fit.turned]
        known = {key for key, other in tried.items() if other.turned == fit.turned}
        return [view for view in dict.fromkeys([*near, *turned]) if keys[view] not in known]

    def at(self, fit: Fit) -> npt.NDArray[np.intp]:
        """Which px without the margin show, counted row by row, as the fit's face sees them."""
        return self._inside[fit.turned]

    def likeness(self, fit: Fit) -> float:
        """Share of what shows of the face that is explained."""
        return likeness(*fit.smooth, self.at(fit))

    def nearest(self, fit: Fit) -> float:
        """Squares of what parts the fit's face from its nearest relative, where both would show."""
        least = float(self._apart(fit).min())
        if np.isfinite(least):
            return least
        face = self._catalogue.labs[fit.view].reshape(-1, 3)[self.at(fit)]
        return float(np.square(face - np.median(face, axis=0)).sum())

    def _apart(self, fit: Fit) -> Floats:
        """Squares of what parts the fit's face from each view where it shows: float32 (views,).

        Without limit for views of its own key.
        """
        if (fit.view, fit.turned) not in self._parting:
            self._parting[fit.view, fit.turned] = self._parted(fit.view, self.at(fit))
        return self._parting[fit.view, fit.turned]

    def _parted(self, own: int, at: npt.NDArray[np.intp]) -> Floats:
        """The same for a view and those px of it."""
        cat = self._catalogue
        face = cat.labs[own].reshape(-1, 3)[at]
        apart = np.full(len(cat.views), np.inf, np.float32)
        for i, (view, lab) in enumerate(zip(cat.views, cat.labs, strict=True)):
            if view.key != cat.views[own].key:
                off = (lab.reshape(-1, 3).take(at, axis=0) - face).ravel()
                apart[i] = off @ off
        return apart

    def least_left(self) -> float:
        """Share of what shows that the likeliest faces, coarsely laid, leave unexplained."""
        return self._laid[0].left

    @cached_property
    def _laid(self) -> list[_Laid]:
        """The likeliest views, each one way up, laid on the part at the coarse size.

        Those first that leave least.
        """
        cat, misfits = self._catalogue, self._misfits
        grey = {way: cv2.cvtColor(face, cv2.COLOR_BGR2GRAY) for way, face in self._faces.items()}
        laid = []
        for index in np.argsort(misfits, axis=None)[:TRIES]:
            way, view = divmod(int(index), misfits.shape[1])
            spot = small_of(self._seen[bool(way)].astype(np.float32), cat) > HALF
            face, small = cat.templates[1].shown(view, spot), small_of(grey[bool(way)], cat)
            warp = align(small, face, np.eye(3, dtype=np.float32), COARSE_STEPS)
            left = unexplained(small, face, warp)
            start = scaled(warp, cat.shape.fine[0] / cat.coarse.size[0])
            if farthest_pull(start, cat.shape.fine) > MAX_PULL_PX:
                start = np.eye(3, dtype=np.float32)
            laid.append(_Laid(view, bool(way), start, left))
        return sorted(laid, key=lambda one: one.left)

    def _aligned(self, view: int, start: Floats, *, turned: bool) -> Floats:
        """Where the view lies in the patch, from `start` on; that where it leads too far."""
        cat = self._catalogue
        grey = cv2.cvtColor(self._faces[turned], cv2.COLOR_BGR2GRAY)
        exact = align(grey, cat.templates[0].shown(view, self._seen[turned]), start, FINE_STEPS)
        return exact if farthest_pull(exact, cat.shape.fine) <= MAX_PULL_PX else start

    def _fit(
        self, moved: Floats, warp: Floats, view: int, focus: tuple[int, int], *, turned: bool
    ) -> Fit:
        """The view in the light that explains what shows; nothing differs where it does not."""
        cat = self._catalogue
        face, face_lab = cat.softer(view, focus[0])
        moved = soften(moved, SOFTNESS[focus[1]])
        lab = in_its_light(moved, face, cat.margin, self._seen[turned])
        at = self._inside[turned]
        off = (lab - face_lab).reshape(-1, 3)[at].ravel()
        return Fit(view, turned, lab, face_lab, float(off @ off), warp)
