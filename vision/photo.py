"""Reading photographs: a crop of one card, or a scene with several."""

from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np

from vision.catalogue import Catalogue
from vision.faces import contrast, prepare
from vision.familiar import LEAST, DeckScale, deck_scale, familiarity
from vision.finding import corner_quads, find_card_quads
from vision.geometry import area, card_corners, cut_out, sides, transform
from vision.matching import Fit, best_fits, judge_fits
from vision.readings import CardReading, Floats, Image, Prior, Ranked

CROP_TOLERANCE = 0.2
"""A picture whose shape is this near to a card's may be a crop of one card."""
PATCH_WIDTH = 160
MIN_CONTRAST = 16.0
"""Grey levels: a picture with less shows nothing at all."""
PHOTO_LIKENESS = 0.5
"""Under it nothing is named in a photograph; what parts twins is asked by `vision.familiar`."""
MIN_CARD_PX = 36.0
"""A card narrower than this is too small to be named."""
GLARED = 250
GLARE_SHARE = 0.06


@dataclass(frozen=True)
class PhotoReader:
    """Reads photographs with one catalogue; keeps what was measured of the deck."""

    catalogue: Catalogue
    prior: Prior = field(default_factory=lambda: Prior(least_likeness=PHOTO_LIKENESS))

    @cached_property
    def scale(self) -> DeckScale:
        """How far apart the cards of this deck are."""
        return deck_scale(self.catalogue)

    def read(self, image: Image, *, find: bool = False) -> list[CardReading]:
        """Every card that lies open in a photograph; a crop of one card gives one reading.

        Args:
            image: BGR uint8.
            find: Look for cards on a table even where the picture has a card's shape, and for
                cards that overlap.

        Returns:
            Readings, left to right and top to bottom in rows; empty where nothing has the shape
            of a card.
        """
        quads = find_card_quads(image)
        crop = self._as_crop(image)
        if crop is not None and not (find and quads) and (crop.key is not None or not quads):
            return [crop]
        readings = [self.read_quad(image, quad) for quad in quads]
        if find:
            found = self._overlapping(image, readings)
            readings = [
                r
                for r in readings
                if r.key is not None or not any(_covers(f.quad_px, r.quad_px) for f in found)
            ]
            readings.extend(found)
            readings = [r for r in readings if r.key is not None or _could_be_card(r)]
        return sorted(
            readings, key=lambda r: (round(float(r.quad_px.mean(0)[1]) / ROW_PX), r.quad_px[0][0])
        )

    def read_patch(self, patch: Image) -> CardReading:
        """One upright crop: named only where the deck's own measure says it is that card."""
        reading, fit = self._once(patch)
        if reading.key is not None:
            return reading
        straight = _straightened(patch, fit, self.catalogue)
        if straight is None:
            return reading
        again, _ = self._once(straight[0])
        if again.key is None:
            return reading
        return replace(again, quad_px=transform(again.quad_px, straight[1]))

    def _once(self, patch: Image) -> tuple[CardReading, Fit]:
        fits = best_fits(patch, self.catalogue, (False, True))
        reading = judge_fits(fits, patch, self.catalogue, self.prior)
        odds = familiarity(fits[0], self.catalogue, self.scale)
        return _weighed(reading, odds, patch), fits[0]

    def read_quad(self, image: Image, quad: Floats) -> CardReading:
        """The card that lies under a quad of the picture, from its top left clockwise."""
        size = (PATCH_WIDTH, round(PATCH_WIDTH * self.catalogue.aspect))
        reading = self.read_patch(cut_out(image, quad, size))
        back = cv2.getPerspectiveTransform(card_corners(size), np.ascontiguousarray(quad))
        reading = replace(reading, quad_px=transform(reading.quad_px, back))
        if min(sides(quad)) < MIN_CARD_PX:
            why = f"it is too small in the picture: {min(sides(quad)):.0f} px wide. Go nearer"
            return replace(reading, key=None, unsure=why)
        return reading

    def _overlapping(self, image: Image, known: list[CardReading]) -> list[CardReading]:
        """Cards completed from their corners; only those that are read for sure."""
        named: list[CardReading] = [r for r in known if r.key is not None]
        found: list[CardReading] = []
        for quad in corner_quads(image, self.catalogue.aspect):
            if any(_covers(other.quad_px, quad) for other in [*named, *found]):
                continue
            reading = self.read_quad(image, quad)
            if reading.key is not None:
                found.append(reading)
        return found

    def _as_crop(self, image: Image) -> CardReading | None:
        """The picture read as one card from edge to edge, where its shape allows."""
        aspect = image.shape[0] / image.shape[1]
        if contrast(image) < MIN_CONTRAST:
            return None
        if abs(aspect / self.catalogue.aspect - 1) < CROP_TOLERANCE:
            return self.read_patch(image)
        if abs(1 / aspect / self.catalogue.aspect - 1) < CROP_TOLERANCE:
            turned = np.ascontiguousarray(np.rot90(image))
            reading = self.read_patch(turned)
            xs, ys = reading.quad_px[:, 0], reading.quad_px[:, 1]
            back = np.stack([image.shape[1] - ys, xs], 1).astype(np.float32)
            return replace(reading, quad_px=back)
        return None


ROW_PX = 120.0
"""Cards whose middles differ by less in height stand in one row."""


def read_photo(image: Image, catalogue: Catalogue, *, find: bool = False) -> list[CardReading]:
    """`PhotoReader.read` for a single picture."""
    return PhotoReader(catalogue).read(image, find=find)


def _weighed(reading: CardReading, odds: float, patch: Image) -> CardReading:
    """The reading with its confidence weighed by the odds that this is no untaught relative."""
    share = float(1.0 / (1.0 + np.exp(-CALIBRATION[0] * (odds - LEAST) - CALIBRATION[1])))
    ranked = tuple(Ranked(r.key, round(r.p * share, 4)) for r in reading.candidates)
    if reading.key is None or odds >= LEAST:
        return replace(reading, candidates=ranked)
    bright = float((patch.min(axis=2) >= GLARED).mean())
    cause = "a lamp is mirrored in it" if bright > GLARE_SHARE else "parts of it differ"
    why = f"it is like {reading.key}, but {cause}: a card that was not taught, or glare"
    return replace(reading, key=None, candidates=ranked, unsure=why)


CALIBRATION = (1.0, 2.0)
"""Log-odds of a right name over the familiarity above `LEAST`: slope and offset."""


def _straightened(patch: Image, fit: Fit, catalogue: Catalogue) -> tuple[Image, Floats] | None:
    """The patch with the perspective that remains taken out, and the way back, both in px.

    Corners are found to a few px; what an affine alignment leaves then looks like another figure.
    """
    size = catalogue.shape.fine
    face = catalogue.greys[fit.view]
    small = cv2.cvtColor(prepare(patch, size), cv2.COLOR_BGR2GRAY)
    if fit.turned:
        small = np.ascontiguousarray(small[::-1, ::-1])
    start = np.vstack([fit.warp, [0, 0, 1]]).astype(np.float32)
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-5)
    try:
        _, warp = cv2.findTransformECC(
            face, small, start, cv2.MOTION_HOMOGRAPHY, stop, np.empty(0, np.uint8), 3
        )
    except cv2.error:  # nothing to align
        return None
    corners = transform(card_corners(size), warp)
    if np.abs(corners - card_corners(size)).max() > MOST_PULL * size[0]:
        return None
    if fit.turned:
        corners = np.roll(np.array(size, np.float32) - corners, 2, axis=0)
    full = (patch.shape[1], patch.shape[0])
    grow = np.array([full[0] / size[0], full[1] / size[1]], np.float32)
    quad: Floats = (corners * grow).astype(np.float32)
    return cut_out(patch, quad, full), cv2.getPerspectiveTransform(card_corners(full), quad)


MOST_PULL = 0.2
"""Of a card's width that a corner may be pulled."""


def _could_be_card(reading: CardReading) -> bool:
    """Worth asking about: among found quads most that fit nothing are boxes and shadows."""
    return reading.likeness > ASK_LIKENESS


ASK_LIKENESS = 0.15


def _covers(known: Floats, quad: Floats) -> bool:
    """Whether the middle of `quad` lies in `known`, or the two share half of their area."""
    shared, _ = cv2.intersectConvexConvex(known, quad)
    return float(shared) > HALF * min(area(known), area(quad))


HALF = 0.5
