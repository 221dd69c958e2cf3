"""Is a picture of a face good enough to learn from? Too small, blank, blurred, glared, too bright.

Most wrong and unsure readings of a deck come from one bad picture that it was taught by.
"""

import cv2
import numpy as np

from vision.conditions import BLOWN_OUT, blown
from vision.faces import contrast, sharpness
from vision.levels import least_channel, most_channel, quantile
from vision.readings import Image

MIN_WIDTH = 60
"""Px: a card narrower than this has no readable face."""
MIN_CONTRAST = 24.0
"""Grey levels: less is a blank sheet or a lens cap."""
MIN_SHARPNESS = 0.08
"""See `vision.faces.sharpness`: cards_set's softest usable crop has 0.09; docs/vision.md."""


def why_poor(face: Image) -> str:
    """Why nothing should be learned from this face, with the cure; empty where it is good.

    face: BGR uint8, from edge to edge, upright.
    """
    if face.shape[1] < MIN_WIDTH:
        return f"the card is only {face.shape[1]} px wide. Go nearer: {MIN_WIDTH} at least"
    if contrast(face) < MIN_CONTRAST:
        return "it shows nothing. Take it again in good light, without the lens cap"
    if is_overexposed(face):
        return (
            "it is overexposed: colours are washed out. Dim the lamp, or tap the bright card on "
            "the phone so that the picture becomes darker, and take it again"
        )
    if sharpness(face) < MIN_SHARPNESS:
        return "it is blurred. Hold the camera still, tap the card to focus, and try again"
    if glared_share(face) > GLARE_SHARE:
        return (
            "a lamp is mirrored on the card, and what lies under it cannot be learned. Move the "
            "lamp, or turn the card a little, and take it again"
        )
    return ""


def blown_share(face: Image) -> float:
    """Share of a face that is blown out in all channels, 0 to 1. White paper of scans too."""
    return blown(_small(face))


def is_overexposed(face: Image) -> bool:
    """Whether so much light fell on it that its ink is washed out: what parts cards is lost.

    White that is blown out alone says nothing, since scans and drawings have white paper: so not
    even the deepest ink may be left, or most of what is coloured must have lost a channel. Of the
    81 pictures by which cards_set is taught, made 2.2 times brighter and by 60 more, 41 are refused
    so and 16 as blank; made twice as bright, 10. Taught from all of these, 10 and 58 of 122
    photographs were read, none wrongly. Of the originals, of cards_tarot and of 15 drawn decks
    none is refused (2026-11-30).
    """
    small = _small(face)
    least, most = least_channel(small), most_channel(small)
    white = blown(small)
    deepest = quantile(least, 0.01)
    ink = least < PALE
    lost = float((ink & (most >= BLOWN_OUT)).sum()) / max(int(ink.sum()), 1)
    washed = white >= WASHED[0] and deepest >= WASHED[1]
    return washed or (white >= LOST[0] and lost >= LOST[1] and deepest >= LOST[2])


PALE = 235
WASHED = (0.35, 130.0)
"""Share blown out and least grey level of the deepest hundredth. The palest of 15 drawn decks has
122 at 0.8."""
LOST = (0.25, 0.5, 40.0)
"""Share blown out, share of the ink with a lost channel, and its deepest level: drawn red hearts
have lost channels too, but none of light in them."""


def _rim(lit: Image) -> Image:
    """The px along the four edges."""
    low, high = RIM_PX
    inside = lit[low:-low, low:-low]
    sides = (inside[: high - low], inside[low - high :], inside[:, : high - low])
    return np.concatenate([side.ravel() for side in (*sides, inside[:, low - high :])])


def _small(face: Image) -> Image:
    size = (GLARE_WIDTH, round(GLARE_WIDTH * face.shape[0] / face.shape[1]))
    return np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8)


def glared_share(face: Image) -> float:
    """Share of a face that a mirrored lamp has blown out, 0 to 1.

    A lamp's mirror image fades into the paper around it; white paper that is blown out as a whole,
    or printed white, ends at sharp edges.
    """
    small = cv2.resize(face, (GLARE_WIDTH, round(GLARE_WIDTH * face.shape[0] / face.shape[1])))
    least = cv2.GaussianBlur(least_channel(small), (0, 0), 1.0)
    lit = (least >= BLOWN_OUT).astype(np.uint8)
    paper = least[least < BLOWN_OUT]
    if not paper.size or (lit.mean() > WHITE[0] and _rim(lit).mean() > WHITE[1]):
        return 0.0
    count, parts, stats, _ = cv2.connectedComponentsWithStats(lit, connectivity=8)
    share = 0.0
    for part in range(1, count):
        own = (parts == part).astype(np.uint8)
        ring = cv2.dilate(own, np.ones((2 * FADE_PX + 1,) * 2, np.uint8)) - own > 0
        around = least[ring & (lit == 0)]
        fades = around.size and float((around > FADING).mean()) > MOSTLY
        darker = quantile(paper, 0.75) < PAPER
        if fades and darker:
            share += float(stats[part, cv2.CC_STAT_AREA]) / lit.size
    return share


GLARE_WIDTH, GLARE_SHARE = 128, 0.02
"""Px at which it is looked for, and the share that hides a digit."""
WHITE = (0.3, 0.5)
"""Shares of the face and of its rim. A lamp's image lies on a card; white all around is its paper,
as in scans and drawings."""
RIM_PX = (3, 7)
"""From the edge, which catches shadows, and inwards."""
FADE_PX, FADING, MOSTLY, PAPER = 3, 215, 0.6, 235
"""So near to a blown-out place most px are still as bright where light fades; paper itself is
darker, else it is only lit too well."""
