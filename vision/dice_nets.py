"""The two small networks that read dice: where dice lie, and what one shows. OpenCV runs them.

Trained by tools/train_dice on rendered dice and photographs; figures in docs/vision.md.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.networks import network
from vision.readings import Floats, Image

LEVELS = (640, 256, 128)
"""Long side in px at which dice are looked for: together dice from 3 % to 45 % of the picture. A
level of 416 between them found no more (dice_byler, tune part: 2 of 283 less, its boxes being
coarser) and took a fifth of the time."""
CELL = 4
"""Px of a level for each cell of the finder's answer."""
UNIT_PX = 32.0
"""Px that the finder calls size 1."""
BLOCK = 32
"""The finder wants sides that are multiples of this."""
BESIDE_PX, BARE = 16, 114
"""Px of a level beside the shorter side of a picture that are grey, and how grey: a whole square
takes a third more time for a picture of 4:3, and tells the same of 430 dice."""
CROP = 48
AROUND = 1.3
"""Width of a crop over the longer side of the die's box."""
SMALL_PX, FINE_LEVEL = 20.0, 1120
"""Dice smaller than this at the first level are looked for again on a larger picture."""
LEVEL_PX = (14.0, 90.0)
"""Dice as the finder learned them, px of a level: 17 to 64 and some slack. Less is a pip."""
SAME = 0.5
"""Overlap over union from which two finds are the same box."""


@dataclass(frozen=True, slots=True)
class Found:
    """A place where a die may lie: x, y, width, height in px of the picture; score 0..1."""

    box: Floats
    score: float


def find_dice(image: Image, *, least: float) -> list[Found]:
    """Dice in a BGR uint8 picture with a score of at least `least`, best first."""
    long_side = max(image.shape[:2])
    finds: list[Found] = []
    for side in LEVELS:
        if side <= long_side or side == LEVELS[0]:
            finds.extend(_at_level(image, min(side / long_side, 2.0), least))
    small = [f for f in finds if float(f.box[2:].max()) * LEVELS[0] / long_side < SMALL_PX]
    if small and long_side >= FINE_LEVEL:
        finds.extend(_at_level(image, FINE_LEVEL / long_side, least))
    return _distinct(finds)


def _at_level(image: Image, scale: float, least: float) -> list[Found]:
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=how)
    height, width = small.shape[:2]
    full = max(height, width)
    high, wide = (min(side + BESIDE_PX, full) for side in (height, width))
    padded = np.full((_blocks(high), _blocks(wide), 3), BARE, np.uint8)
    padded[:height, :width] = small
    net = network("dice_finder.onnx")
    net.setInput(cv2.dnn.blobFromImage(padded, 1 / 255.0))
    return _peaks(net.forward()[0], scale, (width, height), least)


def _blocks(side: int) -> int:
    """The side, px, grown to whole blocks."""
    return -(-side // BLOCK) * BLOCK


def _peaks(out: Floats, scale: float, size: tuple[int, int], least: float) -> list[Found]:
    """Local maxima of the heat as boxes in px of the whole picture.

    The sixth row, trained to tell of hands, does not tell them well enough and is not used: a hand
    is larger than what this network sees at once. `vision.hands` tells of them.
    """
    heat = 1.0 / (1.0 + np.exp(-out[0]))
    peak = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat >= least)
    found = []
    for row, column in zip(*np.nonzero(peak), strict=True):
        dx, dy, log_w, log_h = out[1:5, row, column]
        x, y = (column + 0.5 + dx) * CELL, (row + 0.5 + dy) * CELL
        w, h = (float(np.exp(np.clip(v, -3, 3))) * UNIT_PX for v in (log_w, log_h))
        fits = LEVEL_PX[0] <= max(w, h) <= LEVEL_PX[1]
        if fits and x < size[0] and y < size[1]:
            box = np.array([x - w / 2, y - h / 2, w, h], np.float32) / np.float32(scale)
            found.append(Found(box, float(heat[row, column])))
    return found


def _distinct(finds: list[Found]) -> list[Found]:
    kept: list[Found] = []
    for find in sorted(finds, key=lambda f: -f.score):
        if all(_over_union(find.box, other.box) < SAME for other in kept):
            kept.append(find)
    return kept


def _over_union(a: Floats, b: Floats) -> float:
    both = _shared_area(a, b)
    return both / max(float(np.prod(a[2:])) + float(np.prod(b[2:])) - both, 1e-6)


def _shared_area(a: Floats, b: Floats) -> float:
    """Of two boxes (x, y, width, height), px²."""
    low = np.maximum(a[:2], b[:2])
    high = np.minimum(a[:2] + a[2:], b[:2] + b[2:])
    return float(np.prod(np.maximum(high - low, 0)))


TURNS = (
    (0.0, 1.0),
    (100.0, 1.08),
    (190.0, 0.93),
    (305.0, 1.0),
    (45.0, 1.0),
    (145.0, 0.95),
    (250.0, 1.05),
    (340.0, 1.1),
    (70.0, 0.88),
    (215.0, 1.14),
    (20.0, 0.97),
    (285.0, 0.9),
)
"""Views of a die that can be averaged: turn in degrees and scale. A view takes 1 ms."""
CLASSES = 9
"""Of the reader: no die, 1 to 6, tilted, moving."""


def read_faces(
    image: Image, boxes: list[Floats], turns: tuple[tuple[float, float], ...] = TURNS
) -> Floats:
    """Log-probabilities float32 (N, V, 9) for each box and view: no die, 1 to 6, tilted, moving."""
    if not boxes:
        return np.zeros((0, len(turns), CLASSES), np.float32)
    crops = [_crop(image, box, turn) for box in boxes for turn in turns]
    net = network("dice_reader.onnx")
    rows = []
    for crop in crops:
        net.setInput(cv2.dnn.blobFromImage(crop, 1 / 255.0))
        rows.append(net.forward()[0].copy())
    logits = np.stack(rows).astype(np.float32)
    logits -= logits.max(1, keepdims=True)
    logs = logits - np.log(np.exp(logits).sum(1, keepdims=True))
    return np.asarray(logs.reshape(len(boxes), len(turns), CLASSES))


def _crop(image: Image, box: Floats, turn: tuple[float, float]) -> Image:
    width = float(box[2:].max()) * AROUND * turn[1]
    return warped(image, box[:2] + box[2:] / 2, CROP / max(width, 1.0), CROP, turn[0])


def warped(image: Image, middle: Floats, scale: float, side: int, degrees: float = 0.0) -> Image:
    """A square window of `side` px around `middle`, the picture scaled and turned: BGR uint8."""
    centre = (float(middle[0]), float(middle[1]))
    if scale < 1 / SHRINK:  # smooth first: the warp itself takes single px
        reach = side / scale
        x0, y0 = (max(int(c - reach), 0) for c in centre)
        piece = image[y0 : int(centre[1] + reach) + 1, x0 : int(centre[0] + reach) + 1]
        image = cv2.resize(piece, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        centre = ((centre[0] - x0 + 0.5) * scale - 0.5, (centre[1] - y0 + 0.5) * scale - 0.5)
        scale = 1.0
    warp: Floats = cv2.getRotationMatrix2D(centre, degrees, scale)
    warp[:, 2] += side / 2 - np.array(centre)
    return cv2.warpAffine(
        image, warp, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


SHRINK = 1.5
