"""Whole cards in a photograph, with and without a catalogue to tell which outlines are cards."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.card_size import CardSize
from vision.catalogue import Catalogue
from vision.corners import corner_quads
from vision.edges_under import EdgesUnder
from vision.geometry import area, cut_out, sides
from vision.outlines import (
    EDGES,
    MIN_SHARE,
    outlines,
    overlap,
    reduced,
    regions,
)
from vision.poses import INLIERS, find_poses
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
        framed = [grown(quad, share) for share in FRAMES for quad in found]
        return self._ranked([*found, *framed])

    def likely(self, quads: Sequence[Floats]) -> list[Place]:
        """Places of whole cards, px of the photograph, the likeliest first."""
        return self._ranked([quad * np.float32(self._scale) for quad in quads])

    def completed(self) -> list[Place]:
        """Cards of which a corner and a whole side are free; the likeliest first."""
        return self._ranked(corner_quads(self._masks, None, self._catalogue.aspect))

    def corners(
        self, known: Sequence[Floats], lying: Sequence[Floats], *, pale: bool = False
    ) -> list[Floats]:
        """Places of cards of which a corner is free, about as large as those known.

        Args:
            known: At least one quad in px of the photograph, of cards that were read.
            lying: Quads within which nothing is looked for.
            pale: Look at masks of brightness alone, which part cards less but tables less as well.
        """
        size = CardSize(np.stack(known) * np.float32(self._scale), self._catalogue.aspect)
        by_edges, by_light = self._masks[: len(EDGES)], self._masks[len(EDGES) :]
        masks = [mask.copy() for mask in (by_light if pale else [*by_light, *by_edges])]
        for mask in masks:
            for quad in lying:
                cv2.fillConvexPoly(mask, np.round(quad * self._scale).astype(np.int32), 0)
        free = corner_quads(masks, size, self._catalogue.aspect)
        return [(quad / self._scale).astype(np.float32) for quad in free]

    def edges(self) -> EdgesUnder:
        """Where cards under known ones are looked for."""
        return EdgesUnder(self._smooth, self._scale, self._catalogue.aspect)

    def poses(self, *, limit: int) -> list[Floats]:
        """Places on which features of one face agree, open or partly covered: as from `whole`."""
        everywhere = np.full(self._small.shape[:2], 255, np.uint8)
        found = find_poses(self._small, everywhere, self._catalogue, limit=limit)
        return [
            (pose.quad / self._scale).astype(np.float32)
            for pose in found
            if pose.inliers >= INLIERS
        ]

    def shows_beside(self, known: Sequence[Floats], colours: Floats, levels: float) -> bool:
        """Whether a piece beside the known cards has one of the colours, as large as a card's edge.

        known: as in `corners`. colours: BGR (N, 3). levels: by which each channel may differ.
        """
        beside = np.full(self._small.shape[:2], 255, np.uint8)
        for quad in known:
            around = np.round(grown(quad * self._scale, BESIDE)).astype(np.int32)
            cv2.fillConvexPoly(beside, around, 0)
        masks = [
            cv2.bitwise_and(cv2.inRange(self._small, colour - levels, colour + levels), beside)
            for colour in _distinct(colours)
        ]
        ground = GROUND * cv2.countNonZero(beside)
        telling = [mask for mask in masks if cv2.countNonZero(mask) < ground] or masks
        alike = np.maximum.reduce(telling).astype(np.uint8)
        width = self._scale * float(np.median([min(sides(quad)) for quad in known]))
        solid = cv2.morphologyEx(alike, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        if cv2.countNonZero(solid) < EDGE_PIECE * width**2:
            return False
        _, _, pieces, _ = cv2.connectedComponentsWithStats(solid)
        largest = int(pieces[1:, cv2.CC_STAT_AREA].max())
        return largest >= EDGE_PIECE * width**2

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


def _distinct(colours: Floats) -> list[Floats]:
    """Without those that are nearly one of the others."""
    kept: list[Floats] = []
    for colour in colours:
        if all(np.abs(colour - other).max() > NEARLY_ONE for other in kept):
            kept.append(colour)
    return kept


NEARLY_ONE = 12.0
"""Grey levels."""
GROUND = 0.15
"""A colour of which so much lies beside the cards is the table's, which catches in the rounded
corners of cards: it tells nothing, unless all are such."""
BESIDE = 1.06
"""Of the width of a known card: what is nearer is its own rounded edge and its shadow."""
EDGE_PIECE = 0.007
"""Of the width squared: of the edge of the least piece of a card that is looked at (`LEAST_ARM`
along two sides, a sixteenth deep) the quarter that must have a card's colour."""
FRAMES = (1.1, 1.2)
"""What was found may be the frame printed on a card: the card is larger by so much. Of tarot cards
the frame is 0.85 wide, of playing cards' pictures 0.8."""


def grown(quad: Floats, share: float) -> Floats:
    """All edges moved outwards by the same, so that the width becomes `share` times as large."""
    across, along = sides(quad)
    right = (quad[1] - quad[0] + quad[2] - quad[3]) / (2 * across)
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / (2 * along)
    by = across * (share - 1.0) / 2
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    grown: Floats = quad + by * (signs[:, :1] * right + signs[:, 1:] * down)
    return grown.astype(np.float32)


BATCH = 16
