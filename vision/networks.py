"""The small networks that the product ships, run by OpenCV. Trained by tools/train_dice."""

from functools import cache
from importlib.resources import files

import cv2
import numpy as np


@cache
def network(name: str) -> cv2.dnn.Net:
    """A network of `vision/weights`, by the name of its file; loaded once."""
    data = (files("vision") / "weights" / name).read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
