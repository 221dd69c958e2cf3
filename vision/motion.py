"""The gate: does anything move in a zone? Runs on every frame, on a small grey picture."""

import cv2
import numpy as np

from vision.readings import Floats, Image

REDUCED_WIDTH = 320
"""Width in px of the reduced picture: about 0.6 px/mm, a card is 40 x 55 px."""
MOTION_STEP = 9
"""Grey levels of a reduced pixel; it averages nine, so a sensor's noise of 3 leaves 1."""
MOVING_PX = 5
"""Changed px from which a zone moves: about 14 mm²; noise made none in 10,000 frames."""


def reduce(image: Image, width: int = REDUCED_WIDTH) -> Image:
    """A small grey picture of a BGR frame: uint8 (h, width)."""
    height = round(image.shape[0] * width / image.shape[1])
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)


class Gate:
    """One zone's part of the reduced picture.

    Args:
        outline_px: float32 (4, 2), the zone with its margin in the full frame.
        frame_shape: Of the full frame, (H, W, ...).
    """

    def __init__(self, outline_px: Floats, frame_shape: tuple[int, ...]) -> None:
        scale = REDUCED_WIDTH / frame_shape[1]
        outline = outline_px * scale
        low = np.maximum(np.floor(outline.min(0)).astype(int), 0)
        size = (REDUCED_WIDTH, round(frame_shape[0] * scale))
        high = np.minimum(np.ceil(outline.max(0)).astype(int) + 1, size)
        self.rows, self.columns = slice(low[1], high[1]), slice(low[0], high[0])
        shape = (max(int(high[1] - low[1]), 1), max(int(high[0] - low[0]), 1))
        self._mask = np.zeros(shape, np.uint8)
        local = np.round(outline - low.astype(np.float32)).astype(np.int32)
        cv2.fillConvexPoly(self._mask, local, 255)

    def cut(self, reduced: Image) -> Image:
        """The zone's part of a reduced picture."""
        return reduced[self.rows, self.columns]

    def differing_px(self, first: Image, second: Image) -> int:
        """How many px of two cut-outs differ."""
        off = cv2.absdiff(first, second)
        _, mask = cv2.threshold(off, MOTION_STEP, 255, cv2.THRESH_BINARY)
        return cv2.countNonZero(cv2.bitwise_and(mask, self._mask))

    def differs(self, first: Image, second: Image) -> bool:
        """Whether something moved or changed between two cut-outs."""
        return self.differing_px(first, second) >= MOVING_PX
