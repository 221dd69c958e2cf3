"""The small network that tells a die from what only looks like one, by what lies around it.

The reader sees a die and hardly more: a screen, a lid, a keypad or a matrix of lamps shows itself
at twice that width. Trained by tools/train_dice/train_gate.py; figures in docs/vision.md.
"""

import cv2
import numpy as np

from vision.dice_nets import AROUND, warped
from vision.networks import network
from vision.readings import Floats, Image

SIDE = 64
"""Px of what the network sees."""
WIDER = 2.0
"""Its width over that of what the reader sees."""
TURNS = (0.0, 130.0)
"""Views whose mean is taken, turns in degrees. At load 20 a die takes 1.6 ms."""
CLEAR = 1.5
"""Logit, either way, from which the first view is enough: of nine in ten dice of the tune part."""


def real_share(image: Image, box: Floats) -> float:
    """How surely a die lies in a box (x, y, width, height in px) of a BGR uint8 picture, 0..1."""
    scale = SIDE / max(float(box[2:].max()) * AROUND * WIDER, 1.0)
    net = network("dice_gate.onnx")
    logits = []
    for turn in TURNS:
        view = warped(image, box[:2] + box[2:] / 2, scale, SIDE, turn)
        net.setInput(cv2.dnn.blobFromImage(view, 1 / 255.0))
        logits.append(float(net.forward()[0, 0]))
        if abs(logits[0]) > CLEAR:
            break
    return float(1 / (1 + np.exp(-np.mean(logits))))
