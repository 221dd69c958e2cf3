"""The table plane from the mat's corner markers."""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import transform
from vision.mat import Mat
from vision.readings import Floats, Image, Unreadable

Homography = npt.NDArray[np.float64]

MAX_RESIDUAL_MM = 2.0
"""Mean error of marker corners on the mat; more means a bent sheet or a wrong mat."""
MARKERS_NEEDED = 3
"""Three markers are twelve corners, spread over the sheet; two leave the far side to chance."""
SEARCH_PX = 24
"""How far around its last place a marker is looked for when only checking."""


@dataclass(frozen=True, slots=True)
class TablePlane:
    """Where the mat lies in the frame.

    Attributes:
        mm_to_frame: float64 (3, 3), from mm on the mat to px in the frame.
        corners_px: Marker id to its four corners in the frame, float32 (4, 2).
        residual_mm: Mean error of the corners on the mat.
        px_per_mm: Camera px per mm in the middle of the mat.
    """

    mm_to_frame: Homography
    corners_px: Mapping[int, Floats]
    residual_mm: float
    px_per_mm: float


def find_markers(image: Image, mat: Mat) -> dict[int, Floats]:
    """Markers of `mat` in a grey or BGR picture: id to corners px, clockwise from the top left."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image  # noqa: PLR2004
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, mat.dictionary))
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, idents, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(grey)
    if idents is None:
        return {}
    found = zip(np.asarray(idents).ravel(), corners, strict=True)
    return {
        int(ident): np.asarray(quad, np.float32).reshape(4, 2)
        for ident, quad in found
        if int(ident) in mat.markers
    }


def plane_from(corners_px: Mapping[int, Floats], mat: Mat) -> TablePlane | Unreadable:
    """The plane from markers already found, or why there is none."""
    if len(corners_px) < MARKERS_NEEDED:
        missing = ", ".join(_CORNER_NAMES[i % 4] for i in mat.markers if i not in corners_px)
        return Unreadable(
            f"{len(corners_px)} of {len(mat.markers)} corner markers are in sight (not seen: "
            f"{missing}). Uncover the mat's corners, or move the camera until all four are in "
            "the picture."
        )
    idents = sorted(corners_px)
    on_mat = np.concatenate([mat.marker_corners_mm(i) for i in idents])
    in_frame = np.concatenate([corners_px[i] for i in idents])
    homography = np.full((3, 3), np.nan)
    with contextlib.suppress(cv2.error):
        homography = np.asarray(cv2.findHomography(on_mat, in_frame)[0], np.float64)
    if not np.isfinite(homography).all():
        return Unreadable("The corner markers do not lie on one plane. Lay the mat flat.")
    return _checked(np.asarray(homography, np.float64), on_mat, in_frame, corners_px, mat)


def _checked(
    homography: Homography,
    on_mat: Floats,
    in_frame: Floats,
    corners_px: Mapping[int, Floats],
    mat: Mat,
) -> TablePlane | Unreadable:
    back = transform(in_frame, np.linalg.inv(homography))
    residual = float(np.linalg.norm(back - on_mat, axis=1).mean())
    if residual > MAX_RESIDUAL_MM:
        return Unreadable(
            f"The corner markers are {residual:.1f} mm off the mat's plan. Lay the mat flat, and "
            f"use the mat of {mat.title} printed at 100 %."
        )
    width, height = mat.size_mm
    middle = np.array([[width / 2, height / 2], [width / 2 + 1, height / 2]], np.float32)
    ends = transform(middle, homography)
    scale = float(np.linalg.norm(ends[1] - ends[0]))
    return TablePlane(homography, dict(corners_px), residual, scale)


def find_plane(image: Image, mat: Mat) -> TablePlane | Unreadable:
    """Look for the markers in the whole picture (13 ms at 960 x 540) and fit the plane."""
    return plane_from(find_markers(image, mat), mat)


def markers_again(image: Image, plane: TablePlane, mat: Mat) -> dict[int, Floats]:
    """The markers of `plane` that are in sight, looked for only near their places (3 ms)."""
    again: dict[int, Floats] = {}
    height, width = image.shape[:2]
    for ident, corners in plane.corners_px.items():
        low = np.maximum(np.floor(corners.min(0)).astype(int) - SEARCH_PX, 0)
        high = np.minimum(np.ceil(corners.max(0)).astype(int) + SEARCH_PX, (width, height))
        found = find_markers(image[low[1] : high[1], low[0] : high[0]], mat)
        if ident in found:
            again[ident] = found[ident] + low.astype(np.float32)
    return again


def shift_between(plane: TablePlane, again: Mapping[int, Floats]) -> float:
    """How far markers found again have moved since `plane` was found: the median, px."""
    shifts = [
        float(np.linalg.norm((found - plane.corners_px[ident]).mean(0)))
        for ident, found in again.items()
    ]
    return float(np.median(shifts)) if shifts else 0.0


_CORNER_NAMES = {0: "top left", 1: "top right", 2: "bottom right", 3: "bottom left"}
