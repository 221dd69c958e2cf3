"""SIFT features: finding a taught face in a messy pile, at any rotation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np
import numpy.typing as npt

from vision.readings import Floats, Image


@dataclass(frozen=True, slots=True)
class Features:
    """Key points and descriptors.

    Attributes:
        points: float32 (N, 4): x, y in px, size in px, angle in degrees.
        descriptors: uint8 (N, 128).
    """

    points: Floats
    descriptors: npt.NDArray[np.uint8]


def find_features(image: Image, *, limit: int, mask: Image | None = None) -> Features:
    """The strongest `limit` features of a BGR or grey picture; mask: uint8, looked at where set."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image  # noqa: PLR2004
    detector = cv2.SIFT.create(nfeatures=limit, contrastThreshold=0.02)
    points, descriptors = detector.detectAndCompute(grey, mask)
    if not len(points):
        return Features(np.zeros((0, 4), np.float32), np.zeros((0, 128), np.uint8))
    array = np.array([(*p.pt, p.size, p.angle) for p in points], np.float32)
    return Features(array[:limit], np.clip(descriptors[:limit], 0, 255).astype(np.uint8))


def similarity_votes(found: Features, catalogue: "Taught", scale: float) -> Iterator[Floats]:
    """Quads (4, 2) in the picture on which features of one face agree, most inliers first.

    Args:
        found: Features of the picture.
        catalogue: Faces with their features.
        scale: Expected px in the picture per px of a face; a pose must come within 15 %.
    """
    matches = matches_by_view(found, catalogue)
    poses = []
    for view, (mine, theirs) in matches.items():
        if len(mine) < MIN_INLIERS:
            continue
        pose = _pose(catalogue.features[view].points[theirs, :2], found.points[mine, :2], scale)
        if pose is not None:
            poses.append((pose[0], view, pose[1]))
    poses.sort(key=lambda pose: -pose[0])
    for _, view, matrix in poses[:3]:
        height, width = catalogue.views[view].face.shape[:2]
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        yield (corners @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)


MIN_INLIERS = 8
"""Features that must agree on one pose (rendered piles: no wrong answer with 8)."""
SCALE_TOLERANCE = 0.15


class Taught(Protocol):
    """What a search needs of a catalogue."""

    @property
    def features(self) -> "tuple[Features, ...]":
        """Of each view."""

    @property
    def views(self) -> "Sequence[Any]":
        """Each with its `face`."""


def matches_by_view(
    found: Features, catalogue: Taught
) -> dict[int, tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]]:
    """For each view: indices of its features' best counterparts, (in the picture, in the view)."""
    if not len(found.points):
        return {}
    mine = _rooted(found.descriptors)
    matches = {}
    for view, features in enumerate(catalogue.features):
        if not len(features.points):
            continue
        closeness = mine @ _rooted(features.descriptors).T
        best = closeness.argmax(1)
        score = closeness[np.arange(len(mine)), best]
        keep = (score > MIN_CLOSENESS) & (closeness.argmax(0)[best] == np.arange(len(mine)))
        matches[view] = (np.flatnonzero(keep), best[keep])
    return matches


MIN_CLOSENESS = 0.8
"""Cosine of two rooted descriptors of the same spot; unrelated ones lie under 0.7."""


def _rooted(descriptors: npt.NDArray[np.uint8]) -> Floats:
    values = descriptors.astype(np.float32)
    values /= np.maximum(values.sum(1, keepdims=True), 1.0)
    return np.sqrt(values)


def _pose(source: Floats, target: Floats, scale: float) -> tuple[int, Floats] | None:
    matrix: Floats
    matrix, inliers = cv2.estimateAffinePartial2D(
        source, target, method=cv2.RANSAC, ransacReprojThreshold=3.0, maxIters=300
    )
    if np.count_nonzero(inliers) < MIN_INLIERS:  # None counts as none
        return None
    found = float(np.hypot(matrix[0, 0], matrix[1, 0]))
    if abs(found / scale - 1.0) > SCALE_TOLERANCE:
        return None
    return int(inliers.sum()), matrix.astype(np.float32)
