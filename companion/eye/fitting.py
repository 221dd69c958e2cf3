"""Where exactly a card, or the upper face of a die, lies near a place that is roughly known."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import rectangle
from vision.readings import Floats, Image

TURN = 2.0
"""Degrees by which the outline may be turned otherwise than what is looked for."""
BLANK_SHARE = 0.1
"""Of a die's side: so near to its edge no symbol comes, and the face has one colour."""
UNEVEN = 4.0
"""How much a grey level of unevenness there weighs against one of steepness of the edges. Tried on
24 dice on the simulated table: with it all were cut out at the upper face, by steepness alone about
half (2026-11-30)."""

Size = tuple[float, float]
Counts = npt.NDArray[np.intp]


def fitted(fine: Image, quad: Floats, size: Size, reach_px: float) -> Floats:
    """The rectangle of just this size (px) near `quad` whose edges are the steepest steps.

    What covers the mat is a card and its shadow; the shadow's own edge is soft.
    """
    slope = _slope(fine)
    found = []
    for corners, shifts in _near(quad, size, reach_px):
        score = _steepness(slope, corners, shifts)
        found.append((float(score.max()), corners + shifts[int(score.argmax())]))
    return _best(found)


def upper_face(fine: Image, quad: Floats, side_px: float, reach_px: float) -> Floats:
    """The upper face of a die near `quad`: steep edges, and one colour along them on the inside.

    Side faces that show lie in their own shade and have symbols of their own.
    """
    slope, grey = _slope(fine), cv2.cvtColor(fine, cv2.COLOR_BGR2GRAY).astype(np.float32)
    found = []
    for corners, shifts in _near(quad, (side_px, side_px), reach_px):
        middle = corners.mean(0)
        inner = (middle + (corners - middle) * (1 - 2 * BLANK_SHARE)).astype(np.float32)
        uneven = _along(grey, inner, shifts).reshape(len(shifts), -1).std(axis=1)
        score = _steepness(slope, corners, shifts) - UNEVEN * uneven
        found.append((float(score.max()), corners + shifts[int(score.argmax())]))
    return _best(found)


def _best(found: Sequence[tuple[float, Floats]]) -> Floats:
    best: Floats = max(found, key=lambda one: one[0])[1].astype(np.float32)
    return best


def _slope(fine: Image) -> npt.NDArray[np.float32]:
    grey = cv2.cvtColor(fine, cv2.COLOR_BGR2GRAY)
    slope = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    return cv2.GaussianBlur(slope, (3, 3), 0).astype(np.float32)


def _near(quad: Floats, size: Size, reach_px: float) -> Iterator[tuple[Floats, Counts]]:
    """Rectangles turned a little otherwise, each with the shifts (n, 2) that are tried."""
    across = quad[1] - quad[0]
    x, y = (float(value) for value in quad.mean(0))
    degrees = float(np.degrees(np.arctan2(across[1], across[0])))
    reach = round(reach_px)
    shifts = np.stack(np.meshgrid(*[np.arange(-reach, reach + 1)] * 2), -1).reshape(-1, 2)
    for turn in np.arange(-TURN, TURN + 0.1, 0.5):
        yield rectangle((x, y), size, degrees + float(turn)), shifts


def _steepness(slope: npt.NDArray[np.float32], corners: Floats, shifts: Counts) -> Floats:
    """Of the least steep of the four edges, for each shift: float32 (n,)."""
    least: Floats = _along(slope, corners, shifts).mean(2).min(1).astype(np.float32)
    return least


def _along(values: npt.NDArray[np.float32], corners: Floats, shifts: Counts) -> Floats:
    """What the picture has along the four edges, for each shift: float32 (n, 4, points)."""
    points = np.round(_rim(corners)[None] + shifts[:, None]).astype(np.int32)
    columns = points[..., 0].clip(0, values.shape[1] - 1)
    rows = points[..., 1].clip(0, values.shape[0] - 1)
    found: Floats = values[rows, columns].reshape(len(shifts), 4, -1)
    return found


def _rim(corners: Floats) -> Floats:
    """Points on the four edges, their round corners left out."""
    shares = np.linspace(0.08, 0.92, 30)[:, None]
    edges = [a + (b - a) * shares for a, b in zip(corners, np.roll(corners, -1, 0), strict=True)]
    return np.concatenate(edges).astype(np.float32)
