"""The camera as optics: where a point of the table lands, how light falls, what noise there is."""

import random
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.twin.mat import PRINT_PX_MM, Sheet

WIDTH, HEIGHT = 960, 540
"""Pixels of a frame."""
NOISE_SIGMA = 3.0
"""Sensor noise in grey levels, about what a webcam shows in a lit room."""
_NOISE_MID = 12
_SPARE = 64
"""The noise plate is this much larger than a frame, so that each frame cuts a different piece."""

Image = NDArray[np.uint8]
Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Optics:
    """One camera over one table.

    Attributes:
        plane: float64 (3, 3), millimetres of the sheet to pixels.
        light: float32 (HEIGHT, WIDTH, 1), share of light at each pixel.
        noise: uint8, a plate of sensor noise around `_NOISE_MID`.
        floor: uint8, a frame of `_NOISE_MID`, taken off again.
    """

    plane: NDArray[np.float64]
    light: NDArray[np.float32]
    noise: Image
    floor: Image

    def pixels(self, points_mm: Points) -> Points:
        """Millimetres (n, 2) to pixels (n, 2)."""
        homogeneous = np.column_stack([points_mm, np.ones(len(points_mm))]) @ self.plane.T
        projected: Points = homogeneous[:, :2] / homogeneous[:, 2:]
        return projected

    def expose(self, scene: Image, rng: random.Random) -> Image:
        """A frame of `scene` with this exposure's own noise."""
        x, y = rng.randrange(_SPARE), rng.randrange(_SPARE)
        plate = self.noise[y : y + HEIGHT, x : x + WIDTH]
        frame = cv2.add(scene, plate)
        return cv2.subtract(frame, self.floor).astype(np.uint8, copy=False)


def make_optics(seed: int, sheet: Sheet) -> Optics:
    """A camera screwed on a little differently for each seed: perspective, lamp, sensor."""
    rng = random.Random(f"optics {seed}")
    plate = np.random.default_rng(seed).normal(
        _NOISE_MID, NOISE_SIGMA, (HEIGHT + _SPARE, WIDTH + _SPARE, 3)
    )
    noise = np.clip(np.rint(plate), 0, 2 * _NOISE_MID).astype(np.uint8)
    floor = np.full((HEIGHT, WIDTH, 3), _NOISE_MID, np.uint8)
    return Optics(_perspective(rng, sheet), _light(rng), noise, floor)


def _perspective(rng: random.Random, sheet: Sheet) -> NDArray[np.float64]:
    ideal = [(130, 26), (830, 26), (872, 522), (88, 522)]
    seen = [(x + rng.uniform(-9, 9), y + rng.uniform(-9, 9)) for x, y in ideal]
    flat = [(0, 0), (sheet.width, 0), (sheet.width, sheet.height), (0, sheet.height)]
    plane = cv2.getPerspectiveTransform(np.array(flat, np.float32), np.array(seen, np.float32))
    return np.asarray(plane, np.float64)


def _light(rng: random.Random) -> NDArray[np.float32]:
    """A lamp off to one side, and the soft shadow of somebody leaning over the table."""
    x = np.linspace(-1, 1, WIDTH, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, HEIGHT, dtype=np.float32)[:, None]
    turn = rng.uniform(0, 2 * np.pi)
    gradient = 0.93 + 0.09 * (np.cos(turn) * x + np.sin(turn) * y)
    cx, cy = rng.uniform(-1.1, 1.1), rng.choice((-1.0, 1.0))
    shadow = 1 - 0.14 * np.exp(-(((x - cx) / 0.5) ** 2 + ((y - cy) / 0.4) ** 2))
    return np.asarray(gradient * shadow, np.float32)[:, :, None]


def bare_table(optics: Optics, sheet: Sheet, seed: int) -> Image:
    """The lit table with the mat and no cards: BGR uint8, (HEIGHT, WIDTH, 3)."""
    wood = _wood(seed)
    to_print = np.diag([PRINT_PX_MM, PRINT_PX_MM, 1.0])
    view = optics.plane @ np.linalg.inv(to_print)
    small = cv2.GaussianBlur(sheet.print, (3, 3), 0)
    mat = cv2.warpPerspective(small, view, (WIDTH, HEIGHT), flags=cv2.INTER_AREA)
    cover = np.full(sheet.print.shape[:2], 255, np.uint8)
    alpha = cv2.warpPerspective(cover, view, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR)[:, :, None]
    table = (mat * (alpha / 255.0) + wood * (1 - alpha / 255.0)) * optics.light
    return cv2.GaussianBlur(np.clip(table, 0, 255).astype(np.uint8), (3, 3), 0.6).astype(np.uint8)


def _wood(seed: int) -> NDArray[np.float64]:
    rng = np.random.default_rng(seed + 7)
    grain = rng.normal(0, 1, (HEIGHT // 3, WIDTH // 40 + 1)).astype(np.float32)
    long = cv2.resize(grain, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)[:, :, None]
    planks = ((np.arange(HEIGHT) // 90) % 2 * 6.0)[:, None, None]
    return np.asarray(np.clip(np.array([58, 92, 134]) + 7 * long + planks, 0, 255), np.float64)
