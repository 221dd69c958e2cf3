"""Where a new card might lie: quads of a card's size in a rectified picture, most likely first."""

from collections.abc import Iterator

import cv2
import numpy as np

from vision.catalogue import Catalogue
from vision.changes import Mask
from vision.features import find_features, similarity_votes
from vision.geometry import rectangle
from vision.readings import Floats, Image

OUTLINE_TOLERANCE = 0.14
"""An outline may be this much larger or smaller than a card: shadows add, equal parts take away."""
FEATURE_LIMIT = 400
SLIDE_WIDTH = 24
"""Width in px of faces while sliding."""
MIN_SLIDE_SCORE = 0.55
GROW_PX = 12
"""How far around the changed part features are looked for, px."""


def by_outline(changed: Mask, size: tuple[float, float]) -> Iterator[Floats]:
    """Rectangles around what changed, where they have about the size of a card."""
    closed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for contour in sorted(contours, key=cv2.contourArea, reverse=True)[:2]:
        (x, y), (a, b), degrees = cv2.minAreaRect(contour)
        for width, height, turn in ((a, b, degrees), (b, a, degrees + 90.0)):
            if (
                abs(width / size[0] - 1) < OUTLINE_TOLERANCE
                and abs(height / size[1] - 1) < OUTLINE_TOLERANCE
            ):
                yield rectangle((x, y), size, turn)


def by_features(
    picture: Image, changed: Mask, catalogue: Catalogue, size: tuple[float, float]
) -> Iterator[Floats]:
    """Poses on which at least eight features of one face agree."""
    box = _box(changed, GROW_PX)
    if box is None:
        return
    rows, columns = box
    mask = cv2.dilate(changed[rows, columns], np.ones((2 * GROW_PX + 1,) * 2, np.uint8))
    found = find_features(
        np.ascontiguousarray(picture[rows, columns]),
        limit=FEATURE_LIMIT,
        mask=mask.astype(np.uint8),
    )
    face_width = catalogue.views[0].face.shape[1]
    offset = np.array([columns.start, rows.start], np.float32)
    for quad in similarity_votes(found, catalogue, size[0] / face_width):
        yield quad + offset


def by_sliding(
    picture: Image, changed: Mask, catalogue: Catalogue, size: tuple[float, float]
) -> Iterator[Floats]:
    """The best place of any face along the direction of the edges in the changed part."""
    box = _box(changed, round(size[0] * 0.35))
    if box is None:
        return
    rows, columns = box
    grey = cv2.cvtColor(picture[rows, columns], cv2.COLOR_BGR2GRAY)
    degrees = edge_direction(grey, changed[rows, columns])
    scale = SLIDE_WIDTH / size[0]
    found = [
        place
        for turn in (degrees, degrees + 90.0)
        for place in _slide(grey, turn, scale, size, catalogue)
    ]
    found.sort(key=lambda place: -place[0])
    offset = np.array([columns.start, rows.start], np.float32)
    for score, quad in found[:3]:
        if score >= MIN_SLIDE_SCORE:
            yield quad + offset


def edge_direction(grey: Image, changed: Mask) -> float:
    """Direction of most edge strength in the changed part, degrees in 0..90."""
    smooth = cv2.GaussianBlur(grey, (3, 3), 0)
    dx, dy = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    strength, angle = cv2.cartToPolar(dx, dy, angleInDegrees=True)
    near = cv2.dilate(changed, np.ones((5, 5), np.uint8)) > 0
    bins = (angle[near] % 90.0).astype(np.int32) % 90
    histogram = np.bincount(bins, weights=strength[near], minlength=90).astype(np.float32)
    wrapped = np.concatenate([histogram[-3:], histogram, histogram[:3]])
    smoothed = np.convolve(wrapped, np.array([1, 2, 3, 4, 3, 2, 1], np.float32), mode="valid")
    return float(smoothed.argmax()) + 0.5


def _slide(
    grey: Image, degrees: float, scale: float, size: tuple[float, float], catalogue: Catalogue
) -> list[tuple[float, Floats]]:
    height, width = grey.shape
    centre = (width / 2, height / 2)
    turn: Floats = cv2.getRotationMatrix2D(centre, degrees, scale)
    side = round(float(np.hypot(width, height)) * scale)
    turn[:, 2] += side / 2 - np.array(centre)
    level = cv2.warpAffine(grey, turn, (side, side), flags=cv2.INTER_AREA, borderValue=128)
    back = cv2.invertAffineTransform(turn)
    results = []
    for face in _slide_faces(catalogue):
        if face.shape[0] > side or face.shape[1] > side:
            continue
        scores = cv2.matchTemplate(level, face, cv2.TM_CCOEFF_NORMED)
        _, score, _, (x, y) = cv2.minMaxLoc(scores)
        middle = back @ np.array([x + face.shape[1] / 2, y + face.shape[0] / 2, 1.0])
        results.append((float(score), rectangle((middle[0], middle[1]), size, degrees)))
    return results


def _slide_faces(catalogue: Catalogue) -> Iterator[Image]:
    size = (SLIDE_WIDTH, round(SLIDE_WIDTH * catalogue.aspect))
    for view in catalogue.views:
        small = cv2.resize(view.face, size, interpolation=cv2.INTER_AREA)
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
        yield grey
        yield np.ascontiguousarray(grey[::-1, ::-1])


def _box(changed: Mask, grow: int) -> tuple[slice, slice] | None:
    x, y, width, height = cv2.boundingRect(changed)
    if not width or not height:
        return None
    rows = slice(max(y - grow, 0), min(y + height + grow, changed.shape[0]))
    return rows, slice(max(x - grow, 0), min(x + width + grow, changed.shape[1]))
