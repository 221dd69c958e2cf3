# ruff: noqa: PLR0917, PLR2004 - a recipe of numbers, run by hand
"""Rendered pip dice: rounded cubes seen from above, with light, shadow and gloss."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.bench.pips import PIPS

Floats = npt.NDArray[np.float32]
COCKED_DEG = 27.0
"""A die tilted by more than this against the table has no upper face."""
POLISH = 0.05
"""How wide the rim between a flat face and the ball is, in sides of a die."""


@dataclass(frozen=True)
class Sprite:
    """One die: colour uint8 BGR, alpha and ground light as uint8, value (7: cocked).

    `axes` (3, 3) are the axes of the die in its columns, as the camera sees them: x right, y down,
    z away.
    """

    colour: npt.NDArray[np.uint8]
    alpha: npt.NDArray[np.uint8]
    ground: npt.NDArray[np.uint8]
    value: int
    box: tuple[int, int, int, int]
    axes: Floats


def _rotation(axis: Floats, angle: float) -> Floats:
    axis = axis / np.linalg.norm(axis)
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return (np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k).astype(np.float32)


def _distance(p: Floats, rounding: float, ball: float) -> Floats:
    q = np.abs(p) - (0.5 - rounding)
    cube = np.linalg.norm(np.maximum(q, 0), axis=-1) + np.minimum(q.max(-1), 0) - rounding
    round_ = np.linalg.norm(p, axis=-1) - ball
    # A polished rim where the ball cuts the cube: it is what mirrors lamps around a face.
    blend = np.maximum(POLISH - np.abs(cube - round_), 0) / POLISH
    return np.maximum(cube, round_) + blend * blend * (POLISH / 4)


def _march(start: Floats, ray: Floats, rounding: float, ball: float, far: float, steps: int):
    t = np.zeros(len(start), np.float32)
    near = np.full(len(start), 9.0, np.float32)
    for _ in range(steps):
        d = _distance(start + ray * t[:, None], rounding, ball)
        near = np.minimum(near, d)
        t += np.where(t < far, d, 0)
    return t, near


def _palette(rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Body and pip colour, linear BGR: ivory, vivid or dark bodies, pips light, dark or tinted."""
    kind = rng.random()
    if kind < TINTED:
        return _tinted(rng)
    kind = (kind - TINTED) / (1 - TINTED)
    if kind < 0.3:
        body = np.array([0.75, 0.82, 0.85]) * rng.uniform(0.7, 1.15)
    elif kind < 0.5:
        body = np.full(3, rng.uniform(0.01, 0.08)) * rng.uniform(0.6, 1.6, 3)
    else:
        body = rng.uniform(0.0, 0.9, 3) ** 1.5
    bright = body.mean()
    for _ in range(20):
        roll = rng.random()
        if roll < 0.4:
            pip = np.full(3, rng.uniform(0.6, 1.0))
        elif roll < 0.65:
            pip = np.full(3, rng.uniform(0.0, 0.06))
        else:
            pip = rng.uniform(0, 1.0, 3) ** 1.5
        # The least that people can still count: dark red pips on black and blue marble.
        if abs(pip - body).max() > 0.11 + 0.18 * bright:
            break
    return body.astype(np.float32), pip.astype(np.float32)


TINTED = 0.25
"""Share of dice whose pips differ from the body in hue more than in brightness."""
MARBLED, BLACK = 0.5, 0.25
"""Share of dice that swirl between colours, and of swirls that are black."""
LEANING = 0.0
"""Share of dice that are seen from 20 to 50 degrees off the vertical."""


def _tinted(rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Pips of one hue on a body of another that is about as dark: red on blue or black, say."""
    for _ in range(60):
        body = rng.uniform(0.005, 0.5, 3) ** rng.uniform(0.8, 2.0)
        pip = rng.uniform(0.005, 0.7, 3) ** rng.uniform(0.8, 2.2)
        weights = np.array([0.11, 0.59, 0.30])
        apart = np.abs(pip - body).max()
        if abs(float(weights @ (pip - body))) < 0.12 and apart > 0.12 + 0.1 * body.mean():
            break
    return body.astype(np.float32), pip.astype(np.float32)


def render(rng: np.random.Generator, size: int = 104) -> Sprite:
    """A die at a random pose, in a picture `size` px wide in which it fills about half.

    Drawn anew where its pips cannot be told from the body: glare all over, or like colours.
    """
    while True:
        die, contrast = _render(rng, size)
        if contrast > LEAST_CONTRAST:
            return die


LEAST_CONTRAST = 22.0
"""Of 255: mean pips against mean body of the upper face, in the channel that parts them best."""


def _contrast(image: Floats, upper: npt.NDArray[np.bool_], ink: Floats) -> float:
    pips, body = image[upper & (ink > 0.7)], image[upper & (ink < 0.1)]
    if not len(pips) or not len(body):
        return 0.0
    return float(np.abs(pips.mean(0) - body.mean(0)).max())


def _render(rng: np.random.Generator, size: int) -> tuple[Sprite, float]:
    rounding, ball = rng.uniform(0.02, 0.22), rng.choice([9.0, rng.uniform(0.68, 0.8)])
    cocked = rng.random() < 0.10
    value = int(rng.integers(1, 7))
    body_turn = _rotation(np.array([0, 0, 1], np.float32), rng.uniform(0, 2 * np.pi))
    lean = rng.uniform(30, 55) if cocked else abs(rng.normal(0, 3))
    about = rng.uniform(0, 2 * np.pi)
    tilt = _rotation(np.array([np.cos(about), np.sin(about), 0], np.float32), np.radians(lean))
    pose = (tilt @ body_turn).astype(np.float32)
    view = np.radians(rng.uniform(0, 12) if cocked else min(abs(rng.normal(0, 17)), 38))
    if not cocked and LEANING and rng.random() < LEANING:
        view = np.radians(rng.uniform(20, 50))
    toward = rng.uniform(0, 2 * np.pi)
    back = rng.uniform(5, 16)
    direction = np.array(
        [np.sin(view) * np.cos(toward), np.sin(view) * np.sin(toward), np.cos(view)]
    )
    eye = (direction * back).astype(np.float32)
    forward = -direction
    side = np.cross(forward, [np.cos(toward + 1.3), np.sin(toward + 1.3), 0.01])
    side /= np.linalg.norm(side)
    up = np.cross(side, forward)
    half = 1.35 / back
    ys, xs = np.mgrid[0:size, 0:size].astype(np.float32)
    u, v = ((xs + 0.5) / size * 2 - 1) * half, ((ys + 0.5) / size * 2 - 1) * half
    ray = forward + u[..., None] * side - v[..., None] * up
    ray = (ray / np.linalg.norm(ray, axis=-1, keepdims=True)).reshape(-1, 3).astype(np.float32)
    start = np.broadcast_to(eye, ray.shape) + ray * np.float32(back - 2.0)
    t, near = _march(start @ pose, ray @ pose, rounding, ball, 4.0, 28)
    hit = near < 0.012
    p = (start + ray * t[:, None]) @ pose
    colour, glare, ink = _shade(rng, p, ray @ pose, pose, rounding, ball, value)
    light = _light(rng)
    ground = _ground(start, ray, pose, light[0], rounding, ball, rng)
    image = np.clip(colour * light[1] + glare, 0, 1) ** (1 / 2.2) * 255
    box_rows, box_cols = np.where(hit.reshape(size, size))
    box = (box_cols.min(), box_rows.min(), box_cols.max() + 1, box_rows.max() + 1)
    alpha = np.clip(1 - near / 0.03, 0, 1) * 255
    shape = (size, size)
    upper = hit & (p[:, 2] > 0.4)
    die = Sprite(
        image.reshape(size, size, 3).astype(np.uint8),
        alpha.reshape(shape).astype(np.uint8),
        (ground * 255).reshape(shape).astype(np.uint8),
        7 if cocked else value,
        tuple(int(b) for b in box),
        (np.stack([side, -up, forward]) @ pose).astype(np.float32),
    )
    return die, _contrast(image, upper, ink)


def _light(rng: np.random.Generator) -> tuple[Floats, np.float32]:
    elevation, turn = rng.uniform(0.5, 1.5), rng.uniform(0, 2 * np.pi)
    sun = [np.cos(elevation) * np.cos(turn), np.cos(elevation) * np.sin(turn), np.sin(elevation)]
    return np.array(sun, np.float32), np.float32(rng.uniform(0.6, 1.2))


def _shade(rng, p, ray, pose, rounding, ball, value):
    eps = 2e-3
    d = _distance(p, rounding, ball)
    normal = np.stack(
        [_distance(p + np.eye(3, dtype=np.float32)[i] * eps, rounding, ball) - d for i in range(3)],
        -1,
    )
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True) + 1e-6
    body, pip = _palette(rng)
    colour = _marbled(rng, p, body)
    if rng.random() < 0.25:  # translucent: edges darker or lighter
        rim = np.clip(np.abs(p).max(-1) + np.sort(np.abs(p), -1)[:, 1] - 0.6, 0, 1)[:, None]
        colour = colour * (1 + rng.uniform(-1.2, 0.8) * rim)
    inside, hollow, ones = _pips(rng, p, value)
    ink = np.broadcast_to(pip, p.shape)
    if rng.random() < 0.12:  # a one of another colour, as on many Asian dice
        ink = np.where(ones[:, None], rng.uniform(0, 0.8, 3).astype(np.float32), ink)
    colour = colour * (1 - inside[:, None]) + ink * inside[:, None]
    normal = normal + hollow * (rng.uniform(0.3, 1.2) if rng.random() < 0.7 else 0.0)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True) + 1e-6
    fill = rng.uniform(0.35, 0.75)
    world_up = np.array([0, 0, 1], np.float32) @ pose
    sun = _light(rng)[0] @ pose
    diffuse = (
        fill * (0.65 + 0.35 * normal @ world_up) + (1 - fill) * np.clip(normal @ sun, 0, 1) * 1.3
    )
    glare = _gloss(rng, normal, ray, pose, sun)
    lit = (colour * diffuse[:, None]).astype(np.float32)
    return lit, glare[:, None].astype(np.float32), inside


def _marbled(rng, p, body):
    """Body colour of each point; half of the dice swirl between colours, or are wood."""
    colour = np.broadcast_to(body, p.shape).copy()
    if rng.random() > MARBLED:
        return colour
    # Wood is one wave that runs much quicker across the grain than along it.
    across = rng.normal(0, 1, 3) * (14 if rng.random() < 0.15 else 0)
    for _ in range(int(rng.integers(1, 3))):
        waves = sum(
            np.sin(p @ (rng.normal(0, 5, 3) + across).astype(np.float32) + rng.uniform(0, 6))
            for _ in range(4)
        )
        if rng.random() < BLACK:  # black swirls
            other = np.full(3, rng.uniform(0.0, 0.05), np.float32)
        elif rng.random() < 0.5:
            other = np.clip(body + rng.normal(0, 0.22, 3), 0, 1).astype(np.float32)
        else:
            other = (rng.uniform(0, 0.9, 3) ** 1.8).astype(np.float32)
        mix = np.clip(waves * rng.uniform(0.3, 1.5) + rng.uniform(0.2, 0.8), 0, 1)[:, None]
        colour = colour * (1 - mix) + other * mix
    return colour


def _pips(rng, p, value):
    """Share of ink, slope of the hollow (as an addition to the normal), and whether on a one."""
    spacing, radius = rng.uniform(0.2, 0.29), rng.uniform(0.065, 0.125)
    edge = rng.uniform(0.008, 0.03)
    inside = np.zeros(len(p), np.float32)
    hollow = np.zeros_like(p)
    ones = np.zeros(len(p), bool)
    others = [n for n in range(1, 7) if n not in (value, 7 - value)]
    first = int(rng.choice(others))
    second = int(rng.choice([n for n in others if n not in (first, 7 - first)]))
    faces = {
        (2, 1): value,
        (2, -1): 7 - value,
        (0, 1): first,
        (0, -1): 7 - first,
        (1, 1): second,
        (1, -1): 7 - second,
    }
    big_one = rng.uniform(1, 1.7)
    tight = rng.uniform(0.8, 1.0) if rng.random() < 0.3 else 1.0  # the rows of a six
    for (axis, sign), number in faces.items():
        on = (p[:, axis] * sign > 0.38) & (np.abs(p).argmax(-1) == axis)
        axes = [n for n in range(3) if n != axis]
        if rng.random() < 0.5:
            axes.reverse()
        flip = 1 if rng.random() < 0.5 else -1
        size = radius * (big_one if number == 1 else 1)
        row = tight if number == 6 else 1.0
        for a, b in PIPS[number]:
            off = p[:, axes] - np.array([a * spacing, b * spacing * flip * row], np.float32)
            away = np.hypot(off[:, 0], off[:, 1])
            share = on * np.clip((size - away) / edge + 0.5, 0, 1)
            inside = np.maximum(inside, share)
            hollow[:, axes] -= (share / size)[:, None] * off
            ones |= (share > 0) & (number == 1)
    return inside, hollow, ones


def _gloss(rng, normal, ray, pose, sun):
    """Light mirrored by the surface: the sun, now and then a second lamp or a bright window."""
    if rng.random() < 0.35:
        return np.zeros(len(normal), np.float32)
    gloss = np.zeros(len(normal), np.float32)
    for lamp in [sun, *(_light(rng)[0] @ pose for _ in range(int(rng.integers(0, 3))))]:
        halfway = lamp - ray
        halfway /= np.linalg.norm(halfway, axis=-1, keepdims=True)
        shine = np.clip((normal * halfway).sum(-1), 0, 1)
        gloss += shine ** rng.uniform(15, 120) * rng.uniform(0.1, 0.9)
    if rng.random() < 0.4:  # a window has an edge
        gloss = np.where(gloss > 0.3, gloss, 0) + gloss * 0.2
    if rng.random() < 0.4:
        gloss = np.maximum(gloss, _band(rng, normal, ray, pose))
    return gloss


def _band(rng, normal, ray, pose):
    """Bright walls or a ring lamp: whatever faces this height of the room mirrors it."""
    mirrored = ray - 2 * (normal * ray).sum(-1, keepdims=True) * normal
    height = mirrored @ (np.array([0, 0, 1], np.float32) @ pose)
    low = rng.uniform(-0.1, 0.85)
    share = np.clip((height - low) / 0.05, 0, 1) * np.clip(
        (low + rng.uniform(0.05, 0.3) - height) / 0.05, 0, 1
    )
    east = mirrored @ (_light(rng)[0] @ pose)
    if rng.random() < 0.6:  # one wall alone
        share = share * np.clip((east - rng.uniform(-0.2, 0.5)) / 0.1, 0, 1)
    return (share * rng.uniform(0.15, 0.9)).astype(np.float32)


def _ground(start, ray, pose, sun, rounding, ball, rng):
    """Light on the table, 1 unshadowed: hard or soft shadow and the dark rim under the die."""
    t = (-0.5 - start[:, 2]) / np.minimum(ray[:, 2], -1e-3)
    p = start + ray * t[:, None]
    _, near = _march(
        (p + sun * 0.02) @ pose, np.broadcast_to(sun, p.shape) @ pose, rounding, ball, 4.0, 14
    )
    soft = rng.uniform(0.02, 0.3)
    shadow = np.clip(1 - near / soft, 0, 1) * rng.uniform(0, 0.75)
    contact = np.clip(1 - _distance(p @ pose, rounding, ball) / 0.25, 0, 1) * rng.uniform(0, 0.5)
    return ((1 - shadow) * (1 - contact)).astype(np.float32)
