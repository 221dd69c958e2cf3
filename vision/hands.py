"""Whether a hand is over the table in a single picture.

A small network looks at the whole picture and tells of each cell how likely skin or a sleeve covers
it. It learned from drawn hands of many tones and sleeves on photographed and drawn tables and in
drawn and rendered bowls (tools/train_dice); figures in docs/vision.md. In the zones of a mat, hands
are told otherwise: by what crosses the border of the zone (`companion.eye.rest`).
"""

import cv2
import numpy as np

from vision.networks import network
from vision.readings import Floats, Image

SIDE = 128
"""Px to which a picture is squeezed; the answer has a cell for each 8 px."""
COVERED = 0.6
"""Probability from which a cell counts: chosen with LEAST_CELLS on 151 pictures without a hand (61
of bowls, 36 of the tune part of dice_byler), none of which is called one, and on drawn hands over
them; docs/vision.md."""
LEAST_CELLS = 3
"""Cells of 256 that hang together. They need not reach the border: a sleeve is less like skin."""


def covered_cells(image: Image) -> Floats:
    """Probability float32 (16, 16) that a hand or arm covers each cell of a BGR uint8 picture."""
    small = cv2.resize(image, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    net = network("hands.onnx")
    net.setInput(cv2.dnn.blobFromImage(small, 1 / 255.0))
    logits = net.forward()[0, 0]
    return np.asarray(1.0 / (1.0 + np.exp(-logits)), np.float32)


def sees_hand(image: Image) -> bool:
    """Whether a hand is over the table in a BGR uint8 picture."""
    sure = (covered_cells(image) > COVERED).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(sure, connectivity=8)
    return count > 1 and int(stats[1:, cv2.CC_STAT_AREA].max()) >= LEAST_CELLS
