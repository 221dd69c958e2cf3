"""Whole cards in a photograph: quads that stand out from the ground, for teaching and reading."""

import cv2
import numpy as np

from vision.geometry import area, sides
from vision.readings import Floats, Image

WORK_WIDTH = 800
"""Width in px at which cards are looked for."""
MIN_SHARE, MAX_SHARE = 0.006, 0.8
"""A card's share of the picture. More is a crop of the card itself."""
ASPECTS = (1.2, 1.75)
"""Long side over short side of playing cards, foreshortening included."""
FILLED = 0.9
"""Share of its quad that a card's outline fills."""
BORDER_PX = 3
"""An outline this close to the picture's edge is cut off."""


def find_card_quads(
    image: Image,
    *,
    most: int = 60,
    aspects: tuple[float, float] = ASPECTS,
    least_share: float = MIN_SHARE,
) -> list[Floats]:
    """Cards lying apart from each other: float32 (4, 2) px, clockwise, top edge a short one.

    Which of the two short edges is the card's own top is not known here. Largest first.

    Args:
        image: BGR uint8.
        most: How many at most.
        aspects: Long side over short side.
        least_share: Smallest share of the picture.
    """
    scale = min(WORK_WIDTH / max(image.shape[:2]), 1.0)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    quads: list[Floats] = []
    for mask in _masks(small):
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            quad = _quad(contour, small.shape, aspects, least_share)
            if quad is not None and not any(_same(quad, known) for known in quads):
                quads.append(quad)
    quads.sort(key=area, reverse=True)
    return [_portrait(quad / scale) for quad in _outermost(quads)[:most]]


def _masks(small: Image) -> list[Image]:
    """Several ways to part cards from the ground; each finds what others miss."""
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    masks = [cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1]]
    block = (min(small.shape[:2]) // 4) | 1
    masks.append(
        cv2.adaptiveThreshold(
            grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, max(block, 3), -8
        )
    )
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (5, 5), 0), cv2.COLOR_BGR2Lab).astype(np.float32)
    rim = np.concatenate([lab[:6].reshape(-1, 3), lab[-6:].reshape(-1, 3)])
    ground = np.median(rim, axis=0)
    away = np.clip(np.linalg.norm(lab - ground, axis=2) * 2, 0, 255).astype(np.uint8)
    masks.append(cv2.threshold(away, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1])
    masks.extend(_pale(small))
    kernel = np.ones((5, 5), np.uint8)
    return [cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel) for mask in masks]


PALE_STEPS = 7
"""Thresholds between the picture's dark and bright parts. cards_edje: 33 of 43 cards, not 21."""


def _pale(small: Image) -> list[Image]:
    """Card stock is pale: the darkest channel over a ladder of thresholds, seams cut open."""
    pale = cv2.GaussianBlur(small.min(axis=2), (3, 3), 0)
    low, high = np.percentile(pale, (10, 99))
    edges = cv2.dilate(cv2.Canny(small, 60, 150), np.ones((2, 2), np.uint8))
    ladder = np.linspace(low, high, PALE_STEPS + 2)[1:-1]
    masks = [np.where(pale > step, 255, 0).astype(np.uint8) for step in ladder]
    return [*masks, *(cv2.bitwise_and(mask, cv2.bitwise_not(edges)) for mask in masks[1::2])]


def _quad(
    contour: Image, shape: tuple[int, ...], aspects: tuple[float, float], least: float
) -> Floats | None:
    """The contour as four corners, if it could be a whole card."""
    size = cv2.contourArea(contour)
    whole = shape[0] * shape[1]
    if not least * whole < size < MAX_SHARE * whole:
        return None
    hull = cv2.convexHull(contour)
    for tolerance in (0.02, 0.03, 0.045, 0.06):
        corners = cv2.approxPolyDP(hull, tolerance * cv2.arcLength(hull, closed=True), closed=True)
        if len(corners) <= 4:  # noqa: PLR2004 - a quad has four
            break
    else:
        return None
    if len(corners) != 4:  # noqa: PLR2004
        return None
    quad = corners.reshape(4, 2).astype(np.float32)
    return quad if _card_like(quad, size, shape, aspects) else None


def _card_like(
    quad: Floats, contour_area: float, shape: tuple[int, ...], aspects: tuple[float, float]
) -> bool:
    low, high = quad.min(0), quad.max(0)
    if low.min() < BORDER_PX or high[0] > shape[1] - BORDER_PX or high[1] > shape[0] - BORDER_PX:
        return False
    if not _square_enough(quad):
        return False
    across, along = sides(quad)
    ratio = max(across, along) / max(min(across, along), 1.0)
    return aspects[0] <= ratio <= aspects[1] and contour_area / max(area(quad), 1.0) > FILLED


def _square_enough(quad: Floats) -> bool:
    """Opposite sides about equal, corners about right: a card seen from where people sit."""
    edges = np.roll(quad, -1, axis=0) - quad
    lengths = np.maximum(np.linalg.norm(edges, axis=1), 1e-3)
    turn = np.abs((edges * np.roll(edges, -1, axis=0)).sum(1)) / (lengths * np.roll(lengths, -1))
    even = np.minimum(lengths[:2], lengths[2:]) / np.maximum(lengths[:2], lengths[2:])
    return bool(turn.max() < MAX_SKEW and even.min() > MIN_EVEN)


MAX_SKEW, MIN_EVEN = 0.45, 0.7
"""Cosine of a corner, and shorter over longer of two opposite sides. cards_edje: no right quad of
24 is beyond; boxes, shadows and puddles of light are."""


def corner_quads(image: Image, aspect: float, *, most: int = 16) -> list[Floats]:
    """Places of cards that overlap, completed from one free corner and one whole side.

    Only guesses, to be confirmed by reading: float32 (4, 2) px as from `find_card_quads`.
    """
    scale = min(WORK_WIDTH / max(image.shape[:2]), 1.0)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    ranked: list[tuple[float, Floats]] = []
    for mask in _masks(small)[:CORNER_MASKS]:
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            if cv2.contourArea(contour) > 1.2 * MIN_SHARE * mask.size:
                ranked.extend(_completed(contour, aspect, mask))
    ranked.sort(key=lambda place: -place[0])
    kept: list[Floats] = []
    for _, quad in ranked:
        if not any(_same(quad, other) and _one_size(quad, other) for other in kept):
            kept.append(quad)
    return [_portrait(quad / scale) for quad in kept[:most]]


CORNER_MASKS = 8
"""Of the masks: those without the seams."""
WITHIN = 0.88
"""Share of a completed card that must lie on the pale region."""


def _completed(contour: Image, aspect: float, mask: Image) -> list[tuple[float, Floats]]:
    outline = cv2.approxPolyDP(contour, 0.022 * cv2.arcLength(contour, closed=True), closed=True)
    points = outline.reshape(-1, 2).astype(np.float32)
    if cv2.contourArea(outline, oriented=True) < 0:
        points = points[::-1]
    places = []
    for i, corner in enumerate(points):
        before, after = points[i - 1] - corner, points[(i + 1) % len(points)] - corner
        lengths = float(np.linalg.norm(before)), float(np.linalg.norm(after))
        if min(lengths) < 8 or abs(float(before @ after)) > MAX_SKEW * lengths[0] * lengths[1]:  # noqa: PLR2004 - px
            continue
        if float(before[0] * after[1] - before[1] * after[0]) > 0:
            continue  # a corner that points inwards
        for whole, other in ((0, 1), (1, 0)):
            for side in (lengths[whole] * aspect, lengths[whole] / aspect):
                if lengths[other] < side * 1.08:
                    arms = [before, after]
                    arms[other] = arms[other] / lengths[other] * side
                    quad = np.stack(
                        [corner, corner + arms[0], corner + arms[0] + arms[1], corner + arms[1]]
                    )
                    share = _share_on(quad, mask)
                    if share > WITHIN and cv2.contourArea(quad) > MIN_SHARE * mask.size:
                        places.append((share * min(lengths[other] / side, 1.0), quad))
    return places


def _share_on(quad: Floats, mask: Image) -> float:
    under = np.zeros(mask.shape, np.uint8)
    cv2.fillConvexPoly(under, np.round(quad).astype(np.int32), 255)
    on = cv2.countNonZero(cv2.bitwise_and(under, mask))
    return on / max(float(cv2.contourArea(quad)), 1.0)


def _one_size(first: Floats, second: Floats) -> bool:
    return bool(abs(area(first) / max(area(second), 1.0) - 1) < ONE_SIZE)


ONE_SIZE = 0.25


def _same(first: Floats, second: Floats) -> bool:
    """Nearly one place."""
    apart = float(np.linalg.norm(first.mean(0) - second.mean(0)))
    return bool(apart < 0.2 * np.sqrt(min(area(first), area(second))))


def _outermost(quads: list[Floats]) -> list[Floats]:
    """Without those that lie inside another: figures and frames on a card. Largest first in."""
    kept: list[Floats] = []
    for quad in quads:
        x, y = quad.mean(0)
        at = (float(x), float(y))
        inside = any(
            cv2.pointPolygonTest(k.reshape(-1, 1, 2), at, measureDist=False) > 0 for k in kept
        )
        if not inside:
            kept.append(quad)
    return kept


def _portrait(quad: Floats) -> Floats:
    """Clockwise, starting with a short edge; the one that is nearer to the picture's top."""
    middle = quad.mean(0)
    angles = np.arctan2(quad[:, 1] - middle[1], quad[:, 0] - middle[0])
    quad = quad[np.argsort(angles)]  # y points down: rising angle is clockwise
    across, along = sides(quad)
    if across > along:
        quad = np.roll(quad, 1, axis=0)
    if (quad[0] + quad[1])[1] > (quad[2] + quad[3])[1]:
        quad = np.roll(quad, 2, axis=0)
    return quad.astype(np.float32)
