"""Where cards lie under known ones, from the straight edges beside them.

Of a card in a fan a short side and the strip beside it show, often white on white. One straight
edge with an end tells a card's place when its size is known: it starts at a corner, along the width
or the height, to the one side or the other. Of these places most are wrong; those are kept along
whose whole visible border the picture has an edge.
"""

import itertools
from collections.abc import Sequence

import cv2
import numpy as np

from vision.geometry import card_corners, transform
from vision.readings import Floats, Image

LEAST = 0.12
"""Of a card's width: shorter edges are not looked at."""
ROUND_CORNER = 0.035
"""Of a card's width: an edge found ends so far before the corner, which is round."""
WHOLE, LONGER = 0.85, 1.06
"""Of a side: from the first on an edge is all of it, its middle is the side's; beyond the second it
is another side, or no card's."""
REACH = 1.0
"""Of a card's height: how far around a known card edges are looked for."""
INNER = 0.97
"""Of a known card: what lies further inside is its own figure."""
TOUCHES = 0.1
"""Of a card: what lies under a known one shares at least so much with it."""
SAME, NEW = 0.85, 0.75
"""Intersection over union from which two places are one, and from which one is a known card's."""
POINTS = 40
"""On each side of a place, at which it is seen whether an edge runs there."""
OFFSETS = (-0.06, -0.03, 0.0, 0.03)
"""Of a card's width, across a border, outside is negative: where brightness is compared."""
STEP_LEVELS = 8.0
"""Grey levels between two neighbours of these that make an edge, in a picture smoothed a little."""
FEWEST = 14
"""Points of 160 that must be seen."""
EDGED = 0.8
"""Share of the points seen that must lie on an edge. Six fans each of two decks of playing cards,
56 covered cards: 54 places within a pixel or two have 0.92 and more."""
CROSSWISE = 0.75
"""Weight of a card that lies across the one over it, over one that lies along it, as in a fan."""
MOST = 14
"""Places that are told, at most."""


class EdgesUnder:
    """One photograph, and the edges beside its known cards."""

    def __init__(self, image: Image, scale: float, aspect: float) -> None:
        """image: BGR uint8, smoothed, `scale` times as large as the photograph."""
        self._image, self._scale, self._aspect = image, scale, aspect
        self._finder = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD)
        self._places: Floats = np.zeros((0, 4, 2), np.float32)
        self._weights = np.zeros(0, np.float32)
        self._edged = np.zeros((0, 4 * POINTS), np.bool_)
        self._around = np.zeros((0, 2, 4 * POINTS, 2), np.float32)

    def places(self, known: Sequence[Floats], fresh: Sequence[Floats]) -> list[Floats]:
        """Places of cards under known ones, px of the photograph, the likeliest first.

        known: quads of all that lies over what is looked for. fresh: those that were not asked
        about before.
        """
        for quad in fresh:
            self._add((quad * self._scale).astype(np.float32))
        small = [(quad * self._scale).astype(np.float32) for quad in known]
        share, seen = self._support(small)
        likely = np.flatnonzero((seen >= FEWEST) & (share >= EDGED))
        kept: list[Floats] = []
        weight = self._weights * share * np.minimum(seen, POINTS)
        for at in likely[np.argsort(-weight[likely])]:
            quad = self._places[at]
            if any(_union(quad, other) > NEW for other in small):
                continue
            if all(_union(quad, other) < SAME for other in kept):
                kept.append(quad)
            if len(kept) == MOST:
                break
        return [(quad / self._scale).astype(np.float32) for quad in kept]

    def _add(self, quad: Floats) -> None:
        """Places that one known card may lie over."""
        to_plane = cv2.getPerspectiveTransform(quad, card_corners((1.0, self._aspect)))
        from_plane = np.linalg.inv(to_plane)
        segments = self._segments(quad)
        if not len(segments):
            return
        places = _places_at(
            transform(segments.reshape(-1, 2), to_plane).reshape(-1, 2, 2), self._aspect
        )
        card = card_corners((1.0, self._aspect))
        off = places.mean(1) - card.mean(0)
        near = places[np.square(off).sum(1) < 1.0 + self._aspect**2]
        touching = [_shared(place, card) > TOUCHES * self._aspect for place in near]
        in_plane = near[np.array(touching, np.bool_)]
        if not len(in_plane):
            return
        quads = transform(in_plane.reshape(-1, 2), from_plane).reshape(-1, 4, 2)
        edged, around = self._borders(in_plane, from_plane)
        self._places = np.concatenate([self._places, quads])
        top = in_plane[:, 1] - in_plane[:, 0]
        crosswise = np.abs(top[:, 1]) > np.abs(top[:, 0])
        self._weights = np.append(self._weights, np.where(crosswise, CROSSWISE, 1.0))
        self._edged = np.concatenate([self._edged, edged])
        self._around = np.concatenate([self._around, around])

    def _segments(self, quad: Floats) -> Floats:
        """Straight edges around a card: float32 (N, 2, 2) px."""
        reach = REACH * float(np.linalg.norm(quad[3] - quad[0]))
        low = np.maximum((quad.min(0) - reach).astype(int), 0)
        high = np.ceil(quad.max(0) + reach).astype(int)
        part = self._image[low[1] : high[1], low[0] : high[0]]
        found = self._finder.detect(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY))[0]
        if found is None:
            return np.zeros((0, 2, 2), np.float32)
        ends: Floats = found.reshape(-1, 2, 2).astype(np.float32) + low.astype(np.float32)
        middle = quad.mean(0) + (quad - quad.mean(0)) * np.float32(INNER)
        inside = [
            cv2.pointPolygonTest(middle, (float(x), float(y)), measureDist=False)
            for x, y in ends.mean(1)
        ]
        return ends[np.array(inside) < 0]

    def _borders(self, places: Floats, from_plane: Floats) -> tuple[Floats, Floats]:
        """Whether an edge runs at each point of each border, and the px beside it on both sides."""
        along = (np.arange(POINTS, dtype=np.float32) + 0.5) / POINTS
        sides = np.roll(places, -1, axis=1) - places
        points = places[:, :, None] + sides[:, :, None] * along[None, None, :, None]
        inwards = np.stack([-sides[..., 1], sides[..., 0]], -1)
        inwards /= np.linalg.norm(inwards, axis=2, keepdims=True)
        middle = places.mean(1)[:, None]
        inwards *= np.sign(((middle - places) * inwards).sum(2))[..., None]
        lines = [
            transform((points + by * inwards[:, :, None]).reshape(-1, 2), from_plane).reshape(
                len(places), -1, 2
            )
            for by in OFFSETS
        ]
        levels = [self._levels(line) for line in lines]
        edged = np.zeros(levels[0].shape[:2], np.bool_)
        for one, two in itertools.pairwise(levels):
            blue, green, red = cv2.split(cv2.absdiff(one, two))
            edged |= cv2.max(cv2.max(blue, green), red) > STEP_LEVELS
        return edged, np.stack([lines[1], lines[3]], 1)

    def _levels(self, points: Floats) -> Image:
        """Colours of the picture at points (N, M, 2): uint8 (N, M, 3)."""
        x, y = (np.ascontiguousarray(points[..., i], np.float32) for i in (0, 1))
        return cv2.remap(self._image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)

    def _support(self, known: Sequence[Floats]) -> tuple[Floats, Floats]:
        """Share of the border points seen beside known cards that lie on an edge, and how many."""
        if not len(self._places):
            return np.zeros(0, np.float32), np.zeros(0, np.int64)
        hidden: Image = np.zeros(self._image.shape[:2], np.uint8)
        for quad in known:
            cv2.fillConvexPoly(hidden, np.round(quad).astype(np.int32), 255)
        hidden = cv2.dilate(hidden, np.ones((3, 3), np.uint8))
        height, width = self._image.shape[:2]
        at = np.clip(self._around, -1, max(height, width)).astype(np.int32)
        wide = np.full((max(height, width) + 2,) * 2, 255, np.uint8)  # all around is not seen
        wide[1 : height + 1, 1 : width + 1] = hidden
        seen = (wide[at[..., 1] + 1, at[..., 0] + 1] == 0).all(1)
        count = seen.sum(1)
        return (self._edged & seen).sum(1) / np.maximum(count, 1), count


def _places_at(segments: Floats, aspect: float) -> Floats:
    """Cards of which these are edges, in a plane where a card is 1 wide: float32 (N, 4, 2)."""
    start, end = segments[:, 0], segments[:, 1]
    length = np.linalg.norm(end - start, axis=1)
    ahead = (end - start) / np.maximum(length, 1e-6)[:, None]
    found = []
    for along, across in ((1.0, aspect), (aspect, 1.0)):
        whole = (length > along * WHOLE) & (length <= along * LONGER)
        part = (length > LEAST) & (length <= along * WHOLE)
        middle = (start + end) / 2
        corners = [
            (middle[whole] - ahead[whole] * along / 2, ahead[whole]),
            (start[part] - ahead[part] * ROUND_CORNER, ahead[part]),
            (end[part] + ahead[part] * ROUND_CORNER, -ahead[part]),
        ]
        for corner, way in corners:
            aside = np.stack([-way[:, 1], way[:, 0]], 1)
            found += [_cards(corner, way * along, aside * turn) for turn in (across, -across)]
    return np.concatenate(found).astype(np.float32)


def _cards(corner: Floats, one: Floats, two: Floats) -> Floats:
    """Cards with a corner and two sides (N, 2): clockwise, from a short side on."""
    if len(one) and np.linalg.norm(one[0]) > np.linalg.norm(two[0]):
        one, two = two, one
    quads = np.stack([corner, corner + one, corner + one + two, corner + two], 1)
    mirrored = one[:, 0] * two[:, 1] < one[:, 1] * two[:, 0]
    quads[mirrored] = quads[mirrored][:, [1, 0, 3, 2]]
    return quads


def _shared(first: Floats, second: Floats) -> float:
    return float(cv2.intersectConvexConvex(first, second)[0])


def _union(first: Floats, second: Floats) -> float:
    """Intersection over union."""
    shared = _shared(first, second)
    whole = float(cv2.contourArea(first)) + float(cv2.contourArea(second)) - shared
    return shared / max(whole, 1e-6)
