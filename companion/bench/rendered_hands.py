"""Hands drawn over pictures of dice: does `read dice` see that one is in the way?

Drawn otherwise than the hands that taught the network (tools/train_dice/hands.py): here a hand is
one outline around 21 joints, lit from a side and with nails; there capsules shaded as round.
"""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.bench.row import BenchRow
from vision.hands import sees_hand
from vision.readings import Image

SEED = 77

TONES = ((172, 196, 238), (140, 172, 222), (100, 138, 196), (66, 98, 150), (38, 54, 92))
"""BGR of light to dark skin."""
_ROOTS = np.array([(-0.62, 0.25), (-0.38, 0.95), (-0.1, 1.02), (0.18, 0.95), (0.42, 0.8)])
"""Where thumb and fingers begin, in palms (about 8.5 cm) from the wrist, the middle finger up."""
_LENGTHS = (0.62, 0.82, 0.92, 0.84, 0.62)
_WIDTHS = (0.27, 0.24, 0.25, 0.23, 0.2)
_SPREAD = (-0.75, -0.18, -0.02, 0.13, 0.32)
Points = NDArray[np.float64]


def hand_rows(what: str, pictures: Sequence[Image]) -> Iterator[BenchRow]:
    """How many pictures are called a hand: as they are, and with a hand of each tone in turn."""
    rng = np.random.default_rng(SEED)
    shown = [
        with_hand(picture, rng, tone=n % len(TONES), sleeved=bool(n // len(TONES) % 2))
        for n, picture in enumerate(pictures)
    ]
    seen = sum(map(sees_hand, shown))
    false = sum(map(sees_hand, pictures))
    yield BenchRow(what=f"{what}, a hand drawn over each: seen", value=seen, unit="hands")
    yield BenchRow(what=f"{what}, as they are: called a hand", value=false, unit="hands")


def with_hand(image: Image, rng: np.random.Generator, *, tone: int, sleeved: bool) -> Image:
    """The picture with a hand that reaches in from one of its borders: BGR uint8."""
    height, width = image.shape[:2]
    palm = min(height, width) * rng.uniform(0.16, 0.4)
    border = _on_border(rng, width, height)
    goal = np.array([width, height]) * rng.uniform(0.3, 0.7, 2)
    up = (goal - border) / max(float(np.linalg.norm(goal - border)), 1.0)
    wrist = border + up * min(palm * rng.uniform(0.2, 2.0), float(np.linalg.norm(goal - border)))
    skin, arm = np.zeros((height, width), np.uint8), np.zeros((height, width), np.uint8)
    _hand(skin, rng, wrist, up, palm)
    _band(arm, wrist - up * palm * 9, wrist - up * palm * (0.25 if sleeved else 0), palm * 0.78)
    colour = np.array(TONES[tone]) * rng.uniform(0.85, 1.1)
    cloth = rng.uniform(20, 230, 3) if sleeved else colour * 0.97
    return _laid(image, [(arm, cloth), (skin, colour)], rng)


def _on_border(rng: np.random.Generator, width: int, height: int) -> Points:
    x, y = rng.uniform(0.15, 0.85) * width, rng.uniform(0.15, 0.85) * height
    places = ((x, 0.0), (x, float(height)), (0.0, y), (float(width), y))
    return np.array(places[int(rng.integers(4))])


def _hand(mask: Image, rng: np.random.Generator, wrist: Points, up: Points, palm: float) -> None:
    right = np.array([-up[1], up[0]]) * rng.choice([-1, 1])
    bent = rng.uniform(0.25, 1.0)
    roots = wrist + palm * (_ROOTS[:, :1] * right + _ROOTS[:, 1:] * up)
    body = np.vstack([roots, wrist + 0.38 * palm * right, wrist - 0.38 * palm * right])
    cv2.fillConvexPoly(mask, cv2.convexHull(body.astype(np.int32)), 255, cv2.LINE_AA)
    for root, length, wide, turn in zip(roots, _LENGTHS, _WIDTHS, _SPREAD, strict=True):
        angle = turn * rng.uniform(0.4, 1.6) + rng.normal(0, 0.05)
        way = np.cos(angle) * up + np.sin(angle) * right
        _band(mask, root - way * palm * 0.15, root + way * palm * length * bent, palm * wide)


def _band(mask: Image, a: Points, b: Points, width: float) -> None:
    ends = [(round(float(p[0])), round(float(p[1]))) for p in (a, b)]
    cv2.line(mask, ends[0], ends[1], 255, max(round(width), 2), cv2.LINE_AA)


def _laid(
    image: Image, parts: list[tuple[Image, NDArray[np.float64]]], rng: np.random.Generator
) -> Image:
    """Shadow first, then each part with an edge that darkens where it turns away."""
    whole = np.maximum(parts[0][0], parts[1][0])
    size = max(image.shape[:2]) / 100
    off = np.array([[1, 0, rng.uniform(-3, 3) * size], [0, 1, rng.uniform(-3, 3) * size]])
    cast = cv2.warpAffine(whole, off, whole.shape[::-1])
    shade = cv2.GaussianBlur(cast, (0, 0), size * 2)[..., None] / 255.0
    scene = image * (1 - rng.uniform(0.1, 0.5) * shade)
    for mask, colour in parts:
        inside = cv2.GaussianBlur(mask, (0, 0), size * rng.uniform(0.8, 2.5)) / 255.0
        light = 0.55 + 0.45 * np.clip(inside * 2 - 0.9, 0, 1)
        paint = colour * light[..., None] + rng.normal(0, 3, (*mask.shape, 1))
        alpha = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None] / 255.0
        scene = paint * alpha + scene * (1 - alpha)
    return np.asarray(np.clip(scene, 0, 255), np.uint8)
