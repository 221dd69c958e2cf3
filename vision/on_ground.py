"""A part of a card, or one far away, on a plain ground: no picture of a card from edge to edge.

A photograph for teaching may show the card alone on a plain ground, or be cut to the card. Where
no whole card of some size is found in it, it is taken for the latter; here is what that must not be
said of, since half a card and the table beside it would be learned.
"""

from collections.abc import Iterator

import cv2
import numpy as np

from vision.readings import Image

WORK_PX = 240
LEVELS = (0.0, 12.0, 20.0, 30.0)
"""Lab units off the colour of the ground; 0 for Otsu's own. Pale cards on pale tables need 12."""
CLOSE_PX = 25
"""Figures and frames of a card are closed, so that it is one thing whatever is printed on it."""
SHARES = (0.08, 0.7)
"""Of the picture. All 78 faces of cards_tarot that look cut off lie above, 0.85 and more: their
own frame touches the picture's edge."""
STRAIGHT = 0.9
"""Share of its hull that a card fills: with the corners below, what tells it from a shadow."""
MOST_CORNERS = 7
TOUCHES, WHOLE_SIDE = 0.12, 0.93
"""Share of a side of the picture. What runs along a whole side is printed on the card."""


def is_cut_off(image: Image) -> bool:
    """Whether something with straight sides lies on a plain ground and runs out of the picture.

    Tried on 567 crops of cards_set, 78 scans of cards_tarot and 15 drawn decks (2026-11-30): said
    of one, which has a lamp in it. Of 70 cards laid over the edge of a drawn 4:3 picture, 12 to
    50 % of them outside, it is said of 65. image: BGR uint8.
    """
    return any(_runs_out(mask) for mask in _things(image))


def is_far(image: Image, aspect: float) -> bool:
    """Whether one small thing of a card's shape lies on a plain ground. image: BGR uint8.

    Never of pictures that are no larger than crops of a card: a joker's figure may be like one.
    """
    return max(image.shape[:2]) >= PHOTO_PX and any(
        _is_small_card(mask, aspect) for mask in _things(image)
    )


def _things(image: Image) -> Iterator[Image]:
    """Masks of what is no ground, at several levels: uint8, 255 there."""
    scale = WORK_PX / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (5, 5), 0), cv2.COLOR_BGR2Lab).astype(np.float32)
    sides = (lab[:4], lab[-4:], lab[:, :4], lab[:, -4:])
    ground = np.median(np.concatenate([side.reshape(-1, 3) for side in sides]), axis=0)
    away = np.linalg.norm(lab - ground, axis=2)
    for level in LEVELS:
        yield _covered(away, level)


def _covered(away: Image, level: float) -> Image:
    """What is no ground, closed over: uint8, 255 there."""
    grey = np.clip(away * 2, 0, 255).astype(np.uint8)
    how = cv2.THRESH_BINARY | (0 if level else cv2.THRESH_OTSU)
    mask = cv2.threshold(grey, 2 * level, 255, how)[1]
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    wide = np.pad(mask, CLOSE_PX, mode="edge")
    wide = cv2.morphologyEx(wide, cv2.MORPH_CLOSE, np.ones((CLOSE_PX, CLOSE_PX), np.uint8))
    return np.ascontiguousarray(wide[CLOSE_PX:-CLOSE_PX, CLOSE_PX:-CLOSE_PX])


def _largest(mask: Image) -> Image | None:
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return max(contours, key=cv2.contourArea, default=None)


def _runs_out(mask: Image) -> bool:
    largest = _largest(mask)
    if largest is None:
        return False
    hull = cv2.convexHull(largest)
    size = cv2.contourArea(hull)
    corners = cv2.approxPolyDP(hull, 0.02 * cv2.arcLength(hull, closed=True), closed=True)
    if not SHARES[0] < size / mask.size < SHARES[1] or len(corners) > MOST_CORNERS:
        return False
    if cv2.contourArea(largest) < STRAIGHT * size:
        return False
    alone = cv2.drawContours(np.zeros_like(mask), [largest], -1, 255, -1)
    touched = max(side.mean() / 255 for side in (alone[0], alone[-1], alone[:, 0], alone[:, -1]))
    return bool(TOUCHES < touched < WHOLE_SIDE)


def _is_small_card(mask: Image, aspect: float) -> bool:
    largest = _largest(mask)
    if largest is None or mask[[0, -1]].any() or mask[:, [0, -1]].any():
        return False
    size = cv2.contourArea(largest)
    across, along = sorted(cv2.minAreaRect(largest)[1])
    filled = size > STRAIGHT * across * along
    shaped = abs(along / max(across, 1.0) / aspect - 1) < CARD_SHAPE
    return bool(filled and shaped and FAR[0] < size / mask.size < FAR[1])


PHOTO_PX = 600
FAR, CARD_SHAPE = (0.003, 0.1), 0.15
"""Share of the picture, and how far its shape may be from a card's."""
