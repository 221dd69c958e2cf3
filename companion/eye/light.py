"""Are the conditions good enough to read cards? Numbers, and the cure where one is bad."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.markers import TablePlane
from vision.readings import Image

DARK = 0.16
"""Brightness of paper under which noise drowns the faces."""
BRIGHT = 0.985
GLARE = 0.04
"""Share of blown-out px in a zone: a lamp's reflection of the size of a thumb on a card."""
BLOWN_OUT = 250
MIN_PX_PER_MM = 0.95
"""A card is 60 px wide then; under this near twins cannot be told apart."""
SOFT = 0.12
"""Marker edges under this are out of focus: the steepest step spreads over eight px."""


@dataclass(frozen=True, slots=True)
class Light:
    """Measurements of one frame, 0..1 each."""

    light: float
    glare: float
    sharpness: float


def measure(image: Image, plane: TablePlane, zones: list[Image]) -> Light:
    """From a BGR frame, the plane, and small rectified pictures of the zones."""
    blown = [float((zone.min(axis=2) >= BLOWN_OUT).mean()) for zone in zones]
    levels, steps = [], []
    for corners in plane.corners_px.values():
        marker = _around(image, corners)
        if marker.size:
            low, high = (float(v) for v in np.percentile(marker, (5, 95)))
            levels.append(high / 255.0)
            slope = cv2.Sobel(marker, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8)
            steps.append(float(np.percentile(np.abs(slope), 98)) / max(high - low, 1.0))
    return Light(
        float(np.median(levels)) if levels else 0.0,
        max(blown, default=0.0),
        min(float(np.median(steps)) * 2.0, 1.0) if steps else 0.0,
    )


def _around(image: Image, corners: Image) -> Image:
    low = np.maximum(np.floor(corners.min(0)).astype(int) - 3, 0)
    high = np.ceil(corners.max(0)).astype(int) + 3
    return cv2.cvtColor(image[low[1] : high[1], low[0] : high[0]], cv2.COLOR_BGR2GRAY)


def complaint(light: Light, plane: TablePlane) -> str:
    """Why cards cannot be read and what to do; empty where they can."""
    if light.light < DARK:
        return "It is too dark to read cards. Switch a lamp on, or take the cap off the camera."
    if plane.px_per_mm < MIN_PX_PER_MM:
        return (
            f"The camera is too far away: a card is {63 * plane.px_per_mm:.0f} px wide, 60 are "
            "needed. Bring it nearer, or raise its resolution."
        )
    if light.sharpness < SOFT:
        return "The picture is out of focus. Focus the camera on the mat, or clean its lens."
    return ""


def warning(light: Light) -> str:
    """What makes reading harder, though cards can be read; empty where nothing does."""
    if light.glare > GLARE:
        return "A lamp is mirrored in a zone. Move the lamp, or tilt the camera a little."
    return ""
