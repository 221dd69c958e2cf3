"""Where cards might lie of which a corner is free: beside, on and under others.

The outline of cards that overlap has the corners of each. A corner, the directions of its two sides
and the size of the cards tell a place.
"""

import itertools
from collections.abc import Iterator, Sequence
from math import hypot

import cv2
import numpy as np
import numpy.typing as npt

from vision.card_size import CardSize
from vision.outlines import MIN_SHARE, portrait, square_enough
from vision.readings import Floats, Image

LEAST_ARM = 0.22
"""Of a card's width that a side must be seen at a corner."""
MOST_CORNERS = 80
"""Places at corners that are looked at, at most."""


def corner_quads(masks: Sequence[Image], size: CardSize | None, aspect: float) -> list[Floats]:
    """Cards at corners of regions that point outwards: float32 (4, 2) each.

    size: How large cards look, where known; else cards of `aspect` with one whole side.
    """
    quads: list[Floats] = []
    for mask in masks:
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        least = PIECE * aspect * size.usual**2 if size else MIN_SHARE * mask.size
        sizes = map(cv2.contourArea, contours)
        large = [c for c, size in zip(contours, sizes, strict=True) if size >= least]
        for contour in large:
            for quad in _at_corners(contour.reshape(-1, 2), size, aspect):
                if not quads or np.abs(np.array(quads) - quad).max((1, 2)).min() >= NEAR_PX:
                    quads.append(quad)
            if len(quads) > MOST_CORNERS:
                return quads
    return quads


SLACK_PX = 2.5
"""By which an outline may stray from its straight sides."""
PIECE = 0.04
"""Of a card's area that its visible piece has at least."""


NEAR_PX = 5.0


def _at_corners(points: Image, size: CardSize | None, aspect: float) -> list[Floats]:
    """Cards at the corners of one outline: every px of it, int32 (N, 2)."""
    if cv2.contourArea(points.reshape(-1, 1, 2), oriented=True) < 0:
        points = np.ascontiguousarray(points[::-1])
    quads = []
    least = LEAST_ARM * size.usual if size else LEAST_ARM_PX
    for corner, before, after in _corners(points, least):
        lengths = hypot(*before.tolist()), hypot(*after.tolist())
        one, two = _arms(before / lengths[0], after / lengths[1], lengths)
        (x, y), (ax, ay), (bx, by) = corner.tolist(), one.tolist(), two.tolist()
        unit = (size.width(corner, one), size.width(corner, two)) if size else None
        for a, b in _sizes_near(lengths, unit, aspect) if unit else _sizes(lengths, aspect):
            if lengths[0] > a * LONGER or lengths[1] > b * LONGER:
                continue
            along, down = (x + ax * a, y + ay * a), (bx * b, by * b)
            far = along[0] + down[0], along[1] + down[1]
            quad = np.array([(x, y), along, far, (x + down[0], y + down[1])], np.float32)
            if square_enough(quad):
                quads.append(portrait(quad))
    return quads


def _corners(points: Image, least: float) -> Iterator[tuple[Floats, Floats, Floats]]:
    """Right corners that point outwards: where they are, and the arms to either side.

    The sides are met where they would without the rounding of a card's corner.

    points: Of an outline. least: Shortest side looked at, px.
    """
    sides_ = _straight(points, least)
    for (start, end), (on_start, on_end) in itertools.pairwise([*sides_, *sides_[:1]]):
        (ax, ay), (bx, by) = start.tolist(), end.tolist()
        (cx, cy), (dx, dy) = on_start.tolist(), on_end.tolist()
        if hypot(cx - bx, cy - by) > ROUNDING * least:
            continue
        back, on = (ax - bx, ay - by), (dx - cx, dy - cy)
        cross = back[0] * on[1] - back[1] * on[0]
        if cross > 0 or abs(back[0] * on[0] + back[1] * on[1]) > RIGHT * hypot(*back) * hypot(*on):
            continue  # it points inwards, or is no right angle
        share = ((cx - bx) * on[1] - (cy - by) * on[0]) / cross
        corner = end + np.array(back, np.float32) * np.float32(share)
        yield corner, start - corner, on_end - corner


def _straight(points: Image, least: float) -> list[tuple[Floats, Floats]]:
    """The straight sides of an outline, in order: where each begins and ends, float32 (2,)."""
    rough = cv2.approxPolyDP(points.reshape(-1, 1, 2), SLACK_PX, closed=True).reshape(-1, 2)
    at = _last_places(rough, points)
    at = np.append(at, at[0] + len(points))
    ends = points[at % len(points)]
    lengths = np.linalg.norm(ends[1:] - ends[:-1], axis=1)
    found = []
    for side in np.flatnonzero(lengths >= least):
        first, last = int(at[side]), int(at[side + 1])
        start, end = ends[side], ends[side + 1]
        skip = (last - first) // TRIMMED
        middle = np.take(points, np.arange(first + skip, last - skip + 1), axis=0, mode="wrap")
        across, down, x, y = cv2.fitLine(middle, cv2.DIST_L2, 0, 0.01, 0.01).ravel()
        line, on = np.array([across, down], np.float32), np.array([x, y], np.float32)
        found.append((on + line * ((start - on) @ line), on + line * ((end - on) @ line)))
    return found


def _last_places(some: Image, points: Image) -> npt.NDArray[np.intp]:
    """Where in an outline these of its px come last, in order: an outline may come back to a px."""
    wide = int(points.max()) + 1
    codes = points[:, 0].astype(np.int64) * wide + points[:, 1]
    order = np.argsort(codes, kind="stable")
    wanted = some[:, 0].astype(np.int64) * wide + some[:, 1]
    return np.sort(order[np.searchsorted(codes[order], wanted, side="right") - 1])


TRIMMED = 8
"""An eighth of a side at either end may be a rounded corner and tells nothing of its direction."""
ROUNDING = 0.7
"""Of the shortest side: how far two sides may end from each other at a rounded corner."""


def _arms(one: Floats, two: Floats, lengths: tuple[float, float]) -> tuple[Floats, Floats]:
    """The directions of a corner's arms: a much longer arm tells that of the shorter one too."""
    if lengths[0] > SURER * lengths[1]:
        return one, np.array([-one[1], one[0]]) * np.sign(one[0] * two[1] - one[1] * two[0])
    if lengths[1] > SURER * lengths[0]:
        return np.array([-two[1], two[0]]) * np.sign(two[0] * one[1] - two[1] * one[0]), two
    return one, two


SURER = 2.0


def _sizes_near(
    arms: tuple[float, float], unit: tuple[float, float], aspect: float
) -> list[tuple[float, float]]:
    """Sizes along the two arms of a corner, about that of the cards known.

    Where an arm is about as long as a whole side it may be one, of a card that lies nearer to the
    camera or farther than was thought. unit: px that a card's width takes along either.
    """
    found = []
    for one, two in ((unit[0], unit[1] * aspect), (unit[0] * aspect, unit[1])):
        found.append((one, two))
        found += [
            (one * by, two * by)
            for by in (arms[0] / one, arms[1] / two)
            if NEARER < by < 1 / NEARER
        ]
    return found


NEARER = 0.85
"""By how much the size of a card may be off that is told from a few others."""


def _sizes(arms: tuple[float, float], aspect: float) -> list[tuple[float, float]]:
    """Sizes along the two arms of a corner if one of them is a whole side."""
    one, two = arms
    longer = max(one, two) / min(one, two)
    whole = [(one, two)] if abs(longer / max(aspect, 1 / aspect) - 1) < WHOLE else []
    return [
        *whole,
        (one, one * aspect),
        (one, one / aspect),
        (two * aspect, two),
        (two / aspect, two),
    ]


WHOLE = 0.15
"""Two arms whose lengths differ from a card's shape by less are both whole sides."""
LEAST_ARM_PX = 12.0
RIGHT, LONGER = 0.35, 1.15
"""Cosine of a corner, and how much longer a side may be seen than it is."""
