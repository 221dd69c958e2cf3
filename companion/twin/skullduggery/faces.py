"""Number cards drawn by us: a large numeral in the middle and small ones in two corners.

The distinct set has a colour of its own for each number and a sign of its action; the similar set
has black numerals on one paper. A line under the numerals tells a 6 from a 9. Colours are BGR.
"""

import cv2
import numpy as np

from companion.twin.optics import Image
from companion.twin.shapes import Canvas, Colour, darker, lighter, regular, star
from companion.twin.skullduggery.cards import NUMBERS

WIDTH, HEIGHT = 250, 350
"""Pixels of a finished face: 63 x 88 mm at 4 px/mm."""
_W, _H = 2 * WIDTH, 2 * HEIGHT
_MIDDLE = (_W / 2, _H / 2)
_PAPER: Colour = (206, 226, 236)
_INK: Colour = (34, 30, 38)
_COLOURS: tuple[Colour, ...] = (
    (40, 40, 196),
    (30, 170, 220),
    (176, 90, 30),
    (140, 50, 120),
    (70, 70, 70),
    (60, 120, 50),
    (150, 140, 20),
    (50, 110, 230),
    (110, 40, 50),
)
_UNDERLINED = (6, 9)


def draw(value: int, style: str) -> Image:
    """The face of a number in one of `box.SETS`: BGR uint8, (350, 250, 3), upright."""
    colour = _COLOURS[value - 1] if style == "distinct" else _INK
    canvas = Canvas(_W, _H, _PAPER)
    if style == "distinct":
        canvas.poly(_MIDDLE, regular(3 + value % 6, 226, turn=20 * value), lighter(colour, 0.75))
    _numeral(canvas, str(value), _MIDDLE, 250, colour, underlined=value in _UNDERLINED)
    for x, y in ((76, 90), (_W - 76, _H - 90)):
        _numeral(canvas, str(value), (x, y), 64, colour, underlined=value in _UNDERLINED)
    canvas.frame(0, 18, (245, 248, 250))
    canvas.frame(18, 26, darker(colour, 0.2))
    return cv2.resize(canvas.pixels, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.uint8)


def _numeral(
    canvas: Canvas,
    text: str,
    at: tuple[float, float],
    height: float,
    colour: Colour,
    *,
    underlined: bool,
) -> None:
    canvas.word(text, at, height, colour)
    if underlined:
        half = height * 0.34
        x, y = at
        canvas.line((x, y + height * 0.62), (-half, 0), (half, 0), colour, round(height / 10))


def draw_back() -> Image:
    """The back that all cards share: BGR uint8, (350, 250, 3)."""
    canvas = Canvas(_W, _H, (60, 44, 32))
    for x in range(60, _W, 76):
        for y in range(60, _H, 76):
            canvas.poly((x, y), star(4, 30, 10), (96, 92, 70))
    canvas.poly(_MIDDLE, regular(6, 130, turn=0), (120, 180, 196))
    canvas.poly(_MIDDLE, star(8, 96, 40), (60, 44, 32))
    canvas.frame(0, 18, (245, 248, 250))
    return cv2.resize(canvas.pixels, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.uint8)


def all_faces(style: str) -> dict[str, Image]:
    """The nine faces by the stem of their file."""
    return {f"number-{value}": draw(value, style) for value in NUMBERS}
