# ruff: noqa: D103, FBT002, PLR0917, PLR2004 - a recipe of numbers, run by hand
"""Things that show pips and are no dice, as large as beside dice, and where their pips lie.

A page with dice drawn in pen, a screen or a box with dice printed on it, dominoes in a chain,
cards with pips, buttons, bricks with studs, perforated sheets. Drawn otherwise than the bench's.
"""

from itertools import pairwise

import cv2
import numpy as np

from companion.bench.pips import PIPS

SIDE = 320
"""Px of a scene of which all is one thing, or a few of a kind."""
Boxes = list[tuple[float, float, float, float]]


def printed(rng: np.random.Generator, ground: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A scene BGR uint8 (320, 320, 3), and boxes (N, 4) around pips: x0, y0, x1, y1.

    `ground` is what it lies on, BGR uint8 of any size.
    """
    scene = cv2.resize(ground, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    die = float(np.exp(rng.uniform(np.log(20), np.log(80))))
    boxes = KINDS[int(rng.integers(len(KINDS)))](rng, scene, die)
    return scene, np.array(boxes, np.float32).reshape(-1, 4)


def ink_of(rng, dark=True):
    base = rng.uniform(0, 90) if dark else rng.uniform(190, 255)
    return tuple(float(v) for v in np.clip(base + rng.uniform(-40, 40, 3), 0, 255))


def fill(scene, points, colour, shadow=0.0, rng=None):
    """A flat thing with this outline, and its shadow on what it lies on."""
    outline = np.round(np.asarray(points) * 16).astype(np.int32)
    cover = np.zeros(scene.shape[:2], np.uint8)
    cv2.fillPoly(cover, [outline], 255, cv2.LINE_AA, 4)
    if shadow:
        off = np.float32([[1, 0, rng.uniform(-4, 4)], [0, 1, rng.uniform(-4, 4)]])
        dark = cv2.GaussianBlur(cv2.warpAffine(cover, off, scene.shape[1::-1]), (0, 0), 2.5)
        scene[:] = scene * (1 - shadow * dark[..., None] / 255.0)
    share = cover[..., None] / 255.0
    scene[:] = scene * (1 - share) + np.asarray(colour, np.float64) * share


def corners(middle, wide, high, turn):
    half = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    return half @ spin(turn).T + middle


def spin(turn):
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def rounded(middle, wide, high, turn, radius):
    """Outline of a rectangle with round corners."""
    turns = np.linspace(0, np.pi / 2, 7)
    signs = ((1, 1, 0), (-1, 1, 1), (-1, -1, 2), (1, -1, 3))
    arcs = [
        np.column_stack([np.cos(turns + k * np.pi / 2), np.sin(turns + k * np.pi / 2)]) * radius
        + np.array([sx * (wide / 2 - radius), sy * (high / 2 - radius)])
        for sx, sy, k in signs
    ]
    return np.vstack(arcs) @ spin(turn).T + middle


def dot(scene, at, radius, ink, width=-1):
    point = (int(at[0] * 16), int(at[1] * 16))
    cv2.circle(scene, point, max(int(radius * 16), 12), ink, width, cv2.LINE_AA, 4)


def around(middle, side, turn):
    """Box around a square of this side."""
    reach = side / 2 * (abs(np.cos(turn)) + abs(np.sin(turn)))
    return (middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach)


def spread(rng, count, apart, room=SIDE):
    """Up to so many places that lie `apart` px from each other."""
    places = []
    for _ in range(count * 12):
        at = rng.uniform(apart * 0.6, room - apart * 0.6, 2)
        if len(places) < count and all(np.hypot(*(at - p)) > apart for p in places):
            places.append(at)
    return places


def stroke(rng, scene, points, ink, pen, shake):
    """A line by hand, now and then drawn twice."""
    for _ in range(1 if rng.random() < 0.7 else 2):
        path = np.vstack([np.linspace(a, b, 6)[:-1] for a, b in pairwise(points)])
        path = np.vstack([path, points[-1]]) + rng.normal(0, shake, (len(path) + 1, 2))
        line = np.round(path * 16).astype(np.int32)
        cv2.polylines(scene, [line], False, ink, pen, cv2.LINE_AA, 4)  # noqa: FBT003


def pen_dice(rng, scene, die):
    """Dice drawn by hand: on a page that fills the picture, on a slip, or on a card."""
    paper = np.clip(rng.uniform(130, 255) + rng.uniform(-22, 22, 3), 0, 255)
    if rng.random() < 0.6:
        scene[:] = paper
        if rng.random() < 0.4:  # ruled
            for y in np.arange(rng.uniform(0, 20), SIDE, rng.uniform(9, 30)):
                cv2.line(scene, (0, int(y)), (SIDE, int(y)), (*(paper * 0.85),), 1)
        places = spread(rng, int(rng.integers(1, 7)), die * 1.6)
    else:
        places = spread(rng, int(rng.integers(1, 4)), die * 2.6)
        for at in places:
            size = die * rng.uniform(1.2, 2.3, 2)
            fill(scene, corners(at, *size, rng.uniform(0, 6.3)), paper, rng.uniform(0, 0.6), rng)
    ink, pen = ink_of(rng), max(round(die * rng.uniform(0.02, 0.09)), 1)
    return [pen_die(rng, scene, at, die * rng.uniform(0.75, 1.0), ink, pen) for at in places]


def pen_die(rng, scene, at, side, ink, pen):
    turn, shake = rng.uniform(-0.5, 0.5), side * rng.uniform(0.002, 0.02)
    square = (
        rounded(at, side, side, turn, side * rng.uniform(0.05, 0.25))
        if rng.random() < 0.4
        else corners(at, side, side, turn)
    )
    if rng.random() < 0.92:
        stroke(rng, scene, np.vstack([square, square[:1]]), ink, pen, shake)
    if rng.random() < 0.45:  # as a cube
        four = corners(at, side, side, turn)
        back = four + side * rng.uniform(0.2, 0.45) * np.array([1, -1]) @ spin(turn).T
        for path in ((four[0], back[0], back[1], back[2], four[2]), (four[1], back[1])):
            stroke(rng, scene, np.array(path), ink, pen, shake)
        if rng.random() < 0.4:  # hatched side
            for share in np.linspace(0.1, 0.9, 6):
                low = four[1] * (1 - share) + four[2] * share
                stroke(rng, scene, np.array([low, low + back[1] - four[1]]), ink, 1, shake)
    reach, size = side * rng.uniform(0.2, 0.3), side * rng.uniform(0.04, 0.11)
    width = -1 if rng.random() < 0.75 else pen
    for spot in PIPS[int(rng.integers(1, 7))]:
        where = at + spin(turn) @ np.array(spot) * reach + rng.normal(0, side * 0.02, 2)
        dot(scene, where, size * rng.uniform(0.8, 1.2), ink, width)
    return around(at, side, turn)


def screen_dice(rng, scene, die):
    """A phone, a box or a rulebook with dice printed on it: as flat as what is around them."""
    turn = rng.uniform(0, 6.3)
    back = ink_of(rng, dark=rng.random() < 0.5)
    die = min(die, 60.0)
    wide, high = die * rng.uniform(1.7, 4.5), die * rng.uniform(1.8, 7)
    middle = np.array([SIDE / 2] * 2) + rng.uniform(-30, 30, 2)
    rim = die * rng.uniform(0, 0.25)
    frame = rounded(middle, wide + 2 * rim, high + 2 * rim, turn, die * rng.uniform(0.02, 0.3))
    fill(scene, frame, ink_of(rng), rng.uniform(0.1, 0.6), rng)
    fill(scene, corners(middle, wide, high, turn), back)
    body, ink = ink_of(rng, dark=False), ink_of(rng)
    if rng.random() < 0.5:
        body, ink = (*rng.uniform(0, 255, 3),), ink_of(rng, dark=rng.random() < 0.3)
    boxes, pitch = [], die * rng.uniform(1.15, 1.6)
    for x in np.arange(-wide / 2 + pitch / 2, wide / 2 - die * 0.4, pitch):
        for y in np.arange(-high / 2 + pitch / 2, high / 2 - die * 0.4, pitch):
            at = middle + spin(turn) @ np.array([x, y])
            if rng.random() < 0.8 and (np.abs(at - SIDE / 2) < SIDE * 0.46).all():
                icon(rng, scene, at, die, turn, body, ink)
                boxes.append(around(at, die, turn))
    return boxes


def icon(rng, scene, at, die, turn, body, ink):
    outline = rounded(at, die, die, turn, die * rng.uniform(0.05, 0.25))
    if rng.random() < 0.8:
        fill(scene, outline, body)
    if rng.random() < 0.4:
        cv2.polylines(scene, [outline.astype(np.int32)], True, ink, 1, cv2.LINE_AA)  # noqa: FBT003
    for spot in PIPS[int(rng.integers(1, 7))]:
        dot(scene, at + spin(turn) @ np.array(spot) * die * 0.25, die * 0.09, ink)


def dominoes(rng, scene, die):
    """Some alone, some in a chain; each half is a box."""
    pale = rng.random() < 0.55
    body, ink = ink_of(rng, dark=not pale), ink_of(rng, dark=pale)
    if rng.random() < 0.25:
        body = (*rng.uniform(20, 235, 3),)
    boxes, turn = [], rng.uniform(0, 6.3)
    chain = rng.random() < 0.4
    places = spread(rng, int(rng.integers(1, 6)), die * 2.3)
    if chain:
        step = spin(turn) @ np.array([0, die * 2.02])
        places = [np.array([SIDE / 2] * 2) + step * k for k in (-2, -1, 0, 1, 2)]
    colours = [(*rng.uniform(0, 200, 3),) if rng.random() < 0.2 else ink for _ in range(7)]
    reach, size, soft = rng.uniform(0.22, 0.3), rng.uniform(0.06, 0.1), rng.uniform(0, 0.2)
    for at in places:
        turn = turn if chain else rng.uniform(0, 6.3)
        outline = rounded(at, die * 0.97, die * 1.95, turn, die * (0.02 + soft))
        fill(scene, outline + 1.5, np.array(body) * 0.6, rng.uniform(0.2, 0.6), rng)
        fill(scene, outline, body)
        side = spin(turn)
        if rng.random() < 0.85:
            ends = [at + side @ np.array([x, 0]) for x in (-die * 0.42, die * 0.42)]
            cv2.line(scene, *[(int(e[0]), int(e[1])) for e in ends], ink, max(int(die / 25), 1), 16)
        if rng.random() < 0.3:
            dot(scene, at, die * 0.06, (60, 170, 200))
        for sign in (-1, 1):
            middle = at + side @ np.array([0, sign * die * 0.49])
            value = int(rng.integers(1, 7))
            for spot in PIPS[value]:
                where = middle + side @ (np.array(spot) * die * reach)
                dot(scene, where, die * size, colours[value])
            boxes.append(around(middle, die * 0.97, turn))
    return boxes


def pip_card(rng, scene, die):
    """A card with rows of round pips or of signs; a box around each group that a die could show."""
    wide, high, turn = die * rng.uniform(2.0, 4.5), die * rng.uniform(3, 6.0), rng.uniform(0, 6.3)
    middle = np.array([SIDE / 2] * 2) + rng.uniform(-60, 60, 2)
    pale = np.clip(rng.uniform(190, 255) + rng.uniform(-15, 15, 3), 0, 255)
    if rng.random() < 0.25:
        pale = rng.uniform(0, 255, 3)
    outline = rounded(middle, wide, high, turn, die * rng.uniform(0.05, 0.3))
    fill(scene, outline, pale, rng.uniform(0.1, 0.6), rng)
    ink = ink_of(rng) if pale.mean() > 120 else ink_of(rng, dark=False)
    if rng.random() < 0.5:
        ink = (20.0, 20.0, 190.0)
    across, down = die * rng.uniform(0.2, 0.4), die * rng.uniform(0.2, 0.4)
    boxes = []
    for _ in range(int(rng.integers(1, 5))):
        at = rng.uniform(-0.5, 0.5, 2) * (wide - 1.2 * die, high - 1.2 * die)
        where = middle + spin(turn) @ at
        for spot in PIPS[int(rng.integers(1, 7))]:
            point = where + spin(turn) @ (np.array(spot) * (across, down))
            if rng.random() < 0.05:
                continue
            if rng.random() < 0.6:
                dot(scene, point, die * 0.1, ink)
            else:
                fill(scene, corners(point, die * 0.15, die * 0.15, turn + 0.8), ink)
        boxes.append(around(where, die, turn))
    return boxes


def buttons(rng, scene, die):
    """Round, with two to four holes, a rim, and a glint."""
    boxes = []
    for at in spread(rng, int(rng.integers(1, 8)), die * 1.15):
        body = rng.uniform(15, 250, 3)
        size = die * rng.uniform(0.4, 0.56)
        turns = np.linspace(0, 2 * np.pi, 40)
        ring = np.column_stack([np.cos(turns), np.sin(turns)])
        fill(scene, at + ring * size, body, rng.uniform(0.2, 0.7), rng)
        for share, bright in ((rng.uniform(0.6, 0.95), rng.uniform(0.5, 0.95)), (0.55, 1.0)):
            if rng.random() < 0.7:
                shade = (*np.clip(body * bright, 0, 255),)
                dot(scene, at, size * share, shade, -1 if rng.random() < 0.5 else 2)
        hole = ink_of(rng) if rng.random() < 0.8 else ink_of(rng, dark=False)
        turn, reach = rng.uniform(0, 6.3), size * rng.uniform(0.16, 0.4)
        for spot in PIPS[int(rng.choice([1, 2, 3, 4, 4, 2]))]:
            dot(scene, at + spin(turn) @ np.array(spot) * reach, size * rng.uniform(0.1, 0.2), hole)
        boxes.append(around(at, size * 2, 0.0))
    return boxes


def bricks(rng, scene, die):
    """Toy bricks: studs of the body's colour with a bright and a dark side."""
    boxes, pitch = [], die * rng.uniform(0.42, 0.55)
    for at in spread(rng, int(rng.integers(1, 6)), die * 1.7):
        body, turn = rng.uniform(10, 240, 3), rng.uniform(0, 6.3)
        columns, rows = int(rng.integers(1, 4)), int(rng.integers(1, 4))
        outline = corners(at, columns * pitch, rows * pitch, turn)
        fill(scene, outline + 2, body * 0.6, rng.uniform(0.2, 0.6), rng)
        fill(scene, outline, body)
        light = spin(rng.uniform(0, 6.3)) @ np.array([pitch * 0.07, 0])
        for x in range(columns):
            for y in range(rows):
                off = np.array([x - (columns - 1) / 2, y - (rows - 1) / 2]) * pitch
                stud = at + spin(turn) @ off
                dot(scene, stud + light, pitch * 0.32, (*(body * 0.65),))
                dot(scene, stud - light * 0.5, pitch * 0.32, (*np.clip(body * 1.25 + 12, 0, 255),))
                dot(scene, stud, pitch * 0.3, (*body,))
        boxes.append(around(at, max(columns, rows) * pitch, turn))
    return boxes


def perforated(rng, scene, die):
    """Holes or dots in rows: a speaker, a sieve, dotted cloth, a peg board."""
    pitch, turn = die * rng.uniform(0.25, 0.6), rng.uniform(0, 6.3)
    if rng.random() < 0.6:
        scene[:] = np.clip(rng.uniform(20, 240) + rng.uniform(-30, 30, 3), 0, 255)
    ink, size = ink_of(rng, dark=rng.random() < 0.6), pitch * rng.uniform(0.1, 0.35)
    slanted = rng.random() < 0.4
    for x in range(-14, 15):
        for y in range(-14, 15):
            off = np.array([x + 0.5 * (slanted and y % 2), y]) * pitch
            dot(scene, np.array([SIDE / 2] * 2) + spin(turn) @ off, size, ink)
    return [around(at, die, turn) for at in spread(rng, 4, die)]


KINDS = (
    pen_dice,
    pen_dice,
    screen_dice,
    screen_dice,
    dominoes,
    dominoes,
    pip_card,
    buttons,
    buttons,
    bricks,
    perforated,
)
