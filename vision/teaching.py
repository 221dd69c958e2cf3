"""Learning cards from pictures: what is refused, what is taken, and which cards look alike."""

import unicodedata

import cv2
import numpy as np

from vision.catalogue import CARD_MM, Catalogue
from vision.face_quality import GLARE_SHARE, glared_share, why_poor
from vision.finding import find_card_quads
from vision.geometry import area, cut_out, sides
from vision.on_ground import PHOTO_PX, is_cut_off, is_far
from vision.readings import Floats, Image, Pair, Unreadable

ALIKE = 1.0
"""Distance under which two cards are named as a pair that cannot be told apart."""
READING_NOISE = 0.045
"""Lab units, root mean square, by which a face and a picture of it differ where they differ at
all: the median over 475 right readings of cards_set."""
PREFIXES = ("gem", "treasure", "item", "number", "token")
"""Families of keys: `gem-1` on a file is the key `gem:1`."""
OTHER_SIDE = "-dark"
"""Ends the file name of a two-sided card's other side."""


def key_of(stem: str) -> str:
    """The key that a picture's file name stands for: `gem-1__2` is `gem:1`, `ace` is `ace`.

    `fighter-dark` is `fighter:dark`, the other side of a two-sided card. What follows the last
    `__` counts the pictures where there is a digit in it, else it belongs to the name. Some
    systems write an umlaut as two characters: here it is one.
    """
    whole = unicodedata.normalize("NFC", stem)
    name, _, number = whole.rpartition("__")
    identity = name.rstrip("_") if any(map(str.isdigit, number)) else ""
    identity = identity or whole
    light = identity.removesuffix(OTHER_SIDE)
    if light and light != identity:
        return f"{key_of(light)}:dark"
    family, dash, rest = identity.partition("-")
    return f"{family}:{rest}" if dash and family in PREFIXES and rest else identity


def face_from(image: Image, card_mm: tuple[float, float] = CARD_MM) -> Image | Unreadable:
    """The card's face from a picture: the picture itself, or the one card lying in it.

    A reason is given where the card is cut off or not alone, or where the picture is too small,
    blank, blurred, glared or overexposed to learn from.
    """
    aspect = card_mm[1] / card_mm[0]
    quads = [] if _is_crop(image, aspect) else _cards_lying(image, aspect)
    if len(quads) > 1 and area(quads[1]) > SECOND_CARD * area(quads[0]):
        return Unreadable("it shows several cards. Take one picture for each card")
    face = image
    if quads:
        width, height = sides(quads[0])
        face = cut_out(image, quads[0], (round(width), round(height)))
    elif not _is_crop(image, aspect, CROP_SHAPE):
        return Unreadable(
            "no card can be made out in it. Lay the card alone on a plain, darker ground"
        )
    if face.shape[1] > face.shape[0]:
        face = np.ascontiguousarray(np.rot90(face))
    why = ("" if quads else _why_no_crop(image, aspect)) or why_poor(face)
    return Unreadable(why) if why else face


def _why_no_crop(image: Image, aspect: float) -> str:
    """Why a picture in which no card was found is not the card itself, edge to edge; or nothing."""
    if _is_crop(image, aspect) or glared_share(image) > GLARE_SHARE:
        return ""  # the lamp is what is wrong with it
    if is_cut_off(image):
        return "the card is cut off. Take it again with all of the card in the picture"
    if is_far(image, aspect):
        return "the card is too small in the picture. Go nearer, and take it again"
    return ""


def _is_crop(image: Image, aspect: float, tolerance: float = 0.03) -> bool:
    """Whether the picture has just the shape of a card; a phone's 4:3 differs by 5 %."""
    long, short = max(image.shape[:2]), min(image.shape[:2])
    return bool(abs(long / short / aspect - 1) < tolerance)


def _cards_lying(image: Image, aspect: float) -> list[Floats]:
    found = find_card_quads(image, most=4)
    return [quad for quad in found if _lies_on_ground(quad, image, aspect)]


def _lies_on_ground(quad: Floats, image: Image, aspect: float) -> bool:
    """Whether this is a card lying in the picture, not a frame or figure printed on one.

    A printed frame runs parallel to the picture's edges with even margins, and figures are smaller
    or of another shape. In a photograph a card may have any card's shape: that of the deck may not
    have been told.
    """
    width, height = sides(quad)
    whole = image.shape[0] * image.shape[1]
    photograph = _is_photograph(image)
    shaped = abs(height / width / aspect - 1) < ASPECT_TOLERANCE or photograph
    if not shaped or area(quad) < MIN_CARD_SHARE * whole:
        return False
    low, high = quad.min(0), np.array([image.shape[1], image.shape[0]], np.float32) - quad.max(0)
    uneven = np.ptp([*low, *high]) if photograph else np.abs(low - high).max()
    even = uneven < EVEN_MARGIN * max(image.shape[:2])
    straight = (quad.max(0) - quad.min(0)).prod() < STRAIGHT * area(quad)
    if even and straight:
        return False
    return photograph or not _is_crop(image, aspect, CROP_SHAPE) or _brighter_inside(image, quad)


def _brighter_inside(image: Image, quad: Floats) -> bool:
    """Whether these four sides part a card's paper from a darker ground around it.

    Around what is printed on a card lies paper, which is the brighter one.
    """
    rim = cut_out(image, quad, (RIM_PX * 20, RIM_PX * 28)).min(axis=2)
    rim[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX] = 0
    inside = cv2.fillConvexPoly(np.zeros(image.shape[:2], np.uint8), quad.astype(np.int32), 1)
    ground = image.min(axis=2)[inside == 0]
    paper = float(np.percentile(rim[rim > 0], 75)) if rim.any() else 0.0
    return bool(ground.size) and paper - float(np.median(ground)) > PARTED


PARTED = 50.0
"""Grey levels between a card's paper and the ground that it lies on."""
RIM_PX = 4
"""Of 80 px across a card: how wide a strip along its sides is looked at."""


def _is_photograph(image: Image) -> bool:
    """Whether it is as large as a photograph and has the shape of a camera's picture."""
    long, short = max(image.shape[:2]), min(image.shape[:2])
    shape = min(abs(long / short - camera) for camera in CAMERAS)
    return bool(long >= PHOTO_PX and shape < CAMERA_TOLERANCE)


CAMERAS, CAMERA_TOLERANCE = (4 / 3, 3 / 2, 16 / 9), 0.005
CROP_SHAPE = 0.265
"""How far a crop's shape may be from the card's: cards of other games, crops cut by hand. Scans of
cards_tarot differ by 0.262 from a poker card, a camera's 16:9 by 0.273."""
ASPECT_TOLERANCE = 0.09
"""A card photographed from 20 degrees off the vertical is shortened by 6 %."""
MIN_CARD_SHARE = 0.1
"""Of a picture that a card lying in it fills at least; smaller ones are figures or too far away."""
SECOND_CARD = 0.6
"""A second quad of this share of the first is a second card."""
EVEN_MARGIN, STRAIGHT = 0.04, 1.06


def look_alikes(catalogue: Catalogue, *, most: float = ALIKE) -> list[Pair]:
    """Pairs of keys nearer than `most`, nearest first.

    The distance of two faces is how far a reading would have to err, in standard deviations of a
    reading along the line between the two, to land in the middle; divided by four.
    """
    nearest: dict[tuple[str, str], float] = {}
    labs = np.stack([lab.reshape(-1) for lab in catalogue.labs])
    for i, view in enumerate(catalogue.views):
        upright = np.linalg.norm(labs - labs[i], axis=1)
        turned = catalogue.labs[i][::-1, ::-1].reshape(-1)
        apart = np.minimum(upright, np.linalg.norm(labs - turned, axis=1))
        for j in range(i):
            other = catalogue.views[j].key
            if other != view.key:
                pair = (min(other, view.key), max(other, view.key))
                nearest[pair] = min(nearest.get(pair, np.inf), float(apart[j]))
    pairs = [Pair(a, b, sigmas_apart(apart)) for (a, b), apart in nearest.items()]
    return sorted((p for p in pairs if p.distance < most), key=lambda pair: pair.distance)


def sigmas_apart(apart: float) -> float:
    """The same for two faces whose difference has this length, all over or where it shows."""
    return float(round(apart / 2 / (READING_NOISE * CORRELATED_PX**0.5) / SIGMAS, 2))


CORRELATED_PX = 90.0
"""Values (30 px of three channels) that err together; see `vision.matching.CORRELATION`."""
SIGMAS = 4.0
"""One reading in 30,000 errs by four standard deviations."""


def nearest_keys(catalogue: Catalogue, count: int) -> dict[str, tuple[str, ...]]:
    """For each key the `count` others that look most like it, nearest first."""
    found: dict[str, list[str]] = {}
    for pair in look_alikes(catalogue, most=float("inf")):
        found.setdefault(pair.first, []).append(pair.second)
        found.setdefault(pair.second, []).append(pair.first)
    return {key: tuple(others[:count]) for key, others in sorted(found.items())}
