"""The newest card from two loose pictures of one pile: before and after it came.

No mat and no known scale: the camera has only not been moved in between. Whole cards are read like
any photograph; a card that is partly covered is named by the features that agree on one pose.
"""

import cv2
import numpy as np

from vision.catalogue import Catalogue
from vision.changes import Mask, changed_mask
from vision.covered import too_little
from vision.finding import ASPECTS, find_card_quads
from vision.geometry import area, sides
from vision.photo import PhotoReader
from vision.poses import INLIERS, Pose, cells_seen, find_poses, refined
from vision.readings import CardReading, Floats, Image, Ranked, Unreadable

WORK_PX = 1000
"""Long side at which the two pictures are compared."""
LEAST_CHANGED = 0.002
"""Share of the picture: less is noise."""
MOST_CHANGED = 0.6
"""More is another place, or a moved camera."""
CHANGED_UNDER = 0.55
"""Share of a whole card that must have changed to be the newest."""
TIMES_NEXT = 2.0
"""Times as many features must agree, or cells be seen, as for any other key. cards_tarot in piles:
no wrong answer of 240 with 8 and twice."""


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
    covered = _by_features((old, new), changed, after, scale, reader)
    if covered is not None and covered.key is not None:
        return covered
    best = _whole_card(new, changed, after, scale, reader)
    if best is not None and (best.key is not None or covered is None):
        return best
    return covered or Unreadable("what came has no face that was taught, or too little of it shows")


def _whole_card(
    new: Image, changed: Mask, after: Image, scale: float, reader: PhotoReader
) -> CardReading | None:
    """The surest reading of a whole card in what changed."""
    x, y, width, height = cv2.boundingRect(changed)
    x0, y0 = max(x - AROUND_PX, 0), max(y - AROUND_PX, 0)
    around = new[y0 : y + height + AROUND_PX, x0 : x + width + AROUND_PX]
    found = find_card_quads(around, least_share=LEAST_CHANGED)
    quads = [*_outlines(changed), *(quad + np.array([x0, y0], np.float32) for quad in found)]
    readings = [
        reader.read_quad(after, quad / scale)
        for quad in quads
        if _share_changed(changed, quad) > CHANGED_UNDER
    ]
    return max(readings, key=lambda r: (r.key is not None, r.confidence), default=None)


AROUND_PX = 40


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
    pair: tuple[Image, Image], changed: Mask, after: Image, scale: float, reader: PhotoReader
) -> CardReading | None:
    """The card at a pose on which features in the changed part agree.

    Read there like any card; where it is partly covered, named if far more of its face is seen
    there than of any other, or far more features agree on it.

    Args:
        pair: The pictures before and after, at the size at which they are compared.
        changed: Where they differ.
        after: The later one as it is.
        scale: Of those pictures to this one.
        reader: With what was taught.
    """
    votes = _come(pair, changed, reader.catalogue)
    if not votes:
        return None
    first = votes[0]
    others = [vote for vote in votes[1:] if vote.key != first.key]
    readable = first.inliers >= INLIERS or first.seen >= SURELY
    if readable and _share_changed(changed, first.quad) > SOME_CHANGED:
        reading = reader.named_at(after, first.quad / scale)
        if reading is not None:
            return reading
    next_best = others[0].inliers if others else 0
    next_seen = max((vote.seen for vote in others), default=0)
    far_more = first.seen >= CELLS and first.seen >= TIMES_NEXT * next_seen
    agree = first.inliers >= INLIERS and first.inliers >= TIMES_NEXT * next_best
    agree = agree and first.seen > next_seen and (first.seen >= CELLS or first.inliers >= MANY)
    sure = agree or (far_more and (first.seen >= SURELY or first.inliers > next_best))
    twins = [twin.key for twin in reader.twins.of(first.view)]
    # features are of the picture, which twins share, and suits share corners, pips and courts
    sure = sure and not twins and not reader.scale.close
    weight = first.inliers + first.seen
    p = weight / (weight + 0.5 * (next_best + next_seen) + 1.0)
    ranked = [Ranked(first.key, round(p, 4))]
    if others:
        ranked.append(Ranked(others[0].key, round((1 - p) / 2, 4)))
    rivals = [*([others[0].key] if others else []), *twins]
    if not others and rivals:
        ranked.append(Ranked(rivals[0], round((1 - p) / 2, 4)))
    why = "" if sure else too_little(first.key, *rivals)
    return CardReading(first.key if sure else None, tuple(ranked), why, first.quad / scale)


def _come(pair: tuple[Image, Image], changed: Mask, catalogue: Catalogue) -> list[Pose]:
    """Poses of faces that were not seen there before, those most of which is seen first."""
    old, new = (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in pair)
    poses = [
        refined(pose, new, catalogue)
        for pose in find_poses(pair[1], changed, catalogue)[:MOST_REFINED]
    ]
    come = [pose for pose in poses if cells_seen(old, pose, catalogue) <= THERE * pose.seen]
    return sorted(come, key=lambda pose: -(pose.inliers + pose.seen))


SOME_CHANGED = 0.15
"""Share of a card at such a pose that must have changed: paper on paper changes little."""
CELLS, SURELY, MANY = 14, 20, 20
"""Cells of a face that must be seen; from which it is not asked how many features agree; and
features that agree from which fewer cells will do, as in a picture too dark to see them.
cards_tarot rendered with 40, 50 and 65 % covered, 50 piles each: of faces that do not lie there at
most 14 are seen and 15 features agree, of 19 in 20 that do 16 are seen and more (2026-11-30)."""
MOST_REFINED = 6
"""Poses that are looked at closely. In 136 of these 150 piles the card is among them."""
THERE = 0.5
"""Of the cells seen, how many may have been seen in the same place before. Of cards that came
never more than 3 were, of 16 and more; the edge of a card below is within what changed."""
