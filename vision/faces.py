"""Card faces as arrays to compare: scaled, smoothed, white-balanced against a candidate.

Light on a table differs from the light a card was taught in: in strength, colour and slope. So a
patch is never compared as it is; for every candidate the gain that explains the patch best (for
each channel a plane over the card) is fitted first, and what remains is compared in Lab.
"""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.levels import middle, quantile
from vision.readings import Floats, Image

FINE_WIDTH = 64
"""Width in px at which faces are compared; the height follows from the card's shape."""
COARSE_WIDTH = 32
"""Width in px at which the short list is made."""
SIGN_WIDTH = 112
"""Width in px at which signs in the corners of faces are compared."""
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
    signs: tuple[int, int]

    @staticmethod
    def of(aspect: float) -> "Shape":
        """For cards with height / width = `aspect`."""
        fine, coarse, signs = (
            (width, round(width * aspect)) for width in (FINE_WIDTH, COARSE_WIDTH, SIGN_WIDTH)
        )
        return Shape(fine, coarse, signs)


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


@cache
def light_basis(size: tuple[int, int]) -> Floats:
    """1, x, y over the card, x and y from -0.5 to 0.5: float32 (H, W, 3), not to be written to."""
    across, down = _axes(size)
    ys, xs = np.broadcast_arrays(down[:, None], across)
    basis = np.stack([np.ones_like(xs), xs, ys], -1)
    basis.flags.writeable = False
    return basis


def _axes(size: tuple[int, int]) -> tuple[Floats, Floats]:
    """The middles of columns and of rows, -0.5 to 0.5: float32 (W,), (H,)."""
    width, height = size
    across, down = np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32)
    return (across + 0.5) / width - 0.5, (down + 0.5) / height - 0.5


def to_lab(picture: Floats) -> Floats:
    """Lab / 100 with a and b weighted: float32 (H, W, 3). OpenCV cuts off what is not in 0..1."""
    lab: Floats = cv2.cvtColor(np.ascontiguousarray(picture, np.float32), cv2.COLOR_BGR2Lab)
    height, width = lab.shape[:2]
    lab.reshape(height, -1)[:] *= _lab_scale(width)
    return lab


@cache
def _lab_scale(width: int) -> Floats:
    """For one row of px: a row as a whole is scaled three times as fast as px by px."""
    row = np.tile(np.array([1, CHROMA_WEIGHT, CHROMA_WEIGHT], np.float32), width)
    return np.asarray(row * np.float32(0.01), np.float32)


def in_its_light(
    patch: Floats, face: Floats, margin: int = MARGIN, shows: npt.NDArray[np.bool_] | None = None
) -> Floats:
    """The patch as the face's own light would show it: Lab without the margin.

    The gain that turns the face into the patch, a plane for each channel and never below 0.05, is
    fitted robustly: three rounds of reweighted least squares on every other pixel, so that a figure
    missing on one of the two does not bend the light.

    Args:
        patch: BGR float32 (H, W, 3).
        face: The same.
        margin: Outer px left out.
        shows: Of a patch that is covered in part, what is seen: bool (H, W).
    """
    seen = inner(patch, margin)
    size = (patch.shape[1], patch.shape[0])
    terms = _light_terms(size, margin)
    target, source = _sampled(seen), _sampled(inner(face, margin))
    if shows is not None:
        at = inner(shows, margin)[::2, ::2].ravel()
        terms, target, source = terms[:, at], target[:, at], source[:, at]
    planes = _planes(target, source, terms)
    return to_lab(seen / np.maximum(plane(planes, size, margin), np.float32(0.05)))


def plane(numbers: Floats, size: tuple[int, int], margin: int) -> Floats:
    """A plane over the card for each channel, without the margin: float32 (H, W, 3).

    numbers: float32 (3, 3), of each channel those of 1, x and y as in `light_basis`.
    """
    across, down = (axis[margin:-margin] for axis in _axes(size))
    # As one product: numpy adds up arrays whose last axis is 3 slowly.
    rows = np.empty((2, len(across), 3), np.float32)
    rows[0] = numbers[:, 0] + across[:, None] * numbers[:, 1]
    rows[1] = numbers[:, 2]
    columns = np.stack([np.ones_like(down), down], 1)
    flat: Floats = columns @ rows.reshape(2, -1)
    return flat.reshape(len(down), len(across), 3)


def _sampled(picture: Floats) -> Floats:
    """Every other pixel of every other row: float32 (3, N)."""
    return np.ascontiguousarray(picture[::2, ::2].transpose(2, 0, 1)).reshape(3, -1)


@cache
def _light_terms(size: tuple[int, int], margin: int) -> Floats:
    """1, x, y and the products of them at the sampled px: float32 (6, N)."""
    flat = inner(light_basis(size), margin)[::2, ::2].reshape(-1, 3)
    return np.ascontiguousarray((flat[:, PAIRS[0]] * flat[:, PAIRS[1]]).T)


def _planes(target: Floats, source: Floats, terms: Floats) -> Floats:
    """Of each channel's gain, the three numbers of its plane: float32 (3, 3)."""
    ridge = np.diag([1e-3, SLOPE_RIDGE, SLOPE_RIDGE]).astype(np.float32) * terms.shape[1]
    squares, crosses = source * source, source * target
    planes = _solved(terms, squares, crosses, ridge)
    for _ in range(2):
        off = np.abs(target - source * (planes @ terms[:3])).sum(0) / np.float32(3)
        scale = 2.0 * (1.5 * middle(off) + 0.01)
        weight = 1.0 / (1.0 + np.square(off / np.float32(scale)))
        planes = _solved(terms, squares * weight, crosses * weight, ridge)
    return planes


def _solved(terms: Floats, squares: Floats, crosses: Floats, ridge: Floats) -> Floats:
    normal = (terms @ squares.T)[SQUARE].transpose(2, 0, 1) + ridge
    moments = (terms[:3] @ crosses.T).T[..., None]
    solved: Floats = np.linalg.solve(normal, moments)[..., 0]
    return solved


PAIRS = np.array([0, 0, 0, 1, 1, 2]), np.array([0, 1, 2, 1, 2, 2])
"""Of the basis 1, x, y: the distinct products, the basis itself first, and where each stands in the
3x3 matrix."""
SQUARE = np.array([[0, 1, 2], [1, 3, 4], [2, 4, 5]])


def smoothed(lab: Floats) -> Floats:
    """A picture as it is compared with another: they differ in sharpness and by a px in place."""
    return np.asarray(cv2.GaussianBlur(lab, (0, 0), 1.0), np.float32)


def likeness(
    patch_lab: Floats, face_lab: Floats, at: npt.NDArray[np.intp] | slice = slice(None)
) -> float:
    """1 where equal, 0 where no better than the face's own ground colour; may be negative.

    Both float32 (H, W, 3) from `to_lab`, then `smoothed`. at: Which px, counted row by row, are
    looked at.
    """
    patch, face = patch_lab.reshape(-1, 3)[at], face_lab.reshape(-1, 3)[at]
    ground = np.array([middle(face[:, c]) for c in range(3)], np.float32)
    size = _squared(patch - ground) + _squared(face - ground)
    return 1.0 - _squared(patch - face) / (0.5 * size + 1e-6)


def _squared(off: Floats) -> float:
    """Sum of squares."""
    flat = off.ravel()
    return float(flat @ flat)


def contrast(image: Image) -> float:
    """Grey levels between the 2nd and 98th percentile, in the channel that has most."""
    step = max(min(image.shape[:2]) // SAMPLED_PX, 1)
    channels = cv2.split(np.ascontiguousarray(image[::step, ::step]))
    return max(quantile(channel, 0.98) - quantile(channel, 0.02) for channel in channels)


SAMPLED_PX = 100
"""Rows and columns that are looked at for contrast, at least."""


def sharpness(image: Image) -> float:
    """Spread of the Laplacian relative to contrast, at 128 px width: about 0.1 when blurred."""
    height = round(128 * image.shape[0] / image.shape[1])
    grey = cv2.cvtColor(
        cv2.resize(image, (128, height), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY
    )
    edges = cv2.Laplacian(grey, cv2.CV_32F)
    contrast = quantile(grey, 0.99) - quantile(grey, 0.01) + 1.0
    return quantile(np.abs(edges), 0.995) / contrast
