"""Dice as cubes on a rendered table: the upper face and what shows of the sides.

A camera that looks straight down sees a point at height z farther from the middle of its picture by
the share z / (camera's height); that is all the perspective that a die of 16 mm needs.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.readings import Floats, Image

TRAITS = ("charisma", "constitution", "dexterity", "intelligence", "strength", "wisdom")
SIDE_MM = 16.0
CAMERA_MM = 700.0
"""Height of the camera above the sheet: what a usual lens needs for an A2 sheet."""
FACE_PX = 128
_BODY, _INK = (205, 222, 230), (46, 34, 30)
Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Tumbled:
    """A die: what lies up, its middle (mm), its turn (degrees), how far it leans (degrees)."""

    up: str
    at: tuple[float, float]
    turn: float
    tilt: float = 0.0


def trait_face(trait: str) -> Image:
    """A face of a slip die as drawn here: BGR uint8, square; no two are alike when turned."""
    face = np.full((FACE_PX, FACE_PX, 3), _BODY, np.uint8)
    half, reach, bar = FACE_PX // 2, 40, 13
    match trait:
        case "charisma":
            corners = np.array([(half, half - reach), (half + reach, half + 30), (24, half + 30)])
            cv2.fillPoly(face, [corners.astype(np.int32)], _INK, cv2.LINE_AA)
        case "constitution":
            cv2.circle(face, (half, half), reach - 6, _INK, bar, cv2.LINE_AA)
        case "dexterity":
            cv2.rectangle(face, (half - reach, half - bar), (half + reach, half + bar), _INK, -1)
            cv2.rectangle(face, (half - bar, half - reach), (half + bar, half + reach), _INK, -1)
        case "intelligence":
            for x in (half - 26, half + 26):
                cv2.rectangle(face, (x - bar, half - reach), (x + bar, half + reach), _INK, -1)
        case "strength":
            cv2.rectangle(face, (half - 32, half - 32), (half + 32, half + 32), _INK, -1)
        case _:
            cv2.circle(face, (half, half), reach, _INK, -1, cv2.LINE_AA)
            cv2.circle(face, (half + 20, half - 12), reach - 10, _BODY, -1, cv2.LINE_AA)
    return face


def draw_dice(image: Image, dice: Sequence[Tumbled], plane: Floats) -> Image:
    """The picture with these dice on the sheet; `plane` maps its mm to px, float64 (3, 3)."""
    scene = image.copy()
    for die in dice:
        _draw(scene, die, plane)
    return scene


def _draw(scene: Image, die: Tumbled, plane: Floats) -> None:
    corners = _cube(die)
    pixels = _project(corners, plane, scene.shape)
    shadow = cv2.convexHull(np.round(pixels + np.array([2.0, 2.5])).astype(np.int32))
    under = scene.copy()
    cv2.fillConvexPoly(under, shadow, (40, 40, 40), cv2.LINE_AA)
    scene[:] = cv2.addWeighted(scene, 0.6, under, 0.4, 0)
    sides = [one for one in TRAITS if one != die.up]
    faces = [(sides[n], face) for n, face in enumerate(_SIDES)] + [(die.up, _TOP)]
    for trait, face in sorted(faces, key=lambda one: float(corners[list(one[1]), 2].mean())):
        quad = pixels[list(face)].astype(np.float32)
        if cv2.contourArea(quad, oriented=True) > 0:
            steep = corners[list(face), 2].max() - corners[list(face), 2].min()
            _paste(scene, trait_face(trait), quad, 1.0 - 0.35 * steep / SIDE_MM / 1.4)


_TOP = (4, 5, 6, 7)
_SIDES = ((4, 0, 1, 5), (5, 1, 2, 6), (6, 2, 3, 7), (7, 3, 0, 4))
"""Corners of the faces, clockwise in the picture for whoever looks at them from outside."""


def _cube(die: Tumbled) -> Points:
    """Corners in mm, (8, 3): the lower four, then the upper four, each clockwise from above."""
    half = SIDE_MM / 2
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    low = np.column_stack([square, np.full(4, -half)])
    high = np.column_stack([square, np.full(4, half)])
    corners = np.concatenate([low, high])
    tilt, turn = np.radians(die.tilt), np.radians(die.turn)
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    placed = corners @ lean.T @ spin.T
    placed[:, 2] -= placed[:, 2].min()
    placed[:, :2] += die.at
    return np.asarray(placed, np.float64)


def _project(corners: Points, plane: Floats, shape: tuple[int, ...]) -> Points:
    flat = cv2.perspectiveTransform(corners[None, :, :2], np.asarray(plane, np.float64))[0]
    middle = np.array([shape[1], shape[0]]) / 2
    return np.asarray(middle + (flat - middle) * (1 + corners[:, 2:] / CAMERA_MM), np.float64)


def _paste(scene: Image, face: Image, quad: Floats, light: float) -> None:
    height, width = scene.shape[:2]
    low = np.maximum(np.floor(quad.min(0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(quad.max(0)).astype(int) + 3, (width, height))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    corners = np.array([(0, 0), (FACE_PX, 0), (FACE_PX, FACE_PX), (0, FACE_PX)], np.float32)
    warp = cv2.getPerspectiveTransform(corners, quad - low.astype(np.float32))
    soft = cv2.GaussianBlur(face, (0, 0), FACE_PX / max(size) / 2)
    over = cv2.warpPerspective(soft, warp, size).astype(np.float32) * light
    cover = cv2.warpPerspective(np.ones(face.shape[:2], np.float32), warp, size)[..., None]
    piece = scene[low[1] : high[1], low[0] : high[0]]
    piece[:] = np.clip(over * cover + piece * (1 - cover), 0, 255).astype(np.uint8)
