"""Whole cards in a photograph, with and without a catalogue to tell which outlines are cards."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.catalogue import Catalogue
from vision.geometry import area, cut_out, sides
from vision.outlines import MIN_SHARE, outlines, overlap, portrait, reduced, regions, square_enough
from vision.readings import Floats, Image

ASPECTS = (1.2, 1.75)
"""Long side over short side of playing cards, foreshortening included."""
SLANT = 1.3
"""How much longer or shorter a card looks at a slant of 40 degrees."""


def find_card_quads(
    image: Image,
    *,
    most: int = 60,
    aspects: tuple[float, float] = ASPECTS,
    least_share: float = 2 * MIN_SHARE,
) -> list[Floats]:
    """Cards lying apart from each other: float32 (4, 2) px, clockwise, top edge a short one.

    Which of the two short edges is the card's own top is not known here. Largest first.

    Args:
        image: BGR uint8.
        most: How many at most.
        aspects: Long side over short side.
        least_share: Smallest share of the picture.
    """
    small, scale = reduced(image)
    quads = sorted(outlines(regions(small), aspects, least_share), key=area, reverse=True)
    return [quad / np.float32(scale) for quad in _outermost(quads)[:most]]


def _outermost(quads: list[Floats]) -> list[Floats]:
    """Without those that lie inside another, figures and frames, and those around several."""
    kept: list[Floats] = []
    for quad in quads:
        if any(overlap(quad, other) > SHARED for other in kept) or _holds_several(quad, quads):
            continue
        kept.append(quad)
    return kept


SHARED = 0.5
"""Two quads that share more of the smaller one's area are not two cards lying apart."""


def _holds_several(quad: Floats, quads: Sequence[Floats]) -> bool:
    """Whether two quads of a card's size lie in this one, apart from each other: a tray, a mat."""
    inside = [
        other
        for other in quads
        if PART[0] < area(other) / area(quad) < PART[1] and overlap(other, quad) > INSIDE
    ]
    return any(
        overlap(one, two) < APART and abs(area(one) / area(two) - 1) < ALIKE
        for i, one in enumerate(inside)
        for two in inside[:i]
    )


PART, INSIDE, APART, ALIKE = (0.06, 0.5), 0.95, 0.05, 0.3


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card might lie, and how badly the best taught face fits there, 0 to about 1."""

    quad: Floats
    misfit: float


class Table:
    """One photograph in which places of cards are looked for with a catalogue."""

    def __init__(self, image: Image, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._small, self._scale = reduced(image)
        self._masks = regions(self._small)
        self._smooth = cv2.GaussianBlur(self._small, (0, 0), 0.7)

    def whole(self) -> list[Place]:
        """Outlines of whole cards, the likeliest first; several for each card."""
        shape = max(self._catalogue.aspect, 1 / self._catalogue.aspect)
        found = outlines(self._masks, (max(shape / SLANT, 1.0), shape * SLANT))
        framed = [_grown(quad, share) for share in FRAMES for quad in found]
        return self._ranked([*found, *framed])

    def completed(self, known: Sequence[Floats]) -> list[Place]:
        """Cards of which a corner is free, as large as those known; the likeliest first.

        Where none is known a whole side must be free as well.

        known: quads in px of the photograph, of cards that were read.
        """
        size: tuple[float, float] | None = None
        if known:
            ordered = np.array([sorted(sides(quad)) for quad in known]) * self._scale
            size = (float(np.median(ordered[:, 0])), float(np.median(ordered[:, 1])))
        masks = [mask.copy() for mask in self._masks]
        for mask in masks:
            for quad in known:
                cv2.fillConvexPoly(mask, np.round(quad * self._scale).astype(np.int32), 0)
        free = _corner_quads(masks, size, self._catalogue.aspect)
        return self._ranked(free)

    def _ranked(self, quads: Sequence[Floats]) -> list[Place]:
        """With the misfit of the best taught face, the best first."""
        coarse = self._catalogue.coarse
        places: list[Place] = []
        for start in range(0, len(quads), BATCH):
            some = quads[start : start + BATCH]
            patches = [
                cut_out(self._smooth, q, coarse.size).astype(np.float32) / 255.0 for q in some
            ]
            turned = [np.ascontiguousarray(patch[::-1, ::-1]) for patch in patches]
            misfits = coarse.misfits([*patches, *turned]).min(1)
            best = misfits.reshape(2, -1).min(0)
            places += [
                Place((quad / self._scale).astype(np.float32), float(misfit))
                for quad, misfit in zip(some, best, strict=True)
            ]
        return sorted(places, key=lambda place: place.misfit)


FRAMES = (1.1, 1.2)
"""What was found may be the frame printed on a card: the card is larger by so much. Of tarot cards
the frame is 0.85 wide, of playing cards' pictures 0.8."""


def _grown(quad: Floats, share: float) -> Floats:
    """All edges moved outwards by the same, so that the width becomes `share` times as large."""
    across, along = sides(quad)
    right = (quad[1] - quad[0] + quad[2] - quad[3]) / (2 * across)
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / (2 * along)
    by = across * (share - 1.0) / 2
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    grown: Floats = quad + by * (signs[:, :1] * right + signs[:, 1:] * down)
    return grown.astype(np.float32)


BATCH = 16
LEAST_ARM = 0.22
"""Of a card's width that a side must be seen at a corner."""
MOST_CORNERS = 80
"""Places at corners that are looked at, at most."""


def _corner_quads(
    masks: Sequence[Image], size: tuple[float, float] | None, aspect: float
) -> list[Floats]:
    """Cards at corners of regions that point outwards: float32 (4, 2) each.

    size: Width and height in px, where known; else cards of `aspect` with one whole side.
    """
    quads: list[Floats] = []
    for mask in masks:
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        least = PIECE * size[0] * size[1] if size else MIN_SHARE * mask.size
        for contour in contours:
            if cv2.contourArea(contour) < least:
                continue
            slack = 0.05 * size[0] if size else 0.022 * cv2.arcLength(contour, closed=True)
            outline = cv2.approxPolyDP(contour, slack, closed=True).reshape(-1, 2)
            for quad in _at_corners(outline.astype(np.float32), size, aspect):
                if not any(_near(quad, other) for other in quads):
                    quads.append(quad)
            if len(quads) > MOST_CORNERS:
                return quads
    return quads


PIECE = 0.04
"""Of a card's area that its visible piece has at least."""


def _near(first: Floats, second: Floats) -> bool:
    return bool(np.abs(first - second).max() < NEAR_PX)


NEAR_PX = 5.0


def _at_corners(points: Floats, size: tuple[float, float] | None, aspect: float) -> list[Floats]:
    if cv2.contourArea(points.reshape(-1, 1, 2), oriented=True) < 0:
        points = points[::-1]
    quads = []
    least = LEAST_ARM * size[0] if size else LEAST_ARM_PX
    for i, corner in enumerate(points):
        before, after = points[i - 1] - corner, points[(i + 1) % len(points)] - corner
        lengths = float(np.linalg.norm(before)), float(np.linalg.norm(after))
        if min(lengths) < least or abs(float(before @ after)) > RIGHT * lengths[0] * lengths[1]:
            continue
        if float(before[0] * after[1] - before[1] * after[0]) > 0:
            continue  # a corner that points inwards
        one, two = before / lengths[0], after / lengths[1]
        for a, b in (size, size[::-1]) if size else _sizes(lengths, aspect):
            if lengths[0] > a * LONGER or lengths[1] > b * LONGER:
                continue
            far = corner + one * a + two * b
            quad = np.stack([corner, corner + one * a, far, corner + two * b])
            if square_enough(quad):
                quads.append(portrait(quad.astype(np.float32)))
    return quads


def _sizes(arms: tuple[float, float], aspect: float) -> list[tuple[float, float]]:
    """Sizes along the two arms of a corner if one of them is a whole side."""
    one, two = arms
    return [
        (one, one * aspect),
        (one, one / aspect),
        (two * aspect, two),
        (two / aspect, two),
    ]


LEAST_ARM_PX = 12.0
RIGHT, LONGER = 0.35, 1.15
"""Cosine of a corner, and how much longer a side may be seen than it is."""
