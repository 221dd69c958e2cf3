"""Red and blue tokens: a pistol on one side, crossed bones on the other, drawn by us.

The real ones' other side is not described anywhere; only that they are turned over once used.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.twin.optics import Image
from companion.twin.renderer import TOKEN_MM
from companion.twin.shapes import Canvas, Colour, darker, lighter

TAUGHT_MM = 16.0
"""Side of the square from a token's middle that is taught, as that of a die."""
COLOURS: dict[str, Colour] = {"left": (52, 48, 190), "right": (176, 104, 44)}
NAMES = {"left": "red", "right": "blue"}
_SIDE = 480
_MM = _SIDE / TOKEN_MM
_MIDDLE = (_SIDE / 2, _SIDE / 2)
_BONE: Colour = (214, 232, 238)
_IRON: Colour = (44, 40, 46)


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a seat, for the neighbour on this side, as it lies."""

    seat: int
    side: str
    used: bool

    @property
    def key(self) -> str:
        """As the companion names the side that is up."""
        return f"token:{NAMES[self.side]}{':dark' if self.used else ''}"

    @property
    def picture(self) -> str:
        """Stem of the file that shows it."""
        return self.key.replace(":", "-")


def draw(side: str, *, used: bool) -> Image:
    """One side of a token, BGR uint8, square; what lies outside its circle is not seen."""
    colour = COLOURS[side]
    canvas = Canvas(_SIDE, _SIDE, darker(colour, 0.25))
    canvas.disc(_MIDDLE, _SIDE * 0.44, colour)
    if used:
        canvas.disc(_MIDDLE, _SIDE * 0.33, darker(colour, 0.45))
        _bones(canvas)
    else:
        canvas.disc(_MIDDLE, _SIDE * 0.38, lighter(colour, 0.55))
        _pistol(canvas)
    half = cv2.resize(canvas.pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.asarray(half, np.uint8)


def _pistol(canvas: Canvas) -> None:
    """Barrel, handle and guard of a flintlock."""
    barrel = np.array([(-6.5, -2.6), (6.8, -2.6), (6.8, -0.6), (-2.0, 0.2), (-6.5, 0.6)])
    handle = np.array([(-6.5, -2.6), (-3.0, -0.6), (-4.6, 5.6), (-7.6, 5.0), (-6.8, 1.0)])
    for part in (barrel, handle):
        canvas.poly(_MIDDLE, part * _MM, _IRON)
    canvas.line(_MIDDLE, (-2.6 * _MM, 0.4 * _MM), (-1.6 * _MM, 2.4 * _MM), _IRON, round(0.9 * _MM))
    canvas.line(_MIDDLE, (-1.6 * _MM, 2.4 * _MM), (0.6 * _MM, 0.2 * _MM), _IRON, round(0.9 * _MM))


def _bones(canvas: Canvas) -> None:
    """Two that cross."""
    reach = 5.2 * _MM
    for way in (1, -1):
        start, end = (-reach, -reach * way), (reach, reach * way)
        canvas.line(_MIDDLE, start, end, _BONE, round(1.7 * _MM))
        for x, y in (start, end):
            canvas.disc((_MIDDLE[0] + x, _MIDDLE[1] + y), 1.6 * _MM, _BONE)


def all_sides() -> dict[str, Image]:
    """The four sides by the stem of their file, as they lie."""
    sides = (Token(0, side, used) for side in COLOURS for used in (False, True))
    return {one.picture: draw(one.side, used=one.used) for one in sides}


def all_taught() -> dict[str, Image]:
    """The middles of these sides, as they are taught."""
    found = {}
    for stem, picture in all_sides().items():
        middle, half = picture.shape[0] / 2, picture.shape[0] * TAUGHT_MM / TOKEN_MM / 2
        low, high = round(middle - half), round(middle + half)
        found[stem] = picture[low:high, low:high]
    return found
