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


def find_card_quads(image: Image, *, most: int = 60) -> list[Floats]:
    """Cards lying apart from each other: float32 (4, 2) px, clockwise, top edge a short one.

    Which of the two short edges is the card's own top is not known here. Largest first.
    """
    scale = min(WORK_WIDTH / max(image.shape[:2]), 1.0)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    quads: list[Floats] = []
    for mask in _masks(small):
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            quad = _quad(contour, small.shape)
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
    kernel = np.ones((5, 5), np.uint8)
    return [cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel) for mask in masks]


def _quad(contour: Image, shape: tuple[int, ...]) -> Floats | None:
    """The contour as four corners, if it could be a whole card."""
    size = cv2.contourArea(contour)
    whole = shape[0] * shape[1]
    if not MIN_SHARE * whole < size < MAX_SHARE * whole:
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
    return quad if _card_like(quad, size, shape) else None


def _card_like(quad: Floats, contour_area: float, shape: tuple[int, ...]) -> bool:
    low, high = quad.min(0), quad.max(0)
    if low.min() < BORDER_PX or high[0] > shape[1] - BORDER_PX or high[1] > shape[0] - BORDER_PX:
        return False
    across, along = sides(quad)
    ratio = max(across, along) / max(min(across, along), 1.0)
    return ASPECTS[0] <= ratio <= ASPECTS[1] and contour_area / max(area(quad), 1.0) > FILLED


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
