"""Levels of pictures: quantiles, and the darkest and brightest channel of each px.

What numpy has for these takes four to 25 times as long on pictures of cards: its quantiles check
and prepare much for few numbers, and its `min` along an axis of three goes px by px.
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.readings import Image


def quantile(values: npt.NDArray[np.generic], share: float) -> float:
    """The level under which this share of the values lies, as `numpy.quantile` has it.

    values: of any shape, at least one. share: 0 to 1.
    """
    flat = values.ravel()
    at = (flat.size - 1) * share
    low = int(at)
    high = min(low + 1, flat.size - 1)
    parted = np.partition(flat, (low, high))
    first, second = float(parted[low]), float(parted[high])
    return first + (second - first) * (at - low)


def middle(values: npt.NDArray[np.generic]) -> float:
    """The median."""
    return quantile(values, 0.5)


def least_channel(picture: Image) -> Image:
    """Of each px of a BGR picture the darkest channel: (H, W)."""
    one, two, three = cv2.split(picture)
    return cv2.min(cv2.min(one, two), three)


def most_channel(picture: Image) -> Image:
    """Of each px of a BGR picture the brightest channel: (H, W)."""
    one, two, three = cv2.split(picture)
    return cv2.max(cv2.max(one, two), three)
