"""A drawn table for vision tests: card faces, the mat, a camera with perspective, light and noise.

Everything is drawn here; nothing is shared with the twin.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.mat import MAT_WIZARD_THIEVES, Mat
from vision.readings import Image

CARD_MM = (63.0, 88.0)
PX_MM = 4
FACE = (63 * PX_MM, 88 * PX_MM)
SHAPES = ("circle", "square", "triangle", "cross", "bars", "ring", "moon", "star")
COLOURS = {
    "red": (50, 40, 200),
    "blue": (190, 90, 30),
    "green": (70, 140, 40),
    "black": (40, 35, 35),
}


def face(shape: str, colour: str, *, border: str = "red") -> Image:
    """A card face, BGR uint8 at 4 px/mm: a coloured frame, a figure, small marks in two corners."""
    card = np.full((FACE[1], FACE[0], 3), (238, 243, 246), np.uint8)
    cv2.rectangle(card, (12, 12), (FACE[0] - 13, FACE[1] - 13), COLOURS[border], 8)
    _figure(card, shape, COLOURS[colour], (FACE[0] // 2, FACE[1] // 2), 68)
    _figure(card, shape, COLOURS[colour], (46, 48), 15)
    return cv2.GaussianBlur(card, (3, 3), 0.8)


def _figure(
    card: Image, shape: str, colour: tuple[int, int, int], at: tuple[int, int], r: int
) -> None:
    x, y = at
    if shape == "circle":
        cv2.circle(card, at, r, colour, -1, cv2.LINE_AA)
    elif shape == "ring":
        cv2.circle(card, at, r, colour, max(r // 4, 2), cv2.LINE_AA)
    elif shape == "square":
        cv2.rectangle(card, (x - r, y - r), (x + r, y + r), colour, -1)
    elif shape == "cross":
        t = max(r // 3, 2)
        cv2.rectangle(card, (x - t, y - r), (x + t, y + r), colour, -1)
        cv2.rectangle(card, (x - r, y - t), (x + r, y + t), colour, -1)
    elif shape == "bars":
        for dx in (-r, -r // 4, r // 2):
            cv2.rectangle(card, (x + dx, y - r), (x + dx + r // 3, y + r), colour, -1)
    elif shape == "moon":
        cv2.circle(card, at, r, colour, -1, cv2.LINE_AA)
        cv2.circle(card, (x + r // 2, y - r // 4), round(r * 0.8), (238, 243, 246), -1, cv2.LINE_AA)
    else:
        spikes = 3 if shape == "triangle" else 10
        turns = np.arange(spikes) * 2 * np.pi / spikes - np.pi / 2
        radii = np.where(np.arange(spikes) % 2, r * 0.45, r) if shape == "star" else np.full(3, r)
        points = np.stack([x + radii * np.cos(turns), y + radii * np.sin(turns)], 1)
        cv2.fillPoly(card, [np.round(points).astype(np.int32)], colour, cv2.LINE_AA)


def faces() -> dict[str, Image]:
    """Sixteen keys `shape:colour`."""
    pairs = [(s, c) for s in SHAPES for c in ("red", "blue")]
    return {f"{s}:{c}": face(s, c) for s, c in pairs}


@dataclass(frozen=True)
class Laid:
    """A picture lying on the mat: its middle (mm), its turn (degrees clockwise), its size (mm)."""

    picture: Image
    at: tuple[float, float]
    turn: float = 0.0
    size: tuple[float, float] = CARD_MM


@dataclass(frozen=True)
class Hand:
    """A hand at a place on the mat, its arm coming from below."""

    at: tuple[float, float]


class DrawnTable:
    """Renders frames of the mat: BGR uint8, 960 x 540."""

    SIZE = (960, 540)

    def __init__(self, seed: int = 1, *, mat: Mat = MAT_WIZARD_THIEVES, light: float = 0.9) -> None:
        self._rng = np.random.default_rng(seed)
        self.mat = mat
        corners = np.array([(120, 30), (840, 24), (880, 520), (84, 516)], np.float32)
        self.corners = corners + self._rng.uniform(-8, 8, (4, 2)).astype(np.float32)
        self.light = light
        self._pile: tuple[object, Image] = (None, np.empty(0))
        self._shade = self._slope()
        plate = self._rng.normal(12, 2.5, (self.SIZE[1] + 64, self.SIZE[0] + 64, 3))
        self._floor = np.full((self.SIZE[1], self.SIZE[0], 3), 12, np.uint8)
        self._noise = np.clip(plate, 0, 24).astype(np.uint8)
        self.bump((0.0, 0.0))

    def bump(self, by_px: tuple[float, float]) -> None:
        """Push the camera."""
        width, height = self.mat.size_mm
        flat = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        self.corners = self.corners + np.array(by_px, np.float32)
        self.plane = cv2.getPerspectiveTransform(flat, self.corners)
        self._bare = self._draw_mat()

    def _slope(self) -> Image:
        xs = np.linspace(-1, 1, self.SIZE[0], dtype=np.float32)[None, :, None]
        ys = np.linspace(-1, 1, self.SIZE[1], dtype=np.float32)[:, None, None]
        return 1.0 + 0.08 * xs - 0.06 * ys

    def _draw_mat(self) -> Image:
        mat, scale = self.mat, 4
        width, height = (round(side * scale) for side in mat.size_mm)
        sheet = np.full((height, width, 3), mat.colour[::-1], np.uint8)
        for zone in mat.zones:
            x, y, w, h = (
                round(v * scale) for v in (zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm)
            )
            cv2.rectangle(sheet, (x, y), (x + w, y + h), zone.fill[::-1], -1)
            cv2.rectangle(sheet, (x, y), (x + w, y + h), zone.line[::-1], 3)
        dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, mat.dictionary))
        for ident, (x_mm, y_mm) in mat.markers.items():
            side, x, y = round(mat.marker_mm * scale), round(x_mm * scale), round(y_mm * scale)
            marker = cv2.aruco.generateImageMarker(dictionary, ident, side)
            sheet[y : y + side, x : x + side] = marker[:, :, None]
        table = np.full((self.SIZE[1], self.SIZE[0], 3), (70, 100, 130), np.uint8)
        return self._put(table, sheet, np.diag([1 / scale, 1 / scale, 1.0]))

    def _put(self, scene: Image, picture: Image, to_mm: Image) -> Image:
        view = self.plane @ to_mm
        drawn = cv2.warpPerspective(picture, view, self.SIZE, flags=cv2.INTER_AREA)
        cover = cv2.warpPerspective(np.full(picture.shape[:2], 255, np.uint8), view, self.SIZE)
        alpha = cover[:, :, None].astype(np.float32) / 255
        return (drawn * alpha + scene * (1 - alpha)).astype(np.uint8)

    def _lay(self, scene: Image, laid: Laid) -> Image:
        height, width = laid.picture.shape[:2]
        turn = np.radians(laid.turn)
        spin = np.array(
            [
                [np.cos(turn), -np.sin(turn), laid.at[0]],
                [np.sin(turn), np.cos(turn), laid.at[1]],
                [0, 0, 1],
            ]
        )
        shrink = np.diag([laid.size[0] / width, laid.size[1] / height, 1.0])
        centre = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
        return self._put(scene, laid.picture, spin @ shrink @ centre)

    def frame(self, cards: Sequence[Laid] = (), hand: Hand | None = None) -> Image:
        """One exposure: cards from bottom to top, then a hand."""
        scene = self._settled(tuple(cards)).copy()
        if hand is not None:
            self._reach(scene, hand)
        x, y = self._rng.integers(0, 64, 2)
        noise = self._noise[y : y + self.SIZE[1], x : x + self.SIZE[0]]
        lit = cv2.GaussianBlur(scene, (3, 3), 0.6) * self._shade * self.light
        return cv2.subtract(cv2.add(np.clip(lit, 0, 255).astype(np.uint8), noise), self._floor)

    def _settled(self, cards: tuple[Laid, ...]) -> Image:
        """The cards without hands; the last pile is kept, since most frames repeat it."""
        names = tuple((id(c.picture), c.at, c.turn, c.size) for c in cards)
        if self._pile[0] != (names, self.corners.tobytes()):
            scene = self._bare
            for laid in cards:
                scene = self._lay(scene, laid)
            self._pile = ((names, self.corners.tobytes()), scene)
        return self._pile[1]

    def _reach(self, scene: Image, hand: Hand) -> None:
        x, y = cv2.perspectiveTransform(np.array([[hand.at]], np.float32), self.plane)[0, 0]
        skin = (120, 150, 205)
        arm = np.array([(x - 45, y), (x + 45, y), (x + 70, 700), (x - 40, 700)])
        cv2.fillPoly(scene, [np.round(arm).astype(np.int32)], skin, cv2.LINE_AA)
        cv2.ellipse(scene, (round(x), round(y)), (70, 62), 0, 0, 360, skin, -1, cv2.LINE_AA)
        for dx in (-45, -15, 15, 45):
            cv2.line(
                scene,
                (round(x + dx), round(y)),
                (round(x + dx * 1.3), round(y - 110)),
                skin,
                20,
                cv2.LINE_AA,
            )


def middle(zone: str, dx: float = 0.0, dy: float = 0.0) -> tuple[float, float]:
    """A place in a zone, mm on the mat."""
    z = MAT_WIZARD_THIEVES.zone(zone)
    return z.x_mm + z.width_mm / 2 + dx, z.y_mm + z.height_mm / 2 + dy
