"""Cards side by side in the cells of a grid or a line: which cell is empty, and what lies in it.

The zone is seen straight from above, so every cell is a rectangle at a known place. People lay
cards a little askew: the cell's middle is tried first, then the card is looked for around it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.catalogue import Catalogue
from vision.changes import Mask
from vision.geometry import card_corners, cut_out, rectangle, sides, transform
from vision.mat import Zone
from vision.occupancy import paper_light
from vision.pieces import read_under_pieces
from vision.pile import PATCH_WIDTH, SETTLED_LIKENESS, Scene, card_px, newest_card
from vision.readings import CardReading, Floats, Image, Prior, Unreadable
from vision.zone_reader import ZoneReader

MIDDLE = 0.7
"""Of a card's sides: the part of a cell that is looked at for whether it is bare."""
HUE_TOLERANCE = 0.1
"""How far the colour of a bare cell may be from the printed one, as a share of each channel."""
BARE_LIGHT = (0.5, 1.3)
"""Light on a bare cell over that on the paper around the zone: a shadow, or a lamp."""
EVEN_TOLERANCE, EVEN_SHARE = 0.14, 0.97
"""A bare cell is of one brightness: so near to its mean, in so large a share."""
ASKEW = (0.0, 6.0, -6.0)
"""Degrees by which a card is tried turned: what is left of its turn the alignment finds."""
UNLIKE, WELL_ALIGNED = 0.4, 0.93
"""Likeness between which a reading is tried once more from where the card was found."""
REACH_MM = 8.0
"""Around a cell in which its card is looked for."""
OPENED_MM = 2.0
"""Thinner bridges between cards that nearly touch are cut: a shadow, the print of an outline."""
ASTRAY = 0.42
"""Of a cell's sides: a card whose middle is farther from the cell's lies between two cells."""


@dataclass(frozen=True, slots=True)
class Cells:
    """A zone's cells in a rectified picture.

    Attributes:
        zone: A line or a grid.
        picture: Of the zone with a ring of paper, BGR uint8 at `px_per_mm`.
        margin_mm: Width of the ring.
        light: Of white paper over the picture, float32 (H, W, 3).
    """

    zone: Zone
    picture: Image
    px_per_mm: float
    margin_mm: float
    light: Floats

    @staticmethod
    def of(zone: Zone, picture: Image, px_per_mm: float, margin_mm: float) -> "Cells":
        """With the light measured on the paper around the zone."""
        light = paper_light(picture, round(margin_mm * px_per_mm))
        return Cells(zone, picture, px_per_mm, margin_mm, light)

    def quad(self, place: int) -> Floats:
        """The cell's corners in the picture, clockwise from its owner's top left."""
        corner = np.array([self.zone.x_mm, self.zone.y_mm]) - self.margin_mm
        return ((self.zone.cell_mm(place) - corner) * self.px_per_mm).astype(np.float32)

    def is_bare(self, place: int, card_mm: tuple[float, float]) -> bool:
        """Whether the mat's own colour shows in the middle of the cell, and nothing else."""
        size = (round(card_mm[0] * MIDDLE), round(card_mm[1] * MIDDLE))
        quad = _shrunk(self.quad(place), card_mm, self.px_per_mm, MIDDLE)
        seen = cut_out(self.picture, quad, size).astype(np.float32)
        fill = np.array(self.zone.fill[::-1], np.float32) / 255.0
        ratio = seen / np.maximum(cut_out(self.light, quad, size) * fill, 1.0)
        mean = ratio.reshape(-1, 3).mean(0)
        level = float(mean.mean())
        if (
            not BARE_LIGHT[0] < level < BARE_LIGHT[1]
            or np.abs(mean / level - 1).max() > HUE_TOLERANCE
        ):
            return False
        grey = cv2.blur(ratio.mean(2), (3, 3))
        return bool((np.abs(grey / level - 1) < EVEN_TOLERANCE).mean() > EVEN_SHARE)

    def read(self, place: int, reader: ZoneReader, prior: Prior) -> CardReading | Unreadable:
        """Which card lies there; `quad_px` is in the picture."""
        best: CardReading | None = None
        for reading in self._tries(place, reader, prior):
            if best is None or _merit(reading) > _merit(best):
                best = reading
            if best.key is not None and best.likeness >= SETTLED_LIKENESS:
                break
        return best if best is not None else Unreadable("nothing here has the shape of a card")

    def read_under_pieces(
        self, quad: Floats, catalogue: Catalogue, prior: Prior
    ) -> CardReading | None:
        """The card that lies there under tokens or coins; `quad` is its place in the picture."""
        place = _sized(quad, card_px(catalogue, self.px_per_mm))
        reading = read_under_pieces(self._patch(place, catalogue), catalogue, prior)
        return None if reading is None else _placed(reading, place, catalogue)

    def _tries(self, place: int, reader: ZoneReader, prior: Prior) -> Iterator[CardReading]:
        """Readings of the places where the card may lie, likeliest first."""
        catalogue = reader.catalogue
        middle = _shrunk(self.quad(place), catalogue.card_mm, self.px_per_mm, 1.0)
        for degrees in ASKEW:
            reading = self._at(_turned(middle, degrees), reader, prior)
            if UNLIKE < reading.likeness < WELL_ALIGNED:
                size = card_px(catalogue, self.px_per_mm)
                again = self._at(_sized(reading.quad_px, size), reader, prior)
                reading = max(reading, again, key=_merit)
            yield reading
        found = self._around(place, reader, prior)
        if not isinstance(found, Unreadable):
            yield found

    def _at(self, quad: Floats, reader: ZoneReader, prior: Prior) -> CardReading:
        """Read the card under this quad; its own quad is in the picture."""
        reading = reader.read(self._patch(quad, reader.catalogue), prior=prior)
        return _placed(reading, quad, reader.catalogue)

    def _patch(self, quad: Floats, catalogue: Catalogue) -> Image:
        """The crop of a card under this quad."""
        return cut_out(self.picture, quad, _patch_size(catalogue))

    def _around(self, place: int, reader: ZoneReader, prior: Prior) -> CardReading | Unreadable:
        """Look for the card in the cell and a little beyond, whichever way it lies."""
        cell = self.quad(place)
        reach = REACH_MM * self.px_per_mm
        low = np.maximum(np.floor(cell.min(0) - reach), 0).astype(int)
        high = np.ceil(cell.max(0) + reach).astype(int)
        window = (slice(low[1], high[1]), slice(low[0], high[0]))
        covered = self._covered(window)
        scene = Scene(self.picture[window], covered, self.px_per_mm)
        found = newest_card(scene, reader, prior=prior)
        if isinstance(found, Unreadable):
            return found
        quad = found.quad_px + low.astype(np.float32)
        return _in_its_cell(replace(found, quad_px=quad), cell)

    def _covered(self, window: tuple[slice, slice]) -> Mask:
        """255 where the mat's own colour does not show: uint8."""
        fill = np.array(self.zone.fill[::-1], np.float32) / 255.0
        ratio = self.picture[window].astype(np.float32) / np.maximum(self.light[window] * fill, 1.0)
        smooth = cv2.blur(ratio, (3, 3))
        level = smooth.mean(2, keepdims=True)
        hue = np.abs(smooth / np.maximum(level, 0.01) - 1).max(2)
        like = (
            (hue < HUE_TOLERANCE)
            & (level[..., 0] > BARE_LIGHT[0])
            & (level[..., 0] < BARE_LIGHT[1])
        )
        usual = float(np.median(level[..., 0][like])) if like.any() else 1.0
        bare = like & (np.abs(level[..., 0] / usual - 1) < EVEN_TOLERANCE)
        covered: Mask = np.where(bare, 0, 255).astype(np.uint8)
        kernel = np.ones((round(OPENED_MM * self.px_per_mm) | 1,) * 2, np.uint8)
        opened: Mask = cv2.morphologyEx(covered, cv2.MORPH_OPEN, kernel).astype(np.uint8)
        return opened


def _patch_size(catalogue: Catalogue) -> tuple[int, int]:
    width, height = catalogue.card_mm
    return PATCH_WIDTH, round(PATCH_WIDTH * height / width)


def _placed(reading: CardReading, quad: Floats, catalogue: Catalogue) -> CardReading:
    """A reading of the crop under `quad`, with its own quad in the picture."""
    patch = card_corners(_patch_size(catalogue))
    placed = transform(reading.quad_px, cv2.getPerspectiveTransform(patch, quad))
    return replace(reading, quad_px=placed)


def _in_its_cell(reading: CardReading, cell: Floats) -> CardReading:
    """A card that lies between two cells is no card of either."""
    off = reading.quad_px.mean(0) - cell.mean(0)
    axes = np.stack([cell[1] - cell[0], cell[3] - cell[0]])
    shares = np.abs(axes @ off) / np.square(axes).sum(1)
    if shares.max() < ASTRAY:
        return reading
    why = "the card lies between two places; push it to where it belongs"
    return replace(reading, key=None, unsure=why)


def _shrunk(cell: Floats, card_mm: tuple[float, float], px_per_mm: float, share: float) -> Floats:
    """A rectangle of `share` of a card's size around the cell's middle, turned as the cell is."""
    across, along = sides(cell)
    right = (cell[1] - cell[0]) / across * card_mm[0] * px_per_mm * share / 2
    down = (cell[3] - cell[0]) / along * card_mm[1] * px_per_mm * share / 2
    middle = cell.mean(0)
    corners = [
        middle - right - down,
        middle + right - down,
        middle + right + down,
        middle - right + down,
    ]
    return np.array(corners, np.float32)


def _turned(quad: Floats, degrees: float) -> Floats:
    """Around its middle."""
    x, y = (float(v) for v in quad.mean(0))
    turn = cv2.getRotationMatrix2D((x, y), -degrees, 1.0)
    turned: Floats = cv2.transform(quad[None], turn)[0].astype(np.float32)
    return turned


def _sized(quad: Floats, size: tuple[float, float]) -> Floats:
    """A rectangle of just this size where the quad lies, upright as it is."""
    across, (x, y) = quad[1] - quad[0] + quad[2] - quad[3], quad.mean(0)
    degrees = float(np.degrees(np.arctan2(across[1], across[0])))
    return rectangle((float(x), float(y)), size, degrees)


def _merit(reading: CardReading) -> tuple[bool, float]:
    return reading.key is not None, reading.likeness
