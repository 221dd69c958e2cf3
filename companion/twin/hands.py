"""Hands and arms over the table as the camera sees them: skin, sleeve, and their shadow."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.twin.mat import Sheet
from companion.twin.optics import Optics

Image = NDArray[np.uint8]
Points = NDArray[np.float64]
_SHIFT = 3
_SKINS = ((142, 172, 224), (96, 132, 196), (62, 92, 150), (158, 186, 232))
_SLEEVES = ((120, 62, 40), (52, 120, 60), (60, 50, 150), (150, 120, 70))
_SHADOW_MM = (9.0, 12.0)
_SHADOW_SHARE = 0.62


@dataclass(frozen=True, slots=True)
class HandPose:
    """Where somebody's hand is.

    Attributes:
        seat: Whose: sets skin and sleeve.
        at: Middle of the palm, mm on the sheet.
        out: Unit vector from the palm along the forearm, towards its owner.
    """

    seat: int
    at: tuple[float, float]
    out: tuple[float, float]


def home_of(seat: int, seats: int, sheet: Sheet) -> tuple[float, float]:
    """Where a seat's hand rests, well outside the camera's view; seat 0 below, then clockwise."""
    turn = math.pi / 2 + 2 * math.pi * seat / seats
    return (
        sheet.width / 2 + sheet.width * 0.95 * math.cos(turn),
        sheet.height / 2 + sheet.height * 1.15 * math.sin(turn),
    )


def reaching(seat: int, seats: int, sheet: Sheet, at: tuple[float, float]) -> HandPose:
    """The hand of `seat` stretched to `at` from where its owner sits."""
    return reaching_from(seat, home_of(seat, seats, sheet), at)


def reaching_from(seat: int, home: tuple[float, float], at: tuple[float, float]) -> HandPose:
    """The hand of `seat` stretched to `at` from `home`, mm."""
    dx, dy = home[0] - at[0], home[1] - at[1]
    length = math.hypot(dx, dy) or 1.0
    return HandPose(seat, at, (dx / length, dy / length))


def draw_hand(scene: Image, pose: HandPose, optics: Optics) -> None:
    """Paint a hand and its arm on `scene` in place."""
    skin = _lit(_SKINS[pose.seat % len(_SKINS)], pose, optics)
    sleeve = _lit(_SLEEVES[pose.seat % len(_SLEEVES)], pose, optics)
    parts = _parts(pose)
    _shadow(scene, parts, optics)
    for name, shape in parts:
        colour = sleeve if name == "sleeve" else skin
        _fill(scene, optics.pixels(shape), colour)
    for name, shape in parts:
        if name == "finger":
            tip = optics.pixels(shape[:2].mean(0)[None])
            _fill(scene, tip + _ring(5.0), _brighter(skin))


def _lit(colour: tuple[int, int, int], pose: HandPose, optics: Optics) -> tuple[int, int, int]:
    x, y = optics.pixels(np.array([pose.at]))[0]
    height, width = optics.light.shape[:2]
    row, column = int(np.clip(y, 0, height - 1)), int(np.clip(x, 0, width - 1))
    share = float(optics.light[row, column, 0])
    b, g, r = (min(255, round(c * share)) for c in colour)
    return (b, g, r)


def _brighter(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    b, g, r = (min(255, c + 22) for c in colour)
    return (b, g, r)


def _parts(pose: HandPose) -> list[tuple[str, Points]]:
    """Sleeve, wrist, palm, fingers, thumb in millimetres, in the order of painting."""
    out = np.array(pose.out)
    side = np.array([-out[1], out[0]])
    at = np.array(pose.at)

    def place(points: list[tuple[float, float]]) -> Points:
        array = np.array(points, np.float64)
        placed: Points = at + array[:, :1] * side + array[:, 1:] * out
        return placed

    parts = [
        ("sleeve", place([(-38, 105), (38, 105), (48, 620), (-48, 620)])),
        ("wrist", place([(-28, 25), (28, 25), (32, 118), (-32, 118)])),
        ("palm", at + _oval(43, 46) @ np.array([side, out])),
    ]
    for x, reach in ((-32, -82), (-11, -98), (11, -94), (32, -76)):
        tip = x * 1.18
        parts.append(
            ("finger", place([(tip - 7, reach), (tip + 7, reach), (x + 10, -18), (x - 10, -18)]))
        )
    parts.append(("thumb", place([(62, -42), (76, -34), (44, 22), (26, 6)])))
    return parts


def _oval(a: float, b: float) -> Points:
    turn = np.radians(np.arange(0, 360, 15))
    return np.stack([np.cos(turn) * a, np.sin(turn) * b], 1)


def _ring(radius: float) -> Points:
    return _oval(radius, radius)


def _fill(scene: Image, pixels: Points, colour: tuple[int, int, int]) -> None:
    corners = np.round(pixels * (1 << _SHIFT)).astype(np.int32)
    cv2.fillPoly(scene, [corners], colour, cv2.LINE_AA, _SHIFT)


def _shadow(scene: Image, parts: list[tuple[str, Points]], optics: Optics) -> None:
    shapes = [optics.pixels(shape + _SHADOW_MM) for _, shape in parts]
    every = np.concatenate(shapes)
    height, width = scene.shape[:2]
    x0, y0 = np.clip(np.floor(every.min(0)).astype(int) - 8, 0, (width, height))
    x1, y1 = np.clip(np.ceil(every.max(0)).astype(int) + 8, 0, (width, height))
    if x1 <= x0 or y1 <= y0:
        return
    mask = np.full((y1 - y0, x1 - x0), 255, np.uint8)
    for shape in shapes:
        _fill(mask, shape - (x0, y0), (round(255 * _SHADOW_SHARE),) * 3)
    mask = cv2.blur(mask, (9, 9)).astype(np.uint8)
    piece = scene[y0:y1, x0:x1]
    cv2.multiply(piece, cv2.merge([mask] * 3), dst=piece, scale=1 / 255)
