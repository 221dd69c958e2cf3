"""What a pen leaves on paper: digits, letters, words, suits, arrows and tables of scores."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.bench.suit_shapes import RED, SUITS, suit_parts
from vision.readings import Floats, Image

GLYPHS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "0": (((0.5, 0), (0.1, 0.3), (0.12, 0.8), (0.5, 1), (0.88, 0.7), (0.85, 0.2), (0.45, 0)),),
    "1": (((0.2, 0.3), (0.55, 0), (0.5, 1)),),
    "2": (((0.1, 0.25), (0.45, 0), (0.85, 0.25), (0.5, 0.65), (0.05, 1), (0.95, 0.95)),),
    "3": (((0.1, 0.1), (0.6, 0), (0.8, 0.25), (0.35, 0.48), (0.9, 0.7), (0.6, 1), (0.05, 0.9)),),
    "4": (((0.6, 0), (0.05, 0.65), (0.95, 0.62)), ((0.7, 0.35), (0.65, 1))),
    "5": (((0.85, 0), (0.2, 0.03), (0.15, 0.45), (0.7, 0.45), (0.85, 0.8), (0.4, 1), (0.05, 0.9)),),
    "6": (((0.75, 0), (0.2, 0.4), (0.15, 0.85), (0.5, 1), (0.85, 0.75), (0.5, 0.5), (0.15, 0.8)),),
    "7": (((0.05, 0.05), (0.9, 0), (0.35, 1)), ((0.3, 0.5), (0.8, 0.45))),
    "8": (
        (
            (0.8, 0.15),
            (0.4, 0),
            (0.2, 0.25),
            (0.8, 0.7),
            (0.5, 1),
            (0.1, 0.75),
            (0.75, 0.3),
            (0.8, 0.15),
        ),
    ),
    "9": (((0.85, 0.2), (0.45, 0), (0.15, 0.3), (0.5, 0.5), (0.85, 0.2), (0.8, 0.6), (0.6, 1)),),
    "A": (((0.05, 1), (0.5, 0), (0.95, 1)), ((0.2, 0.65), (0.8, 0.62))),
    "J": (((0.2, 0), (0.9, 0)), ((0.6, 0), (0.6, 0.8), (0.35, 1), (0.05, 0.8))),
    "Q": (
        ((0.5, 0), (0.1, 0.3), (0.12, 0.8), (0.5, 1), (0.88, 0.7), (0.85, 0.2), (0.45, 0)),
        ((0.55, 0.7), (1, 1.05)),
    ),
    "K": (((0.15, 0), (0.12, 1)), ((0.85, 0), (0.15, 0.55), (0.9, 1))),
    "X": (((0.1, 0), (0.9, 1)), ((0.9, 0), (0.1, 1))),
    "+": (((0.5, 0.2), (0.5, 0.8)), ((0.1, 0.5), (0.9, 0.5))),
}
"""Strokes through points, x and y from 0 to 1, y downwards."""


@dataclass(frozen=True, slots=True)
class Pen:
    """One hand with one pen: BGR, width in px, how shaky, and the slant of its letters."""

    colour: tuple[float, float, float]
    width: float = 2.0
    shaky: float = 0.04
    slant: float = 0.15

    @staticmethod
    def drawn(rng: np.random.Generator) -> "Pen":
        """A ballpoint, felt pen or pencil."""
        inks = ((30, 25, 25), (150, 60, 30), (40, 35, 180), (90, 90, 95), (60, 120, 30))
        colour = np.array(inks[int(rng.integers(len(inks)))]) + rng.uniform(-15, 25, 3)
        b, g, r = (float(v) for v in np.clip(colour, 0, 255))
        return Pen((b, g, r), rng.uniform(1.2, 5), rng.uniform(0.02, 0.08), rng.uniform(-0.1, 0.4))


def stroke(ground: Image, points: Floats, pen: Pen) -> None:
    """A smooth line through points (N, 2), px."""
    line = _spline(np.asarray(points, np.float64))
    sub = np.round(line * 8).astype(np.int32)
    thick = max(round(pen.width), 1)
    cv2.polylines(ground, [sub], False, pen.colour, thick, cv2.LINE_AA, 3)  # noqa: FBT003


def _spline(points: Floats) -> Floats:
    """Catmull and Rom's curve through all points, eight steps from one to the next."""
    if len(points) < 3:  # noqa: PLR2004 - a straight line
        return points
    p = np.concatenate([points[:1], points, points[-1:]])
    t = np.linspace(0, 1, 8, endpoint=False)[:, None, None]
    a, b, c, d = p[:-3], p[1:-2], p[2:-1], p[3:]
    curve = 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3
    )
    return np.concatenate([curve.transpose(1, 0, 2).reshape(-1, 2), points[-1:]])


def write(
    ground: Image, text: str, at: Floats, size: float, pen: Pen, *, rng: np.random.Generator
) -> None:
    """Characters of `GLYPHS` from a place (2,) on, `size` px high; others are left blank."""
    x, y = float(at[0]), float(at[1])
    for character in text:
        for points in GLYPHS.get(character, ()):
            shape = np.array(points) + rng.normal(0, pen.shaky, (len(points), 2))
            shape[:, 0] += pen.slant * (1 - shape[:, 1])
            stroke(ground, np.array([x, y]) + shape * np.array([0.6, 1.0]) * size, pen)
        x += size * rng.uniform(0.68, 0.8)


def scrawl(
    ground: Image, at: Floats, size: float, letters: int, pen: Pen, *, rng: np.random.Generator
) -> None:
    """Words of joined letters that nobody can read, `size` px high."""
    x = float(at[0])
    while letters > 0:
        some = int(rng.integers(2, 8))
        t = np.arange(some * 5)
        up = np.where(rng.random(some) < 0.25, 1.0, 0.45).repeat(5)  # noqa: PLR2004 - as l, d, t
        xs = x + size * (0.09 * t + 0.14 * np.sin(t * 2 * np.pi / 5))
        ys = float(at[1]) + size * (1 - up * (0.5 + 0.5 * np.cos(t * 2 * np.pi / 5 + 0.4)))
        noise = rng.normal(0, pen.shaky * size, (len(t), 2))
        stroke(ground, np.column_stack([xs, ys]) + noise, pen)
        x = xs[-1] + size * 0.6
        letters -= some


def draw_suit(
    ground: Image, suit: str, at: Floats, size: float, pen: Pen, *, rng: np.random.Generator
) -> None:
    """A suit around a place (2,), `size` px high: in outline or filled, by hand."""
    filled = rng.random() < 0.5  # noqa: PLR2004
    turn = rng.normal(0, 0.15)
    c, s = np.cos(turn), np.sin(turn)
    for part in suit_parts(suit):
        points = part[:: max(len(part) // 12, 1)]
        points = points + rng.normal(0, pen.shaky * 0.6, points.shape)
        placed = np.asarray(at) + size * points @ np.array([[c, s], [-s, c]])
        if filled:
            cv2.fillPoly(ground, [np.round(_spline(placed)).astype(np.int32)], pen.colour)
        stroke(ground, np.concatenate([placed, placed[:1]]), pen)


def arrow(ground: Image, start: Floats, end: Floats, pen: Pen, rng: np.random.Generator) -> None:
    """A bent arrow from one place to another."""
    way = np.asarray(end) - start
    side = np.array([-way[1], way[0]])
    stroke(ground, np.array([start, start + way / 2 + side * rng.normal(0, 0.15), end]), pen)
    back = way / max(float(np.hypot(*way)), 1.0) * 6 * pen.width
    for sign in (-1, 1):
        stroke(ground, np.array([end, end - back + sign * np.array([-back[1], back[0]]) / 2]), pen)


def score_sheet(
    ground: Image, box: Floats, pen: Pen, rng: np.random.Generator, *, columns: int = 4
) -> None:
    """A table with names and numbers within (x0, y0, x1, y1), px, drawn by hand."""
    x0, y0, x1, y1 = (float(v) for v in box)
    row = rng.uniform(24, 44)
    rows = max(int((y1 - y0) / row), 2)
    xs = np.linspace(x0, x1, columns + 1)
    for x in xs[1:-1]:
        wobble = rng.normal(0, 2, (4, 2))
        stroke(ground, np.column_stack([np.full(4, x), np.linspace(y0, y1, 4)]) + wobble, pen)
    head = np.column_stack([np.linspace(x0, x1, 4), np.full(4, y0 + row)])
    stroke(ground, head + rng.normal(0, 2, (4, 2)), pen)
    for left, right in itertools.pairwise(xs):
        scrawl(
            ground, np.array([left + 6, y0 + 4]), row * 0.6, int((right - left) / row), pen, rng=rng
        )
        for i in range(1, int(rng.integers(2, rows + 1))):
            number = str(int(rng.integers(0, 120)))
            at = np.array([left + (right - left) * 0.25, y0 + i * row + 5])
            write(ground, number, at + rng.normal(0, 2, 2), row * 0.65, pen, rng=rng)


def scribbles(
    ground: Image, box: Floats, pen: Pen, rng: np.random.Generator, *, count: int
) -> None:
    """Ranks, suits, words, arrows and boxes with a rank in them, anywhere within a box."""
    low, high = np.asarray(box[:2], np.float64), np.asarray(box[2:], np.float64)
    for _ in range(count):
        at, size = rng.uniform(low, high), rng.uniform(18, 90)
        kind = int(rng.integers(6))
        if kind == 0:
            scrawl(ground, at, size * 0.6, int(rng.integers(4, 16)), pen, rng=rng)
        elif kind == 1:
            draw_suit(ground, str(rng.choice(SUITS)), at, size, pen, rng=rng)
        elif kind == 2:  # noqa: PLR2004
            arrow(ground, at, at + rng.normal(0, size, 2), pen, rng)
        elif kind == 3:  # noqa: PLR2004
            boxed_rank(ground, at, size, pen, rng)
        else:
            write(ground, _words(rng), at, size * 0.7, pen, rng=rng)


def _words(rng: np.random.Generator) -> str:
    count = int(rng.integers(1, 4))
    return "".join(str(c) for c in rng.choice(list(GLYPHS), count))


def boxed_rank(ground: Image, at: Floats, size: float, pen: Pen, rng: np.random.Generator) -> None:
    """A card drawn by hand: a box as wide as `size` px with a rank and a suit in it."""
    box = np.array([(0, 0), (1, 0), (1, 1.4), (0, 1.4), (0, 0)]) + rng.normal(0, 0.03, (5, 2))
    for one, two in itertools.pairwise(box):
        stroke(ground, at + size * np.array([one, two]), pen)
    suit = str(rng.choice(SUITS))
    ink = Pen((40, 35, 190), pen.width, pen.shaky, pen.slant) if suit in RED else pen
    write(ground, str(rng.choice(list("23456789AJQK"))), at + 0.1 * size, size * 0.4, ink, rng=rng)
    draw_suit(ground, suit, at + size * np.array([0.55, 0.9]), size * 0.5, ink, rng=rng)


def printed_signs(ground: Image, box: Floats, rng: np.random.Generator) -> None:
    """A logo with printed suits beside each other and a word under them, within a box."""
    x0, y0, x1, y1 = (float(v) for v in box)
    step = (x1 - x0) / 4
    colour = tuple(float(v) for v in rng.uniform(0, 120, 3))
    for i, suit in enumerate(rng.permutation(SUITS)):
        at = np.array([x0 + (i + 0.5) * step, (y0 + y1) / 2])
        ink = (30.0, 25.0, 190.0) if suit in RED else (30.0, 30.0, 30.0)
        for part in suit_parts(str(suit)):
            cv2.fillPoly(ground, [np.round(at + part * step * 0.8).astype(np.int32)], ink)
    word: Sequence[str] = ("CASINO", "GAME 52", "CLUB", "JOKER", "BRIDGE")
    where = round(x0), round((y0 + y1) / 2 + step)
    cv2.putText(ground, str(rng.choice(word)), where, 0, step / 45, colour, 2, cv2.LINE_AA)
