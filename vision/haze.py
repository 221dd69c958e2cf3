"""Light that is no plain gain: a lamp mirrored faintly over a card, a sleeve, a hard shadow.

Haze is light that reaches the camera without having touched the print, so full figures look paler
than taught. It explains faint figures of other cards as well, so it is only asked for where plain
light does not explain a patch, and what it explains must then be explained better.
"""

import cv2
import numpy as np

from vision.faces import CHROMA_WEIGHT, inner, to_lab
from vision.readings import Floats

STRIDE = 3
"""Every third row and column of a face is enough to fit 14 numbers."""
HAZE = (-0.2, 0.5)
"""Of white. Less than nothing where the taught picture had more of it."""
COMMON_SPREAD, CHANNEL_SPREAD, SLOPE_SPREAD = 0.15, 0.015, 0.08
"""How large haze is expected to be: in all channels alike, in one beyond the others, and its change
over the card. A lamp is about white."""
NOISE = 30 * 0.03**2 * STRIDE**-2
"""Variance of a picture times the px that err together, see `vision.alignment.STIFFNESS`."""
GAIN_RIDGE, GAIN_SLOPE = 0.5, 10.0
"""As in `vision.faces.fit_light`, over the px of a face."""
LEAST_GAIN = 0.05


def clear(patch: Floats, face: Floats, basis: Floats, margin: int) -> Floats:
    """The patch as the face's own light would show it, gain and haze taken off: float32 BGR.

    patch, face, basis: float32 (H, W, 3), the last as from `light_basis`.
    """
    flat, target, source = (
        inner(picture, margin)[::STRIDE, ::STRIDE].reshape(-1, 3)
        for picture in (basis, patch, face)
    )
    count = len(flat)
    blocks = np.zeros((3, count, 14), np.float32)
    for c in range(3):
        blocks[c, :, 3 * c : 3 * c + 3] = source[:, c : c + 1] * flat
        blocks[c, :, 9 + c] = 1.0
        blocks[c, :, 12:] = flat[:, 1:]
    design, shown = blocks.reshape(3 * count, 14), target.T.ravel()
    weight = np.ones(count, np.float32)
    found = np.zeros(14, np.float32)
    for _ in range(ROUNDS):
        weighted = design * np.tile(weight, 3)[:, None]
        found = np.linalg.solve(weighted.T @ design + RIDGE, weighted.T @ shown)
        off = np.abs(shown - design @ found).reshape(3, count).mean(0)
        scale = 1.5 * float(np.median(off)) + 0.01
        weight = (1.0 / (1.0 + np.square(off / (2.0 * scale)))).astype(np.float32)
    gain = np.maximum(basis @ found[:9].reshape(3, 3).T, LEAST_GAIN)
    haze = np.clip(found[9:12] + (basis[..., 1:] @ found[12:])[..., None], *HAZE)
    return np.asarray((patch - haze) / gain, np.float32)


ROUNDS = 3


def _ridge() -> Floats:
    """What is expected of gain and haze: float32 (14, 14)."""
    pull = np.diag(
        [GAIN_RIDGE, GAIN_SLOPE, GAIN_SLOPE] * 3 + [0.0] * 3 + [NOISE / SLOPE_SPREAD**2] * 2
    )
    spread = COMMON_SPREAD**2 * np.ones((3, 3)) + CHANNEL_SPREAD**2 * np.eye(3)
    pull[9:12, 9:12] = NOISE * np.linalg.inv(spread)
    return pull.astype(np.float32)


RIDGE = _ridge()


WINDOW = 15
"""Side of the window, fine px of 64 across, whose median is taken for light: strokes and pips are
narrower, the edge of a shadow stays sharp."""
DARKER, BRIGHTER = -0.5, 0.15
"""Logs of what a shadow and a bright spot may make of a place."""
DARK = 0.05
"""Added before logs are taken, so that noise in dark figures is not taken for light."""


def unshaded(lab: Floats, face: Floats) -> Floats:
    """The patch without hard shadows: where all channels lost alike over a wide patch, it is light.

    lab, face: float32 (H, W, 3) as from `to_lab`; so is what comes back.
    """
    seen, taught = _bgr(lab), _bgr(face)
    ratio = np.log((seen + DARK) / (taught + DARK))
    least, most = ratio.min(2), ratio.max(2)
    alike = np.where(most < 0, most, np.where(least > 0, least, 0.0))
    grey = np.clip(np.round((alike + 1.0) * 127.5), 0, 255).astype(np.uint8)
    ring = WINDOW // 2
    wide = cv2.copyMakeBorder(grey, ring, ring, ring, ring, cv2.BORDER_REPLICATE)
    wide = inner(cv2.medianBlur(wide, WINDOW), ring).astype(np.float32) / 127.5 - 1.0
    light = cv2.GaussianBlur(np.clip(wide, DARKER, BRIGHTER), (0, 0), 1.5)
    return to_lab(((seen + DARK) * np.exp(-light)[..., None] - DARK).astype(np.float32))


def _bgr(lab: Floats) -> Floats:
    plain = lab * np.array([100, 100 / CHROMA_WEIGHT, 100 / CHROMA_WEIGHT], np.float32)
    return np.asarray(cv2.cvtColor(plain, cv2.COLOR_Lab2BGR), np.float32)
