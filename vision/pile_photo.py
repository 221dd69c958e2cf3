"""The newest card from two loose pictures of one pile: before and after it came.

No mat and no known scale: the camera has only not been moved in between. Whole cards are read like
any photograph; a card that is partly covered is named by the features that agree on one pose.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.catalogue import Catalogue
from vision.changes import Mask, changed_mask
from vision.features import Features, find_features, matches_by_view
from vision.finding import ASPECTS, find_card_quads
from vision.geometry import area, sides, transform
from vision.photo import PhotoReader
from vision.readings import CardReading, Floats, Image, Ranked, Unreadable

WORK_PX = 1000
"""Long side at which the two pictures are compared."""
LEAST_CHANGED = 0.002
"""Share of the picture: less is noise."""
MOST_CHANGED = 0.6
"""More is another place, or a moved camera."""
CHANGED_UNDER = 0.55
"""Share of a whole card that must have changed to be the newest."""
INLIERS, TIMES_NEXT = 10, 2.0
"""Features that must agree, and how many times as many as for any other key. cards_tarot rendered
in piles: no wrong answer of 240 with 8 and twice."""
REPROJECTION_PX = 4.0


@dataclass(frozen=True, slots=True)
class _Vote:
    """One face's pose in the picture and how many features agree on it."""

    key: str
    inliers: int
    quad: Floats


def newest_in_pictures(
    before: Image, after: Image, reader: PhotoReader
) -> CardReading | Unreadable:
    """The card that came, its quad in px of `after`; Unreadable where none did, and why."""
    if before.shape != after.shape:
        return Unreadable("the two pictures differ in size. Take both with the camera unmoved")
    scale = min(WORK_PX / max(after.shape[:2]), 1.0)
    old, new = (
        cv2.resize(p, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        for p in (before, after)
    )
    changed = cv2.morphologyEx(changed_mask(old, new), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    share = cv2.countNonZero(changed) / changed.size
    if share < LEAST_CHANGED:
        return Unreadable("nothing has changed between the two pictures")
    if share > MOST_CHANGED:
        return Unreadable("nearly everything has changed. Take both with the camera unmoved")
    best = _whole_card(new, changed, after, scale, reader)
    if best is not None and best.key is not None:
        return best
    covered = _by_features(new, changed, after, scale, reader)
    if covered is not None and (covered.key is not None or best is None):
        return covered
    return best or Unreadable("what came has no face that was taught, or too little of it shows")


def _whole_card(
    new: Image, changed: Mask, after: Image, scale: float, reader: PhotoReader
) -> CardReading | None:
    """The surest reading of a whole card in what changed."""
    quads = [*_outlines(changed), *find_card_quads(new)]
    readings = [
        reader.read_quad(after, quad / scale)
        for quad in quads
        if _share_changed(changed, quad) > CHANGED_UNDER
    ]
    return max(readings, key=lambda r: (r.key is not None, r.confidence), default=None)


def _outlines(changed: Mask) -> list[Floats]:
    """Rectangles of a card's shape around what changed."""
    contours, _ = cv2.findContours(changed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    quads = []
    for contour in sorted(contours, key=cv2.contourArea, reverse=True)[:2]:
        quad = cv2.boxPoints(cv2.minAreaRect(contour)).astype(np.float32)
        across, along = sides(quad)
        if across > along:
            quad = np.roll(quad, 1, axis=0)
            across, along = along, across
        if ASPECTS[0] <= along / max(across, 1.0) <= ASPECTS[1]:
            quads.append(quad)
    return quads


def _share_changed(changed: Mask, quad: Floats) -> float:
    under = np.zeros(changed.shape, np.uint8)
    cv2.fillConvexPoly(under, np.round(quad).astype(np.int32), 255)
    return cv2.countNonZero(cv2.bitwise_and(under, changed)) / max(area(quad), 1.0)


def _by_features(
    new: Image, changed: Mask, after: Image, scale: float, reader: PhotoReader
) -> CardReading | None:
    """The card at a pose on which features in the changed part agree.

    Read there like any card; where it is partly covered, named if far more features agree on it
    than on any other.
    """
    mask = cv2.dilate(changed, np.ones((9, 9), np.uint8)).astype(np.uint8)
    found = find_features(new, limit=FEATURES, mask=mask)
    votes = _votes(found, reader.catalogue)
    if not votes:
        return None
    for vote in votes[:2]:
        if vote.inliers >= INLIERS and _share_changed(changed, vote.quad) > SOME_CHANGED:
            reading = reader.read_quad(after, vote.quad / scale)
            if reading.key is not None:
                return reading
    first = votes[0]
    other = next((v for v in votes[1:] if v.key != first.key), None)
    next_best = other.inliers if other is not None else 0
    p = first.inliers / (first.inliers + 2.0 * next_best + 1.0)
    ranked = [Ranked(first.key, round(p, 4))]
    if other is not None:
        ranked.append(Ranked(other.key, round((1 - p) / 2, 4)))
    sure = first.inliers >= INLIERS and first.inliers >= TIMES_NEXT * next_best
    rival = f" or {other.key}" if other is not None else ""
    why = "" if sure else f"too little of it shows: it could be {first.key}{rival}"
    return CardReading(first.key if sure else None, tuple(ranked), why, first.quad / scale)


FEATURES = 500
SOME_CHANGED = 0.15
"""Share of a card at such a pose that must have changed: paper on paper changes little."""


def _votes(found: Features, catalogue: Catalogue) -> list[_Vote]:
    votes = []
    for view, (mine, theirs) in matches_by_view(found, catalogue).items():
        if len(mine) < INLIERS // 2:
            continue
        matrix: Floats | None
        matrix, inliers = cv2.estimateAffinePartial2D(
            catalogue.features[view].points[theirs, :2],
            found.points[mine, :2],
            method=cv2.RANSAC,
            ransacReprojThreshold=REPROJECTION_PX,
            maxIters=500,
        )
        if matrix is None:
            continue
        height, width = catalogue.views[view].face.shape[:2]
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        full = np.vstack([matrix, [0, 0, 1]])
        key = catalogue.views[view].key
        votes.append(_Vote(key, int(inliers.sum()), transform(corners, full)))
    return sorted(votes, key=lambda vote: -vote.inliers)
