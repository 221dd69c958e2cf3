"""Flat shapes for drawing card faces: polygons around the origin, and a canvas that fills them."""

import itertools

import cv2
import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
Points = NDArray[np.float64]
_SHIFT = 4
"""Fractional bits that OpenCV keeps of a vertex."""

_Stroke = tuple[tuple[float, float], ...]
_STROKES: dict[str, tuple[_Stroke, ...]] = {
    "x": (((0.05, 0.35), (0.95, 1)), ((0.95, 0.35), (0.05, 1))),
    "1": (((0.15, 0.25), (0.55, 0), (0.55, 1)),),
    "2": (((0, 0.22), (0.2, 0), (0.8, 0), (1, 0.22), (1, 0.4), (0, 1), (1, 1)),),
    "3": (((0, 0.05), (0.95, 0.05), (0.45, 0.42), (1, 0.6), (1, 0.8), (0.75, 1), (0, 0.95)),),
    "4": (((0.75, 1), (0.75, 0), (0, 0.68), (1, 0.68)),),
    "5": (((0.95, 0), (0.1, 0), (0.1, 0.45), (0.75, 0.45), (1, 0.65), (0.75, 1), (0, 0.95)),),
    "6": (
        ((0.8, 0), (0.15, 0.35), (0, 0.72), (0.2, 1), (0.8, 1), (1, 0.72), (0.8, 0.48), (0.1, 0.6)),
    ),
    "7": (((0, 0), (1, 0), (0.35, 1)),),
    "8": (
        ((0.5, 0.45), (0.1, 0.3), (0.25, 0), (0.75, 0), (0.9, 0.3), (0.5, 0.45)),
        ((0.5, 0.45), (0, 0.72), (0.2, 1), (0.8, 1), (1, 0.72), (0.5, 0.45)),
    ),
    "9": (
        ((0.2, 1), (0.85, 0.65), (1, 0.28), (0.8, 0), (0.2, 0), (0, 0.28), (0.2, 0.52), (0.9, 0.4)),
    ),
}


def regular(corners: int, radius: float, *, turn: float = 0.0, squeeze: float = 1.0) -> Points:
    """A regular polygon, first corner at `turn` degrees, narrowed sideways by `squeeze`."""
    angles = np.radians(np.arange(corners) * 360 / corners + turn)
    return np.stack([np.cos(angles) * radius * squeeze, np.sin(angles) * radius], 1)


def star(points: int, outer: float, inner: float) -> Points:
    """A star with one point up."""
    angles = np.radians(np.arange(2 * points) * 180 / points - 90)
    radii = np.where(np.arange(2 * points) % 2 == 0, outer, inner)
    return np.stack([np.cos(angles) * radii, np.sin(angles) * radii], 1)


def oval(half_width: float, half_height: float) -> Points:
    """An ellipse of 24 corners."""
    angles = np.radians(np.arange(24) * 15)
    return np.stack([np.cos(angles) * half_width, np.sin(angles) * half_height], 1)


def blob(radius: float, *, lobes: int, depth: float, turn: float) -> Points:
    """A wavy circle."""
    angles = np.radians(np.arange(72) * 5)
    radii = radius * (1 + depth * np.cos(lobes * angles + np.radians(turn)))
    return np.stack([np.cos(angles) * radii, np.sin(angles) * radii], 1)


def drop() -> Points:
    """A pear cut, point up."""
    angles = np.radians(np.arange(-40, 221, 10))
    bowl = np.stack([np.cos(angles) * 125, np.sin(angles) * 125 + 50], 1)
    return np.concatenate([bowl, [(0.0, -195.0)]])


def heart() -> Points:
    """A heart, about 300 wide."""
    t = np.radians(np.arange(0, 360, 8))
    x = 16 * np.sin(t) ** 3
    y = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    return np.stack([x, -y], 1) * 10.5


def leaf() -> Points:
    """A pointed leaf with a wavy edge, stem down."""
    t = np.linspace(0, np.pi, 25)
    half = np.stack([98 * np.sin(t) * (1 + 0.10 * np.cos(9 * t)), -190 * np.cos(t)], 1)
    other = half[::-1][1:-1] * (-1, 1)
    return np.concatenate([half, other])


def lighter(colour: Colour, amount: float) -> Colour:
    """Towards white by `amount` 0..1."""
    b, g, r = (round(c + (255 - c) * amount) for c in colour)
    return (b, g, r)


def darker(colour: Colour, amount: float) -> Colour:
    """Towards black by `amount` 0..1."""
    b, g, r = (round(c * (1 - amount)) for c in colour)
    return (b, g, r)


class Canvas:
    """BGR uint8 pixels, (height, width, 3), and the few strokes a card needs."""

    def __init__(self, width: int, height: int, paper: Colour) -> None:
        self.pixels: NDArray[np.uint8] = np.full((height, width, 3), paper, np.uint8)

    def poly(self, at: tuple[float, float], points: Points, colour: Colour) -> None:
        """Fill a polygon whose origin lies at `at`."""
        corners = np.round((points + at) * (1 << _SHIFT)).astype(np.int32)
        cv2.fillPoly(self.pixels, [corners], colour, cv2.LINE_AA, _SHIFT)

    def disc(self, at: tuple[float, float], radius: float, colour: Colour) -> None:
        """Fill a circle."""
        x, y = round(at[0] * (1 << _SHIFT)), round(at[1] * (1 << _SHIFT))
        cv2.circle(
            self.pixels, (x, y), round(radius * (1 << _SHIFT)), colour, -1, cv2.LINE_AA, _SHIFT
        )

    def line(
        self,
        at: tuple[float, float],
        start: tuple[float, float],
        end: tuple[float, float],
        colour: Colour,
        width: int,
    ) -> None:
        """A stroke between two points relative to `at`."""
        a = (round(at[0] + start[0]), round(at[1] + start[1]))
        b = (round(at[0] + end[0]), round(at[1] + end[1]))
        cv2.line(self.pixels, a, b, colour, width, cv2.LINE_AA)

    def frame(self, inset: int, width: int, colour: Colour) -> None:
        """A rectangular frame `width` wide, `inset` from the edge."""
        height, full = self.pixels.shape[:2]
        a, b = inset, inset + width
        self.pixels[a:b, a : full - a] = colour
        self.pixels[height - b : height - a, a : full - a] = colour
        self.pixels[a : height - a, a:b] = colour
        self.pixels[a : height - a, full - b : full - a] = colour

    def word(self, letters: str, at: tuple[float, float], height: float, colour: Colour) -> None:
        """`x` and digits as strokes, centred on `at`: the same on every version of OpenCV."""
        width, weight = height * 0.62, max(3, round(height * 0.2))
        step = width + 1.4 * weight
        left = at[0] - step * (len(letters) - 1) / 2 - width / 2
        for i, letter in enumerate(letters):
            origin = (left + i * step, at[1] - height / 2)
            for stroke in _STROKES[letter]:
                for (ax, ay), (bx, by) in itertools.pairwise(stroke):
                    start, end = (ax * width, ay * height), (bx * width, by * height)
                    self.line(origin, start, end, colour, weight)


def gem(canvas: Canvas, outline: Points, at: tuple[float, float], colour: Colour) -> None:
    """A cut stone: dark outline, facets shaded by where they face, a bright table in the middle."""
    canvas.poly(at, outline * 1.06, darker(colour, 0.6))
    table = outline * 0.55
    count = len(outline)
    for i in range(count):
        j = (i + 1) % count
        middle = (outline[i] + outline[j]) / 2
        lit = float(-(middle[0] + 1.4 * middle[1]) / (np.hypot(*middle) * 1.72 + 1e-9))
        shade = lighter(colour, 0.45 * lit) if lit > 0 else darker(colour, -0.45 * lit)
        canvas.poly(at, np.array([outline[i], outline[j], table[j], table[i]]), shade)
    canvas.poly(at, table, lighter(colour, 0.18))
    canvas.poly(at, table * 0.5 + (-18, -22), lighter(colour, 0.5))
