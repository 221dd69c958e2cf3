"""A turned wooden bowl under one small lamp: pale wood has the colours of skin."""

import cv2
import numpy as np

from vision.readings import Image

SIZE = (640, 480)
WOODS = {"birch": (120, 175, 215), "beech": (90, 140, 190), "oak": (62, 105, 158)}
"""BGR in the light."""


def bowl(wood: str, *, lamp: float = 0.6, seed: int = 5) -> Image:
    """An empty bowl on a dark table, the lamp at `lamp` radians: BGR uint8 (480, 640, 3)."""
    rng = np.random.default_rng(seed)
    ys, xs = np.mgrid[0 : SIZE[1], 0 : SIZE[0]].astype(np.float32)
    x, y = xs - SIZE[0] * 0.52, ys - SIZE[1] * 0.5
    off, way = np.hypot(x, y), np.array([np.cos(lamp), np.sin(lamp)])
    side = (x * way[0] + y * way[1]) / np.maximum(off, 1)
    noise = cv2.GaussianBlur(rng.normal(0, 1, ys.shape).astype(np.float32), (0, 0), 25)
    rings = np.sin(np.hypot(x * 0.8 + 300, y) / 6 + 20 * noise)
    colour = np.array(WOODS[wood]) * (1 + 0.07 * rings)[..., None]
    wall, rim, end = 165, 205, 228
    light = np.full(ys.shape, 1.0, np.float32)
    light = np.where((off > wall) & (off < rim), 0.75 - 0.35 * side, light)
    light = np.where((off >= rim) & (off < end), 1.05 + 0.2 * side, light)
    beside = np.hypot(x + 70 * way[0], y + 70 * way[1])  # where the rim's shadow falls
    light = np.where((beside > rim) & (off < rim) & (side > 0), light * 0.4, light)
    table = np.array((52, 60, 66)) * np.where(beside < end, 0.5, 1.0)[..., None]
    scene = np.where((off < end)[..., None], colour * light[..., None], table)
    scene = scene + rng.normal(0, 3, (*ys.shape, 1))
    return np.asarray(cv2.GaussianBlur(np.clip(scene, 0, 255).astype(np.uint8), (0, 0), 0.8))
