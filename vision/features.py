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
    matches = catalogue.index.matches(found, most=LIKELY)
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


LIKELY = 12
"""Views, those with the most counterparts, of which a pose is looked for."""
MIN_INLIERS = 8
"""Features that must agree on one pose (rendered piles: no wrong answer with 8)."""
SCALE_TOLERANCE = 0.15


Indices = npt.NDArray[np.intp]
Pairs = tuple[Indices, Indices]


class Taught(Protocol):
    """What a search needs of a catalogue."""

    @property
    def index(self) -> "FeatureIndex":
        """The features of all views."""

    @property
    def features(self) -> "tuple[Features, ...]":
        """Of each view."""

    @property
    def views(self) -> "Sequence[Any]":
        """Each with its `face`."""


class FeatureIndex:
    """The features of all views, ready to be compared with a picture's in one go."""

    def __init__(self, features: "Sequence[Features]") -> None:
        """Views with fewer features than others are filled up with nothing."""
        most = max((len(f.points) for f in features), default=0)
        self._points = [f.points for f in features]
        self._rooted = np.zeros((len(features), most, 128), np.float32)
        for view, one in enumerate(features):
            self._rooted[view, : len(one.points)] = _rooted(one.descriptors)

    def matches(self, found: Features, *, most: int) -> dict[int, Pairs]:
        """For the likeliest views: best counterparts, indices (in the picture, in the view).

        most: How many views; those most of whose counterparts agree on one turn and scale.
        """
        if not len(found.points) or not self._rooted.size:
            return {}
        mine = _rooted(found.descriptors)
        views, each, _ = self._rooted.shape
        closeness = (mine @ self._rooted.reshape(-1, 128).T).reshape(len(mine), views, each)
        best = closeness.argmax(2)
        close = np.take_along_axis(closeness, best[..., None], 2)[..., 0] > MIN_CLOSENESS
        pairs = [self._mutual(closeness[:, v], best[:, v], close[:, v]) for v in range(views)]
        agree = [_agreeing(found.points[a], self._points[v][b]) for v, (a, b) in enumerate(pairs)]
        order = np.argsort(-np.array(agree), kind="stable")[:most]
        return {int(v): pairs[v] for v in order}

    @staticmethod
    def _mutual(closeness: Floats, best: Indices, close: npt.NDArray[np.bool_]) -> Pairs:
        """Those that are each other's best."""
        keep = close & (closeness.argmax(0)[best] == np.arange(len(best)))
        return np.flatnonzero(keep), best[keep]


def _agreeing(mine: Floats, theirs: Floats) -> int:
    """Most pairs that agree on a turn within 30 degrees and a scale within a factor of 1.4."""
    if not len(mine):
        return 0
    turn = ((mine[:, 3] - theirs[:, 3]) % 360 // TURN_DEG).astype(np.int64)
    grown = np.log2(np.maximum(mine[:, 2], 0.1) / np.maximum(theirs[:, 2], 0.1))
    scale = np.clip(grown / SCALE_STEP + HALF_SCALES, 0, 2 * HALF_SCALES - 1).astype(np.int64)
    votes = np.zeros((360 // TURN_DEG, 2 * HALF_SCALES), np.int64)
    np.add.at(votes, (turn, scale), 1)
    around = votes + np.roll(votes, 1, 0)
    return int((around[:, 1:] + around[:, :-1]).max())


TURN_DEG, SCALE_STEP, HALF_SCALES = 15, 0.25, 12
"""Cells of votes: degrees, and powers of two; as many to either side of an equal scale."""
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
