"""Quads, the table plane and rectified pictures. Millimetres on the mat, px in pictures."""

from math import hypot

import cv2
import numpy as np

from vision.mat import Zone
from vision.readings import Floats, Image


def card_corners(size: tuple[float, float]) -> Floats:
    """Corners of an upright card of `size` (width, height) at the origin: float32 (4, 2)."""
    width, height = size
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)


def cut_out(image: Image, quad_px: Floats, size: tuple[int, int]) -> Image:
    """The patch under `quad_px` (clockwise from top left) as an upright picture of `size`."""
    to_patch = cv2.getPerspectiveTransform(np.ascontiguousarray(quad_px), card_corners(size))
    return cv2.warpPerspective(
        image, to_patch, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


def transform(points: Floats, homography: Floats) -> Floats:
    """Points (N, 2) through a 3x3 homography: float32 (N, 2)."""
    mapped = cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float32), homography)
    return mapped.reshape(-1, 2).astype(np.float32)


def half_turn(quad: Floats) -> Floats:
    """The same rectangle seen as a card that lies the other way up."""
    return np.roll(quad, 2, axis=0)


def rectangle(centre: tuple[float, float], size: tuple[float, float], degrees: float) -> Floats:
    """Corners of a turned card, clockwise from its own top left: float32 (4, 2)."""
    width, height = size
    angle = np.radians(degrees)
    right = np.array([np.cos(angle), np.sin(angle)]) * width / 2
    down = np.array([-np.sin(angle), np.cos(angle)]) * height / 2
    middle = np.asarray(centre, np.float64)
    corners = [
        middle - right - down,
        middle + right - down,
        middle + right + down,
        middle - right + down,
    ]
    return np.array(corners, np.float32)


def sides(quad: Floats) -> tuple[float, float]:
    """Mean width and height of a quad whose first edge is its top."""
    top, right, bottom, left = side_lengths(quad)
    return (top + bottom) / 2, (left + right) / 2


def side_lengths(quad: Floats) -> tuple[float, float, float, float]:
    """From the first corner on. Plain numbers: numpy takes ten times as long for so few."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    return (
        hypot(bx - ax, by - ay),
        hypot(cx - bx, cy - by),
        hypot(dx - cx, dy - cy),
        hypot(ax - dx, ay - dy),
    )


def area(quad: Floats) -> float:
    """Area of a quad, px² or mm²."""
    return float(abs(cv2.contourArea(quad.reshape(-1, 1, 2))))


class ZoneView:
    """How one zone, with a margin around it, is cut out of camera frames.

    Attributes:
        zone: The zone of the mat.
        px_per_mm: Scale of the rectified picture.
        margin_mm: Ring outside the zone that belongs to the picture.
        size: Width and height of the rectified picture in px.
    """

    def __init__(
        self,
        zone: Zone,
        mm_to_frame: Floats,
        *,
        px_per_mm: float,
        margin_mm: float,
    ) -> None:
        self.zone = zone
        self.px_per_mm = px_per_mm
        self.margin_mm = margin_mm
        self.size = (
            round((zone.width_mm + 2 * margin_mm) * px_per_mm),
            round((zone.height_mm + 2 * margin_mm) * px_per_mm),
        )
        step = 1.0 / px_per_mm
        to_mm = np.array(
            [
                [step, 0, zone.x_mm - margin_mm],
                [0, step, zone.y_mm - margin_mm],
                [0, 0, 1],
            ]
        )
        self._to_frame = mm_to_frame @ to_mm

    def rectify(self, frame: Image) -> Image:
        """The zone seen straight from above: BGR uint8."""
        return cv2.warpPerspective(
            frame,
            self._to_frame,
            self.size,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )

    def inside(self) -> tuple[slice, slice]:
        """Rows and columns of the zone proper, without the ring."""
        edge = round(self.margin_mm * self.px_per_mm)
        return slice(edge, self.size[1] - edge), slice(edge, self.size[0] - edge)

    def to_frame(self, quad: Floats) -> Floats:
        """Points of the rectified picture in the camera's frame, px."""
        return transform(quad, self._to_frame)
