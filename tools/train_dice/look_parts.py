# ruff: noqa: D103, PLR0917, PLR2004 - a recipe of numbers, run by hand
"""What chance puts together in lookalikes.py: outlines, bodies in light, spots and their places."""

import cv2
import numpy as np
from printed import around, ink_of, rounded, spin

from companion.bench.pips import PIPS

T = np.linspace(0, 2 * np.pi, 48, endpoint=False)


def fill(scene, points, colour, shadow=0.0, rng=None):
    """A flat thing with this outline, and its shadow: as in printed.py, but only where it lies."""
    points = np.asarray(points)
    room = 12 if shadow else 2
    low = np.maximum(np.floor(points.min(0)).astype(int) - room, 0)
    high = np.minimum(np.ceil(points.max(0)).astype(int) + room, scene.shape[1::-1])
    if (high - low < 1).any():
        return
    part = scene[low[1] : high[1], low[0] : high[0]]
    cover = np.zeros(part.shape[:2], np.uint8)
    cv2.fillPoly(cover, [np.round((points - low) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    under = part.astype(np.float32)
    if shadow:
        off = np.float32([[1, 0, rng.uniform(-4, 4)], [0, 1, rng.uniform(-4, 4)]])
        dark = cv2.warpAffine(cover, off, cover.shape[::-1])
        dark = cv2.GaussianBlur(dark, (0, 0), rng.uniform(1, 4))
        under *= 1 - np.float32(shadow / 255) * dark[..., None]
    share = cover[..., None] / np.float32(255)
    part[:] = under * (1 - share) + np.asarray(colour, np.float32) * share


def outline_of(rng, at, wide, high, turn):
    """A rectangle, an oval, a polygon, a blob or a shield."""
    roll = rng.random()
    if roll < 0.45:
        return rounded(at, wide, high, turn, min(wide, high) * rng.uniform(0.01, 0.48))
    if roll < 0.7:
        points = np.column_stack([np.cos(T) * wide / 2, np.sin(T) * high / 2])
    elif roll < 0.8:
        sides = int(rng.choice([3, 5, 6, 8]))
        turns = np.arange(sides) * 2 * np.pi / sides
        points = np.column_stack([np.cos(turns) * wide / 2, np.sin(turns) * high / 2])
    elif roll < 0.92:
        reach = 1 + sum(rng.normal(0, 0.07) * np.cos(k * T + rng.uniform(0, 6)) for k in (2, 3, 4))
        points = np.column_stack([np.cos(T) * wide / 2, np.sin(T) * high / 2]) * reach[:, None]
    else:
        power = rng.uniform(2.5, 5)
        reach = (np.abs(np.cos(T)) ** power + np.abs(np.sin(T)) ** power) ** (-1 / power)
        points = np.column_stack([np.cos(T) * wide / 2, np.sin(T) * high / 2]) * reach[:, None]
    return points @ spin(turn).T + at


def bodied(rng, scene, outline, body, *, depth=None):
    """Fill an outline: flat, in a ramp of light, or as a dome; with a shadow, a rim or neither."""
    shadow = rng.uniform(0.1, 0.75) if rng.random() < 0.75 else 0.0
    fill(scene, outline, body, shadow, rng)
    depth = rng.random() if depth is None else depth
    if depth > 0.7:
        return
    low = np.maximum(np.floor(outline.min(0)).astype(int), 0)
    high = np.minimum(np.ceil(outline.max(0)).astype(int) + 1, scene.shape[1::-1])
    if (high - low < 2).any():
        return
    part = scene[low[1] : high[1], low[0] : high[0]]
    size, middle = np.maximum(np.ptp(outline, axis=0), 4), (outline.min(0) + outline.max(0)) / 2
    ys, xs = np.mgrid[low[1] : high[1], low[0] : high[0]].astype(np.float32)
    x, y = (xs - middle[0]) / size[0] * 2, (ys - middle[1]) / size[1] * 2
    turn = rng.uniform(0, 6.3)
    across = x * np.cos(turn) + y * np.sin(turn)
    if depth < 0.35:
        light = 1 + rng.uniform(0, 0.5) * across
    else:  # a dome, with the lamp in it
        off = np.hypot(x - 0.4 * np.cos(turn), y - 0.4 * np.sin(turn))
        light = 1.15 - rng.uniform(0.1, 0.6) * off**2
        light += np.exp(-((off / rng.uniform(0.1, 0.35)) ** 2)) * rng.uniform(0, 0.6)
    cover = np.zeros(part.shape[:2], np.float32)
    cv2.fillPoly(cover, [np.round((outline - low) * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
    lit = np.clip(part * np.clip(light, 0.2, 1.8)[..., None], 0, 255)
    part[:] = lit * cover[..., None] + part * (1 - cover[..., None])


def rimmed(rng, scene, outline, colour):
    line = np.round(outline * 16).astype(np.int32)
    size = float((outline.max(0) - outline.min(0)).min())
    pen = max(int(size * rng.uniform(0.01, 0.08)), 1)
    cv2.polylines(scene, [line], True, tuple(map(float, colour)), pen, cv2.LINE_AA, 4)  # noqa: FBT003


def spotted(rng, scene, points, size, ink, body):
    """Spots at points (N, 2): discs, rings, squares, signs, holes with a rim, studs, lamps."""
    how = str(
        rng.choice(["disc", "disc", "disc", "ring", "square", "sign", "hole", "stud", "lamp"])
    )
    light = spin(rng.uniform(0, 6.3)) @ np.array([size * rng.uniform(0.1, 0.35), 0])
    turn, other = rng.uniform(0, 6.3), rng.uniform(0, 255, 3)
    lit = rng.random(len(points)) < (rng.uniform(0.2, 0.9) if rng.random() < 0.5 else 1.0)
    unlit = np.array(body) * rng.uniform(0.7, 1.3) + rng.uniform(-25, 25, 3)
    star = outline_of(rng, np.zeros(2), size * 2, size * 2, 0.0)
    for point, on in zip(points, lit, strict=True):
        shade = np.clip(ink if on else unlit, 0, 255)
        if how == "square":
            fill(scene, rounded(point, size * 1.8, size * 1.8, turn, size * 0.2), shade)
        elif how == "sign":
            fill(scene, star + point, shade)
        elif how == "ring":
            disc(scene, point, size, shade, max(int(size * 0.35), 1))
        elif how == "hole":
            disc(scene, point + light, size, np.clip(np.array(body) * 1.35 + 10, 0, 255))
            disc(scene, point, size, shade)
        elif how == "stud":
            disc(scene, point + light, size, np.array(body) * 0.55)
            disc(scene, point - light / 2, size, np.clip(np.array(body) * 1.3 + 15, 0, 255))
            disc(scene, point, size * 0.92, body)
        elif how == "lamp":
            disc(scene, point, size * 1.25, np.clip(np.array(shade) * 0.6, 0, 255))
            disc(scene, point, size, shade)
            disc(scene, point - light, size * 0.4, np.clip(np.array(shade) * 1.5 + 40, 0, 255))
        else:
            disc(scene, point, size, shade if rng.random() < 0.97 else other)


def disc(scene, at, radius, ink, width=-1):
    point = (int(at[0] * 16), int(at[1] * 16))
    shade = tuple(float(v) for v in ink)
    cv2.circle(scene, point, max(int(radius * 16), 10), shade, width, cv2.LINE_AA, 4)


def lattice(rng):
    """Rows and columns, whole or with gaps, now and then each second row moved by half a step."""
    columns, rows = (int(rng.choice([1, 2, 2, 3, 3, 4, 5, 6, 7, 8])) for _ in range(2))
    if rng.random() < 0.4:
        rows = columns
    x, y = np.meshgrid(np.arange(columns) - (columns - 1) / 2, np.arange(rows) - (rows - 1) / 2)
    points = np.column_stack([x.ravel(), y.ravel()])
    if rng.random() < 0.2:
        points[:, 0] += 0.5 * (np.round(points[:, 1] * 2) % 4 > 1)
    if rng.random() < 0.25:
        points = points * [1, rng.uniform(1.0, 1.5)]
    if rng.random() < 0.3:
        points = points[rng.random(len(points)) < rng.uniform(0.4, 0.95)]
    return points


def ring(rng):
    many = int(rng.integers(3, 10))
    turns = np.arange(many) * 2 * np.pi / many
    points = np.column_stack([np.cos(turns), np.sin(turns)]) * max(many / 6.3, 0.6)
    return np.vstack([points, (0, 0)]) if rng.random() < 0.5 else points


def by_chance(rng):
    points, many = [], int(rng.integers(1, 12))
    for _ in range(many * 8):
        at = rng.uniform(-1, 1, 2) * np.sqrt(many) * 0.7
        if len(points) < many and all(np.hypot(*(at - p)) > 0.75 for p in points):
            points.append(at)
    return np.array(points)


def pattern(rng, pitch):
    """Places of spots about 0, and how far they reach: rows, a lattice, a ring, chance, pips."""
    roll = rng.random()
    if roll < 0.7:
        points = (lattice if roll < 0.45 else ring if roll < 0.55 else by_chance)(rng)
    else:
        points = np.array(PIPS[int(rng.integers(1, 7))], float) * (1, rng.choice([1, 1, 1.4, 1.8]))
    points = points.reshape(-1, 2)
    if not len(points):
        points = np.zeros((1, 2))
    return points * pitch, (np.abs(points).max(0) + 0.55) * pitch


def is_face(points, ratio, pitch):
    """Whether spots lie as on a die, on a body as wide as high."""
    held = {tuple(p) for p in np.round(points / pitch).astype(int).tolist()}
    faces = [{tuple(map(int, p)) for p in PIPS[n]} for n in range(1, 7)]
    faces += [{(b, a) for a, b in face} for face in faces]
    return held in faces and 0.75 < ratio < 1.33


def round_share(outline, wide, high):
    return cv2.contourArea(outline.astype(np.float32)) / (wide * high)


def colours(rng):
    pale = rng.random() < 0.5
    body = np.array(ink_of(rng, dark=not pale))
    if rng.random() < 0.55:
        body = rng.uniform(0, 255, 3)
    ink = np.array(ink_of(rng, dark=body.mean() > 120))
    if rng.random() < 0.35:
        ink = rng.uniform(0, 255, 3)
    if np.abs(body - ink).max() < 50:
        ink = (body + 128) % 256
    return body, ink


def places(rng, count, apart, side):
    found = []
    for _ in range(count * 10):
        at = rng.uniform(side * 0.16, side * 0.84, 2)
        if len(found) < count and all(np.hypot(*(at - p)) > apart for p in found):
            found.append(at)
    return found


def some_groups(rng, spots, pitch, turn):
    """Boxes around two by two or three by three of the spots: what a finder takes for a die."""
    boxes = []
    for _ in range(min(len(spots), 2)):
        near = spots[rng.integers(len(spots))] + rng.uniform(-0.6, 0.6, 2) * pitch
        boxes.append(around(near, pitch * (int(rng.integers(1, 4)) + rng.uniform(0.1, 0.7)), turn))
    return boxes


def adorned(rng, scene, at, wide, high, turn):
    """A line, a bar or a word on it."""
    ink = rng.uniform(0, 255, 3)
    roll = rng.random()
    off = spin(turn) @ (rng.uniform(-0.45, 0.45, 2) * (wide, high))
    if roll < 0.4:
        way = spin(turn + rng.choice([0, np.pi / 2])) @ np.array([max(wide, high) / 2, 0])
        ends = [tuple(int(v) for v in at + off * 0.4 + s * way) for s in (-1, 1)]
        cv2.line(scene, *ends, tuple(map(float, ink)), max(int(wide / 25), 1), cv2.LINE_AA)
    elif roll < 0.75:
        bar = rounded(at + off, wide * 0.5, high * rng.uniform(0.05, 0.2), turn, 1.0)
        fill(scene, bar, ink)
    else:
        word = "".join(rng.choice(list("ABEKLMNOPRST0235")) for _ in range(int(rng.integers(1, 5))))
        where = tuple(int(v) for v in at + off - (wide / 6, 0))
        cv2.putText(
            scene, word, where, 1, max(wide / 70, 0.5), tuple(map(float, ink)), 1, cv2.LINE_AA
        )
