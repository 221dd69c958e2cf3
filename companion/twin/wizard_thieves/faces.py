"""Card faces drawn by us: 56 pictures in a clearly distinct set and a deliberately similar one.

Everything is drawn at twice the size and shrunk, which is all the smoothing that is needed.
Colours are BGR.
"""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.twin.shapes import (
    Canvas,
    Colour,
    Points,
    blob,
    darker,
    drop,
    gem,
    heart,
    leaf,
    lighter,
    oval,
    regular,
    star,
)
from companion.twin.wizard_thieves.cards import ITEMS, Card

WIDTH, HEIGHT = 250, 350
"""Pixels of a finished face: 63 x 88 mm at 4 px/mm."""
_W, _H = 2 * WIDTH, 2 * HEIGHT
_MIDDLE = (_W / 2, _H / 2)

Image = NDArray[np.uint8]

_PAPER: Colour = (226, 240, 246)
_INK: Colour = (38, 30, 36)
_WAVES, _DOTS, _CROSSES = 2, 3, 4
"""Border 1 has diamonds; cards of no border, the Magic Items, have stars."""
_BORDERS: tuple[Colour, ...] = ((54, 48, 170), (128, 112, 22), (40, 140, 206), (140, 52, 104))


def _gem_distinct(canvas: Canvas, kind: int) -> None:
    shapes: tuple[tuple[Callable[[], Points], Colour], ...] = (
        (lambda: regular(12, 150), (42, 34, 214)),
        (lambda: regular(8, 160, squeeze=0.78, turn=22.5), (74, 158, 24)),
        (lambda: regular(6, 160, turn=0), (206, 92, 26)),
        (drop, (22, 142, 246)),
        (heart, (168, 40, 132)),
        (leaf, (60, 200, 130)),
        (lambda: regular(4, 185, squeeze=0.72, turn=0), (236, 214, 150)),
        (lambda: star(5, 185, 84), (70, 58, 52)),
        (lambda: regular(3, 185, turn=-90), (176, 122, 240)),
    )
    shape, colour = shapes[kind - 1]
    gem(canvas, shape(), _MIDDLE, colour)
    if shape is leaf:
        for end in ((0, -150), (-70, -40), (70, -40), (-62, 40), (62, 40)):
            start = (0, 170) if end[0] == 0 else (0, end[1] + 70)
            canvas.line(_MIDDLE, start, end, darker(colour, 0.45), 9)


def _gem_similar(canvas: Canvas, kind: int) -> None:
    """Three cuts in three neighbouring hues: as alike as printed gems ever get."""
    cut = (kind - 1) // 3
    hue: Colour = ((196, 96, 40), (190, 70, 84), (176, 122, 22))[(kind - 1) % 3]
    shape = (regular(12, 150), regular(10, 152), regular(8, 156, turn=22.5))[cut]
    gem(canvas, shape, _MIDDLE, hue)


def _treasure_distinct(canvas: Canvas, value: int) -> None:
    wood: Colour = ((44, 84, 140), (120, 110, 40), (52, 44, 150), (128, 52, 92))[value - 1]
    _chest(canvas, (_W / 2, 430), 1.0, wood)
    xs = {1: (0,), 2: (-62, 62), 3: (-96, 0, 96), 4: (-132, -44, 44, 132)}[value]
    for i, x in enumerate(xs):
        canvas.disc((_W / 2 + x, 236 - 14 * (i % 2)), 46, (30, 150, 220))
        canvas.disc((_W / 2 + x, 236 - 14 * (i % 2)), 34, (60, 205, 250))
    canvas.word(f"x{value}", (_W / 2, 590), 74, _INK)


def _treasure_similar(canvas: Canvas, value: int) -> None:
    _chest(canvas, (_W / 2, 360), 1.25, (44, 84, 140))
    canvas.word(f"x{value}", (_W / 2, 585), 54, _INK)


def _chest(canvas: Canvas, at: tuple[float, float], size: float, wood: Colour) -> None:
    body = np.array([(-130, -20), (130, -20), (120, 90), (-120, 90)], np.float64) * size
    lid = np.array(
        [(-130, -28), (-118, -80), (-70, -108), (70, -108), (118, -80), (130, -28)], np.float64
    )
    canvas.poly(at, body, wood)
    canvas.poly(at, lid * size, lighter(wood, 0.2))
    for x in (-86, 86):
        band = np.array([(x - 12, -106), (x + 12, -106), (x + 12, 90), (x - 12, 90)], np.float64)
        canvas.poly(at, band * size, (70, 190, 230))
    canvas.poly(at, regular(8, 30 * size), (70, 190, 230))
    canvas.poly(at, regular(8, 12 * size), _INK)


def _gauntlet(canvas: Canvas, colour: Colour) -> None:
    palm = np.array([(-90, 0), (90, 0), (74, 120), (104, 210), (-104, 210), (-74, 120)], np.float64)
    canvas.poly(_MIDDLE, palm, colour)
    for x, top in ((-70, -140), (-24, -180), (24, -176), (70, -130)):
        finger = np.array(
            [(x - 20, 12), (x - 20, top), (x, top - 22), (x + 20, top), (x + 20, 12)], np.float64
        )
        canvas.poly(_MIDDLE, finger, lighter(colour, 0.15))
    thumb = np.array([(84, 30), (150, -60), (176, -40), (120, 90), (80, 110)], np.float64)
    canvas.poly(_MIDDLE, thumb, darker(colour, 0.2))
    canvas.line(_MIDDLE, (-80, 130), (80, 130), darker(colour, 0.5), 12)
    canvas.line(_MIDDLE, (-92, 176), (92, 176), darker(colour, 0.5), 12)


def _bomb(canvas: Canvas, colour: Colour) -> None:
    x, y = _MIDDLE
    canvas.disc((x, y + 40), 140, colour)
    canvas.disc((x - 46, y - 6), 34, lighter(colour, 0.5))
    canvas.poly((x + 70, y - 92), regular(4, 48, turn=10), darker(colour, 0.2))
    canvas.line(_MIDDLE, (88, -110), (130, -176), (60, 120, 180), 16)
    canvas.poly((x + 138, y - 190), star(8, 62, 24), (40, 170, 255))
    canvas.poly((x + 138, y - 190), star(8, 34, 14), (140, 240, 255))


def _king_coin(canvas: Canvas, colour: Colour) -> None:
    canvas.disc(_MIDDLE, 178, darker(colour, 0.25))
    canvas.disc(_MIDDLE, 154, colour)
    crown = [(-96, 70), (-110, -56), (-54, 4), (0, -90), (54, 4), (110, -56), (96, 70)]
    canvas.poly(_MIDDLE, np.array(crown, np.float64), darker(colour, 0.65))
    for x in (-56, 0, 56):
        canvas.disc((_MIDDLE[0] + x, _MIDDLE[1] + 44), 13, lighter(colour, 0.5))


def _portal_caster(canvas: Canvas, colour: Colour) -> None:
    for i, radius in enumerate((182, 150, 116, 82, 46)):
        shade = darker(colour, 0.35) if i % 2 else lighter(colour, 0.15 * i)
        canvas.poly(_MIDDLE, blob(radius, lobes=5, depth=0.10, turn=20 * i), shade)
    canvas.disc(_MIDDLE, 18, (255, 255, 255))


_ITEM_ART: dict[str, Callable[[Canvas, Colour], None]] = {
    "gauntlet": _gauntlet,
    "bomb": _bomb,
    "king_coin": _king_coin,
    "portal_caster": _portal_caster,
}
_ITEM_COLOURS: dict[str, Colour] = {
    "gauntlet": (150, 140, 128),
    "bomb": (56, 46, 44),
    "king_coin": (52, 186, 240),
    "portal_caster": (200, 90, 150),
}


def _border(canvas: Canvas, border: int) -> None:
    colour = _BORDERS[border - 1] if border else (96, 84, 74)
    canvas.frame(0, 18, (245, 248, 250))
    canvas.frame(18, 30, colour)
    pale = lighter(colour, 0.55)
    for x, y in _around(33, 44):
        if border == 1:
            canvas.poly((x, y), regular(4, 12, turn=0), pale)
        elif border == _WAVES:
            canvas.poly((x, y), oval(14, 5), pale)
        elif border == _DOTS:
            canvas.disc((x, y), 8, pale)
        elif border == _CROSSES:
            canvas.line((x, y), (-9, -9), (9, 9), pale, 5)
            canvas.line((x, y), (-9, 9), (9, -9), pale, 5)
        else:
            canvas.poly((x, y), star(5, 13, 6), pale)


def _around(inset: float, step: float) -> list[tuple[float, float]]:
    xs = np.linspace(inset, _W - inset, round((_W - 2 * inset) / step) + 1)
    ys = np.linspace(inset, _H - inset, round((_H - 2 * inset) / step) + 1)[1:-1]
    rows = [(float(x), y) for x in xs for y in (inset, _H - inset)]
    return rows + [(x, float(y)) for y in ys for x in (inset, _W - inset)]


def _corners(canvas: Canvas, mark: str, colour: Colour) -> None:
    """The icon that the rulebook mentions: the number of a Treasure, the sign of a Magic Item."""
    for x, y in ((92, 98), (_W - 92, _H - 98)):
        canvas.disc((x, y), 38, colour)
        if mark == "item":
            canvas.poly((x, y), star(6, 28, 12), (255, 255, 255))
        else:
            canvas.word(mark, (x, y), 36, (255, 255, 255))


def draw(card: Card, style: str) -> Image:
    """The face of `card` in one of `box.SETS`: BGR uint8, (350, 250, 3), upright."""
    distinct = style == "distinct"
    canvas = Canvas(_W, _H, _PAPER)
    kind, _, name = card.key.partition(":")
    if kind == "gem":
        canvas.disc(_MIDDLE, 205, (206, 224, 233))
        (_gem_distinct if distinct else _gem_similar)(canvas, int(name))
    elif kind == "treasure":
        canvas.poly(_MIDDLE, regular(40, 212), (190, 222, 238))
        (_treasure_distinct if distinct else _treasure_similar)(canvas, int(name))
        _corners(canvas, name, (40, 60, 130))
    elif name in ITEMS:
        canvas.poly(_MIDDLE, star(16, 226, 196), (222, 206, 212) if distinct else (214, 222, 224))
        _ITEM_ART[name](canvas, _ITEM_COLOURS[name] if distinct else (128, 116, 112))
        _corners(canvas, "item", (130, 60, 90))
    _border(canvas, card.border)
    return cv2.resize(canvas.pixels, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.uint8)


def draw_back() -> Image:
    """The back that all cards share: BGR uint8, (350, 250, 3)."""
    canvas = Canvas(_W, _H, (96, 52, 40))
    for x in range(50, _W, 50):
        for y in range(50, _H, 50):
            canvas.poly((x, y), regular(4, 20, turn=0), (124, 74, 58))
    canvas.poly(_MIDDLE, star(8, 130, 60), (150, 190, 220))
    canvas.disc(_MIDDLE, 44, (96, 52, 40))
    canvas.frame(0, 18, (245, 248, 250))
    return cv2.resize(canvas.pixels, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.uint8)
