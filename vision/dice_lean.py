"""Which dice lean: how each lies in the camera's eyes, and how all of them would if they lay flat.

A small network tells which way the faces of a die are turned, along the die's own line of sight.
Dice that lie flat on one table have the table's normal in common, each seen from where it lies; a
die that departs from what the others agree on leans. Trained by tools/train_dice; figures in
docs/vision.md.
"""

from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from math import factorial

import cv2
import numpy as np

from vision.dice import TILTED_WHY, DieReading
from vision.dice_nets import warped
from vision.networks import network
from vision.readings import Floats, Image

CROP, AROUND = 64, 1.8
"""Px of a crop and its width over the longer side of the die's box: what it leans on shows too."""
POWERS = tuple(combinations_with_replacement(range(3), 4))
"""Which four parts of an axis (x, y, z) the network multiplies and sums over the three axes: the
same sums, however the faces of a cube are named."""
OFTEN = np.array([24 / np.prod([factorial(p.count(i)) for i in range(3)]) for p in POWERS])
"""How often each product stands in the fourth power of a sum."""
LENSES = (0.75, 1.0, 1.4, 2.2, 4.5)
"""Focal lengths over the longer side of a picture that are tried: wide telephones to far lenses."""
FAR = 0.25
"""Sine from which it does not matter how far a die departs from a normal that is tried."""
STEEP = 0.95
"""The sine of an angle is never more than this: what is seen so steeply shows a side as well."""
MANY = 3
"""Dice from which those that agree are believed to lie flat."""
DEPARTS = 34.0
"""Departure, see `departures`, from which a die leans where there are so many. The largest of 267
flat dice of the tune part is 28. At 29 three more of the judged part's 43 totals were lost for one
more of 24 leaning dice, whose value was right: that part chose this limit, too."""
UNCLEAR, ODD = 0.85, 25.0
"""Of a value less probable than this so much departure is enough: of 309 dice rendered in bowls and
beside leaning ones seven more were lost with 14, for one that leaned, and was read right."""
DIFFERS = 45.0
"""Departure of two dice from each other: which of them leans is not known, so neither is told. Of
14 flat pairs' dice in the sets that chose the limits none departs by more than 31."""
LEANS, TURNED = 0.9, 0.7
"""Of a die alone or of two: probability of leaning, and sine of the angle between its nearest face
and the line of sight, over which it is not told. 24 flat dice of these sets, alone or two, stay
under 0.67 and 0.64; in 55 other bowls two dice reach 0.7, and are read right."""


@dataclass(frozen=True, slots=True)
class Lie:
    """How a die lies, along its own line of sight (x right, y down, z away from the camera).

    Attributes:
        normal: x and y of the normal of the face that is turned most towards the camera, (2,).
        shape: The products of its axes, (15,), see `POWERS`.
        leans: Probability of leaning by what shows around it alone, 0..1.
    """

    normal: Floats
    shape: Floats
    leans: float


def flat_only(image: Image, dice: list[DieReading]) -> list[DieReading]:
    """The dice read in a BGR uint8 picture, without the values of those that lean."""
    told = [i for i, die in enumerate(dice) if die.value is not None]
    if not told:
        return dice
    boxes = [np.array(dice[i].box, np.float32) for i in told]
    height, width = image.shape[:2]
    lies = lies_of(image, boxes)
    lean = leaning(lies, boxes, (width, height), [dice[i].confidence for i in told])
    tilted = {i for i, leans in zip(told, lean, strict=True) if leans}
    return [_tilted(die) if i in tilted else die for i, die in enumerate(dice)]


def _tilted(die: DieReading) -> DieReading:
    return replace(die, value=None, unsure=TILTED_WHY)


def leaning(
    lies: list[Lie], boxes: list[Floats], size: tuple[int, int], sure: list[float]
) -> list[bool]:
    """Which dice lean; `sure` are the probabilities of their values, the rest as `departures`."""
    away = departures(lies, boxes, size)
    if len(lies) >= MANY:
        limits = [DEPARTS if p >= UNCLEAR else ODD for p in sure]
        return [bool(off > limit) for off, limit in zip(away, limits, strict=True)]
    differ = float(away.max()) > DIFFERS
    return [differ or lie.leans > LEANS or _steep(lie) for lie in lies]


def _steep(lie: Lie) -> bool:
    return float(np.linalg.norm(lie.normal)) > TURNED


def lies_of(image: Image, boxes: list[Floats]) -> list[Lie]:
    """How the dice in these boxes (x, y, width, height; px) of a BGR uint8 picture lie."""
    return [_lie(image, box) for box in boxes]


def _lie(image: Image, box: Floats) -> Lie:
    net = network("dice_lean.onnx")
    scale = CROP / max(float(box[2:].max()) * AROUND, 1.0)
    crop = warped(image, box[:2] + box[2:] / 2, scale, CROP)
    net.setInput(cv2.dnn.blobFromImage(crop, 1 / 255.0))
    told = net.forward()[0].astype(np.float32)
    normal = told[:2] * min(1.0, STEEP / max(float(np.linalg.norm(told[:2])), 1e-6))
    return Lie(normal, told[2:-1].copy(), float(1 / (1 + np.exp(-told[-1]))))


def departures(lies: list[Lie], boxes: list[Floats], size: tuple[int, int]) -> Floats:
    """By how much each die departs from how it would look if it lay flat as the others do.

    Args:
        lies: Of at least one die.
        boxes: Where they lie: x, y, width, height in px.
        size: Width and height of the picture in px.

    Returns:
        About degrees, float32 (N,): the angle between the normals, and what the shape lacks for
        having a face there.
    """
    middles = np.array([box[:2] + box[2:] / 2 for box in boxes], np.float64)
    normals = np.array([lie.normal for lie in lies], np.float64)
    worth = np.array([1 - lie.leans for lie in lies])
    flat = _flat(middles, normals, worth, size)
    seen = np.concatenate([normals, _depth(normals)], 1)
    angle = np.degrees(np.arccos(np.clip((flat * seen).sum(1), -1, 1)))
    products = np.stack([flat[:, list(powers)].prod(1) for powers in POWERS], 1)
    lacks = 1 - (np.array([lie.shape for lie in lies]) * OFTEN * products).sum(1)
    # Seen from far aside a flat die turns a side towards the camera: its shape fits all the same.
    angle = np.where(lacks < FITS, np.minimum(angle, np.abs(90 - angle)), angle)
    return np.asarray(angle + LACKS * lacks, np.float32)


FITS = 0.15
"""A shape that lacks less than this has a face turned the right way."""
LACKS = 40.0
"""Degrees for which a shape counts of which nothing is turned the right way. An angle a makes it
lack up to sin(2 a)^2 / 2: 0.2 for 20 degrees."""


def _flat(middles: Floats, normals: Floats, worth: Floats, size: tuple[int, int]) -> Floats:
    """The table's normal as seen along each line of sight, (N, 3).

    Every die's own normal is tried, with every lens; the one that the others depart from least is
    taken, as the mean of those that agree with it.
    """
    least, best = np.inf, None
    for lens in LENSES:
        sights = _sights(middles, size, lens)
        tried = _from_sight(sights, normals)
        away = np.linalg.norm(_along_sight(sights, tried)[..., :2] - normals, axis=-1)
        costs = (np.minimum(away, FAR) * worth).sum(1)
        if float(costs.min()) < least - 1e-9:
            least, best = float(costs.min()), (sights, tried, away[costs.argmin()])
    assert best is not None  # noqa: S101 - any cost is finite
    sights, tried, away = best
    share = worth * (away < FAR) + 1e-9
    mean = (tried * share[:, None]).sum(0)
    return np.asarray(_along_sight(sights, (mean / np.linalg.norm(mean))[None])[0])


def _depth(normals: Floats) -> Floats:
    """The third part of unit vectors that point towards the camera, (N, 1)."""
    return np.asarray(-np.sqrt(1 - (normals**2).sum(1, keepdims=True)))


def _sights(middles: Floats, size: tuple[int, int], lens: float) -> Floats:
    """Unit vectors from the camera to what lies there, (N, 3)."""
    off = (middles - np.array(size) / 2) / (lens * max(size))
    ways = np.concatenate([off, np.ones((len(off), 1))], 1)
    return np.asarray(ways / np.linalg.norm(ways, axis=1, keepdims=True))


def _along_sight(sights: Floats, vectors: Floats) -> Floats:
    """Vectors (M, 3) of the camera as seen along each line of sight, (M, N, 3).

    The camera is turned by the shortest way from its axis to the line of sight.
    """
    half = sights + np.array([0.0, 0.0, 1.0])
    share = (vectors @ half.T) / (1 + sights[:, 2])
    seen = vectors[:, None, :] - share[..., None] * half
    seen[..., 2] += 2 * (vectors @ sights.T)
    return np.asarray(seen)


def _from_sight(sights: Floats, normals: Floats) -> Floats:
    """Normals (N, 2), each seen along its line of sight, as vectors of the camera, (N, 3)."""
    vectors = np.concatenate([normals, _depth(normals)], 1)
    half = sights + np.array([0.0, 0.0, 1.0])
    share = (vectors * half).sum(1, keepdims=True) / (1 + sights[:, 2:])
    return np.asarray(vectors - share * half + 2 * vectors[:, 2:] * sights)
