"""Small things that are drawn on a tile before they are laid on a table."""

import cv2
import numpy as np

from vision.readings import Image

TILE = 240
"""Px of a tile."""
Ink = tuple[float, float, float]
Tile = tuple[Image, Image]
"""Colours BGR uint8 and cover uint8, both TILE px square."""


def colour(rng: np.random.Generator, low: float = 0, high: float = 255) -> Ink:
    """Any colour between these."""
    blue, green, red = (float(v) for v in rng.uniform(low, high, 3))
    return blue, green, red


def shade(colour: Ink, share: float) -> Ink:
    """The colour, darker or brighter."""
    return colour[0] * share, colour[1] * share, colour[2] * share


def blank(colour: Ink) -> Tile:
    """A tile of this colour that covers nothing yet."""
    return np.full((TILE, TILE, 3), colour, np.uint8), np.zeros((TILE, TILE), np.uint8)


def box(cover: Image, across: float, down: float) -> None:
    """A rectangle of these shares of the tile."""
    half = round(across * TILE / 2), round(down * TILE / 2)
    corner = TILE // 2 - half[0], TILE // 2 - half[1]
    cv2.rectangle(cover, corner, (TILE // 2 + half[0], TILE // 2 + half[1]), 255, -1)


def disc(on: Image, radius: float, colour: float | Ink, width: int = -1) -> None:
    """A disc or ring in the middle; the radius is a share of the tile."""
    ink = (colour,) if isinstance(colour, int | float) else colour
    cv2.circle(on, (TILE // 2, TILE // 2), round(radius * TILE), ink, width, cv2.LINE_AA)


def dot(on: Image, x: float, y: float, radius: float, colour: Ink) -> None:
    """A spot at a share of the tile from its middle."""
    at = round(TILE * (0.5 + x)), round(TILE * (0.5 + y))
    cv2.circle(on, at, max(round(radius * TILE), 1), colour, -1, cv2.LINE_AA)


def text(on: Image, text: str, size: float, colour: Ink, font: int = 2) -> None:
    """A figure in the middle."""
    (w, h), _ = cv2.getTextSize(text, font, size, 6)
    at = ((TILE - w) // 2, (TILE + h) // 2)
    cv2.putText(on, text, at, font, size, colour, 6, cv2.LINE_AA)
