"""Ink that a face does not have at a place, or lacks there: a 5 is no 8, however soft the picture.

Tile by tile an 8 is much like a 5, since most of the tile is the same. What remains of a picture
once the right face is laid on it, in its place, sharpness and light, is noise without a shape; with
another sign it is a stroke, as dark as the print itself.
"""

import cv2
import numpy as np

from vision.faces import soften
from vision.levels import quantile
from vision.readings import Floats, Image

RIM_PX = 6
"""By how much the place is narrowed: faces are moved a little until they fit."""
AROUND_PX = 16
"""Px of the face around it that are looked at: it is moved by less, and blur reaches less far."""
EDGE_PX = 3
STROKE_PX = 1.2
"""Blur that leaves strokes and takes noise, px of a card 112 wide."""
STEPS = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 30, 1e-4)
LEAST_CONTRAST, TINY = 0.02, 1e-6
NOTHING_FITS = 9.0


def other_ink(card: Image, face: Image, place: Image, soft: float) -> float:
    """The darkest stroke that only one of the two has, over the contrast of the face there.

    Under 0.1 for the same sign; a third and more for most others.

    Args:
        card: BGR uint8, 112 px wide, about where the face lies.
        face: The taught face, BGR uint8 of the same size.
        place: uint8 of the same size, 255 where it is looked.
        soft: Blur in px that makes the face as soft as the card.
    """
    x, y, width, height = cv2.boundingRect(place)
    x, y, width, height = x + RIM_PX, y + RIM_PX, width - 2 * RIM_PX, height - 2 * RIM_PX
    if min(width, height) <= 2 * EDGE_PX:
        return NOTHING_FITS
    left, top = max(x - AROUND_PX, 0), max(y - AROUND_PX, 0)
    around = face[top : y + height + AROUND_PX, left : x + width + AROUND_PX]
    taught = soften(around.astype(np.float32) / np.float32(255), soft)
    seen = card[y : y + height, x : x + width].astype(np.float32) / np.float32(255)
    start = np.array([[1, 0, x - left], [0, 1, y - top]], np.float32)
    try:
        _, warp = cv2.findTransformECC(
            _stretched(seen), _stretched(taught), start, cv2.MOTION_AFFINE, STEPS
        )
    except cv2.error:  # nothing in the one is like anything in the other
        return NOTHING_FITS
    laid = cv2.warpAffine(
        taught, warp, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    rest = np.mean([_rest(seen[..., c], laid[..., c]) for c in range(3)], axis=0)
    stroke = cv2.GaussianBlur(rest.astype(np.float32), (0, 0), STROKE_PX)
    return float(np.abs(stroke[EDGE_PX:-EDGE_PX, EDGE_PX:-EDGE_PX]).max())


def _stretched(picture: Floats) -> Floats:
    """In grey from 0 to 1."""
    grey = cv2.cvtColor(np.ascontiguousarray(picture), cv2.COLOR_BGR2GRAY)
    low, high = float(grey.min()), float(grey.max())
    return np.asarray((grey - low) / (high - low + 1e-3), np.float32)


def _rest(seen: Floats, laid: Floats) -> Floats:
    """What the face in its light leaves of one channel, over the face's contrast."""
    drawn, shown = laid - laid.mean(), seen - seen.mean()
    gain = float(drawn.ravel() @ shown.ravel()) / max(float(drawn.ravel() @ drawn.ravel()), TINY)
    rest: Floats = shown - np.float32(gain) * drawn
    low, high = quantile(laid, 0.02), quantile(laid, 0.98)
    return rest / max(gain * (high - low), LEAST_CONTRAST)
