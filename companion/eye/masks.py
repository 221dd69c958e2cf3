"""Places where somebody looks in secret: blanked out of every frame before it is looked at."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from hardware.camera import Frame
from vision.geometry import transform
from vision.markers import TablePlane
from vision.mat import Mat, Zone
from vision.motion import reduce
from vision.readings import Floats, Image

GREY = (128, 128, 128)
GROWN_MM = 10.0
"""Around a pile: a card that is lifted comes nearer to the camera and looks larger."""
TOWARDS_OWNER_MM = 250.0
"""A card that is looked at is drawn towards its owner, over the edge of the sheet."""


def masked_cells(zone: Zone, masked: Iterable[str]) -> frozenset[int]:
    """Cells of this zone that nobody may look at: `line:2:0` names one, `line:2` all."""
    found: set[int] = set()
    for name in masked:
        head, _, place = name.rpartition(":")
        if name == zone.name:
            found.update(range(zone.cells))
        elif head == zone.name and place.isdecimal() and int(place) < zone.cells:
            found.add(int(place))
    return frozenset(found)


def masked_mm(mat: Mat, masked: Sequence[str]) -> tuple[Floats, ...]:
    """What is blanked out, as quads in millimetres of the sheet: float32 (4, 2) each."""
    quads = []
    for zone in mat.zones:
        if zone.name in masked:
            quads.append(_grown(zone.corners_mm()))
        quads += [_towards_owner(zone.cell_mm(place)) for place in masked_cells(zone, masked)]
    return tuple(quads)


def _grown(corners: Floats) -> Floats:
    outward = np.sign(corners - corners.mean(0))
    grown: Floats = (corners + outward * GROWN_MM).astype(np.float32)
    return grown


def _towards_owner(cell: Floats) -> Floats:
    """The cell, and all between it and whoever sits before it."""
    down = (cell[3] - cell[0]) / np.linalg.norm(cell[3] - cell[0])
    grown = cell.copy()
    grown[2:] += (down * TOWARDS_OWNER_MM).astype(np.float32)
    return grown


def blank(image: Image, quads_px: Sequence[Floats]) -> Image:
    """A copy with these quads filled grey; the picture itself where there is nothing to hide."""
    if not quads_px:
        return image
    covered = image.copy()
    for quad in quads_px:
        cv2.fillConvexPoly(covered, np.round(quad).astype(np.int32), GREY)
    return covered


class Masks:
    """What must not be seen on one mat."""

    def __init__(self, mat: Mat) -> None:
        self._mat = mat
        self.names: tuple[str, ...] = ()
        self.quads_mm: tuple[Floats, ...] = ()

    def set(self, names: tuple[str, ...]) -> None:
        """From the next frame on."""
        self.names = names
        self.quads_mm = masked_mm(self._mat, names)

    def cover(self, frame: Frame, reduced: Image, plane: TablePlane) -> tuple[Frame, Image]:
        """The frame and its reduced picture with everything hidden that must be."""
        if not self.quads_mm:
            return frame, reduced
        image = blank(frame.image, in_frame(self.quads_mm, plane))
        return replace(frame, image=image), reduce(image)


def in_frame(quads_mm: Sequence[Floats], plane: TablePlane) -> tuple[Floats, ...]:
    """The same quads in px of the camera's frame."""
    return tuple(transform(quad, plane.mm_to_frame) for quad in quads_mm)
