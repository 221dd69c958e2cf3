"""Reading photographs: a crop of one card, or a scene with several."""

from dataclasses import replace

import cv2
import numpy as np

from vision.catalogue import Catalogue
from vision.faces import contrast
from vision.finding import find_card_quads
from vision.geometry import card_corners, cut_out, transform
from vision.matching import read_patch
from vision.readings import CardReading, Image, Prior

CROP_TOLERANCE = 0.2
"""A picture whose shape is this near to a card's may be a crop of one card."""
PATCH_WIDTH = 160
MIN_CONTRAST = 16.0
"""Grey levels: a picture with less shows nothing at all."""


def read_photo(
    image: Image, catalogue: Catalogue, *, prior: Prior | None = None
) -> list[CardReading]:
    """Every card that lies open in a photograph; a crop of one card gives one reading.

    Returns:
        Readings, left to right and top to bottom in rows; empty where nothing has the shape of a
        card.
    """
    quads = find_card_quads(image)
    crop = _as_crop(image, catalogue, prior)
    if crop is not None and (crop.key is not None or not quads):
        return [crop]
    size = (PATCH_WIDTH, round(PATCH_WIDTH * catalogue.aspect))
    readings = []
    for quad in quads:
        reading = read_patch(cut_out(image, quad, size), catalogue, prior=prior)
        back = cv2.getPerspectiveTransform(card_corners(size), np.ascontiguousarray(quad))
        readings.append(replace(reading, quad_px=transform(reading.quad_px, back)))
    return sorted(
        readings, key=lambda r: (round(float(r.quad_px.mean(0)[1]) / ROW_PX), r.quad_px[0][0])
    )


ROW_PX = 120.0
"""Cards whose middles differ by less in height stand in one row."""


def _as_crop(image: Image, catalogue: Catalogue, prior: Prior | None) -> CardReading | None:
    """The picture read as one card from edge to edge, where its shape allows."""
    aspect = image.shape[0] / image.shape[1]
    if contrast(image) < MIN_CONTRAST:
        return None
    if abs(aspect / catalogue.aspect - 1) < CROP_TOLERANCE:
        return read_patch(image, catalogue, prior=prior)
    if abs(1 / aspect / catalogue.aspect - 1) < CROP_TOLERANCE:
        turned = np.ascontiguousarray(np.rot90(image))
        reading = read_patch(turned, catalogue, prior=prior)
        xs, ys = reading.quad_px[:, 0], reading.quad_px[:, 1]
        back = np.stack([image.shape[1] - ys, xs], 1).astype(np.float32)
        return replace(reading, quad_px=back)
    return None
