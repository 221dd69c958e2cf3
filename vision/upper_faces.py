"""Where the upper faces of dice may lie in a photograph that shows their side faces too.

A die's outline is that of its upper face and of the lower one, drawn together. Where it has six
corners, the upper face has three in a row of them, and its fourth is that of a parallelogram; where
it has four, it may be one face, or an upper face and one beside it. Which of these it is, only the
taught faces tell.

A face of a cube that is seen at an angle is shorter one way than the other, and no two of its faces
can be less than 45 degrees from the line of sight: a face that is shortened little is the upper one
wherever the camera looks down on the table.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, hypot, sqrt

import cv2
import numpy as np

from vision.geometry import area, sides
from vision.outlines import BORDER_PX, is_among
from vision.readings import Floats, Image

MOST_STRETCHED = 1.35
"""A face that is longer one way by more is seen from more than 42 degrees aside: it may be one
that stands upright."""
ROUGHLY = 1.6
"""The same before the corners are known exactly."""
TOLERANCES = (0.02, 0.035, 0.05)
"""By which an outline may stray from its straight sides, over its length: corners are round."""
FEWEST, MOST = 4, 6
"""Corners of a cube's outline."""
FILLED = 0.8
"""Share of its hull that a die's outline fills."""
TRIMMED = 5
"""A fifth of a side at either end may be a rounded corner and tells nothing of its direction."""
LONGER = 1.06
"""Of an outline with four corners, longer over shorter side from which a face beside the upper one
may be in it."""


def upper_faces(masks: Sequence[Image], least_share: float, most_share: float) -> list[Floats]:
    """Quads that could be upper faces: float32 (4, 2) px of the masks, clockwise from the top.

    Args:
        masks: As from `vision.outlines.regions`.
        least_share: Smallest share of the picture that an outline takes.
        most_share: Largest.
    """
    quads: list[Floats] = []
    for mask in masks:
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            size = cv2.contourArea(contour)
            if not FILLED * least_share * mask.size < size < most_share * mask.size:
                continue
            hull = cv2.convexHull(contour)
            if size < FILLED * cv2.contourArea(hull) or _is_cut_off(hull, mask.shape):
                continue
            for quad in _faces_in(hull.reshape(-1, 2)):
                if area(quad) > least_share * mask.size and not is_among(quad, quads):
                    quads.append(quad)
    return quads


def stretch(quad: Floats) -> float:
    """How much longer a square looks one way than the other: 1 from straight above."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    across, along = (bx - ax + cx - dx, by - ay + cy - dy), (dx - ax + cx - bx, dy - ay + cy - by)
    squares = across[0] ** 2 + across[1] ** 2 + along[0] ** 2 + along[1] ** 2
    turned = 2.0 * abs(across[0] * along[1] - across[1] * along[0])
    most, least = sqrt(squares + turned), sqrt(max(squares - turned, 0.0))
    return (most + least) / max(most - least, 1e-6)


def _is_cut_off(hull: Image, shape: tuple[int, ...]) -> bool:
    x, y, width, height = cv2.boundingRect(hull)
    return (
        min(x, y) < BORDER_PX
        or x + width > shape[1] - BORDER_PX
        or y + height > shape[0] - BORDER_PX
    )


def _faces_in(hull: Image) -> Iterator[Floats]:
    """Upper faces that an outline may be of: hull int32 (N, 2)."""
    dense = _along(hull)
    for rough in _polygons(hull):
        if any(stretch(quad) < ROUGHLY for quad in _in_polygon(rough)):
            for quad in _in_polygon(_sharpened(rough, dense)):
                if stretch(quad) <= MOST_STRETCHED:
                    yield _upright(quad)


def _upright(quad: Floats) -> Floats:
    """Clockwise, starting with the edge that is nearest to the picture's top."""
    corners = quad.tolist()
    x, y = sum(corner[0] for corner in corners) / 4, sum(corner[1] for corner in corners) / 4
    corners.sort(key=lambda corner: atan2(corner[1] - y, corner[0] - x))  # y points down
    first = min(range(4), key=lambda i: float(corners[i][1] + corners[i - 3][1]))
    return np.array(corners[first:] + corners[:first], np.float32)


def _in_polygon(corners: Floats) -> Iterator[Floats]:
    """Upper faces that an outline with four to six corners may be of."""
    return _whole(corners) if len(corners) == FEWEST else _parts(corners)


def _polygons(hull: Image) -> Iterator[Floats]:
    """The outline with four to six straight sides, in one or more ways: float32 (N, 2)."""
    length = cv2.arcLength(hull.reshape(-1, 1, 2), closed=True)
    before = 0
    for tolerance in TOLERANCES:
        rough = cv2.approxPolyDP(hull.reshape(-1, 1, 2), tolerance * length, closed=True)
        if FEWEST <= len(rough) <= MOST and len(rough) != before:
            before = len(rough)
            yield rough.reshape(-1, 2).astype(np.float32)


def _sharpened(rough: Floats, dense: Floats) -> Floats:
    """The corners where the sides would meet without their rounding."""
    lines = [_line(start, end, dense) for start, end in pairwise([*rough, rough[0]])]
    corners = []
    for (on, way), (other, another), at in zip([lines[-1], *lines[:-1]], lines, rough, strict=True):
        cross = float(way[0] * another[1] - way[1] * another[0])
        if abs(cross) < 0.2:  # noqa: PLR2004
            corners.append(at)
            continue
        gap = other - on
        share = float(gap[0] * another[1] - gap[1] * another[0]) / cross
        corners.append((on + way * np.float32(share)).astype(np.float32))
    return np.stack(corners)


def _along(hull: Image) -> Floats:
    """Points along an outline, a px apart: float32 (N, 2)."""
    closed = np.concatenate([hull, hull[:1]]).astype(np.float32)
    lengths = np.linalg.norm(np.diff(closed, axis=0), axis=1)
    at = np.concatenate([[0.0], np.cumsum(lengths)])
    steps = np.arange(at[-1])
    return np.stack([np.interp(steps, at, closed[:, axis]) for axis in (0, 1)], 1).astype(
        np.float32
    )


def _line(start: Floats, end: Floats, dense: Floats) -> tuple[Floats, Floats]:
    """The line through a side's middle part: a point on it, and its direction."""
    way = (end - start) / max(hypot(*(end - start).tolist()), 1e-6)
    length = float((end - start) @ way)
    off = dense - start
    ahead = off @ way
    aside = np.abs(off[:, 0] * way[1] - off[:, 1] * way[0])
    at = (ahead > length / TRIMMED) & (ahead < length - length / TRIMMED) & (aside < 0.12 * length)
    if np.count_nonzero(at) < 3:  # noqa: PLR2004
        return start, way
    vx, vy, x, y = cv2.fitLine(dense[at], cv2.DIST_L2, 0, 0.01, 0.01).ravel()
    return np.array([x, y], np.float32), np.array([vx, vy], np.float32)


def _parts(corners: Floats) -> Iterator[Floats]:
    """Of five or six corners, each three in a row with the fourth that they make."""
    points = [(x, y) for x, y in corners.tolist()]
    for i, (x, y) in enumerate(points):
        (bx, by), (ax, ay) = points[i - 1], points[(i + 1) % len(points)]
        yield np.array([(bx, by), (x, y), (ax, ay), (bx + ax - x, by + ay - y)], np.float32)


def _whole(corners: Floats) -> Iterator[Floats]:
    """Four corners as they are, and as a face at either end of a longer outline."""
    yield corners
    across, along = sides(corners)
    if max(across, along) > LONGER * min(across, along):
        a, b, c, d = corners if along > across else np.roll(corners, -1, axis=0)
        share = np.float32(min(across, along) / max(across, along))
        yield np.stack([a, b, b + (c - b) * share, a + (d - a) * share])
        yield np.stack([d + (a - d) * share, c + (b - c) * share, c, d])
