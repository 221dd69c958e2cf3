"""Light that is no plain gain: a lamp mirrored faintly over a card, a sleeve, a hard shadow.

Haze is light that reaches the camera without having touched the print, so full figures look paler
than taught. It explains faint figures of other cards as well, so it is only asked for where plain
light does not explain a patch, and what it explains must then be explained better.
"""

import cv2
import numpy as np

from vision.faces import inner, light_basis, plane, to_lab
from vision.levels import least_channel, middle, most_channel
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
"""As in `vision.faces.in_its_light`, over the px of a face."""
LEAST_GAIN = 0.05


def clear(patch: Floats, face: Floats, margin: int) -> Floats:
    """The patch as the face's own light would show it, gain and haze taken off, without the margin.

    patch, face: float32 (H, W, 3); so is what comes back, but for the margin.
    """
    seen = inner(patch, margin)
    size = (patch.shape[1], patch.shape[0])
    flat = inner(light_basis(size), margin)[::STRIDE, ::STRIDE].reshape(-1, 3).T
    target, source = (
        np.ascontiguousarray(picture[::STRIDE, ::STRIDE].transpose(2, 0, 1)).reshape(3, -1)
        for picture in (seen, inner(face, margin))
    )
    terms = np.empty((3, 6, flat.shape[1]), np.float32)
    np.multiply(source[:, None], flat, out=terms[:, :3])
    terms[:, 3:] = flat
    found = _solved(terms, terms, target)
    for _ in range(ROUNDS - 1):
        off = np.abs(target - (found[:, None] @ terms)[:, 0]).sum(0) / np.float32(3)
        scale = 2.0 * (1.5 * middle(off) + 0.01)
        found = _solved(terms * (1.0 / (1.0 + np.square(off / np.float32(scale)))), terms, target)
    gain = np.maximum(plane(found[:, :3], size, margin), np.float32(LEAST_GAIN))
    haze = np.clip(plane(found[:, 3:], size, margin), *HAZE)
    return np.asarray((seen - haze) / gain, np.float32)


def _solved(weighted: Floats, terms: Floats, target: Floats) -> Floats:
    """Gain, haze and its slope, three each by channel: float32 (3, 6). The slope is shared.

    weighted, terms, target: float32 (3, 6, N), the same, (3, N).
    """
    normals, moments = weighted @ terms.transpose(0, 2, 1), weighted @ target[..., None]
    normal, moment = RIDGE.copy(), np.zeros(len(RIDGE), np.float32)
    for channel, at in enumerate(OF_CHANNEL):
        normal[at[:, None], at] += normals[channel]
        moment[at] += moments[channel, :, 0]
    found: Floats = np.linalg.solve(normal, moment)[OF_CHANNEL]
    return found


OF_CHANNEL = np.array([[3 * c, 3 * c + 1, 3 * c + 2, 9 + c, 12, 13] for c in range(3)])
"""Where the six numbers of a channel stand among the 14."""
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


WINDOW = 7
"""Side of the window, px of half the fine size (32 across), whose median is taken for light:
strokes and pips are narrower, the edge of a shadow stays sharp."""
DARKER, BRIGHTER = -0.5, 0.15
"""Logs of what a shadow and a bright spot may make of a place."""
DARK = 0.05
"""Added before logs are taken, so that noise in dark figures is not taken for light."""
SMOOTH = 0.75
"""Blur of the light found so, px of half the fine size."""


def unshaded(patch: Floats, face: Floats) -> Floats:
    """The patch in Lab, without hard shadows: what all channels lost alike over a wide place.

    patch, face: float32 BGR (H, W, 3) in one light.
    """
    light = _shadows(*(_halved(picture) for picture in (patch, face)))
    wide = cv2.resize(np.exp(-light), (patch.shape[1], patch.shape[0]))
    seen = np.clip(patch, 0.0, 1.0) + np.float32(DARK)
    return to_lab(cv2.multiply(seen, cv2.merge([wide] * 3)) - np.float32(DARK))


def _halved(picture: Floats) -> Floats:
    """At half its size: the window's median takes most of the time, and light is smooth."""
    height, width = picture.shape[:2]
    half = cv2.resize(picture, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return np.clip(half, 0.0, 1.0) + np.float32(DARK)


def _shadows(patch: Floats, face: Floats) -> Floats:
    """Log of what all channels lost or won alike over a wide place: float32 (H, W).

    patch, face: float32 BGR (H, W, 3), nowhere 0.
    """
    ratio = cv2.log(cv2.divide(patch, face))
    alike = np.minimum(most_channel(ratio), 0) + np.maximum(least_channel(ratio), 0)
    grey = np.clip(np.round((alike + 1.0) * 127.5), 0, 255).astype(np.uint8)
    wide = cv2.medianBlur(grey, WINDOW).astype(np.float32) / np.float32(127.5) - np.float32(1)
    return np.asarray(cv2.GaussianBlur(np.clip(wide, DARKER, BRIGHTER), (0, 0), SMOOTH))
