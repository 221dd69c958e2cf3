# ruff: noqa: D103, PLR0917, PLR2004 - a recipe of numbers, run by hand
"""Screens that glow, plates with holes, dominoes with an edge and cards of a pack, drawn closely.

The reader still told values on these after `printed.py`, whose are flatter: these have bezels,
glare, bevels and rims of holes. Drawn otherwise than the bench's.
"""

import cv2
import numpy as np
from printed import SIDE, around, corners, dot, fill, ink_of, rounded, spin, spread

from companion.bench.pips import PIPS


def ramp(rng, across, depth):
    """Light from one corner to the other, (across, across), about 1."""
    line = np.linspace(-0.5, 0.5, across)
    turn = rng.uniform(0, 6.3)
    return 1 + depth * (np.cos(turn) * line[:, None] + np.sin(turn) * line[None])


def pasted(scene, tile, cover, middle, turn, scale):
    """Lay a flat tile BGR float (H, W, 3) with its cover (H, W), turned and scaled, on a scene."""
    high, wide = tile.shape[:2]
    way = np.hstack([spin(turn) * scale, np.zeros((2, 1))])
    way[:, 2] = np.asarray(middle) - way[:, :2] @ (wide / 2, high / 2)
    size = scene.shape[1::-1]
    share = cv2.warpAffine(cover, way, size, flags=cv2.INTER_AREA)[..., None]
    over = cv2.warpAffine(tile, way, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    scene[:] = np.clip(scene * (1 - share) + over * share, 0, 255)


def plate(high, wide, colour, radius):
    """A flat thing of this size in px, with round corners, and its cover."""
    cover = np.zeros((high, wide), np.float32)
    fill_cover(cover, rounded((wide / 2, high / 2), wide - 2, high - 2, 0.0, radius))
    return np.full((high, wide, 3), colour, np.float32), cover


def fill_cover(cover, outline):
    cv2.fillPoly(cover, [np.round(outline * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)


def shadow_under(rng, scene, outline):
    """A soft dark rim around what is laid there next."""
    fill(scene, outline, (0, 0, 0), 0.0)
    soft = cv2.GaussianBlur(scene, (0, 0), rng.uniform(1, 4))
    scene[:] = soft * 0.25 + scene * 0.75


def screen_die(rng, tile, at, side, body, ink):
    """A die as an app shows it: shaded, with a bright rim or a drop shadow, pips with depth."""
    turn = 0.0 if rng.random() < 0.6 else rng.uniform(-0.6, 0.6)
    outline = rounded(at, side, side, turn, side * rng.uniform(0.03, 0.28))
    if rng.random() < 0.5:
        off = side * rng.uniform(0.03, 0.1)
        fill(tile, outline + off, np.array(body) * rng.uniform(0.2, 0.6))
    kept = tile.copy()
    fill(tile, outline, body)
    cover = np.zeros(tile.shape[:2], np.float32)
    fill_cover(cover, outline)
    light = ramp(rng, max(tile.shape[:2]), rng.uniform(0, 2.0) * max(tile.shape[:2]) / side / 2)
    # The ramp is about the middle of the tile; that of the die decides.
    light = light[: tile.shape[0], : tile.shape[1]]
    light = np.clip(light / light[int(at[1]), int(at[0])], 0.55, 1.35)[..., None]
    share = cover[..., None]
    tile[:] = np.clip(tile * light, 0, 255) * share + kept * (1 - share)
    if rng.random() < 0.4:
        line = np.round(outline * 16).astype(np.int32)
        rim = (*np.clip(np.array(body) * rng.uniform(0.5, 1.4), 0, 255),)
        cv2.polylines(tile, [line], True, rim, max(int(side / 20), 1), cv2.LINE_AA, 4)  # noqa: FBT003
    reach, size = side * rng.uniform(0.22, 0.28), side * rng.uniform(0.07, 0.12)
    deep = rng.random() < 0.4
    for spot in PIPS[int(rng.integers(1, 7))]:
        where = np.array(at) + spin(turn) @ np.array(spot) * reach
        if deep:
            dot(tile, where + size * 0.2, size, (*np.clip(np.array(body) * 1.3, 0, 255),))
        dot(tile, where, size, ink)


def glowing_screen(rng, scene, die):
    """A telephone whose app rolls one to six dice: bezel, bars, a lit ground, a streak of glare."""
    side = 60.0
    columns, rows = int(rng.integers(1, 4)), int(rng.integers(1, 5))
    pitch = side * rng.uniform(1.1, 1.7)
    wide, high = (round(n * pitch + side * rng.uniform(0.1, 0.9)) for n in (columns, rows))
    high = max(high, round(wide * rng.uniform(1.0, 2.1)))
    bezel, bar = round(side * rng.uniform(0.04, 0.25)), round(side * rng.uniform(0, 0.4))
    tile, cover = plate(
        high + 2 * (bezel + bar), wide + 2 * bezel, ink_of(rng), side * rng.uniform(0.05, 0.45)
    )
    screen = tile[bezel + bar : bezel + bar + high, bezel : bezel + wide]
    back = np.array(ink_of(rng, dark=rng.random() < 0.5))
    if rng.random() < 0.6:
        back = rng.uniform(0, 255, 3)
    light = ramp(rng, max(high, wide), rng.uniform(0, 0.8))[:high, :wide, None]
    screen[:] = np.clip(back * light, 0, 255)
    body, ink = ink_of(rng, dark=False), ink_of(rng)
    if rng.random() < 0.6:
        body = (*rng.uniform(60, 255, 3),)
    if rng.random() < 0.3:
        body, ink = ink_of(rng), ink_of(rng, dark=False)
    middles = []
    for column in range(columns):
        for row in range(rows):
            off = np.array([column - (columns - 1) / 2, row - (rows - 1) / 2]) * pitch
            at = np.array([wide / 2, high / 2]) + off
            if rng.random() < 0.85:
                picture = np.ascontiguousarray(screen)
                screen_die(rng, picture, at, side * rng.uniform(0.8, 1.0), body, ink)
                screen[:] = picture
                middles.append(at + np.array([bezel, bezel + bar]))
    if rng.random() < 0.5:
        streak = np.zeros(tile.shape[:2], np.float32)
        x = rng.uniform(-0.5, 1.0) * wide
        band = np.array([(x, 0), (x + wide * 0.4, 0), (x + wide, high * 1.4), (x, high * 1.4)])
        fill_cover(streak, band)
        streak = cv2.GaussianBlur(streak, (0, 0), rng.uniform(1, 12))
        tile[:] = tile + streak[..., None] * rng.uniform(10, 90)
    if rng.random() < 0.4:  # brighter than what is around it
        scene[:] = scene * rng.uniform(0.3, 0.8)
    scale, turn = min(die, 70) / side, rng.uniform(0, 6.3)
    middle = np.array([SIDE / 2] * 2) + rng.uniform(-40, 40, 2)
    shadow_under(rng, scene, corners(middle, wide * scale, high * scale, turn))
    pasted(scene, np.clip(tile, 0, 255), cover, middle, turn, scale)
    centre = np.array(tile.shape[1::-1]) / 2
    places = [middle + spin(turn) @ (at - centre) * scale for at in middles]
    return [around(at, die, turn) for at in places if (np.abs(at - SIDE / 2) < SIDE * 0.46).all()]


def holed_plate(rng, scene, die):
    """Strips, brackets and washers of sheet metal, wood or plastic, with a few rows of holes."""
    boxes = []
    pitch = die * rng.uniform(0.25, 0.55)
    size, ground = pitch * rng.uniform(0.16, 0.38), scene.mean((0, 1))
    body = np.full(3, rng.uniform(60, 230)) + rng.uniform(-15, 15, 3)
    if rng.random() < 0.5:
        body = rng.uniform(20, 240, 3)
    dark = ground * rng.uniform(0.1, 0.5) if rng.random() < 0.6 else body * rng.uniform(0.05, 0.4)
    if rng.random() < 0.15:
        dark = np.clip(body * 1.6 + 40, 0, 255)
    for at in spread(rng, int(rng.integers(1, 4)), die * 2.2):
        turn = rng.uniform(0, 6.3)
        columns, rows = int(rng.integers(1, 4)), int(rng.integers(4, 9))
        wide, high = (columns + rng.uniform(0, 1.2)) * pitch, (rows + rng.uniform(0, 1.2)) * pitch
        outline = rounded(at, wide, high, turn, min(wide, high) * rng.uniform(0.02, 0.45))
        fill(scene, outline + rng.uniform(-2, 2, 2), body * rng.uniform(0.4, 1.2), 0.5, rng)
        fill(scene, outline, np.clip(body, 0, 255))
        light = spin(rng.uniform(0, 6.3)) @ np.array([size * rng.uniform(0.1, 0.35), 0])
        slanted = rng.random() < 0.25
        holes = []
        for x in range(columns):
            for y in range(rows):
                off = np.array([x + 0.5 * (slanted and y % 2), y]) * pitch
                off -= np.array([columns - 1, rows - 1]) / 2 * pitch
                where = at + spin(turn) @ off
                dot(scene, where + light, size, (*np.clip(body * 1.3 + 10, 0, 255),))
                dot(scene, where, size, (*dark,))
                holes.append(where)
        for _ in range(2):
            some = int(rng.integers(1, 4))
            near = holes[int(rng.integers(len(holes)))]
            boxes.append(
                around(near + rng.uniform(-0.5, 0.5, 2) * pitch, pitch * (some + 0.3), turn)
            )
        if rng.random() < 0.5:
            boxes.append(around(at, max(wide, die * 0.6), turn))
    return [b for b in boxes if min(b[:2]) > -9 and max(b[2:]) < SIDE + 9 and b[2] - b[0] > 12]


def thick_dominoes(rng, scene, die):
    """With a lit and a dark edge, hollow pips, a groove or none, and a shadow."""
    body = np.array(ink_of(rng, dark=rng.random() < 0.4))
    if rng.random() < 0.3:
        body = rng.uniform(10, 245, 3)
    pale = body.mean() > 120
    ink = np.array(ink_of(rng, dark=pale))
    if rng.random() < 0.2:
        ink = rng.uniform(0, 255, 3)
    boxes, soft = [], rng.uniform(0.02, 0.2)
    reach, size, hollow = rng.uniform(0.2, 0.3), rng.uniform(0.05, 0.1), rng.random() < 0.5
    ratio, groove = rng.uniform(0.9, 1.02), rng.random() < 0.7
    light = spin(rng.uniform(0, 6.3)) @ np.array([die * rng.uniform(0.02, 0.08), 0])
    places = spread(rng, int(rng.integers(1, 6)), die * 2.15)
    turns = rng.uniform(0, 6.3, len(places))
    for at, turn in zip(places, turns, strict=True):
        side = spin(turn)
        outline = rounded(at, die * ratio, die * 2 * ratio, turn, die * soft)
        fill(scene, outline + light, body * 0.5, rng.uniform(0.2, 0.7), rng)
        fill(scene, outline - light * 0.6, np.clip(body * 1.2 + 8, 0, 255))
        fill(scene, outline, body)
        if groove:
            ends = [at + side @ np.array([x, 0]) for x in (-die * 0.44, die * 0.44)]
            line = [tuple(int(v) for v in e) for e in ends]
            shade = (*(body * 0.6 if rng.random() < 0.5 else ink),)
            cv2.line(scene, *line, shade, max(int(die / 20), 1), cv2.LINE_AA)
        for sign in (-1, 1):
            middle = at + side @ np.array([0, sign * die * 0.5 * ratio])
            for spot in PIPS[int(rng.integers(1, 7))]:
                where = middle + side @ (np.array(spot) * die * reach)
                if hollow:
                    dot(scene, where - light * 0.5, die * size, (*np.clip(body * 1.3, 0, 255),))
                dot(scene, where, die * size, (*ink,))
            boxes.append(around(middle, die * ratio * rng.uniform(0.85, 1.1), turn))
    return boxes


SUITS = {
    "diamond": np.array([(0, -1), (0.75, 0), (0, 1), (-0.75, 0)]),
    "spade": np.array([(0, -1), (0.8, 0.25), (0.45, 0.65), (0.1, 0.4), (0.3, 1), (-0.3, 1),
                       (-0.1, 0.4), (-0.45, 0.65), (-0.8, 0.25)]),
    "heart": np.array([(0, -0.5), (0.4, -0.9), (0.85, -0.5), (0.7, 0.1), (0, 1), (-0.7, 0.1),
                       (-0.85, -0.5), (-0.4, -0.9)]),
}  # fmt: skip


def pack_card(rng, scene, die):
    """Cards of a pack, one to ten signs in columns, with an index in two corners."""
    boxes = []
    wide = die * rng.uniform(1.6, 3.6)
    wide = min(wide, 160.0)
    high = wide * rng.uniform(1.3, 1.6)
    for at in spread(rng, int(rng.integers(1, 4)), high * 0.9):
        turn, pale = rng.uniform(0, 6.3), rng.uniform(200, 255) + rng.uniform(-8, 8, 3)
        pale = np.clip(pale, 0, 255)
        outline = rounded(at, wide, high, turn, wide * rng.uniform(0.02, 0.1))
        fill(scene, outline, pale, rng.uniform(0.1, 0.6), rng)
        ink = (25.0, 20.0, rng.uniform(150, 220)) if rng.random() < 0.5 else ink_of(rng)
        shape = SUITS[str(rng.choice(list(SUITS)))]
        size = wide * rng.uniform(0.05, 0.1)
        across, down = wide * rng.uniform(0.18, 0.28), high * rng.uniform(0.2, 0.34)
        for sign in (-1, 1):
            corner = at + spin(turn) @ np.array([sign * wide * 0.42, sign * high * 0.42])
            fill(scene, corner + shape * size * 0.5 @ spin(turn).T, ink)
        spots = PIPS[int(rng.integers(1, 7))]
        for spot in spots:
            where = at + spin(turn) @ (np.array(spot) * (across, down))
            fill(scene, where + shape * size @ spin(turn).T, ink)
        boxes.append(around(at, 2.6 * max(across, down), turn))
        boxes.append(around(at, 2.6 * min(across, down), turn))
        half = at + spin(turn) @ np.array([0, down * rng.choice([-0.5, 0.5])])
        boxes.append(around(half, 2.4 * max(across, down / 2), turn))
    return [b for b in boxes if min(b[:2]) > -9 and max(b[2:]) < SIDE + 9]


CLOSELY = (glowing_screen, glowing_screen, holed_plate, thick_dominoes, pack_card)
