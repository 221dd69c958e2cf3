"""Where taught faces lie in a picture, by features that agree on one pose: also in part."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.alignment import align
from vision.catalogue import Catalogue
from vision.changes import Mask
from vision.features import LIKELY, find_features
from vision.geometry import card_corners, cut_out, sides, transform
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
        seen = _Cells.of(grey, quad, catalogue, view).count
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


def refined(pose: Pose, grey: Image, catalogue: Catalogue) -> Pose:
    """The pose brought into line by the cells of the face that are seen there, and these counted.

    A few features agree on a pose that is some px off, and cells of 8 px then look like others.
    grey: uint8 (H, W), the picture in which the pose lies.
    """
    for _ in range(REFINED):
        seen = _Cells.of(grey, pose.quad, catalogue, pose.view)
        shows = cv2.morphologyEx(seen.about, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        shows = cv2.dilate(shows, np.ones((7, 7), np.uint8))
        if cv2.countNonZero(shows) < LEAST_SEEN:
            break
        face = catalogue.templates[0].shown(pose.view, shows > 0)
        warp = align(seen.patch, face, np.eye(3, dtype=np.float32))
        corners = card_corners((float(face.size[0]), float(face.size[1])))
        place = cv2.getPerspectiveTransform(corners, np.ascontiguousarray(pose.quad, np.float32))
        quad = transform(transform(corners, warp), place)
        if np.abs(quad - pose.quad).max() > MOST_MOVED * sides(pose.quad)[0]:
            break
        pose = replace(pose, quad=quad)
    return replace(pose, seen=cells_seen(grey, pose, catalogue))


REFINED, LEAST_SEEN, MOST_MOVED = 2, 250, 0.25
"""Rounds; px of a face 64 wide that must look alike; share of a card's width that corners move."""


def cells_seen(grey: Image, pose: Pose, catalogue: Catalogue) -> int:
    """How many cells of the face, of those with a figure, look like it at its pose in a picture."""
    return _Cells.of(grey, pose.quad, catalogue, pose.view).count


@dataclass(frozen=True, slots=True)
class _Cells:
    """How alike a face and a place of the picture are around each px of the face.

    Attributes:
        patch: The place as the face sees it, grey float32 (H, W) 0..1.
        alike: Correlation in a cell around each px, float32 (H, W).
        figure: Where such a cell shows a figure, bool (H, W).
    """

    patch: Floats
    alike: Floats
    figure: npt.NDArray[np.bool_]

    @staticmethod
    def of(grey: Image, quad: Floats, catalogue: Catalogue, view: int) -> "_Cells":
        size = catalogue.shape.fine
        face = catalogue.templates[0][view].grey
        patch = cut_out(grey, quad, size).astype(np.float32) / np.float32(255)
        one, two = (picture - _blurred(picture) for picture in (patch, face))
        spread = np.sqrt(np.maximum(_blurred(one * one) * _blurred(two * two), 1e-12))
        figure = np.sqrt(np.maximum(_blurred(two * two), 0)) > FIGURE
        return _Cells(patch, np.asarray(_blurred(one * two) / spread, np.float32), figure)

    @property
    def count(self) -> int:
        """How many cells beside each other are alike."""
        start = CELL_PX // 2
        cells = (self.alike > CELL_ALIKE) & self.figure
        return int(cells[start::CELL_PX, start::CELL_PX].sum())

    @property
    def about(self) -> Image:
        """255 where they are roughly alike: uint8 (H, W)."""
        return np.where((self.alike > CELL_ABOUT) & self.figure, 255, 0).astype(np.uint8)


CELL_PX = 8
FIGURE = 0.03
"""Spread of grey (0..1) in a cell from which it shows a figure."""
CELL_ALIKE, CELL_ABOUT = 0.75, 0.6
"""Correlation of a cell from which it is seen; of cells of other cards 3 in 100 reach it. And from
which it helps to bring the face into line."""


def _blurred(picture: Floats) -> Floats:
    return np.asarray(cv2.blur(picture, (CELL_PX, CELL_PX)), np.float32)
