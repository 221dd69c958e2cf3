"""Round tokens with two sides, seen straight from above: which lie there, and which side is up.

Each side is taught by a picture of its middle, as a face of a die is. A token may lie at any angle,
so every taught side is compared in all turns; a name stands only where what is seen is clearly
nearer to that side than to any other that was taught.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from vision.catalogue import Catalogue
from vision.geometry import cut_out, rectangle
from vision.mat import Zone
from vision.occupancy import INK_MM, paper_light
from vision.readings import Floats, Image, Ranked
from vision.symbol_dice import DIE_MM

ACROSS_MM = (14.0, 34.0)
"""Diameter of a token. How large the real ones are is published nowhere that was
found; the middle that is compared is inscribed in the taught square."""
ROUND_SHARE = 0.75
"""Of the circle around it that a round thing fills; two that touch fill half."""
COLOURED = 0.14
"""Share by which a channel differs from the others on a token: they are red and blue (rulebook,
"Contents"), their shadow has the colour of what it falls on."""
SPECK_MM2 = 40.0
"""Less is dirt."""
FIGURE_MM = DIE_MM[0]
"""Side of the taught square."""
SCALE = 1.5
"""px/mm at which sides are compared: a 540p camera over the whole mat sees 1.3 px/mm."""
SIDE_PX = round(FIGURE_MM * SCALE)
TURNS = 60
"""Angles at which each side is tried: a pistol turned by half of that still fits."""
SOFT_MM = (0.3, 0.7)
"""Blur of the taught side: what a near camera and a far one leave of it."""
SHIFTS_PX = (-1.0, 0.0, 1.0)
"""By which the middle may be off, both ways."""
TINT = 1.12
"""A lamp changes one channel against the others by this at most; with twice as much, a pistol on
pink is one on light blue."""
NEARER = 0.35
"""On the line between two sides, 0 at the one and 1 at the other, a reading lies under this.
Chosen like `vision.matching`'s limit, a little stricter since there are only a few sides."""
UNLIKE, PLAIN = 0.15, 0.02
"""Share of what varies over the token (at least PLAIN of full brightness) that its nearest side may
leave unexplained. On the simulated table (2026-11-30) 192 taught ones left 6 % at most, 48 of sides
that were left out of the lesson 24 % at least."""
SPREAD = 0.2
"""Of what parts the two nearest sides: the scale on which candidates lose weight."""


@dataclass(frozen=True, slots=True)
class TokenReading:
    """One thing that lies there.

    Attributes:
        key: The taught side that lies up, where it is sure.
        candidates: Ranked, best first.
        unsure: Why there is no key; empty where there is.
        at_px: Its middle in the picture.
    """

    key: str | None
    candidates: tuple[Ranked, ...]
    unsure: str
    at_px: tuple[float, float]


class TokenReader:
    """Reads taught tokens."""

    def __init__(self, catalogue: Catalogue) -> None:
        """`catalogue`: square pictures of sides, `FIGURE_MM` wide (as faces of dice)."""
        ys, xs = np.mgrid[0:SIDE_PX, 0:SIDE_PX] - (SIDE_PX - 1) / 2
        self._disc = np.hypot(xs, ys) < SIDE_PX / 2 - 0.5
        turned = [(view.key, face) for view in catalogue.views for face in self._turned(view.face)]
        self._keys = np.array([key for key, _ in turned])
        self._faces = np.stack([face for _, face in turned])

    @property
    def keys(self) -> tuple[str, ...]:
        """The taught sides."""
        return tuple(sorted(set(map(str, self._keys))))

    def read(
        self, picture: Image, zone: Zone, px_per_mm: float, margin_mm: float
    ) -> tuple[TokenReading, ...]:
        """Every token there, left to right.

        Args:
            picture: The zone with its ring of paper, BGR uint8 at `px_per_mm`.
            zone: Where.
            px_per_mm: Scale.
            margin_mm: Width of the ring.
        """
        soft = cv2.GaussianBlur(picture, (0, 0), SOFT_MM[0] * px_per_mm)
        found = [
            self._read(np.asarray(soft, np.uint8), outline, px_per_mm)
            for outline in outlines(picture, zone, px_per_mm, margin_mm)
        ]
        return tuple(sorted(found, key=lambda one: one.at_px))

    def _turned(self, face: Image) -> Iterator[Floats]:
        """One taught side at every angle and softness: float32 (3, pixels of the disc)."""
        square = (float(face.shape[1]), float(face.shape[0]))
        middle = (square[0] / 2, square[1] / 2)
        for soft, turn in product(SOFT_MM, range(TURNS)):
            blurred = cv2.GaussianBlur(face, (0, 0), soft * square[0] / FIGURE_MM)
            quad = rectangle(middle, square, turn * 360 / TURNS)
            yield self._pixels(cut_out(np.asarray(blurred, np.uint8), quad, (SIDE_PX, SIDE_PX)))

    def _pixels(self, patch: Image) -> Floats:
        values: Floats = patch[self._disc].T.astype(np.float32) / 255
        return values

    def _read(self, soft: Image, outline: Floats, px_per_mm: float) -> TokenReading:
        (x, y), radius = cv2.minEnclosingCircle(outline)
        share = cv2.contourArea(outline) / (np.pi * radius**2)
        across = 2 * radius / px_per_mm
        if not ACROSS_MM[0] <= across <= ACROSS_MM[1] or share < ROUND_SHARE:
            why = "it is no single token; lay tokens flat and apart from each other"
            return TokenReading(None, (), why, (x, y))
        side = FIGURE_MM * px_per_mm
        step = px_per_mm / SCALE
        squares = [
            rectangle((x + dx * step, y + dy * step), (side, side), 0.0)
            for dx, dy in product(SHIFTS_PX, SHIFTS_PX)
        ]
        seen = np.stack(
            [self._pixels(cut_out(soft, square, (SIDE_PX, SIDE_PX))) for square in squares]
        )
        key, candidates, why = self._nearest(seen)
        return TokenReading(key, candidates, why, (x, y))

    def _nearest(self, seen: Floats) -> tuple[str | None, tuple[Ranked, ...], str]:
        """Which side the patches (shifts, 3, pixels) show."""
        light, off = _fitted(seen, self._faces)
        shift, best = np.unravel_index(int(off.argmin()), off.shape)
        key, left = str(self._keys[best]), float(off[shift, best])
        shown = self._faces[best] * light[shift, best][:, None]
        apart, nearness = {key: 0.0}, {key: 0.0}
        for other in self.keys:
            if other == key:
                continue
            rivals = np.flatnonzero(self._keys == other)
            rival = rivals[int(off[shift, rivals].argmin())]
            way = self._faces[rival] * light[shift, rival][:, None] - shown
            apart[other] = max(float(np.square(way).sum()), 1e-6)
            nearness[other] = float(((seen[shift] - shown) * way).sum()) / apart[other]
        rest = [other for other in apart if other != key]
        if not rest:
            return None, (Ranked(key, 1.0),), "only one side of the tokens has been taught"
        scale = min(apart[other] for other in rest)
        behind = {
            other: 0.0 if other == key else apart[other] * (1 - 2 * nearness[other])
            for other in apart
        }
        candidates = _ranked(behind, scale)
        varies = seen[shift] - seen[shift].mean(1, keepdims=True)
        if left > UNLIKE * (float(np.square(varies).sum()) + varies.size * PLAIN**2):
            return None, (), "it does not look like any token that was taught"
        if max(nearness[other] for other in rest) > NEARER:
            return None, candidates, "its two sides cannot be told apart in this light"
        return key, candidates, ""


def outlines(picture: Image, zone: Zone, px_per_mm: float, margin_mm: float) -> Iterator[Floats]:
    """Of what lies there and has a colour of its own, px of the picture."""
    edge = round((margin_mm + INK_MM) * px_per_mm)
    light = paper_light(picture, round(margin_mm * px_per_mm))[edge:-edge, edge:-edge]
    fill = np.array(zone.fill[::-1], np.float32) / 255
    ratio = cv2.blur(picture[edge:-edge, edge:-edge] / (light * fill), (3, 3))
    hue = np.abs(ratio / np.maximum(ratio.mean(2, keepdims=True), 0.01) - 1).max(2)
    mask = np.where(hue > COLOURED, 255, 0).astype(np.uint8)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(2 * px_per_mm) | 1,) * 2)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel), np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel), np.uint8)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        if cv2.contourArea(contour) > SPECK_MM2 * px_per_mm**2:
            yield contour.reshape(-1, 2).astype(np.float32) + edge


def _fitted(seen: Floats, faces: Floats) -> tuple[Floats, Floats]:
    """For each pair of patch and face the light of each channel, and what the light leaves over.

    seen: (S, 3, N); faces: (F, 3, N). Returns (S, F, 3) and (S, F).
    """
    both = np.stack([seen[:, c] @ faces[:, c].T for c in range(3)], axis=2)
    alone = np.square(faces).sum(2) + 1e-6
    level = both.sum(2) / alone.sum(1)
    light = np.clip(both / alone, level[..., None] / TINT, level[..., None] * TINT)
    left = np.square(seen).sum((1, 2))[:, None] + (light * (light * alone - 2 * both)).sum(2)
    return light.astype(np.float32), left.astype(np.float32)


def _ranked(behind: dict[str, float], scale: float) -> tuple[Ranked, ...]:
    """Candidates by how much worse than the best they explain what is seen, best first."""
    weights = {key: float(np.exp(-far / (SPREAD * scale))) for key, far in behind.items()}
    total = sum(weights.values())
    order = sorted(weights, key=lambda key: -weights[key])
    return tuple(Ranked(key, round(weights[key] / total, 4)) for key in order)
