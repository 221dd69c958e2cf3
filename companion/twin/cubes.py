"""Dice as cubes on the simulated table: the upper face and what shows of the sides.

A camera that looks straight down sees a point at height z farther from the middle of its picture by
the share z / (camera's height); that is all the perspective that a die of 16 mm needs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.twin.optics import Image

SIDE_MM = 16.0
CAMERA_MM = 700.0
"""Height of the camera above the sheet: what a usual lens needs for an A2 sheet."""
_SHADOW = np.array([2.0, 2.5])
"""How far a die's shadow falls, px."""
Points = NDArray[np.float64]
Plane = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class Cube:
    """A die: what lies up, its middle (mm), its turn (degrees), how far it leans (degrees).

    Attributes:
        lift: How high it is above the table, mm: it is rolling.
    """

    up: str
    at: tuple[float, float]
    turn: float
    tilt: float = 0.0
    lift: float = 0.0


def draw_cubes(
    scene: Image, cubes: Sequence[Cube], plane: Plane, faces: Mapping[str, Image]
) -> Image:
    """The picture with these dice on the sheet: BGR uint8, a new one.

    Args:
        scene: BGR uint8, (H, W, 3).
        cubes: In the order of drawing.
        plane: Millimetres of the sheet to pixels, (3, 3).
        faces: The six faces by name, BGR uint8, square.
    """
    drawn = scene.copy()
    for cube in cubes:
        _draw(drawn, cube, plane, faces)
    return drawn


def _draw(scene: Image, cube: Cube, plane: Plane, faces: Mapping[str, Image]) -> None:
    corners = _corners(cube)
    pixels = _project(corners, plane, scene.shape)
    _darken(scene, pixels + _SHADOW)
    sides = [one for one in faces if one != cube.up]
    shown = [(sides[n], face) for n, face in enumerate(_SIDES)] + [(cube.up, _TOP)]
    for name, face in sorted(shown, key=lambda one: float(corners[list(one[1]), 2].mean())):
        quad = pixels[list(face)].astype(np.float32)
        if cv2.contourArea(quad, oriented=True) > 0:
            steep = corners[list(face), 2].max() - corners[list(face), 2].min()
            _paste(scene, faces[name], quad, 1.0 - 0.35 * steep / SIDE_MM / 1.4)


_TOP = (4, 5, 6, 7)
_SIDES = ((4, 0, 1, 5), (5, 1, 2, 6), (6, 2, 3, 7), (7, 3, 0, 4))
"""Corners of the faces, clockwise in the picture for whoever looks at them from outside."""


def _corners(cube: Cube) -> Points:
    """Corners in mm, (8, 3): the lower four, then the upper four, each clockwise from above."""
    half = SIDE_MM / 2
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    low = np.column_stack([square, np.full(4, -half)])
    high = np.column_stack([square, np.full(4, half)])
    corners = np.concatenate([low, high])
    tilt, turn = np.radians(cube.tilt), np.radians(cube.turn)
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    placed = corners @ lean.T @ spin.T
    placed[:, 2] += cube.lift - placed[:, 2].min()
    placed[:, :2] += cube.at
    return np.asarray(placed, np.float64)


def _project(corners: Points, plane: Plane, shape: tuple[int, ...]) -> Points:
    flat = cv2.perspectiveTransform(corners[None, :, :2], np.asarray(plane, np.float64))[0]
    middle = np.array([shape[1], shape[0]]) / 2
    return np.asarray(middle + (flat - middle) * (1 + corners[:, 2:] / CAMERA_MM), np.float64)


def _window(points: Points, shape: tuple[int, ...], spare: int) -> tuple[slice, slice]:
    """Rows and columns of the picture around these pixels."""
    low = np.clip(np.floor(points.min(0)).astype(int) - spare, 0, (shape[1], shape[0]))
    high = np.clip(np.ceil(points.max(0)).astype(int) + spare + 1, 0, (shape[1], shape[0]))
    return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))


def _darken(scene: Image, pixels: Points) -> None:
    rows, columns = _window(pixels, scene.shape, 2)
    piece = scene[rows, columns]
    if not piece.size:
        return
    hull = cv2.convexHull(np.round(pixels - (columns.start, rows.start)).astype(np.int32))
    under = piece.copy()
    cv2.fillConvexPoly(under, hull, (40, 40, 40), cv2.LINE_AA)
    piece[:] = cv2.addWeighted(piece, 0.6, under, 0.4, 0)


def _paste(scene: Image, face: Image, quad: NDArray[np.float32], light: float) -> None:
    rows, columns = _window(quad.astype(np.float64), scene.shape, 2)
    piece = scene[rows, columns]
    if not piece.size:
        return
    size = (piece.shape[1], piece.shape[0])
    side = face.shape[0]
    corners = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    start = np.array([columns.start, rows.start], np.float32)
    warp = cv2.getPerspectiveTransform(corners, quad - start)
    soft = cv2.GaussianBlur(face, (0, 0), side / max(size) / 2)
    over = cv2.warpPerspective(soft, warp, size).astype(np.float32) * light
    cover = cv2.warpPerspective(np.ones(face.shape[:2], np.float32), warp, size)[..., None]
    piece[:] = np.clip(over * cover + piece * (1 - cover), 0, 255).astype(np.uint8)
