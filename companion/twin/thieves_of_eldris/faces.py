"""Character cards drawn by us: a number, a star and the colour of the trait, and a dark side.

Colours are BGR.
"""

import cv2
import numpy as np

from companion.twin.optics import Image
from companion.twin.shapes import Canvas, Colour, darker, lighter, regular, star
from companion.twin.thieves_of_eldris.cards import KEYS, TRAIT_OF, TRAITS

WIDTH, HEIGHT = 250, 350
"""Pixels of a finished face: 63 x 88 mm at 4 px/mm."""
_W, _H = 2 * WIDTH, 2 * HEIGHT
_MIDDLE = (_W / 2, _H / 2)
_PAPER: Colour = (206, 226, 236)
_NIGHT: Colour = (58, 48, 46)
_INK: Colour = (34, 30, 38)
_COLOURS: dict[str, Colour] = dict(
    zip(
        TRAITS,
        (
            (70, 90, 220),
            (20, 120, 190),
            (60, 140, 40),
            (190, 100, 30),
            (40, 40, 190),
            (170, 50, 120),
        ),
        strict=True,
    )
)


def draw(key: str, style: str, *, dark: bool = False) -> Image:
    """One side of a character in one of `box.SETS`: BGR uint8, (350, 250, 3), upright."""
    colour = _COLOURS[TRAIT_OF[key]] if style == "distinct" else _INK
    number = int(key[-1])
    canvas = Canvas(_W, _H, _NIGHT if dark else _PAPER)
    shade = darker(colour, 0.5) if dark else lighter(colour, 0.65)
    canvas.poly(_MIDDLE, regular(2 + TRAITS.index(TRAIT_OF[key]) + 1, 220, turn=15 * number), shade)
    canvas.poly((_W / 2, 190), star(3 + number, 120, 50), lighter(colour, 0.2) if dark else colour)
    canvas.word(
        f"{1 + TRAITS.index(TRAIT_OF[key])}{number}",
        (_W / 2, 500),
        200,
        (230, 230, 235) if dark else _INK,
    )
    canvas.frame(0, 18, (245, 248, 250))
    return cv2.resize(canvas.pixels, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.uint8)


def draw_back() -> Image:
    """The back of townsfolk cards: BGR uint8, (350, 250, 3)."""
    canvas = Canvas(_W, _H, (70, 60, 40))
    canvas.poly(_MIDDLE, star(6, 200, 90), (120, 110, 70))
    canvas.frame(0, 18, (245, 248, 250))
    return cv2.resize(canvas.pixels, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.uint8)


def all_faces(style: str) -> dict[str, Image]:
    """Both sides of the 24 characters, by the stem of their file."""
    light = {key: draw(key, style) for key in KEYS}
    return {**light, **{f"{key}-dark": draw(key, style, dark=True) for key in KEYS}}
