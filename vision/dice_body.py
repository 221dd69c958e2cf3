"""Whether what looks like a die ends where a die ends.

Half of a domino, a part of a playing card and a row of spots on a box show pips like a die's, but
their ground goes on beside the pips to one side. A die's body ends all round; where the table has
its colour, or dice of one colour lie all about it, that cannot be seen, and is not held against it,
unless a line in the pips' own colour runs around them: a drawing on paper.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.dice_nets import warped
from vision.readings import Floats, Image

SIDE, DIE = 64, 32
"""Px of the window and of the die's box in it."""
INSIDE, RING = 11.0, (22.0, 30.0)
"""Px from the middle: where the body's colour is taken, and where it is looked for again. The ring
is well outside a die that lies diagonally in its box."""
SAME = 4.0
"""Distance in Lab, brightness weighed by 0.7, up to which it is the body's colour."""
BRIGHTNESS = 0.7
SECTORS, HALF_SECTOR = 16, np.pi / 5
GOES_ON, ALL_ROUND = 0.3, 0.25
"""Share of a sector of the ring from which the body goes on there, and share of the whole ring
from which nothing is said. Of 263 dice told in the tune part one is held back, of 40 values told of
drawn strangers (companion.bench.dice_strangers, another seed than the bench's) 26."""
COARSE, STEPS = 8.0, 64
"""Steps of Lab in which the commonest colour inside is found, and more than there are of them."""


def body_goes_on(image: Image, box: Floats, others: Sequence[Floats] = ()) -> bool:
    """Whether the ground around the pips goes on beyond the box (x, y, width, height) to a side.

    `others` are boxes of dice beside it: one of the same colour that touches is not its body,
    unless both lie as the halves of a domino do.
    """
    middle, scale = box[:2] + box[2:] / 2, DIE / max(float(box[2:].max()), 1.0)
    off = _off_body(warped(image, middle, scale, SIDE))
    alike = np.asarray(np.linalg.norm(off, axis=2) < SAME)
    for other in others:
        if not _like_halves(box, other):
            at = (np.array([*other[:2], *(other[:2] + other[2:])]) - np.tile(middle, 2)) * scale
            x0, y0, x1, y1 = np.clip(np.round(at + SIDE / 2), 0, SIDE).astype(int)
            alike[y0:y1, x0:x1] = False
    if float(alike[_AROUND].mean()) >= ALL_ROUND:
        return _outlined(off)
    return max(float(alike[sector].mean()) for sector in _SECTORS) > GOES_ON


def _like_halves(box: Floats, other: Floats) -> bool:
    """Whether two boxes may hold the halves of one domino.

    The box of a square of side s that is turned by t is s (|cos t| + |sin t|) wide, and the middles
    of two such that share a side are as far apart when both directions are added up.
    """
    one, two = float(box[2:].max()), float(other[2:].max())
    apart = float(np.abs(box[:2] + box[2:] / 2 - other[:2] - other[2:] / 2).sum())
    alike = abs(one - two) < ALIKE * max(one, two)
    return alike and abs(apart - (one + two) / 2) < BESIDE * max(one, two)


ALIKE, BESIDE = 0.3, 0.22
"""Differences in sides of the larger box up to which two are of one size, and lie as halves do: on
eight drawn dominoes found boxes are up to a fifth too large."""


def _off_body(window: Image) -> Floats:
    """How far each pixel is from the commonest colour of the middle: Lab (SIDE, SIDE, 3)."""
    lab: Floats = cv2.cvtColor(window.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    lab[..., 0] *= BRIGHTNESS
    inside = lab[_MIDDLE]
    steps = np.round(inside / COARSE).astype(np.int64) + STEPS // 2
    codes = (steps[:, 0] * STEPS + steps[:, 1]) * STEPS + steps[:, 2]
    kinds, counts = np.unique(codes, return_counts=True)
    body = inside[codes == kinds[counts.argmax()]].mean(0)
    body = inside[np.linalg.norm(inside - body, axis=1) < COARSE].mean(0)
    return np.asarray(lab - body)


def _outlined(off: Floats) -> bool:
    """Whether a thin line of the pips' own colour runs around them, on a ground of one colour.

    So it does around a die that is drawn or printed on paper. Around a die on a table of its own
    colour runs at most a shadow: broader, of another colour, or not all round.
    """
    inside = off[_MIDDLE]
    far = np.linalg.norm(inside, axis=1)
    ink = np.median(inside[far >= np.percentile(far, 96)], axis=0)
    size = float(np.linalg.norm(ink))
    if size < 2 * SAME:
        return False
    along = off @ ink / size**2
    astray = np.linalg.norm(off - along[..., None] * ink, axis=2) / size
    lines = ((along > INKED) & (astray < ASTRAY))[_RAYS]
    last = lines.shape[1] - 1 - lines[:, ::-1].argmax(1)
    width = np.array([_run(ray, end) for ray, end in zip(lines, last, strict=True)])
    ends = last < lines.shape[1] - LINE
    return float((lines.any(1) & ends & (width <= THIN)).mean()) > ENCLOSED


def _run(ray: Floats, end: int) -> int:
    """How many marked pixels hang together up to `end`."""
    clear = np.flatnonzero(~ray[: end + 1])
    return end - int(clear[-1]) if len(clear) else end + 1


INKED, ASTRAY = 0.4, 0.35
"""Shares of the ink's distance from the body: so far towards it, and no farther beside it."""
LINE, THIN, ENCLOSED = 2, 10, 0.55
"""In half px of a ray: what must follow a line, and how wide it may be; and the share of rays that
meet one. Strangers of seeds 902 and 903 that were told on a ground of their own colour: three at
0.7, one at 0.3. Of 300 dice of the tune part and rendered ones none; dice drawn on a table of
their own colour at most 0.42."""


_YS, _XS = np.mgrid[0:SIDE, 0:SIDE] - (SIDE - 1) / 2
_AWAY, _WAY = np.hypot(_XS, _YS), np.arctan2(_YS, _XS)
_MIDDLE = _AWAY < INSIDE
_AROUND = (RING[0] < _AWAY) & (RING[1] > _AWAY)
_TURNS, _REACH = np.arange(64)[:, None] * np.pi / 32, np.arange(11.0, 27.0, 0.5)
_RAYS = tuple(
    np.round((SIDE - 1) / 2 + _REACH * way(_TURNS)).astype(int) for way in (np.sin, np.cos)
)
"""Rows and columns of points on rays from the middle, each int (64, 32)."""
_SECTORS = [
    _AROUND & (np.abs((_WAY - middle + np.pi) % (2 * np.pi) - np.pi) < HALF_SECTOR)
    for middle in np.arange(SECTORS) * 2 * np.pi / SECTORS
]
