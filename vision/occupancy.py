"""Is a zone bare? Does a hand reach into it? From rectified pictures of the zone with its ring."""

import cv2
import numpy as np

from vision.changes import Mask
from vision.mat import Zone
from vision.readings import Floats, Image

BARE_TOLERANCE = 0.16
"""A bare pixel's channels lie within this share of the expected colour."""
BARE_SHARE = 0.985
"""Of the zone that must look bare: a card covers 15 % of the Pot, 1.5 % is a coin."""
CONTACT_MM = 12.0
"""Length along the ring's outer edge that a hand or arm covers at least: two fingers."""
BAND_MM = 3.0
"""Width of the outer band in which that is looked for."""
INK_MM = 1.5
"""The printed outline and its blur on both sides, left out."""


def bare_mask(picture: Image, zone: Zone, px_per_mm: float, margin_mm: float) -> Mask:
    """255 where the zone shows its printed colour: uint8 of the zone proper, without outline.

    The light is taken from the paper around the zone, as a plane over the picture.
    """
    edge = round((margin_mm + INK_MM) * px_per_mm)
    light = paper_light(picture, round(margin_mm * px_per_mm))
    inside = picture[edge:-edge, edge:-edge].astype(np.float32)
    fill = np.array(zone.fill[::-1], np.float32) / 255.0
    ratio = inside / (light[edge:-edge, edge:-edge] * fill)
    smooth = cv2.blur(ratio, (3, 3))
    level = np.clip(np.median(smooth.reshape(-1, 3)[::7], axis=0), 0.7, 1.3)
    off = np.abs(smooth / level - 1.0).max(axis=2)
    return np.where(off < BARE_TOLERANCE, 255, 0).astype(np.uint8)


def bare_share(picture: Image, zone: Zone, px_per_mm: float, margin_mm: float) -> float:
    """Share of the zone that shows its printed colour, 0..1."""
    half = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    mask = bare_mask(half, zone, px_per_mm / 2, margin_mm)
    return float(cv2.countNonZero(mask)) / mask.size


def paper_light(picture: Image, ring_px: int) -> Floats:
    """Brightness of white paper over the picture, from its ring: float32 (H, W, 3)."""
    height, width = picture.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    ys, xs = ys / height - 0.5, xs / width - 0.5
    ring = np.ones((height, width), bool)
    inner = max(ring_px - 2, 1)
    ring[inner:-inner, inner:-inner] = False
    chosen = np.flatnonzero(ring)[::5]
    terms = np.stack([np.ones(len(chosen), np.float32), xs.ravel()[chosen], ys.ravel()[chosen]], 1)
    values = picture.reshape(-1, 3)[chosen].astype(np.float32)
    keep = values.mean(1) > np.median(values.mean(1)) * 0.8
    planes = np.linalg.lstsq(terms[keep], values[keep], rcond=None)[0]
    light = planes[0] + xs[..., None] * planes[1] + ys[..., None] * planes[2]
    bounded: Floats = np.maximum(light, 1.0).astype(np.float32)
    return bounded


def reaches_over_edge(changed: Mask, px_per_mm: float) -> bool:
    """Whether something that was not there before crosses the ring's outer edge.

    changed: uint8 (H, W), 255 where the picture with its ring differs from the settled one.
    """
    band = max(round(BAND_MM * px_per_mm), 1)
    closed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    strips = (closed[:band], closed[-band:], closed[:, :band].T, closed[:, -band:].T)
    needed = CONTACT_MM * px_per_mm
    return any(_longest_run(strip.max(axis=0)) >= needed for strip in strips)


def foreign_on_paper(picture: Image, px_per_mm: float, margin_mm: float) -> Mask:
    """255 where the paper of the ring does not show, and nearly all over the zone: uint8 (H, W)."""
    light = paper_light(picture, round(margin_mm * px_per_mm))
    off = np.abs(picture.astype(np.float32) / light - 1.0).max(axis=2)
    return np.where(off > FOREIGN, 255, 0).astype(np.uint8)


def foreign_on_ring(picture: Image, px_per_mm: float, margin_mm: float) -> bool:
    """Whether the ring, which is bare paper, is covered somewhere: for the very first look."""
    return reaches_over_edge(foreign_on_paper(picture, px_per_mm, margin_mm), px_per_mm)


FOREIGN = 0.3
"""Paper in shadow loses up to a quarter of its light; skin and sleeves lose more in blue."""


def _longest_run(line: Image) -> int:
    """Longest stretch of set values in a line."""
    steps = np.diff(np.concatenate([[0], (line > 0).astype(np.int8), [0]]))
    starts, ends = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
    return int((ends - starts).max()) if len(starts) else 0
