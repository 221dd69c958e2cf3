"""What the camera sees: the table, the cards on it, and hands over them."""

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.twin.cubes import Cube, draw_cubes
from companion.twin.hands import HandPose, draw_hand
from companion.twin.mat import Sheet
from companion.twin.optics import HEIGHT, WIDTH, bare_table, make_optics

CARD_MM = (63.0, 88.0)
TOKEN_MM = 24.0
"""Diameter of a round token: assumed, the real ones' is published nowhere that was found."""
BACK = "back"
"""Picture name of a card that lies face down."""
_PX_MM = 2.2
"""Resolution of the card pictures that are projected: a little above the camera's own."""

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Placed:
    """A card on the table: its picture, its middle (mm), its turn in degrees."""

    picture: str
    at: tuple[float, float]
    turn: float


class Renderer:
    """Draws frames; the settled scene is cached and only grown by what was added."""

    def __init__(
        self,
        seed: int,
        sheet: Sheet,
        pictures: Mapping[str, Image],
        dice: Mapping[str, Image] = MappingProxyType({}),
    ) -> None:
        """Nothing lies there yet.

        Args:
            seed: Of the table, the light and the camera's place.
            sheet: The mat.
            pictures: Every face and back by name, BGR uint8, upright; square ones show a round
                token, TOKEN_MM wide.
            dice: Their faces.
        """
        self._optics = make_optics(seed, sheet)
        self._rng = random.Random(f"frames {seed}")
        self._bare = bare_table(self._optics, sheet, seed)
        self._pictures = {name: _shrunk(face) for name, face in pictures.items()}
        self._scene = self._bare.copy()
        self._drawn: tuple[Placed, ...] = ()
        self._dice = dice
        self.black = False
        """A camera that delivers frames without light (a fault)."""

    @property
    def plane(self) -> NDArray[np.float64]:
        """Millimetres of the sheet to pixels, (3, 3)."""
        return self._optics.plane

    def frame(
        self,
        cards: tuple[Placed, ...],
        held: tuple[tuple[Placed | None, HandPose], ...],
        dice: tuple[Cube, ...] = (),
    ) -> Image:
        """One exposure: cards from bottom to top, dice, then hands with what they hold.

        BGR uint8.
        """
        if self.black:
            dark: Image = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
            return self._optics.expose(dark, self._rng)
        self._settle(cards)
        scene = self._scene
        if dice:
            scene = draw_cubes(scene, dice, self._optics.plane, self._dice)
        if held:
            scene = scene.copy()
            for card, pose in held:
                if card is not None:
                    self._put(scene, card)
                draw_hand(scene, pose, self._optics)
        return self._optics.expose(scene, self._rng)

    def _settle(self, cards: tuple[Placed, ...]) -> None:
        known = len(self._drawn)
        if cards[:known] != self._drawn:
            self._scene = self._bare.copy()
            known = 0
        for card in cards[known:]:
            self._put(self._scene, card)
        self._drawn = cards

    def _put(self, scene: Image, card: Placed) -> None:
        """Project one card onto `scene`: a soft shadow, then the lit, lightly blurred face."""
        picture = self._pictures[card.picture]
        view = self._optics.plane @ _placement(card, picture)
        corners = self._optics.pixels(card_corners(card, _size_mm(picture)))
        x0, y0 = np.floor(corners.min(0)).astype(int) - 10
        x1, y1 = np.ceil(corners.max(0)).astype(int) + 10
        x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, WIDTH), min(y1, HEIGHT)
        if x1 <= x0 or y1 <= y0:
            return
        shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], np.float64)
        size = (int(x1 - x0), int(y1 - y0))
        face = cv2.warpPerspective(picture, shift @ view, size, flags=cv2.INTER_LINEAR)
        piece = scene[y0:y1, x0:x1]
        light = self._optics.light[y0:y1, x0:x1]
        under = piece * (1 - 0.38 * _shade(corners - (x0, y0), size))
        alpha = face[:, :, 3:].astype(np.float32) / 255
        colours = cv2.GaussianBlur(face[:, :, :3], (3, 3), 0.55) * light
        piece[:] = np.clip(colours * alpha + under * (1 - alpha), 0, 255)


def card_corners(card: Placed, size_mm: tuple[float, float] = CARD_MM) -> NDArray[np.float64]:
    """float64 (4, 2) in millimetres, from the card's own top left, clockwise."""
    turn = math.radians(card.turn)
    cos, sin = math.cos(turn), math.sin(turn)
    w, h = size_mm[0] / 2, size_mm[1] / 2
    corners = [(-w, -h), (w, -h), (w, h), (-w, h)]
    x, y = card.at
    return np.array([(x + cos * a - sin * b, y + sin * a + cos * b) for a, b in corners])


def _size_mm(picture: Image) -> tuple[float, float]:
    """How large on the table what this picture shows is: a card, or a token where it is square."""
    return CARD_MM if picture.shape[0] != picture.shape[1] else (TOKEN_MM, TOKEN_MM)


def _placement(card: Placed, picture: Image) -> NDArray[np.float64]:
    """Pixels of the picture to millimetres of the sheet, (3, 3)."""
    height, width = picture.shape[:2]
    across, along = _size_mm(picture)
    turn = math.radians(card.turn)
    cos, sin = math.cos(turn), math.sin(turn)
    x, y = card.at
    centre = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    size = np.diag([across / width, along / height, 1.0])
    move = np.array([[cos, -sin, x], [sin, cos, y], [0, 0, 1]])
    return np.asarray(move @ size @ centre, np.float64)


def _shade(corners: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.float32]:
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(mask, [np.round(corners + np.array([2.5, 3.0])).astype(np.int32)], 255)
    return np.asarray(cv2.blur(mask, (7, 7))[:, :, None] / 255, np.float32)


def _shrunk(face: Image) -> Image:
    """The picture at projection size, cut out in an alpha channel: BGRA uint8.

    A card with rounded corners, or a disc.
    """
    size_mm = _size_mm(face)
    size = (round(size_mm[0] * _PX_MM), round(size_mm[1] * _PX_MM))
    small = cv2.resize(face, size, interpolation=cv2.INTER_AREA)
    alpha = np.zeros((size[1], size[0]), np.uint8)
    r = size[0] // 2 if size_mm != CARD_MM else round(3 * _PX_MM)
    cv2.rectangle(alpha, (r, 0), (size[0] - 1 - r, size[1] - 1), 255, -1)
    cv2.rectangle(alpha, (0, r), (size[0] - 1, size[1] - 1 - r), 255, -1)
    for x in (r, size[0] - 1 - r):
        for y in (r, size[1] - 1 - r):
            cv2.circle(alpha, (x, y), r, 255, -1, cv2.LINE_AA)
    return np.dstack([small, alpha]).astype(np.uint8)
