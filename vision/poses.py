"""Where taught faces lie in a picture, by features that agree on one pose: also in part."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.catalogue import Catalogue
from vision.changes import Mask
from vision.features import LIKELY, find_features
from vision.geometry import card_corners, cut_out, transform
from vision.readings import Floats, Image

FEATURES = 300
INLIERS = 10
"""Features that must agree. cards_tarot rendered in piles: no wrong answer of 240 with 8."""
REPROJECTION_PX = 4.0


@dataclass(frozen=True, slots=True)
class Pose:
    """One face's pose in the picture, how many features agree on it, how many cells are seen."""

    key: str
    inliers: int
    seen: int
    quad: Floats
    view: int


def find_poses(
    new: Image, changed: Mask, catalogue: Catalogue, *, limit: int = FEATURES
) -> list[Pose]:
    """Poses of faces in a part of a picture, those most of which is seen first.

    Args:
        new: BGR uint8 (H, W, 3).
        changed: uint8 (H, W), 255 where a card may lie.
        catalogue: What was taught.
        limit: Features that are looked at, the strongest.
    """
    x, y, width, height = cv2.boundingRect(changed)
    rows, columns = slice(y, y + height), slice(x, x + width)
    mask = cv2.dilate(changed[rows, columns], np.ones((9, 9), np.uint8)).astype(np.uint8)
    part = np.ascontiguousarray(new[rows, columns])
    found = find_features(part, limit=limit, mask=mask)
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    votes = []
    for view, (mine, theirs) in catalogue.index.matches(found, most=LIKELY).items():
        if len(mine) < INLIERS // 2:
            continue
        matrix: Floats
        matrix, inliers = cv2.estimateAffinePartial2D(
            catalogue.features[view].points[theirs, :2],
            found.points[mine, :2],
            method=cv2.RANSAC,
            ransacReprojThreshold=REPROJECTION_PX,
            maxIters=500,
        )
        if np.count_nonzero(inliers) < INLIERS // 2:  # None counts as none
            continue
        agree = np.asarray(inliers).ravel() > 0
        matrix = _exact(
            catalogue.features[view].points[theirs, :2][agree],
            found.points[mine, :2][agree],
            matrix,
        )
        face = catalogue.views[view].face
        corners = card_corners((float(face.shape[1]), float(face.shape[0])))
        quad = transform(corners, np.vstack([matrix, [0, 0, 1]]))
        seen = _cells_seen(grey, quad, catalogue, view)
        key = catalogue.views[view].key
        votes.append(Pose(key, int(agree.sum()), seen, quad + np.array([x, y], np.float32), view))
    return sorted(votes, key=lambda vote: -(vote.inliers + vote.seen))


def _exact(theirs: Floats, mine: Floats, rough: Floats) -> Floats:
    """The affine map that fits the agreeing features best: a slant is more than turn and scale."""
    if len(mine) < INLIERS:
        return rough
    terms = np.concatenate([theirs, np.ones((len(theirs), 1), np.float32)], 1)
    solved, *_ = np.linalg.lstsq(terms.astype(np.float64), mine.astype(np.float64))
    exact: Floats = solved.T
    off = np.abs(exact[:, :2] - rough[:, :2]).max() / float(np.hypot(*rough[:2, 0]))
    return exact if off < MOST_SLANT else rough


MOST_SLANT = 0.25


def _cells_seen(grey: Image, quad: Floats, catalogue: Catalogue, view: int) -> int:
    """How many cells of the face, of those with a figure, look like it in the picture."""
    size = catalogue.shape.fine
    face = catalogue.templates[0][view].grey
    patch = cut_out(grey, quad, size).astype(np.float32) / np.float32(255)
    one, two = (picture - _blurred(picture) for picture in (patch, face))
    spread = np.sqrt(np.maximum(_blurred(one * one) * _blurred(two * two), 1e-12))
    alike = _blurred(one * two) / spread
    figure = np.sqrt(np.maximum(_blurred(two * two), 0)) > FIGURE
    start = CELL_PX // 2
    cells = (alike > CELL_ALIKE) & figure
    return int(cells[start::CELL_PX, start::CELL_PX].sum())


CELL_PX = 8
FIGURE = 0.03
"""Spread of grey (0..1) in a cell from which it shows a figure."""
CELL_ALIKE = 0.75
"""Correlation of a cell from which it is seen; of cells of other cards 3 in 100 reach it."""


def _blurred(picture: Floats) -> Floats:
    return np.asarray(cv2.blur(picture, (CELL_PX, CELL_PX)), np.float32)
