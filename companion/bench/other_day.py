"""Another camera on another day: where it is held, its lens, its light and what it makes of it."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import transform
from vision.readings import Floats, Image

MARGIN = 1.3
"""Of the picture's size: how much of the flat table is drawn, so that a slanted view is full."""


@dataclass(frozen=True, slots=True)
class Day:
    """All photographs of one game: BGR gains, light and camera.

    Attributes:
        balance: White balance and exposure together, one for each channel.
        gamma: Exponent of the tone curve.
        slope: Share by which one side of the table is brighter.
        vignette: Share by which the picture's corners are darker.
        blur: Of lens and focus, px.
        sharpening: By how much edges are overdone, as phones do.
        noise: Grey levels.
        quality: Of the JPEG.
        bent: Share by which the lens bends the picture's corners, outwards where positive.
        pitch: Largest slant, degrees from above.
        shadow: Darkness of the cards' shadows, 0 to 1.
        glare: Chance that a lamp is mirrored in a card.
    """

    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    gamma: float = 1.0
    slope: float = 0.2
    vignette: float = 0.15
    blur: float = 0.7
    sharpening: float = 0.4
    noise: float = 3.0
    quality: int = 85
    bent: float = 0.0
    pitch: float = 15.0
    shadow: float = 0.4
    glare: float = 0.05

    @staticmethod
    def drawn(rng: np.random.Generator, *, hard: bool = False) -> "Day":
        """A lamp or a window, a phone or a webcam; `hard` is low light and lamps in the cards."""
        warm, green = rng.uniform(-0.16, 0.16), rng.uniform(-0.04, 0.04)
        exposure = rng.uniform(0.3, 0.75) if hard else rng.uniform(0.6, 1.05)
        tint = (1 - warm, 1 + green, 1 + warm)
        b, g, r = (float(exposure * share) for share in tint)
        return Day(
            balance=(b, g, r),
            gamma=rng.uniform(0.85, 1.2),
            slope=rng.uniform(0, 0.8 if hard else 0.4),
            vignette=rng.uniform(0, 0.35),
            blur=rng.uniform(0.3, 1.3),
            sharpening=rng.uniform(0, 1.2),
            noise=rng.uniform(3, 9) if hard else rng.uniform(1, 5),
            quality=int(rng.integers(55, 95)),
            bent=rng.uniform(-0.02, 0.03),
            pitch=rng.uniform(5, 30),
            shadow=rng.uniform(0.1, 0.7),
            glare=0.3 if hard else 0.05,
        )


@dataclass(frozen=True, slots=True)
class View:
    """Where the camera is for one photograph: table px to picture px, the lens bent after."""

    size: tuple[int, int]
    plane: Floats
    bent: float

    @staticmethod
    def drawn(day: Day, rng: np.random.Generator, size: tuple[int, int]) -> "View":
        """The camera looks at the middle of the table, of which a px is about a px there."""
        pitch, roll = np.radians(rng.uniform(0, day.pitch)), rng.normal(0, np.radians(6))
        away = 1.05 * size[0]
        c, s = np.cos(pitch), np.sin(pitch)
        tilt = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
        turn = np.array(
            [[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]]
        )
        rotated = (tilt @ turn)[:, :2]
        lens = np.array([[away, 0, size[0] / 2], [0, away, size[1] / 2], [0, 0, 1]])
        centre = MARGIN * np.array(size) / 2
        to_middle = np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, 1]])
        plane = lens @ np.column_stack([rotated, np.array([0, 0, away])]) @ to_middle
        return View(size, plane / plane[2, 2], day.bent)

    def picture(self, table: Floats) -> Floats:
        """The table as this camera sees it: float32 of `size`."""
        seen = cv2.warpPerspective(
            table, self.plane, self.size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT
        )
        ys, xs = np.mgrid[0 : self.size[1], 0 : self.size[0]].astype(np.float32)
        off = self._bend(np.stack([xs, ys], 2), -self.bent).astype(np.float32)
        return np.asarray(
            cv2.remap(seen, off[..., 0], off[..., 1], cv2.INTER_LINEAR, None, cv2.BORDER_REFLECT)
        )

    def place(self, quad: Floats) -> Floats:
        """Where a quad of the table lies in the picture: float32 (4, 2)."""
        return self._bend(transform(quad, self.plane), self.bent).astype(np.float32)

    def _bend(self, points: Floats, by: float) -> Floats:
        centre = np.array(self.size) / 2
        off = (points - centre) / np.hypot(*centre)
        return np.asarray(centre + (points - centre) * (1 + by * (off**2).sum(-1, keepdims=True)))


def developed(picture: Floats, day: Day, rng: np.random.Generator) -> Image:
    """What that camera saves of it in that light: BGR uint8."""
    height, width = picture.shape[:2]
    turn = rng.uniform(0, 2 * np.pi)
    down = (np.arange(height, dtype=np.float32) / height - 0.5)[:, None]
    across = (np.arange(width, dtype=np.float32) / width - 0.5)[None]
    light = 1 + day.slope * (down * np.sin(turn) + across * np.cos(turn))
    light = light * (1 - day.vignette * 2 * (down**2 + across**2))
    lit = picture * (light[..., None] * np.array(day.balance)).astype(np.float32)
    lit = 255 * (np.clip(lit, 0, 255) / 255) ** np.float32(day.gamma)
    lit = cv2.GaussianBlur(lit, (0, 0), day.blur)
    lit += rng.standard_normal(lit.shape, np.float32) * np.float32(day.noise)
    if day.sharpening > 0:
        lit += np.float32(day.sharpening) * (lit - cv2.GaussianBlur(lit, (0, 0), 1.2))
    saved = np.clip(lit, 0, 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", saved, [cv2.IMWRITE_JPEG_QUALITY, day.quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
