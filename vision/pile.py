"""The newest card on a messy pile, from the settled pictures before and after it came.

The zone is seen straight from above at a known scale, so a card is a rectangle of known size: only
its place and turn are open. Places are proposed from what changed, then from features, then by
sliding the faces along the direction of the new edges; each proposal is read like any crop.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.catalogue import Catalogue
from vision.changes import Mask
from vision.geometry import area, cut_out, sides
from vision.proposals import by_features, by_outline, by_sliding
from vision.readings import CardReading, Floats, Image, Prior, Unreadable
from vision.zone_reader import ZoneReader

SETTLED_LIKENESS = 0.8
"""A proposal this good ends the search."""
PATCH_WIDTH = 128
"""Width in px of the patch cut out for reading."""
SIZE_TOLERANCE = 0.1
"""A refined quad may differ from the card's real size by this share: height of a pile, lens."""
MIN_CHANGED_SHARE = 0.04
"""Of a card's area that must have changed for a card to have come."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What the search needs to know.

    Attributes:
        after: The settled picture, BGR uint8 at `px_per_mm`.
        changed: 255 where it differs from before, uint8 (H, W).
        px_per_mm: Scale of both.
    """

    after: Image
    changed: Mask
    px_per_mm: float


def newest_card(
    scene: Scene, reader: ZoneReader, *, prior: Prior | None = None
) -> CardReading | Unreadable:
    """Find and read the card that came.

    Returns:
        The reading, sure or not, its `quad_px` in the picture; `Unreadable` where nothing like a
        taught card lies in the changed part.
    """
    best: CardReading | None = None
    for quad in _proposals(scene, reader.catalogue):
        reading = _read_at(quad, scene, reader, prior)
        if reading is None:
            continue
        if best is None or _merit(reading) > _merit(best):
            best = reading
        if reading.key is not None and reading.likeness >= SETTLED_LIKENESS:
            break
    return best if best is not None else Unreadable("nothing here has the shape of a card")


def _proposals(scene: Scene, catalogue: Catalogue) -> Iterator[Floats]:
    size = card_px(catalogue, scene.px_per_mm)
    yield from by_outline(scene.changed, size)
    yield from by_features(scene.after, scene.changed, catalogue, size)
    yield from by_sliding(scene.after, scene.changed, catalogue, size)


def read_again(
    picture: Image, quad: Floats, reader: ZoneReader, *, prior: Prior | None = None
) -> CardReading:
    """The card at a place that is known, its way up too, in another picture of the zone."""
    across, along = sides(quad)
    size = (PATCH_WIDTH, round(PATCH_WIDTH * along / max(across, 1.0)))
    return reader.read(cut_out(picture, quad, size), prior=prior, turns=(False,))


def card_px(catalogue: Catalogue, px_per_mm: float) -> tuple[float, float]:
    """Width and height of a card in the rectified picture."""
    return catalogue.card_mm[0] * px_per_mm, catalogue.card_mm[1] * px_per_mm


def _merit(reading: CardReading) -> tuple[bool, float]:
    return reading.key is not None, reading.likeness


def _read_at(
    quad: Floats, scene: Scene, reader: ZoneReader, prior: Prior | None
) -> CardReading | None:
    width, height = card_px(reader.catalogue, scene.px_per_mm)
    size = (PATCH_WIDTH, round(PATCH_WIDTH * height / width))
    reading = reader.read(cut_out(scene.after, quad, size), prior=prior)
    to_scene = cv2.getPerspectiveTransform(
        np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32), quad
    )
    placed = cv2.perspectiveTransform(reading.quad_px.reshape(-1, 1, 2), to_scene).reshape(4, 2)
    reading = replace(reading, quad_px=placed.astype(np.float32))
    return reading if _plausible(reading.quad_px, scene, (width, height)) else None


def _plausible(quad: Floats, scene: Scene, size: tuple[float, float]) -> bool:
    """The right size, and something changed under it."""
    across, along = sides(quad)
    if abs(across / size[0] - 1) > SIZE_TOLERANCE or abs(along / size[1] - 1) > SIZE_TOLERANCE:
        return False
    return changed_share(scene.changed, quad) >= MIN_CHANGED_SHARE


def changed_share(changed: Mask, quad: Floats) -> float:
    """Share of the quad's area that changed."""
    under = np.zeros(changed.shape, np.uint8)
    cv2.fillConvexPoly(under, np.round(quad).astype(np.int32), 255)
    return float(cv2.countNonZero(cv2.bitwise_and(under, changed))) / max(area(quad), 1.0)
