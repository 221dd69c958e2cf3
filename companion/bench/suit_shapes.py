"""Outlines of the four suits, for drawing them in print and by hand."""

import numpy as np

from vision.readings import Floats

SUITS = ("clubs", "diamonds", "hearts", "spades")
RED = ("diamonds", "hearts")


def suit_parts(suit: str) -> list[Floats]:
    """Polygons (N, 2) that together are the suit, upright within -0.5 to 0.5, y downwards.

    Raises KeyError where `suit` is none of `SUITS`.
    """
    return [part.copy() for part in _PARTS[suit]]


def _heart() -> Floats:
    t = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    x = np.sin(t) ** 3 * 0.48
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 32 - 0.05
    return np.column_stack([x, y])


def _circle(x: float, y: float, radius: float) -> Floats:
    t = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return np.column_stack([x + radius * np.cos(t), y + radius * np.sin(t)])


def _stem(top: float) -> Floats:
    return np.array(
        [(-0.03, top), (0.03, top), (0.06, 0.3), (0.18, 0.5), (-0.18, 0.5), (-0.06, 0.3)]
    )


_PARTS: dict[str, list[Floats]] = {
    "hearts": [_heart()],
    "spades": [_heart() * np.array([1.0, -0.85]) - np.array([0.0, 0.06]), _stem(0.0)],
    "diamonds": [
        np.array(
            [
                (0, -0.5),
                (0.18, -0.22),
                (0.38, 0),
                (0.18, 0.22),
                (0, 0.5),
                (-0.18, 0.22),
                (-0.38, 0),
                (-0.18, -0.22),
            ]
        )
    ],
    "clubs": [
        _circle(0, -0.25, 0.23),
        _circle(-0.26, 0.1, 0.23),
        _circle(0.26, 0.1, 0.23),
        _stem(-0.1),
    ],
}
