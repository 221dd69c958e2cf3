"""Card faces as arrays to compare: scaled, smoothed, white-balanced against a candidate.

Light on a table differs from the light a card was taught in: in strength, colour and slope. So a
patch is never compared as it is; for every candidate the gain that explains the patch best (for
each channel a plane over the card) is fitted first, and what remains is compared in Lab.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.readings import Floats, Image

FINE_WIDTH = 64
"""Width in px at which faces are compared; the height follows from the card's shape."""
COARSE_WIDTH = 32
"""Width in px at which the short list is made."""
MARGIN = 3
"""Outer px left out of comparisons (fine): corners are cut roughly and edges catch shadows."""
CHROMA_WEIGHT = 1.5
"""Lab a and b against L. cards_set, 486 crops, Nov 2026: 1.0 to 2.0 differ by under 3 readings."""
SLOPE_RIDGE = 0.02
"""Pull of the light's slope towards zero, so that it cannot draw a figure."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes in px used for one catalogue."""

    fine: tuple[int, int]
    coarse: tuple[int, int]

    @staticmethod
    def of(aspect: float) -> "Shape":
        """For cards with height / width = `aspect`."""
        return Shape(
            (FINE_WIDTH, round(FINE_WIDTH * aspect)), (COARSE_WIDTH, round(COARSE_WIDTH * aspect))
        )


def prepare(image: Image, size: tuple[int, int]) -> Floats:
    """Scale to `size` (width, height) and smooth a little: float32 0..1, BGR (H, W, 3)."""
    shrinks = image.shape[1] >= size[0]
    how = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    small = cv2.resize(image, size, interpolation=how)
    return cv2.GaussianBlur(small.astype(np.float32) / 255.0, (0, 0), 0.8)


def soften(picture: Floats, sigma: float) -> Floats:
    """Blurred by `sigma` px; itself where that is 0."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma)) if sigma > 0 else picture


def normalise(face: Floats) -> Floats:
    """Bring the bright parts of a taught face to a common white: float32, BGR."""
    white = np.percentile(inner(face).reshape(-1, 3), 90, axis=0)
    scale = 0.85 / max(float(white.max()), 0.05)
    return (face * np.float32(scale)).astype(np.float32)


def inner(picture: Floats, margin: int = MARGIN) -> Floats:
    """Without its outer `margin` px."""
    return picture[margin:-margin, margin:-margin]


def light_basis(size: tuple[int, int]) -> Floats:
    """1, x, y over the card, x and y from -0.5 to 0.5: float32 (H, W, 3)."""
    width, height = size
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    xs, ys = (xs + 0.5) / width - 0.5, (ys + 0.5) / height - 0.5
    return np.stack([np.ones_like(xs), xs, ys], -1)


def to_lab(picture: Floats) -> Floats:
    """Lab / 100 with a and b weighted: float32 (H, W, 3)."""
    lab: Floats = cv2.cvtColor(np.clip(picture, 0.0, 1.0), cv2.COLOR_BGR2Lab) * np.float32(0.01)
    lab[..., 1:] *= CHROMA_WEIGHT
    return lab


def fit_light(
    patch: Floats,
    face: Floats,
    basis: Floats,
    margin: int = MARGIN,
    shows: npt.NDArray[np.bool_] | None = None,
) -> Floats:
    """The gain that turns `face` into `patch`, robustly: float32 (H, W, 3), never below 0.05.

    Three rounds of reweighted least squares on every other pixel, so that a figure missing on one
    of the two does not bend the light. shows: Of a patch that is covered in part, what is seen:
    bool (H, W).
    """
    flat = np.ascontiguousarray(inner(basis, margin)[::2, ::2].reshape(-1, 3))
    target = np.ascontiguousarray(inner(patch, margin)[::2, ::2].reshape(-1, 3))
    source = np.ascontiguousarray(inner(face, margin)[::2, ::2].reshape(-1, 3))
    if shows is not None:
        seen = inner(shows, margin)[::2, ::2].ravel()
        flat, target, source = flat[seen], target[seen], source[seen]
    products = flat[:, PAIRS[0]] * flat[:, PAIRS[1]]
    ridge = np.diag([1e-3, SLOPE_RIDGE, SLOPE_RIDGE]).astype(np.float32) * len(flat)
    squares, crosses = source * source, source * target
    weight = np.ones((len(flat), 1), np.float32)
    planes = np.zeros((3, 3), np.float32)
    for last in (False, False, True):
        normal = (products.T @ (squares * weight))[SQUARE].transpose(2, 0, 1) + ridge
        moments = (flat.T @ (crosses * weight)).T[..., None]
        planes = np.linalg.solve(normal, moments)[..., 0]
        if last:
            break
        off = np.abs(target - source * (flat @ planes.T)).mean(1)
        scale = 1.5 * float(np.median(off)) + 0.01
        weight = (1.0 / (1.0 + np.square(off / (2.0 * scale))))[:, None].astype(np.float32)
    return np.maximum(basis @ planes.T, np.float32(0.05))


PAIRS = np.array([0, 0, 0, 1, 1, 2]), np.array([0, 1, 2, 1, 2, 2])
"""Of the basis 1, x, y: the distinct products, and where each stands in the 3x3 matrix."""
SQUARE = np.array([[0, 1, 2], [1, 3, 4], [2, 4, 5]])


def likeness(
    patch_lab: Floats, face_lab: Floats, at: npt.NDArray[np.intp] | slice = slice(None)
) -> float:
    """1 where equal, 0 where no better than the face's own ground colour; may be negative.

    Both float32 (H, W, 3) from `to_lab`; compared slightly smoothed, since real pictures differ in
    sharpness and by a pixel in place. at: Which px, counted row by row, are looked at.
    """
    patch = cv2.GaussianBlur(patch_lab, (0, 0), 1.0).reshape(-1, 3)[at]
    face = cv2.GaussianBlur(face_lab, (0, 0), 1.0).reshape(-1, 3)[at]
    ground = np.median(face, axis=0)
    off = float(np.square(patch - face).sum())
    size = float(np.square(patch - ground).sum() + np.square(face - ground).sum())
    return 1.0 - off / (0.5 * size + 1e-6)


def contrast(image: Image) -> float:
    """Grey levels between the 2nd and 98th percentile, in the channel that has most."""
    step = max(min(image.shape[:2]) // SAMPLED_PX, 1)
    low, high = np.percentile(image[::step, ::step].reshape(-1, 3), (2, 98), axis=0)
    return float((high - low).max())


SAMPLED_PX = 100
"""Rows and columns that are looked at for contrast, at least."""


def sharpness(image: Image) -> float:
    """Spread of the Laplacian relative to contrast, at 128 px width: about 0.1 when blurred."""
    height = round(128 * image.shape[0] / image.shape[1])
    grey = cv2.cvtColor(
        cv2.resize(image, (128, height), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY
    )
    edges = cv2.Laplacian(grey, cv2.CV_32F)
    contrast = float(np.percentile(grey, 99)) - float(np.percentile(grey, 1)) + 1.0
    return float(np.percentile(np.abs(edges), 99.5)) / contrast
