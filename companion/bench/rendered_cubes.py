"""Dice as a camera sees them that does not hang straight above: cubes with side faces and shadows.

Units: a die's side is 1, x to the right, y up from the table, z away from the camera's foot.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.readings import Floats, Image

FACE_PX = 160
ROUNDED = 0.13
"""Radius of a face's corners over its side."""
UP, RIGHT, AWAY = np.eye(3)[[1, 0, 2]]
FACES = {
    "top": (UP, RIGHT, -AWAY),
    "near": (-AWAY, RIGHT, -UP),
    "far": (AWAY, -RIGHT, -UP),
    "left": (-RIGHT, -AWAY, -UP),
    "right": (RIGHT, AWAY, -UP),
}
"""Normal, and the directions in which a face's picture goes right and down."""
SHADE = 0.35
"""What is left of the ground's light where a die keeps the lamp off it."""
AMBIENT = 0.4


@dataclass(frozen=True, slots=True)
class Cube:
    """One die: a BGR picture for each of its five faces that may be seen, where it stands, how."""

    faces: dict[str, Image]
    x: float
    z: float
    degrees: float

    def corners(self, face: str) -> Floats:
        """Corners of a face, clockwise from its picture's top left: float (4, 3)."""
        normal, across, down = FACES[face]
        middle = np.array([0, 0.5, 0]) + normal / 2
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        points = np.array([middle + (a * across + b * down) / 2 for a, b in signs])
        return self._placed(points)

    def normal(self, face: str) -> Floats:
        """The direction in which a face looks."""
        return np.asarray(self._turned(FACES[face][0][None])[0])

    def _placed(self, points: Floats) -> Floats:
        return np.asarray(self._turned(points) + np.array([self.x, 0, self.z]))

    def _turned(self, points: Floats) -> Floats:
        turn = np.radians(self.degrees)
        cos, sin = np.cos(turn), np.sin(turn)
        x, y, z = points.T
        return np.stack([x * cos + z * sin, y, z * cos - x * sin], 1)


@dataclass(frozen=True, slots=True)
class Camera:
    """Looks at the middle of the table, so many degrees from straight above."""

    degrees: float
    away: float = 16.0
    size: tuple[int, int] = (960, 720)
    px: float = 1000.0
    """Focal length."""

    @property
    def eye(self) -> Floats:
        """Where it is."""
        slant = np.radians(self.degrees)
        return np.asarray(np.array([0, np.cos(slant), -np.sin(slant)]) * self.away)

    def seen(self, points: Floats) -> Floats:
        """Points (N, 3) in the picture: float32 (N, 2) px."""
        slant = np.radians(self.degrees)
        ahead = -self.eye / self.away
        up = np.array([0, np.sin(slant), np.cos(slant)])
        off = points - self.eye
        depth = off @ ahead
        middle = np.array(self.size) / 2
        flat = np.stack([off @ RIGHT, -(off @ up)], 1) / depth[:, None] * self.px
        return np.asarray(flat + middle, np.float32)


def photograph(
    cubes: Sequence[Cube], camera: Camera, ground: Image, lamp: Floats, rng: np.random.Generator
) -> Image:
    """Dice on a table under one lamp.

    Args:
        cubes: The dice.
        camera: How it is seen.
        ground: BGR uint8 of the camera's size.
        lamp: Direction towards the lamp, y > 0; far away.
        rng: For blur and noise.
    """
    lamp = lamp / np.linalg.norm(lamp)
    scene: Floats = (
        ground.astype(np.float32) * (1 - (1 - SHADE) * _shadows(cubes, camera, lamp))[..., None]
    )
    for cube in sorted(cubes, key=lambda cube: -cube.z):
        for name, face in cube.faces.items():
            corners = cube.corners(name)
            if (camera.eye - corners.mean(0)) @ cube.normal(name) > 0:
                light = AMBIENT + (1 - AMBIENT) * max(float(cube.normal(name) @ lamp), 0.0)
                _lay(scene, face, camera.seen(corners), light)
    scene = cv2.GaussianBlur(scene, (0, 0), rng.uniform(0.5, 1.1))
    return np.clip(scene + rng.normal(0, 3, scene.shape), 0, 255).astype(np.uint8)


def _shadows(cubes: Sequence[Cube], camera: Camera, lamp: Floats) -> Floats:
    """Where the lamp does not reach: float32 (H, W), 0..1."""
    dark = np.zeros(camera.size[::-1], np.float32)
    for cube in cubes:
        top = cube.corners("top")
        foot = top - np.outer(top[:, 1], lamp / lamp[1])
        below = top * np.array([1, 0, 1])
        outline = camera.seen(np.concatenate([foot, below]))
        cv2.fillConvexPoly(dark, cv2.convexHull(np.round(outline).astype(np.int32)), 1.0)
    return np.asarray(cv2.GaussianBlur(dark, (0, 0), 2.0), np.float32)


def _lay(scene: Floats, face: Image, quad: Floats, light: float) -> None:
    """A face with rounded corners, lit, over what was there; its rims catch less light."""
    across = max(float(np.linalg.norm(quad[1] - quad[0])), 8.0)
    soft = cv2.GaussianBlur(cv2.resize(face, (FACE_PX, FACE_PX)), (0, 0), FACE_PX / across / 2.5)
    whole = np.array([[0, 0], [FACE_PX, 0], [FACE_PX, FACE_PX], [0, FACE_PX]], np.float32)
    warp = cv2.getPerspectiveTransform(whole, np.ascontiguousarray(quad))
    size = scene.shape[1::-1]
    lit = soft.astype(np.float32) * light * RIMS[..., None]
    cover = cv2.warpPerspective(SHAPE, warp, size)[..., None]
    # What the rounded corners leave open is the die's own body.
    body = np.median(soft.reshape(-1, 3), axis=0) * light * 0.7
    under = cv2.warpPerspective(np.ones_like(SHAPE), warp, size)[..., None]
    scene[:] = body * under + scene * (1 - under)
    scene[:] = cv2.warpPerspective(lit, warp, size) * cover + scene * (1 - cover)


def _shape() -> Floats:
    """A square with rounded corners, 1 inside."""
    radius = round(ROUNDED * FACE_PX)
    shape = np.zeros((FACE_PX, FACE_PX), np.float32)
    cv2.rectangle(shape, (radius, 0), (FACE_PX - radius, FACE_PX), 1.0, -1)
    cv2.rectangle(shape, (0, radius), (FACE_PX, FACE_PX - radius), 1.0, -1)
    for x in (radius, FACE_PX - radius - 1):
        for y in (radius, FACE_PX - radius - 1):
            cv2.circle(shape, (x, y), radius, 1.0, -1)
    return shape


SHAPE = _shape()
RIM_PX = 12
_INSIDE = cv2.distanceTransform(np.pad(SHAPE, 1).astype(np.uint8), cv2.DIST_L2, 3)[1:-1, 1:-1]
RIMS = 0.8 + 0.2 * np.clip(_INSIDE / RIM_PX, 0, 1)
"""Light on a face: its rim is bent away."""
