# ruff: noqa: PLR0917, PLR2004 - a recipe of numbers, run by hand
"""Things with spots that are no dice, put together by chance: an outline, a body, spots, company.

`printed.py` and `printed_closely.py` draw kinds one by one, and what is of another kind was told a
value. Here most are of no kind at all: lamps, keys, studs, holes, domes, peas and pips printed on
something larger are what chance makes of the same few parts. Drawn otherwise than the bench's.
"""

import cv2
import numpy as np
from look_parts import (
    T,
    adorned,
    bodied,
    colours,
    disc,
    fill,
    is_face,
    outline_of,
    pattern,
    places,
    rimmed,
    round_share,
    some_groups,
    spotted,
)
from printed import around, ink_of, rounded, spin

from companion.bench.pips import PIPS


def spotted_thing(rng, scene, die):
    """A thing of any outline that bears spots of any pattern: most are of no kind."""
    side, boxes = scene.shape[0], []
    pitch = die * rng.uniform(0.2, 0.62)
    alike, shape = rng.random() < 0.6, None
    body, ink = colours(rng)
    for at in places(rng, int(rng.integers(1, 5)), die * 2.4, side):
        if shape is None or not alike:
            points, reach = pattern(rng, pitch)
            shape = points, reach, pitch * rng.uniform(0.12, 0.42), rng.uniform(1.0, 1.6, 2)
        points, reach, size, room = shape
        turn = rng.uniform(0, 6.3)
        wide, high = reach * 2 * room
        outline = outline_of(rng, at, wide, high, turn)
        if is_face(points, wide / high, pitch) and round_share(outline, wide, high) > 0.9:
            outline = np.column_stack([np.cos(T), np.sin(T)]) * max(wide, high) * 0.62 + at
        bodied(rng, scene, outline, body)
        if rng.random() < 0.3:
            rimmed(rng, scene, outline, np.clip(np.array(body) * rng.uniform(0.3, 1.6), 0, 255))
        spots = points @ spin(turn).T + at
        spotted(rng, scene, spots, size, ink, body)
        if rng.random() < 0.25:
            adorned(rng, scene, at, wide, high, turn)
        boxes.append(around(at, max(wide, high) * 0.9, turn))
        boxes.extend(some_groups(rng, spots, pitch, turn))
    return boxes


def domed(rng, scene, die):
    """Beetles, mushrooms, buns, sweets: domes with a few spots, a head, a seam, a stalk."""
    side, boxes = scene.shape[0], []
    body, ink = colours(rng)
    if rng.random() < 0.5:
        body = np.array([rng.uniform(0, 70), rng.uniform(0, 110), rng.uniform(120, 245)])
        ink = np.array(ink_of(rng, dark=rng.random() < 0.6))
    for at in places(rng, int(rng.integers(1, 6)), die * 1.5, side):
        turn, size = rng.uniform(0, 6.3), die * rng.uniform(0.7, 1.5)
        wide, high = size * rng.uniform(0.75, 1.05), size
        oval = np.column_stack([np.cos(T) * wide / 2, np.sin(T) * high / 2]) @ spin(turn).T + at
        up = spin(turn) @ np.array([0, -high / 2])
        if rng.random() < 0.5:
            ring = np.column_stack([np.cos(T) * wide * 0.3, np.sin(T) * high * 0.2])
            fill(scene, ring @ spin(turn).T + at + up * rng.uniform(0.6, 1.15), ink, 0.3, rng)
        bodied(rng, scene, oval, body, depth=rng.uniform(0.1, 0.9))
        if rng.random() < 0.4:
            cap = rng.uniform(0.3, 0.75)
            part = oval[(oval - at) @ up > cap * np.hypot(*up) ** 2]
            if len(part) > 2:
                fill(scene, part, ink)
        if rng.random() < 0.6:
            ends = [tuple(int(v) for v in at + s * up * 0.97) for s in (-1, 1)]
            pen = max(int(size / 30), 1)
            cv2.line(scene, *ends, tuple(map(float, ink * 0.9)), pen, cv2.LINE_AA)
        pitch = size * rng.uniform(0.17, 0.27)
        points = np.array(PIPS[int(rng.integers(1, 7))], float)
        if rng.random() < 0.4:
            points = pattern(rng, 1.0)[0]
        points = (points * pitch + rng.normal(0, size * 0.02, points.shape)) @ spin(turn).T + at
        for point in points[np.hypot(*(points - at).T) < size * 0.42]:
            disc(scene, point, size * rng.uniform(0.04, 0.11), ink)
        boxes.append(around(at, size * rng.uniform(0.85, 1.05), 0.0))
    return boxes


def panel(rng, scene, die):
    """A keypad, a lamp board, a speaker, a board game: rows of one thing on a large plate."""
    side, turn = scene.shape[0], rng.uniform(0, 6.3)
    pitch = die * rng.uniform(0.22, 1.25)
    columns, rows = int(rng.integers(2, 9)), int(rng.integers(2, 12))
    columns, rows = (min(n, int(side * 0.8 / pitch)) for n in (columns, rows))
    gap = rng.uniform(1.0, 1.5), rng.uniform(1.0, 1.5)
    if rng.random() < 0.6:
        gap = (1.0, 1.0)
    wide, high = columns * pitch * gap[0], rows * pitch * gap[1]
    body, ink = colours(rng)
    at = np.full(2, side / 2) + rng.uniform(-0.12, 0.12, 2) * side
    rim, more = rng.uniform(0.05, 0.8) * pitch, rng.uniform(0, 1.6) * high * (rng.random() < 0.4)
    off = spin(turn) @ np.array([0, -more / 2])
    plate = rounded(at + off, wide + rim, high + rim + more, turn, pitch * rng.uniform(0.02, 0.4))
    bodied(rng, scene, plate, body, depth=rng.choice([0.1, 0.2, 0.9]))
    x, y = np.meshgrid(np.arange(columns) - (columns - 1) / 2, np.arange(rows) - (rows - 1) / 2)
    points = np.column_stack([x.ravel(), y.ravel()]) * pitch * gap @ spin(turn).T + at
    inks = [ink, *rng.uniform(0, 255, (int(rng.integers(0, 3)), 3))]
    order = rng.integers(len(inks), size=len(points))
    size = pitch * rng.uniform(0.12, 0.46)
    if rng.random() < 0.25:  # keys with a sign each
        for point in points:
            fill(scene, rounded(point, size * 2, size * 2, turn, size * 0.4), ink)
            spotted(rng, scene, point[None], size * 0.4, body, ink)
    else:
        state = rng.bit_generator.state
        for n, shade in enumerate(inks):
            rng.bit_generator.state = state
            spotted(rng, scene, points[order == n], size, shade, body)
    boxes = [b for _ in range(3) for b in some_groups(rng, points, pitch, turn)[:1]]
    boxes.append(around(points[rng.integers(len(points))], pitch * rng.uniform(0.8, 1.1), turn))
    if max(wide, high) < side * 0.7:
        boxes.append(around(at, max(wide, high) * rng.uniform(0.9, 1.1), turn))
    return boxes


def face_on(rng, scene, at, die, turn, body, ink):
    """A die as people print it: a square, a cube, a tilted cube, or pips without an outline."""
    half, how = die / 2, rng.random()
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    faces = [(np.array([1.0, 0]), np.array([0, 1.0]), np.zeros(2), 1.0)]
    if how < 0.4:  # a cube, seen from one side or by its corner
        away = np.array([rng.uniform(0.2, 0.6), -rng.uniform(0.15, 0.6)]) * die
        away[0] *= rng.choice([-1, 1])
        top = np.array([square[0], square[1], square[1] + away, square[0] + away])
        edge = (1, 2) if away[0] > 0 else (0, 3)
        beside = np.vstack([square[list(edge)], square[list(edge)][::-1] + away])
        dims = rng.uniform(0.6, 1.25, 2)
        for four, shade in ((top, dims[0]), (beside, dims[1])):
            fill(scene, four @ spin(turn).T + at, np.clip(np.array(body) * shade, 0, 255))
        faces.append(
            (np.array([1.0, 0]), away / die, np.array([away[0] / 2, -half + away[1] / 2]), 1)
        )
        sign = 1 if away[0] > 0 else -1
        faces.append(
            (away / die, np.array([0, 1.0]), np.array([sign * half + away[0] / 2, away[1] / 2]), 1)
        )
    elif how < 0.5:  # isometric: three rhombs
        a, b = np.array([0.87, 0.5]) * 0.6, np.array([-0.87, 0.5]) * 0.6
        c = np.array([0, 1.0]) * 0.6
        faces = [
            (a, b, -(a + b) * half, 1.1),
            (a, c, (c - a) * half, 0.85),
            (b, c, (c - b) * half, 0.65),
        ]
    soft = die * rng.uniform(0.01, 0.25)
    for across, down, off, shade in faces:
        four = np.array([-across - down, across - down, across + down, down - across]) * half + off
        if len(faces) == 1:
            four = rounded(np.zeros(2), die, die, 0.0, soft)
        if how < 0.9 and not (how < 0.4 and (off != 0).any()):
            fill(scene, four @ spin(turn).T + at, np.clip(np.array(body) * shade, 0, 255))
        if rng.random() < 0.4:
            rimmed(rng, scene, four @ spin(turn).T + at, ink)
    reach, size = rng.uniform(0.2, 0.3), die * rng.uniform(0.06, 0.13)
    for across, down, off, _ in faces:
        small = np.linalg.norm(down) * np.linalg.norm(across)
        for a, b in PIPS[int(rng.integers(1, 7))]:
            point = (across * a + down * b) * reach * die + off
            disc(scene, point @ spin(turn).T + at, size * min(small, 1) ** 0.5, ink)
    return around(at, die, turn)


def printed_on(rng, scene, die):
    """Dice printed on a lid, a box, a page, a cushion, a cup, a ticket, or shown on a screen."""
    side, turn = scene.shape[0], rng.uniform(0, 6.3)
    columns, rows = int(rng.integers(1, 5)), int(rng.integers(1, 4))
    pitch = die * rng.uniform(1.1, 1.9)
    wide, high = (n * pitch + die * rng.uniform(0.1, 2.2) for n in (columns, rows))
    wide, high = min(wide, side * 1.2), min(high, side * 1.2)
    at = np.full(2, side / 2) + rng.uniform(-0.12, 0.12, 2) * side
    back, second = rng.uniform(0, 255, (2, 3))
    if rng.random() < 0.5:
        back = np.array(ink_of(rng, dark=rng.random() < 0.4))
    outline = outline_of(rng, at, wide, high, turn)
    if rng.random() < 0.5:  # a frame or bezel
        frame = (outline - at) * rng.uniform(1.04, 1.3) + at
        bodied(rng, scene, frame, second, depth=0.9)
    bodied(rng, scene, outline, back, depth=rng.choice([0.1, 0.2, 0.5, 0.9]))
    for _ in range(int(rng.integers(0, 4))):
        adorned(rng, scene, at, wide, high, turn)
    body, ink = colours(rng)
    if rng.random() < 0.5:
        body, ink = np.array(ink_of(rng, dark=False)), np.array(ink_of(rng))
    boxes, lean = [], rng.uniform(-0.7, 0.7) if rng.random() < 0.4 else 0.0
    for column in range(columns):
        for row in range(rows):
            off = np.array([column - (columns - 1) / 2, row - (rows - 1) / 2]) * pitch
            where = at + spin(turn) @ off
            if rng.random() < 0.85 and (np.abs(where - side / 2) < side * 0.42).all():
                size = die * rng.uniform(0.85, 1.0)
                boxes.append(face_on(rng, scene, where, size, turn + lean, body, ink))
    return boxes


def spotted_ground(rng, scene, die):
    """Cloth, paper or a sheet that is spotted all over."""
    side, pitch, turn = scene.shape[0], die * rng.uniform(0.25, 1.3), rng.uniform(0, 6.3)
    body, ink = colours(rng)
    if rng.random() < 0.7:
        scene[:] = np.clip(body + rng.normal(0, rng.uniform(0, 8), scene.shape), 0, 255)
    many = int(side / pitch) + 1
    x, y = np.meshgrid(np.arange(-many, many + 1), np.arange(-many, many + 1))
    points = np.column_stack([x.ravel(), y.ravel()]).astype(float)
    if rng.random() < 0.4:
        points[:, 0] += 0.5 * (np.abs(points[:, 1]) % 2)
    if rng.random() < 0.4:
        points += rng.normal(0, rng.uniform(0.03, 0.3), points.shape)
    if rng.random() < 0.3:
        points = points[rng.random(len(points)) < rng.uniform(0.3, 0.9)]
    points = points * pitch @ spin(turn).T + side / 2
    points = points[(np.abs(points - side / 2) < side * 0.55).all(1)]
    spotted(rng, scene, points, pitch * rng.uniform(0.1, 0.4), ink, body)
    near = points[(np.abs(points - side / 2) < side * 0.35).all(1)]
    return [b for _ in range(3) for b in some_groups(rng, near, pitch, turn)[:1]]


def scattered(rng, scene, die):
    """Peas, beads, pills, checkers: round things that lie about, some in threes and fives."""
    side, boxes = scene.shape[0], []
    body, _ = colours(rng)
    if rng.random() < 0.5:
        plate = rng.uniform(0.25, 0.48) * side
        ring = np.column_stack([np.cos(T), np.sin(T)])
        bodied(rng, scene, ring * plate + side / 2, colours(rng)[0], depth=rng.uniform(0.1, 1))
    size = die * rng.uniform(0.07, 0.28)
    for at in places(rng, int(rng.integers(2, 7)), die * 1.3, side):
        points = pattern(rng, size * rng.uniform(2.05, 3.2))[0]
        points = (
            points @ spin(rng.uniform(0, 6.3)).T + at + rng.normal(0, size * 0.15, points.shape)
        )
        for point in points:
            ball = np.column_stack([np.cos(T), np.sin(T)]) * size + point
            fill(scene, ball + size * 0.25, np.zeros(3), 0.0)
            fill(scene, ball, body)
            disc(scene, point - size * 0.3, size * 0.35, np.clip(body * 1.4 + 25, 0, 255))
        reach = float(np.abs(points - at).max()) + size
        boxes.append(around(at, max(2 * reach, die * 0.4), 0.0))
    return boxes


ALIKE = (
    spotted_thing,
    spotted_thing,
    spotted_thing,
    domed,
    panel,
    panel,
    printed_on,
    printed_on,
    spotted_ground,
    scattered,
)
