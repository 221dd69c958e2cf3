"""What differs between two pictures of the same place, whatever the light did in between."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.readings import Floats, Image

MIN_STEP = 14.0
"""Grey levels (of 255) that count as changed at least; twice what JPEG and light flicker leave."""
NOISE_STEPS = 6.0
"""A change is this many standard deviations of the sensor's noise."""

DARK, BLOWN_OUT = 20, 250
"""Outside of these grey levels a pixel says nothing about the light."""
RING_SHARE = 0.5
"""Of a ring's pixels that must say something about the light for it to be believed."""

Mask = npt.NDArray[Any]
"""uint8 (H, W), 0 or 255."""


def relit(before: Image, after: Image, ring_px: int = 0) -> Image:
    """`before` in the light of `after`: the median gain of each channel applied."""
    levels = np.arange(256, dtype=np.float32)[:, None] * gain_between(before, after, ring_px)
    return cv2.LUT(before, np.clip(levels + 0.5, 0, 255).astype(np.uint8)[:, None])


def gain_between(before: Image, after: Image, ring_px: int = 0) -> Floats:
    """Median gain per channel from `before` to `after`: float32 (3,), 0.5 to 2.

    ring_px: Where given, the light is taken from a ring so wide along the edges, as long as that
        is not blown out. Inside it, everything may have changed at once.
    """
    old, new = _sampled(before, ring_px), _sampled(after, ring_px)
    usable = (old > DARK) & (old < BLOWN_OUT) & (new < BLOWN_OUT)
    if ring_px and usable.all(axis=1).mean() < RING_SHARE:
        return gain_between(before, after)
    gains = [
        float(np.median(new[usable[:, c], c] / old[usable[:, c], c])) if usable[:, c].any() else 1.0
        for c in range(3)
    ]
    return np.clip(np.array(gains, np.float32), 0.5, 2.0)


def _sampled(picture: Image, ring_px: int) -> Floats:
    """Some pixels, of the ring alone where it is wanted: float32 (n, 3)."""
    if not ring_px:
        return picture[::6, ::6].reshape(-1, 3).astype(np.float32)
    r = ring_px
    sides = (picture[:r:3, ::3], picture[-r::3, ::3], picture[::3, :r:3], picture[::3, -r::3])
    return np.concatenate([side.reshape(-1, 3) for side in sides]).astype(np.float32)


def changed_mask(before: Image, after: Image, *, noise: float = 3.0, ring_px: int = 0) -> Mask:
    """255 where the two differ in content: uint8 (H, W).

    Overall light is taken out, as `gain_between` finds it; single pixels and hair lines are
    removed.
    """
    step = max(MIN_STEP, NOISE_STEPS * noise / 3.0)
    mask = differs(relit(before, after, ring_px), after, step)
    return cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))


def differs(first: Image, second: Image, step: float = MIN_STEP) -> Mask:
    """255 where any channel, slightly smoothed, differs by more than `step`: uint8 (H, W)."""
    blue, green, red = cv2.split(cv2.blur(cv2.absdiff(first, second), (3, 3)))
    return cv2.threshold(cv2.max(cv2.max(blue, green), red), step, 255, cv2.THRESH_BINARY)[1]


BLOCK_MM = 8.0
"""Side of a block in which the pattern is compared apart from its brightness."""
RELIGHT = (0.4, 2.0)
"""Brightness of a block over what it was: a shadow, or a lamp switched on."""
TINT = 1.3
"""Channels of a shadow lose alike; skin on paper takes 1.7 times as much of blue as of red."""
PATTERN = 8.0
"""Mean grey levels in which a block may differ once its brightness is taken out."""
LIGHT_SHARE = 0.9
"""Of the changed blocks that must only be lit otherwise. A third of a card's lie on its edges."""


def by_light(before: Image, after: Image, changed: Mask, px_per_mm: float) -> Mask:
    """Where only the light changed, as whole blocks: uint8 (H, W), 255 there."""
    side = max(round(BLOCK_MM * px_per_mm), 2)
    height, width = changed.shape
    size = (max(width // side, 1), max(height // side, 1))
    old, new = before.astype(np.float32), after.astype(np.float32)
    ratio = _means(new, size) / np.maximum(_means(old, size), 1.0)
    tint = ratio.max(axis=2) / np.maximum(ratio.min(axis=2), 1e-3)
    level = ratio.mean(axis=2)
    gain = cv2.resize(ratio, (width, height), interpolation=cv2.INTER_LINEAR)
    off = _means(np.abs(new - old * gain), size).mean(axis=2)
    lit = (off < PATTERN) & (tint < TINT) & (level > RELIGHT[0]) & (level < RELIGHT[1])
    part = _means(changed.astype(np.float32), size) > 0.25 * 255
    blocks: Mask = np.where(lit & part, 255, 0).astype(np.uint8)
    return cv2.resize(blocks, (width, height), interpolation=cv2.INTER_NEAREST)


def only_light(before: Image, after: Image, changed: Mask, px_per_mm: float) -> bool:
    """Whether nothing came or went, though a shadow fell or a lamp was moved."""
    lit = cv2.bitwise_and(changed, by_light(before, after, changed, px_per_mm))
    return cv2.countNonZero(lit) >= LIGHT_SHARE * max(cv2.countNonZero(changed), 1)


def _means(picture: Floats, size: tuple[int, int]) -> Floats:
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
