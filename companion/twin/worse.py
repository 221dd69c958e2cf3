"""What goes wrong with light and lens, as functions of a frame: for measuring and for tests."""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Worsen = Callable[[Image, float, int], Image]
"""A frame, how bad (0 not at all), and the start of its exposure in ns."""
MAINS_HZ = 100.3
"""Lamps flicker at twice the mains' frequency; against 30 fps the beat wanders slowly."""


def dim(image: Image, much: float, at_ns: int) -> Image:
    """Evening: `much` of the light is gone; the sensor's noise is not, it is there once more."""
    plate = _noise(image.shape)
    noise = np.roll(plate, (at_ns // 1000) % plate.shape[0], axis=0)
    return _bytes(image * np.float32(1 - much) + noise * np.float32(bool(much)))


def bright(image: Image, much: float, _: int) -> Image:
    """Too long an exposure: so much more light, until white."""
    return _bytes(image.astype(np.float32) * (1 + much))


def shadow(image: Image, much: float, _: int) -> Image:
    """Somebody sits before the lamp: the left side loses `much` of its light."""
    x = np.linspace(-8, 8, image.shape[1], dtype=np.float32)[None, :, None]
    return _bytes(image * (1 - much / (1 + np.exp(x + 1.5))))


def lamp(image: Image, much: float, _: int) -> Image:
    """A lamp is mirrored on the Pot, its spot `much` of the picture's height wide."""
    height, width = image.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    radius = max(much * height / 2, 1e-3)
    away = np.hypot(x - width * 0.4, y - height * 0.5) / radius
    return _bytes(image + 330 * np.exp(-(away**4))[:, :, None]) if much else image


def blur(image: Image, much: float, _: int) -> Image:
    """Out of focus: a circle of `much` px."""
    return cv2.GaussianBlur(image, (0, 0), much).astype(np.uint8) if much else image


def smear(image: Image, much: float, _: int) -> Image:
    """A finger was on the lens: haze and blur over the picture's left part, `much` of 1."""
    height, width = image.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    away = np.hypot((x - width * 0.25) / (width * 0.3), (y - height * 0.35) / (height * 0.5))
    cover = (much * np.clip(1.4 - away, 0, 1))[:, :, None]
    hazy = cv2.GaussianBlur(image, (0, 0), 4.0).astype(np.float32) * 0.6 + 70
    return _bytes(image * (1 - cover) + hazy * cover)


def flicker(image: Image, much: float, at_ns: int) -> Image:
    """A lamp on the mains: bands that swing by `much` and wander down the picture."""
    rows = np.linspace(0, 0.02, image.shape[0], dtype=np.float32)[:, None, None]
    swing = np.sin(2 * np.pi * MAINS_HZ * (rows + at_ns / 1e9))
    return _bytes(image * (1 + much * swing))


def push(image: Image, much: float, _: int) -> Image:
    """The camera was pushed by so many px."""
    move = np.array([[1, 0, much * 0.8], [0, 1, much * 0.6]], np.float32)
    size = (image.shape[1], image.shape[0])
    moved = cv2.warpAffine(image, move, size, borderMode=cv2.BORDER_REPLICATE)
    return moved.astype(np.uint8)


@cache
def _noise(shape: tuple[int, ...]) -> NDArray[np.float32]:
    return np.random.default_rng(1).normal(0, 3.0, shape).astype(np.float32)


def _bytes(picture: NDArray[np.float32]) -> Image:
    return np.clip(picture, 0, 255).astype(np.uint8)


WORSE: Mapping[str, tuple[Worsen, tuple[float, ...]]] = MappingProxyType(
    {
        "dim": (dim, (0, 0.2, 0.4, 0.55, 0.7, 0.78, 0.85, 0.9, 0.94)),
        "bright": (bright, (0, 0.1, 0.2, 0.35, 0.5, 0.6, 0.7)),
        "shadow": (shadow, (0, 0.15, 0.3, 0.45, 0.6, 0.7, 0.8, 0.9)),
        "lamp": (lamp, (0, 0.02, 0.03, 0.04, 0.05, 0.08)),
        "blur": (blur, (0, 0.8, 1.2, 1.6, 2.0, 2.5, 3.0, 4.0, 5.0)),
        "smear": (smear, (0, 0.15, 0.3, 0.45, 0.6, 0.7, 0.8, 0.9, 1.0)),
        "flicker": (flicker, (0, 0.004, 0.008, 0.012, 0.016, 0.02, 0.04)),
        "push": (push, (0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 40.0)),
    }
)
"""What to do and in which steps, from nothing to far too much."""
