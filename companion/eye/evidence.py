"""Pictures kept while something moves: small rectified ones to measure on, JPEGs to show."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.events import FrameRef
from hardware.eye_link import EvidenceImage
from hardware.timing import Interval
from vision.readings import Floats, Image

KEPT = 90
"""Glimpses of one movement: 3 s at 30 fps, 13 MB for the Pot. Longer ones are thinned."""
MAX_JPEG_BYTES = 60_000
MAX_WIDTH = 480
"""Px; wider cut-outs are scaled down."""
_QUALITIES = (82, 65, 45, 25)


@dataclass(frozen=True, slots=True)
class Glimpse:
    """One frame of a movement: rectified small, and as JPEG of the camera's own view."""

    small: Image
    jpeg: bytes
    at: Interval


class Glimpses:
    """The frames of one movement. When there are too many, every second of the older half goes.

    What remains still bounds an onset honestly: the interval between two kept frames is wider.
    """

    def __init__(self) -> None:
        self._kept: list[Glimpse] = []

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, glimpse: Glimpse) -> None:
        """Keep one more."""
        self._kept.append(glimpse)
        if len(self._kept) > KEPT:
            half = KEPT // 2
            self._kept = self._kept[:half:2] + self._kept[half:]

    def all(self) -> Sequence[Glimpse]:
        """Oldest first."""
        return tuple(self._kept)

    def clear(self) -> None:
        """The movement is over."""
        self._kept.clear()


class Window:
    """The part of the camera's frame around a zone, for evidence."""

    def __init__(self, outline_px: Floats, shape: tuple[int, ...]) -> None:
        low = np.maximum(np.floor(outline_px.min(0)).astype(int), 0)
        high = np.minimum(np.ceil(outline_px.max(0)).astype(int) + 1, (shape[1], shape[0]))
        self._rows, self._columns = slice(low[1], high[1]), slice(low[0], high[0])

    def jpeg(self, image: Image) -> bytes:
        """The cut-out as JPEG of at most MAX_JPEG_BYTES."""
        part = image[self._rows, self._columns]
        if part.shape[1] > MAX_WIDTH:
            height = round(part.shape[0] * MAX_WIDTH / part.shape[1])
            part = cv2.resize(part, (MAX_WIDTH, height), interpolation=cv2.INTER_AREA)
        data = b""
        for quality in _QUALITIES:
            data = cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
            if len(data) <= MAX_JPEG_BYTES:
                break
        return data


def evidence(zone: str, run: int, shown: Sequence[tuple[Interval, bytes]]) -> list[EvidenceImage]:
    """Images with ids that are unique in a run: no two exposures of a zone begin at one instant."""
    images = {
        at.earliest: EvidenceImage(id=f"{run}-{zone}-{at.earliest}", at=at, jpeg=jpeg)
        for at, jpeg in shown
    }
    return [images[start] for start in sorted(images)]


def references(images: Sequence[EvidenceImage]) -> tuple[FrameRef, ...]:
    """What an Observation says of them."""
    return tuple(FrameRef(id=image.id, at=image.at) for image in images)
