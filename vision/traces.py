"""Traces of an earlier card beside a new one: was it covered, or has it gone from its place?"""

import cv2
import numpy as np

from vision.changes import changed_mask, differs, relit
from vision.geometry import cut_out
from vision.readings import Floats, Image

BLUR_PX = 3
"""Px around the new card left out: its edge, its shadow, half a pixel of misplacement."""
MIN_TELLING_PX = 60
"""Telling px needed: 15 mm² at 2 px/mm."""
THERE, GONE = 0.7, 0.35
"""Share of telling px that still look as before: above it is there, below it has gone."""


PATCH = (84, 118)
"""Width and height in px at which two cards are laid over each other."""
OTHER_CARD_SHARE = 0.08
"""Of a card's area that differs when it is another copy with another frame (one covers 16 %)."""


def is_other_card(before: Image, old_quad: Floats, after: Image, new_quad: Floats) -> bool:
    """Whether two cards of one key are surely different ones: another frame, another print.

    Of a card that hangs over the picture's edge that is never sure: it is placed less exactly.
    """
    if not (_is_inside(before, old_quad) and _is_inside(after, new_quad)):
        return False
    first, second = cut_out(before, old_quad, PATCH), cut_out(after, new_quad, PATCH)
    changed = cv2.countNonZero(changed_mask(first, second))
    return changed > OTHER_CARD_SHARE * PATCH[0] * PATCH[1]


def _is_inside(picture: Image, quad: Floats) -> bool:
    height, width = picture.shape[:2]
    return bool((quad >= 0).all() and (quad <= (width, height)).all())


def is_still_there(
    before: Image, after: Image, under: Image | None, *, old_quad: Floats, new_quad: Floats
) -> bool | None:
    """Whether the card at `old_quad` still lies there, judged where `new_quad` leaves it open.

    Args:
        before: Rectified picture with the old card on top.
        after: The same place now.
        under: How it looked before the old card came, where known: px that looked the same with
            and without it tell nothing.
        old_quad: Where it lay, float32 (4, 2), px of these pictures.
        new_quad: Where the new card lies, likewise.

    Returns:
        None where too little can be seen to tell.
    """
    region: Image = np.zeros(before.shape[:2], np.uint8)
    cv2.fillConvexPoly(region, np.round(old_quad).astype(np.int32), 255)
    region = cv2.erode(region, np.ones((3, 3), np.uint8))
    cover: Image = np.zeros(before.shape[:2], np.uint8)
    cv2.fillConvexPoly(cover, np.round(new_quad).astype(np.int32), 255)
    cover = cv2.dilate(cover, np.ones((2 * BLUR_PX + 1,) * 2, np.uint8))
    region = cv2.bitwise_and(region, cv2.bitwise_not(cover))
    if under is not None:
        region = cv2.bitwise_and(region, differs(relit(under, before), before))
    telling = cv2.countNonZero(region)
    if telling < MIN_TELLING_PX:
        return None
    changed = cv2.countNonZero(cv2.bitwise_and(region, differs(relit(before, after), after)))
    same = 1.0 - changed / telling
    if same >= THERE:
        return True
    return False if same <= GONE else None
