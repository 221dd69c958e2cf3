"""Taught dice in a tray that is seen straight from above at a known scale.

A die is whatever is not the tray's colour and has a die's size. Seen from aside a die also shows a
side face, so its upper face is looked for along its outline. What fits no face lies askew: cocked,
or on another die.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

import cv2
import numpy as np

from vision.changes import Mask
from vision.dice import TILTED_WHY, DiceReading, DiceState, DieReading
from vision.geometry import cut_out, rectangle, sides
from vision.mat import Zone
from vision.occupancy import bare_mask
from vision.readings import CardReading, Floats, Image
from vision.symbol_dice import DIE_MM, PATCH_PX

SPECK_MM2 = 40.0
"""Less than this is dirt or a shadow's rim."""
SHORT_SIDE = (0.75, 1.7)
"""Shorter side of a single die's outline, with the side faces and the shadow that show, over a
die's side."""
LONG_SIDE = 1.8
"""Longer side likewise; two dice that touch have at least two."""
LEANING_LIKENESS = 0.35
"""Where nothing in a die's outline is more like a taught face than this, no face lies on top."""
STRETCHED = 1.05
"""Longer over shorter side of a face: upper faces drawn on rendered tables stay under 1.02; some
faces of leaning dice are no longer than that, see docs/vision.md, "Known limits"."""
SURE_LIKENESS = 0.85
"""A face read so well ends the search."""
NEARER = 1.02
"""The upper face is nearer to the camera than the tray, so it looks larger by this."""
SAME_SHARE = 0.06
"""Of a die's side: squares nearer to each other are one, the alignment finds the rest."""
HEAP = "several dice touch; lay them side by side"

ReadFace = Callable[[Image], CardReading]


def read_tray(
    picture: Image, zone: Zone, px_per_mm: float, margin_mm: float, read_face: ReadFace
) -> DiceReading:
    """Every die in the tray.

    Args:
        picture: The zone with its ring of paper, BGR uint8 at `px_per_mm`.
        zone: The tray.
        px_per_mm: Scale.
        margin_mm: Width of the ring.
        read_face: Names the face in a square crop.

    Returns:
        Dice top to bottom, boxes in px of `picture`.
    """
    things = _things(picture, zone, px_per_mm, margin_mm)
    dice = [_die(picture, thing, px_per_mm, read_face) for thing in things]
    ordered = tuple(sorted(dice, key=lambda die: (die.box[1], die.box[0])))
    return DiceReading(ordered, DiceState.SETTLED if ordered else DiceState.EMPTY)


def _things(picture: Image, zone: Zone, px_per_mm: float, margin_mm: float) -> Iterator[Floats]:
    """Outlines of what lies there, px of the picture."""
    bare = bare_mask(picture, zone, px_per_mm, margin_mm)
    edge = (picture.shape[0] - bare.shape[0]) // 2
    kernel = np.ones((round(0.8 * px_per_mm) | 1,) * 2, np.uint8)
    thing: Mask = cv2.morphologyEx(cv2.bitwise_not(bare), cv2.MORPH_OPEN, kernel).astype(np.uint8)
    thing = cv2.morphologyEx(thing, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)).astype(np.uint8)
    contours, _ = cv2.findContours(thing, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        if cv2.contourArea(contour) > SPECK_MM2 * px_per_mm**2:
            yield contour.reshape(-1, 2).astype(np.float32) + edge


def _die(picture: Image, outline: Floats, px_per_mm: float, read_face: ReadFace) -> DieReading:
    (cx, cy), (across, along), degrees = cv2.minAreaRect(outline)
    die = DIE_MM[0] * px_per_mm
    short, long = min(across, along) / die, max(across, along) / die
    x, y, width, height = cv2.boundingRect(outline)
    box = (float(x), float(y), float(width), float(height))
    if not SHORT_SIDE[0] <= short <= SHORT_SIDE[1] or long > LONG_SIDE:
        return DieReading(None, 0.0, HEAP, box)
    best: CardReading | None = None
    for quad in _upper_faces(((cx, cy), (across, along), degrees), die):
        reading = _flat(read_face(cut_out(picture, quad, (PATCH_PX, PATCH_PX))))
        if best is None or _merit(reading) > _merit(best):
            best = reading
        if best.key is not None and best.likeness >= SURE_LIKENESS:
            break
    assert best is not None  # noqa: S101 - there is always the middle
    why = best.unsure
    if best.key is None and best.likeness < LEANING_LIKENESS:
        why = TILTED_WHY
    return DieReading(best.key, best.confidence, why, box, best.candidates[:2])


def _flat(reading: CardReading) -> CardReading:
    """A face that is not square in the picture from above is a side of a die that leans."""
    across, along = sides(reading.quad_px)
    if reading.key is None or max(across, along) < STRETCHED * min(across, along):
        return reading
    return replace(reading, key=None, unsure=TILTED_WHY)


def _upper_faces(
    box: tuple[tuple[float, float], tuple[float, float], float], die: float
) -> Iterator[Floats]:
    """Where the upper face may lie in an outline that shows side faces too: squares, middle first.

    The side faces that show lie towards the middle of the camera's picture, so the upper face lies
    in a corner or at an edge of the outline.
    """
    (x, y), (width, height), degrees = box
    side = die * NEARER
    spare = np.maximum(np.array([width, height]) - side, 0) / 2
    turn = np.radians(degrees)
    right, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    steps = sorted(
        ((across, along) for across in (-1, 0, 1) for along in (-1, 0, 1)),
        key=lambda step: -abs(step[0]) * spare[0] - abs(step[1]) * spare[1],
    )
    tried: list[Floats] = []
    for across, along in steps:
        at = np.array([x, y]) + right * across * spare[0] + down * along * spare[1]
        if all(np.linalg.norm(at - other) > SAME_SHARE * side for other in tried):
            tried.append(at)
            yield rectangle((float(at[0]), float(at[1])), (side, side), degrees)


def _merit(reading: CardReading) -> tuple[bool, float]:
    return reading.key is not None, reading.likeness
