# ruff: noqa: PLR2004 - a recipe of numbers, run by hand
"""Draw bowls, plates, trays and baskets in hard light, with dice in them: a thousand in a minute.

The ground is a map of heights that one lamp lights: what stands in the lamp's way casts a shadow
with a hard edge. Wood, leather, felt, cardboard and clay have the colours of skin now and then.
"""

import cv2
import numpy as np
from backgrounds import SIDE, ground
from hands import SKINS
from scenes import paste, turned

YS, XS = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
WOOD = np.array([[120, 175, 215], [90, 145, 195], [60, 105, 160], [45, 75, 120], [30, 48, 80]])
"""BGR of birch, beech, oak, teak and walnut."""
FAR = np.cumsum(np.geomspace(1.0, 9.0, 34)).astype(np.float32)
"""How far from each place the way to the lamp is looked at, px."""


def noise(rng, across, along=None):
    """Noise of one deviation with patches of this size, px: float32 (256, 256)."""
    grain = rng.normal(0, 1, (SIDE, SIDE)).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), along or across, sigmaY=across)
    return grain / (grain.std() + 1e-6)


def tone(rng):
    """A colour, BGR: of wood, of skin, or any."""
    roll, scale = [WOOD, SKINS], rng.uniform(0.45, 1.25) * rng.uniform(0.92, 1.08, 3)
    if rng.random() < 0.25:
        return rng.uniform(10, 235, 3) * 0.6 + rng.uniform(10, 235) * 0.4
    colours = roll[int(rng.random() < 0.35)]
    i, mix = rng.integers(len(colours) - 1), rng.random()
    return (colours[i] * mix + colours[i + 1] * (1 - mix)) * scale


def stuff(rng):
    """What a thing is made of: BGR float32 (256, 256, 3), and its fine relief, px."""
    body, kind = tone(rng), rng.random()
    relief = np.zeros((SIDE, SIDE), np.float32)
    if kind < 0.55:
        figure = rings(rng) if rng.random() < 0.5 else grained(rng)
    elif kind < 0.65:  # planks, striped bamboo, a cutting board
        turn, pitch = rng.uniform(0, np.pi), rng.uniform(5, 60)
        plank = np.floor((XS * np.cos(turn) + YS * np.sin(turn)) / pitch + 100).astype(int)
        figure = grained(rng) * 0.5 + rng.normal(0, 1, 700).astype(np.float32)[plank]
    elif kind < 0.75:  # wickerwork
        pitch = rng.uniform(4, 14)
        a, b = np.floor(XS / pitch), np.floor(YS / pitch * rng.uniform(0.8, 2))
        figure = np.where((a + b) % 2 > 0, np.sin(XS * np.pi / pitch), np.sin(YS * np.pi / pitch))
        relief = np.abs(figure).astype(np.float32) * rng.uniform(0.3, 1.5)
    else:  # felt, leather, cardboard, clay, stone
        figure = noise(rng, rng.uniform(0.5, 2)) * 0.6 + noise(rng, rng.uniform(8, 40)) * 0.5
        relief = noise(rng, rng.uniform(0.6, 2.5)) * rng.uniform(0, 0.25)
    depth = rng.uniform(0.02, 0.22)
    return (body * (1 + depth * np.clip(figure, -2.2, 2.2))[..., None]).astype(np.float32), relief


def rings(rng):
    """Year rings as a lathe cuts them."""
    at = rng.uniform(-1.2, 2.2, 2) * SIDE
    off = np.hypot((XS - at[0]) * rng.uniform(0.3, 1), YS - at[1])
    off = off + noise(rng, rng.uniform(10, 40)) * rng.uniform(1, 12)
    wave = np.sin(off / rng.uniform(1.5, 12)) + 0.5 * np.sin(off / rng.uniform(4, 30))
    return wave + noise(rng, 0.7) * rng.uniform(0, 0.5)


def grained(rng):
    """The grain along a plank, and its figure."""
    figure = noise(rng, rng.uniform(0.6, 4), rng.uniform(15, 70))
    figure = figure + np.sin(YS / rng.uniform(2, 20) + 2 * noise(rng, rng.uniform(8, 30), 60))
    turn = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), rng.uniform(0, 180), 1.5)
    return cv2.warpAffine(figure.astype(np.float32), turn, (SIDE, SIDE), borderMode=2)


def distance(kind, middle, aspect, turn):
    """How far each px is from the middle, as this outline measures."""
    x, y = XS - middle[0], YS - middle[1]
    a, b = x * np.cos(turn) + y * np.sin(turn), (y * np.cos(turn) - x * np.sin(turn)) / aspect
    if kind == "round":
        return np.hypot(a, b)
    a, b = np.abs(a), np.abs(b)
    if kind == "eight":
        return np.maximum(np.maximum(a, b), (a + b) * 0.7071)
    return (a**8 + b**8) ** 0.125


def vessel(rng):
    """Height above the table, px, colour BGR, and the floor's middle and radius, px."""
    kind = str(rng.choice(["round", "round", "round", "square", "eight"]))
    aspect, turn = rng.uniform(0.68, 1.0), rng.uniform(0, np.pi)
    middle = rng.uniform(0.2, 0.8, 2) * SIDE
    radius = SIDE * float(np.exp(rng.uniform(np.log(0.22), np.log(0.8))))
    high = radius * rng.uniform(0.06, 0.6)
    flare, rim = radius * rng.uniform(0.02, 0.45), radius * rng.uniform(0.03, 0.2)
    upper = middle + rng.normal(0, 0.16, 2) * high  # seen aslant, the rim is moved
    floor = distance(kind, middle, aspect, turn) - radius
    above = distance(kind, upper, aspect, turn) - radius - flare
    share = np.clip(floor / np.maximum(floor - above, 1e-3), 0, 1)
    wall = high * share ** rng.uniform(0.8, 2.2)
    if rng.random() < 0.4:  # hollow down to its middle
        wall = high * np.clip(1 + above / (radius + flare), 0, 1) ** rng.uniform(1.5, 3)
    edge = high * np.sqrt(np.clip(1 - (2 * above / rim - 1) ** 2 * rng.uniform(0, 0.6), 0, 1))
    height = np.where(above < 0, wall, edge)
    colour, relief = stuff(rng)
    if rng.random() < 0.35:  # felt or cloth on its floor
        lining, soft = stuff(rng)
        colour = np.where((floor < 0)[..., None], lining, colour)
        relief = np.where(floor < 0, soft, relief)
    return height + relief, colour, above < rim, (middle, radius * aspect)


def lit(rng, height, colour):
    """What a lamp makes of it: the picture, BGR float32, and where its light arrives, 0..1."""
    turn, rise = rng.uniform(0, 2 * np.pi), np.tan(rng.uniform(0.25, 1.2))
    way = np.array([np.cos(turn), np.sin(turn)])
    top = cv2.GaussianBlur(height, (0, 0), 0.7)
    hidden = np.full((SIDE, SIDE), -1e3, np.float32)
    for far in FAR[FAR * rise < float(np.ptp(top))]:
        moved = np.float32([[1, 0, far * way[0]], [0, 1, far * way[1]]])
        there = cv2.warpAffine(top, moved, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
        hidden = np.maximum(hidden, there - far * rise)
    edge = rng.uniform(0.5, 4)  # px of height over which a shadow's edge fades
    open_ = np.clip(1 - (hidden - top) / edge, 0, 1)
    open_ = cv2.GaussianBlur(open_, (0, 0), float(np.exp(rng.uniform(-1, 1.2))))
    dx, dy = cv2.Sobel(top, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(top, cv2.CV_32F, 0, 1) / 8
    length = np.sqrt(dx**2 + dy**2 + 1)
    faces = np.clip((dx * way[0] + dy * way[1] + rise) / length / np.hypot(1, rise), 0, None)
    shine = np.clip(faces, 0, 1) ** rng.uniform(10, 60) * open_ * rng.uniform(0, 0.6)
    fill = rng.uniform(0.12, 0.6)
    sun = np.array([rng.uniform(0.55, 1.05), rng.uniform(0.8, 1.0), 1.0])
    light = fill + (1 - fill) * (faces * open_ * 1.25)[..., None] * sun
    return colour * light + 255 * (shine * rng.random())[..., None], fill + (1 - fill) * open_


def in_vessel(rng, pool, photos, most=9):
    """Dice in and beside a vessel: BGR uint8 (256, 256, 3) and boxes with values (N, 5)."""
    table = ground(rng, photos) if rng.random() < 0.4 else stuff(rng)[0]
    height, colour, inside, (middle, radius) = vessel(rng)
    height = np.where(inside, height, 0).astype(np.float32)
    colour = np.where(inside[..., None], colour, table).astype(np.float32)
    size = radius * float(np.exp(rng.uniform(np.log(0.14), np.log(0.6))))
    placed, sprites = [], []
    for _ in range(int(rng.integers(0, most)) if 13 < size < 75 else 0):
        way, off = rng.uniform(0, 2 * np.pi), max(radius - size * 0.75, 0)
        off *= np.sqrt(rng.random()) if rng.random() < 0.6 else 1.0
        at = middle + off * np.array([np.cos(way), np.sin(way)])
        if any(np.hypot(*(at - p)) < size * 1.25 for p in placed) or not (at > 0).all():
            continue
        if (at >= SIDE).any():
            continue
        i = rng.integers(len(pool["value"]))
        parts = turned(rng, pool["colour"][i], pool["alpha"][i], pool["ground"][i])
        width = float((pool["box"][i][2:] - pool["box"][i][:2]).max())
        placed.append(at)
        sprites.append((parts, at, size / width * rng.uniform(0.92, 1.08), int(pool["value"][i])))
        low = float(height[int(at[1]), int(at[0])])
        stand = np.hypot(XS - at[0], YS - at[1]) < size * 0.42
        height = np.where(stand, low + size * 0.85, height).astype(np.float32)
    # The dice stand in the lamp's way, but only as a map: their own faces are sprites.
    scene, open_ = lit(rng, height, colour)
    scene = np.clip(scene, 0, 255).astype(np.uint8)
    boxes = []
    for (paint, alpha, _), at, scale, value in sprites:
        shade = float(open_[int(at[1]), int(at[0])])
        dark = np.clip(paint * shade, 0, 255).astype(np.uint8)
        box = paste(scene, dark, alpha, None, *at, scale)
        if box is not None:
            boxes.append([*box, value])
    return scene, np.array(boxes, np.float32).reshape(-1, 5)
