"""When did a new card become visible? Measured on what was seen while the hand was there.

The final place of the card is known once it is settled. Each picture taken during the motion is
compared, block by block inside that place, with the settled picture before and the one after.
A hand, a shadow or a card still moving looks like neither, and counts for neither.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import cut_out
from vision.readings import Floats, Image

PATCH = (48, 66)
"""Width and height in px at which a card's place is compared: 0.76 px/mm."""
BLOCK = 6
"""Side of a block in px: 8 mm, 88 blocks a card."""
TELLING = 16.0
"""Mean grey levels by which before and after differ in a block that can tell them apart."""
ALIKE = 9.0
"""Mean grey levels up to which a block looks the same, its brightness aside."""
SHADOW = (0.55, 1.12)
"""Brightness of a block relative to the settled picture: a hand's shadow, not another face."""
SHOWING_SHARE = 0.28
"""Of the telling blocks that must show the new face before it counts as visible."""
STILL_OLD_SHARE = 0.7
"""Of the telling blocks that must show the old picture for it to count as still there."""
MIN_BLOCKS = 8
"""Fewer telling blocks measure nothing: the two pictures are too alike."""


@dataclass(frozen=True, slots=True)
class Showing:
    """Which of the pictures bound the onset; None where nothing could be measured.

    Attributes:
        last_old: Index of the last picture that still showed the old content there.
        first_new: Index of the first picture that showed the new face.
    """

    last_old: int | None
    first_new: int | None


def find_onset(before: Image, after: Image, during: Sequence[Image], quad: Floats) -> Showing:
    """Bound the onset of the card at `quad` (px of these rectified BGR pictures, all one size)."""
    old, new = _patch(before, quad), _patch(after, quad)
    telling = _distance(old, new) > TELLING
    if int(telling.sum()) < MIN_BLOCKS:
        return Showing(None, None)
    last_old: int | None = None
    for index, picture in enumerate(during):
        patch = _patch(picture, quad)
        to_old, to_new = _distance(patch, old), _distance(patch, new)
        if _share((to_new < ALIKE) & (to_old > 2 * to_new), telling) >= SHOWING_SHARE:
            return Showing(last_old, index)
        if _share((to_old < ALIKE) & (to_new > 2 * to_old), telling) >= STILL_OLD_SHARE:
            last_old = index
    return Showing(last_old, None)


def _patch(picture: Image, quad: Floats) -> Floats:
    return cut_out(picture, quad, PATCH).astype(np.float32)


def _share(which: npt.NDArray[np.bool_], telling: npt.NDArray[np.bool_]) -> float:
    return float((which & telling).sum()) / float(telling.sum())


def _distance(first: Floats, second: Floats) -> Floats:
    """Mean difference of each block in grey levels, after taking out its brightness."""
    level_first = _blocks(first).mean(axis=2)
    level_second = _blocks(second).mean(axis=2)
    ratio = np.clip(level_first / np.maximum(level_second, 1.0), *SHADOW)
    gain = np.kron(ratio, np.ones((BLOCK, BLOCK), np.float32))[:, :, None]
    off = np.abs(first - second * gain)
    distances: Floats = _blocks(off).mean(axis=2)
    return distances


def _blocks(picture: Floats) -> Floats:
    """Mean over each block: (H / BLOCK, W / BLOCK, channels)."""
    size = (picture.shape[1] // BLOCK, picture.shape[0] // BLOCK)
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
