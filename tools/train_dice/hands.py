# ruff: noqa: PLR2004 - a recipe of numbers, run by hand
"""Drawn hands that reach into a scene: forearm, palm and fingers as capsules, shaded as round."""

import cv2
import numpy as np
from backgrounds import SIDE

SKINS = np.array([[165, 190, 235], [130, 165, 215], [95, 130, 185], [60, 90, 140], [35, 50, 85]])
"""BGR of light to dark skin; everything between two neighbours is drawn too."""
HARD = 0.35
"""Share of hands under a small lamp: their shadow falls far off and has an edge."""


def hand(rng: np.random.Generator, die_px: float) -> tuple[np.ndarray, np.ndarray]:
    """A hand in a scene of dice `die_px` wide: BGR uint8 and alpha uint8 (256, 256).

    A palm is about five dice of 16 mm wide, a finger one.
    """
    unit = die_px * rng.uniform(0.85, 1.2)
    start = _edge(rng)
    palm = rng.uniform(0.1, 0.9, 2) * SIDE
    along = (palm - start) / max(float(np.linalg.norm(palm - start)), 1.0)
    alpha = np.zeros((SIDE, SIDE), np.uint8)
    arm = np.zeros_like(alpha)
    _line(arm, start - along * unit * 3, palm - along * unit * 3, unit * rng.uniform(3, 4.4))
    _line(alpha, palm - along * unit * 3.4, palm, unit * rng.uniform(3, 3.6))
    _line(alpha, palm - along * unit, palm + along * unit, unit * rng.uniform(4, 5))
    height = _round(alpha, unit * 2)
    for turn in np.array([-0.5, -0.2, 0.08, 0.36]) * rng.uniform(0.3, 1.5):
        height = np.maximum(height, _finger(rng, palm, along, turn, unit))
    height = np.maximum(height, _finger(rng, palm - along * unit * 1.6, along, _thumb(rng), unit))
    skin = _skin(rng, height)
    sleeve = _cloth(rng) if rng.random() < 0.6 else skin
    arm_height = _round(arm, unit * 2)
    bare = height > 0
    colour = np.where(bare[..., None], skin, sleeve * (0.35 + 0.65 * arm_height[..., None]))
    mask = ((bare | (arm > 0)) * np.uint8(255)).astype(np.uint8)
    soft = rng.uniform(0.5, 1.2) if rng.random() < 0.7 else rng.uniform(1.5, 5)
    colour = cv2.GaussianBlur(np.clip(colour, 0, 255).astype(np.uint8), (0, 0), soft)
    return colour, cv2.GaussianBlur(mask, (0, 0), soft)


def lay_hand(rng, scene, die_px):
    """The scene with a hand above it and its shadow; where the hand covers: bool (256, 256)."""
    colour, alpha = hand(rng, die_px)
    hard = rng.random() < HARD
    reach, soft = (40, rng.uniform(0.4, 2)) if hard else (20, rng.uniform(2, 15))
    shift = np.float32([[1, 0, rng.uniform(-reach, reach)], [0, 1, rng.uniform(-reach, reach)]])
    shade = cv2.GaussianBlur(cv2.warpAffine(alpha, shift, (SIDE, SIDE)), (0, 0), soft)
    dark = 1 - shade[..., None] / np.float32(255) * rng.uniform(0, 0.8 if hard else 0.6)
    a = alpha[..., None] / np.float32(255)
    return (colour * a + scene * dark * (1 - a)).astype(np.uint8), alpha > 127


def _edge(rng):
    at = rng.uniform(0, SIDE)
    return np.array([(at, 0.0), (at, SIDE), (0.0, at), (SIDE, at)][int(rng.integers(4))])


def _thumb(rng):
    return rng.choice([-1, 1]) * rng.uniform(0.5, 1.2)


def _line(mask, a, b, width):
    ends = [tuple(int(v) for v in p) for p in (a, b)]
    cv2.line(mask, *ends, 255, max(int(width), 1), cv2.LINE_AA)


def _round(mask, reach):
    """Height 0..1 of a shape as if blown up: how near its middle each point is."""
    away = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    return np.sqrt(np.clip(away / max(reach, 1.0), 0, 1)).astype(np.float32)


def _finger(rng, palm, along, turn, unit):
    """Three bones, each bent a little further than the last; curled fingers are short."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    at = palm + _turned(along, turn * 1.6) * unit * 2.0
    length, bend = unit * rng.uniform(0.7, 1.8), rng.normal(0, 0.15)
    direction = _turned(along, turn)
    for width in (1.15, 1.05, 0.9):
        end = at + direction * length
        _line(mask, at, end, unit * width)
        at, direction, length = end, _turned(direction, bend), length * 0.8
    return _round(mask, unit * 0.55)


def _turned(v, angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([c * v[0] - s * v[1], s * v[0] + c * v[1]])


def _skin(rng, height):
    i, mix = rng.integers(len(SKINS) - 1), rng.random()
    tone = SKINS[i] * mix + SKINS[i + 1] * (1 - mix)
    # Light from a side: the slope of the height, smoothed, tells which way the skin faces.
    smooth = cv2.GaussianBlur(height, (0, 0), 2)
    dx, dy = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    turn = rng.uniform(0, 2 * np.pi)
    lit = 0.75 + 0.3 * height + rng.uniform(0.2, 1.2) * (dx * np.cos(turn) + dy * np.sin(turn))
    if rng.random() < 0.2:  # light from all sides: no shading, as in a drawing
        lit = lit * 0.1 + rng.uniform(0.6, 1.1)
    grain = cv2.GaussianBlur(
        rng.normal(0, 1, height.shape).astype(np.float32), (0, 0), rng.uniform(1, 6)
    )
    return tone * (lit + 0.05 * grain / (grain.std() + 1e-6))[..., None]


def _cloth(rng):
    base = rng.uniform(10, 240, 3) * 0.5 + rng.uniform(10, 240) * 0.5
    noise = rng.normal(0, rng.uniform(1, 15), (SIDE, SIDE, 1)).astype(np.float32)
    return base + cv2.GaussianBlur(noise, (0, 0), 1)[..., None]
