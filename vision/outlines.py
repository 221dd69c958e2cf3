"""Where whole cards might lie in a photograph: four-sided outlines, many more than there are cards.

Edges close around a card whatever its colour and the table's: the regions that they part are looked
at, weak edges (a pale card on a pale table) and strong ones (a ragged carpet) each for themselves.
A few masks of brightness find what touches in between.
"""

from collections.abc import Sequence
from math import atan2, hypot, sqrt

import cv2
import numpy as np

from vision.geometry import area, side_lengths, sides
from vision.levels import least_channel, middle, quantile
from vision.readings import Floats, Image

WORK_WIDTH = 800
"""Long side in px at which cards are looked for."""
MIN_SHARE, MAX_SHARE = 0.003, 0.8
"""A card's share of the picture. More is a crop of the card itself."""
FILLED = 0.88
"""Share of its quad that a card's hull fills; its corners are round."""
SOLID = 0.6
"""Share of its hull that a region fills: figures touch a card's edge, fingers lie over it."""
BORDER_PX = 3
"""An outline this close to the picture's edge is cut off."""
MAX_SKEW, MIN_EVEN = 0.45, 0.7
"""Cosine of a corner, and shorter over longer of two opposite sides. cards_edje: no right quad of
24 is beyond; boxes, shadows and puddles of light are."""
EDGES = ((25, 60, 1.0), (12, 30, 1.5), (60, 140, 0.8))
"""Canny's two limits and the blur before. Rendered tables, three decks, 125 cards: 58, 53 and 58
of 64 playing cards, 39, 35 and 49 of 60 tarot cards; together 61 and 49; masks of brightness 38
and 30."""
SAMPLED = 4
"""Every fourth px tells how bright and of what colour a picture is."""
STRIP = 40
"""Rows at a time."""
PALE_STEPS = (0.25, 0.5, 0.75)
"""Between the picture's dark and bright parts. Of 110 open cards of rendered poker tables 74 lie in
an outline, 54 without these masks, and 61 with what is narrower than 5 px taken off them: the strip
between a pip and the card's edge is."""


def reduced(image: Image) -> tuple[Image, float]:
    """The picture at the working size, and its scale."""
    scale = min(WORK_WIDTH / max(image.shape[:2]), 1.0)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return small, scale


def outlines(
    masks: Sequence[Image], aspects: tuple[float, float], least_share: float = MIN_SHARE
) -> list[Floats]:
    """Quads that could be whole cards: float32 (4, 2) px of the masks, as from `portrait`.

    Args:
        masks: As from `regions`.
        aspects: Long side over short side.
        least_share: Smallest share of the picture.
    """
    quads: list[Floats] = []
    for mask in masks:
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        least, most = SOLID * least_share * mask.size, MAX_SHARE * mask.size
        # A carpet has thousands, of which nearly all are specks.
        sizes = map(cv2.contourArea, contours)
        large = [
            (contour, size)
            for contour, size in zip(contours, sizes, strict=True)
            if least < size < most
        ]
        for contour, size in large:
            quad = _quad(contour, size, mask.shape, aspects, least_share)
            if quad is not None and not is_among(quad, quads):
                quads.append(quad)
    return quads


def regions(small: Image) -> list[Image]:
    """Masks whose regions might be cards: uint8, 255 inside."""
    masks = []
    for low, high, blur in EDGES:
        edges = cv2.Canny(cv2.GaussianBlur(small, (0, 0), blur), low, high, L2gradient=True)
        masks.append(cv2.bitwise_not(cv2.dilate(edges, np.ones((3, 3), np.uint8))))
    pale = cv2.GaussianBlur(least_channel(small), (3, 3), 0)
    sampled = pale[::SAMPLED, ::SAMPLED]
    dark, bright = quantile(sampled, 0.1), quantile(sampled, 0.99)
    kernel = np.ones((5, 5), np.uint8)
    masks += [
        cv2.threshold(pale, dark + step * (bright - dark), 255, cv2.THRESH_BINARY)[1]
        for step in PALE_STEPS
    ]
    masks.append(_off_the_ground(small, kernel))
    return masks


def _off_the_ground(small: Image, kernel: Image) -> Image:
    """What has another colour than the rim of the picture."""
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (5, 5), 0), cv2.COLOR_BGR2Lab)
    rim = np.concatenate([lab[:6].reshape(-1, 3), lab[-6:].reshape(-1, 3)])
    ground = np.array([*(middle(channel) for channel in rim[::SAMPLED].T), 0.0])
    grey = np.empty(lab.shape[:2], np.uint8)
    for top in range(0, len(lab), STRIP):  # as a whole, most of the time goes into getting memory
        off = cv2.subtract(lab[top : top + STRIP], ground, dtype=cv2.CV_32F)
        light, a, b = cv2.split(off)
        away = cv2.magnitude(cv2.magnitude(light, a), b)
        grey[top : top + STRIP] = cv2.convertScaleAbs(away, alpha=2.0)
    mask = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1]
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel), np.uint8)


def _quad(
    contour: Image,
    size: float,
    shape: tuple[int, ...],
    aspects: tuple[float, float],
    least: float,
) -> Floats | None:
    """The contour as four corners, if it could be a whole card. size: its area, px."""
    whole = shape[0] * shape[1]
    hull = cv2.convexHull(contour)
    outer = cv2.contourArea(hull)
    if outer < least * whole or size < SOLID * outer:
        return None
    corners = hull
    for tolerance in (0.02, 0.03, 0.045, 0.06):
        corners = cv2.approxPolyDP(hull, tolerance * cv2.arcLength(hull, closed=True), closed=True)
        if len(corners) <= 4:  # noqa: PLR2004 - a quad has four
            break
    if len(corners) != 4:  # noqa: PLR2004
        return None
    quad = corners.reshape(4, 2).astype(np.float32)
    low, high = quad.min(0), quad.max(0)
    if low.min() < BORDER_PX or high[0] > shape[1] - BORDER_PX or high[1] > shape[0] - BORDER_PX:
        return None
    across, along = sides(quad)
    ratio = max(across, along) / max(min(across, along), 1.0)
    fits = aspects[0] <= ratio <= aspects[1] and outer > FILLED * area(quad)
    return portrait(quad) if fits and square_enough(quad) else None


def square_enough(quad: Floats) -> bool:
    """Opposite sides about equal, corners about right: a card seen from where people sit."""
    lengths = [max(length, 1e-3) for length in side_lengths(quad)]
    for one, two in zip(lengths[:2], lengths[2:], strict=True):
        if min(one, two) <= MIN_EVEN * max(one, two):
            return False
    corners = quad.tolist()
    for i in range(4):
        (ax, ay), (bx, by), (cx, cy) = (corners[(i + step) % 4] for step in range(3))
        product = (bx - ax) * (cx - bx) + (by - ay) * (cy - by)
        if abs(product) >= MAX_SKEW * lengths[i] * lengths[(i + 1) % 4]:
            return False
    return True


def is_among(quad: Floats, others: Sequence[Floats]) -> bool:
    """Whether one of the others is the same quad but for a twentieth of its size."""
    if not others:
        return False
    slack = 0.05 * sqrt(area(quad))
    return bool(np.abs(np.array(others) - quad).max((1, 2)).min() < slack)


def overlap(first: Floats, second: Floats) -> float:
    """Shared area over the smaller one's."""
    shared, _ = cv2.intersectConvexConvex(first, second)
    return float(shared) / max(min(area(first), area(second)), 1.0)


def portrait(quad: Floats) -> Floats:
    """Clockwise, starting with a short edge; the one that is nearer to the picture's top."""
    corners = quad.tolist()
    x, y = sum(corner[0] for corner in corners) / 4, sum(corner[1] for corner in corners) / 4
    corners.sort(key=lambda corner: atan2(corner[1] - y, corner[0] - x))  # y points down
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    across = hypot(bx - ax, by - ay) + hypot(dx - cx, dy - cy)
    start = 3 if across > hypot(cx - bx, cy - by) + hypot(ax - dx, ay - dy) else 0
    if corners[start][1] + corners[start - 3][1] > corners[start - 2][1] + corners[start - 1][1]:
        start -= 2
    return np.array([corners[(start + i) % 4] for i in range(4)], np.float32)
