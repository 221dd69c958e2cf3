"""Whether the figure on a die has the shape of the taught one it is most like.

Likeness weighs everything that shows, so a Z can look enough like a 2 where no Z was taught. What
parts them is ink where the other one has none. Light, blur and a place that is off by part of a
pixel change only how dark the rims of a figure are, so rims do not count.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.alignment import warped
from vision.catalogue import Catalogue
from vision.faces import in_its_light, inner, prepare, soften, to_lab
from vision.geometry import card_corners
from vision.levels import middle, quantile
from vision.readings import Floats, Image

BODY_PX = 4
"""Width of the frame (fine px of 64 across) whose median is the colour of a die's body."""
DARKEST = 0.993
"""Quantile of the distance from the body that is full ink: the smallest figures, a star or a
dot, fill about 2 % of a face."""
FAINT = 0.05
"""Lab / 100: a face whose ink stands out less has no figure to compare."""
NOISE = 0.02
"""Lab / 100 that is added to the ink's distance, so that noise is no figure."""
RIM = 0.1
"""Of full ink: pixels this near to the threshold are the rim of a figure, neither ink nor none."""
LEVELS = 180
"""Grey levels of full ink where the threshold is looked for; what is darker is cut off at 255."""
SOFTER = (0.0, 0.7, 1.0, 1.4, 1.7, 2.0)
"""Blur (fine px) tried on the taught face: dice are photographed nearer for teaching than on a
tray, and on a mat they are some 20 px wide. Finer steps than for finding the face, so that no rim
grows beyond RIM; more would hide figures."""


class Figures:
    """The figures of taught faces, each prepared when it is first needed."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._of = catalogue
        self._made: dict[int, tuple[_Ink, ...]] = {}

    def apart(self, crop: Image, quad: Floats, key: str) -> float:
        """How much of the figure differs from the taught one, in steps of its own size.

        Args:
            crop: A square crop of the die, BGR uint8.
            quad: float32 (4, 2): where the face lies in it, px, from the face's own top left on.
            key: The face it is most like.

        Returns:
            Pixels (64 across) that are ink on one and none on the other, over the square root of
            the pixels of ink on the taught face: 0 for the same figure. The least over the key's
            views; 0 where the taught face shows no figure.
        """
        size = self._of.shape.fine
        scale = np.array(size, np.float32) / (crop.shape[1], crop.shape[0])
        corners = np.ascontiguousarray(quad * scale, np.float32)
        warp = cv2.getPerspectiveTransform(card_corners(size), corners)
        upright = warped(prepare(crop, size), warp, size)
        views = [n for n, view in enumerate(self._of.views) if view.key == key]
        return min(self._apart(upright, view) for view in views)

    def _apart(self, upright: Floats, view: int) -> float:
        softened = self._softened(view)
        if softened[0].full < FAINT:
            return 0.0
        margin = self._of.margin
        seen = _ink(in_its_light(upright, self._of.fine[view], margin))
        taught = max(softened, key=lambda ink: float((seen.standard * ink.standard).sum()))
        limit = _threshold(np.concatenate([seen.share, taught.share]))
        low, high = limit - RIM, limit + RIM
        more = (seen.share > high) & (taught.share <= low)
        less = (taught.share > high) & (seen.share <= low)
        figure = max(int((taught.share > limit).sum()), 1)
        return float((more | less).sum() / figure**0.5)

    def _softened(self, view: int) -> "tuple[_Ink, ...]":
        if view not in self._made:
            face, margin = self._of.fine[view], self._of.margin
            labs = (inner(to_lab(soften(face, blur)), margin) for blur in SOFTER)
            self._made[view] = tuple(_ink(lab) for lab in labs)
        return self._made[view]


@dataclass(frozen=True, slots=True)
class _Ink:
    """How far each pixel is from the body's colour.

    Attributes:
        share: float32 (H, W), full ink 1.
        full: Lab / 100 of full ink.
        standard: `share` less its mean, of length 1: the product of two is their correlation.
    """

    share: Floats
    full: float
    standard: Floats


def _ink(lab: Floats) -> _Ink:
    n = BODY_PX
    frame = [lab[:n], lab[-n:], lab[:, :n], lab[:, -n:]]
    rim = np.concatenate([strip.reshape(-1, 3) for strip in frame])
    body = np.array([middle(rim[:, c]) for c in range(3)], np.float32)
    off = np.sqrt(np.square(lab - body).sum(axis=2))
    full = quantile(off, DARKEST)
    share = off / np.float32(full + NOISE)
    centred = share - share.mean()
    return _Ink(share, full, centred / (np.linalg.norm(centred) + np.float32(1e-6)))


def _threshold(share: Floats) -> float:
    """Otsu's threshold between body and ink."""
    grey = np.clip(share * LEVELS, 0, 255).astype(np.uint8)
    level, _ = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    return float(level) / LEVELS
