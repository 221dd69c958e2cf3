"""How large a card looks at a place of a photograph, and in a direction, by those that were read.

A camera that looks at a slant sees what lies farther away smaller, and what points away from it
shorter.
"""

import numpy as np

from vision.readings import Floats

NEAREST = 0.02
"""Weight by which it is believed, for each px squared over a card's width squared, that size does
not change: a few cards in a row tell nothing of what lies beside the row."""


class CardSize:
    """Fitted to cards that lie on one table."""

    def __init__(self, quads: Floats, aspect: float) -> None:
        """quads: float32 (N, 4, 2) px, clockwise from a short side on, N of 1 and more."""
        quads = np.asarray(quads, np.float64)
        across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
        along = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2 / aspect
        places = np.stack([across, along], 2)
        areas = np.abs(np.linalg.det(places))
        shapes = places @ places.transpose(0, 2, 1) / areas[:, None, None]
        self._metric = np.linalg.inv(shapes).mean(0)
        self._middle, level = quads.mean((0, 1)), float(np.log(areas).mean())
        self._width = float(np.exp(level / 2))
        points = (quads - self._middle).reshape(-1, 2) / self._width
        sizes = np.log(_areas_at_corners(quads, aspect)).ravel() - level
        ridge = points.T @ points + NEAREST * len(points) * np.eye(2)
        self._slope = np.linalg.solve(ridge, points.T @ sizes)

    @property
    def usual(self) -> float:
        """Px that a card's width takes amid the cards known."""
        return self._width

    def width(self, at: Floats, way: Floats) -> float:
        """Px that a card's width takes from a place (2,) on in a direction (2,) of length 1."""
        level = self._width / float(np.sqrt(way @ self._metric @ way))
        middle = np.asarray(at, np.float64) + way * (level / 2)
        off = (middle - self._middle) / self._width
        return level * float(np.exp(off @ self._slope / 2))


def _areas_at_corners(quads: Floats, aspect: float) -> Floats:
    """Px squared that a square as wide as a card would take at each corner: float (N, 4)."""
    weights = _weights(quads)
    whole = np.abs(_cross(quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1])) / 2 / aspect
    cubes = weights**3
    return np.asarray(whole[:, None] * cubes / np.prod(weights, axis=1, keepdims=True) ** 0.75)


def _weights(quads: Floats) -> Floats:
    """One over the distance of each corner from the camera, up to a factor: float (N, 4)."""
    a, b, c, d = (quads[:, i] for i in range(4))
    one, two, far = b - c, d - c, a - b + c - d
    area = _cross(one, two)
    g, h = _cross(far, two) / area, _cross(one, far) / area
    return np.stack([np.ones_like(g), 1 + g, 1 + g + h, 1 + h], 1) ** -1


def _cross(one: Floats, two: Floats) -> Floats:
    return np.asarray(one[..., 0] * two[..., 1] - one[..., 1] * two[..., 0])
