"""Which taught card is this patch? A ranked, calibrated answer, or none.

Short list by a coarse fit of all faces at once; then each candidate is aligned, its light fitted,
and the patch compared with it in Lab. Two candidates are told apart only where they differ: the
patch is projected on the line between the two faces, 0 at the first, 1 at the second.
"""

import numpy as np

from vision.alignment import ALL, Pixels
from vision.catalogue import Catalogue
from vision.fits import Fit
from vision.geometry import card_corners, half_turn, transform
from vision.readings import CardReading, Floats, Image, Prior, Ranked

MAX_LEAN = 0.42
"""How far a sure reading may lean from its face towards another (0.5 lies in the middle)."""
MIN_P = 0.97
"""Posterior of a sure reading. With 486 crops one error would be as many as allowed."""
CORRELATION = 30.0
"""Pixels that err together: what remains after alignment is edges and light, not noise."""


def judge_fits(fits: list[Fit], patch: Image, catalogue: Catalogue, prior: Prior) -> CardReading:
    """Turn fits into a reading: who, how sure, and where."""
    best = fits[0]
    ranked = posterior(fits, catalogue, prior)
    quad = quad_of(best, patch, catalogue)
    first = catalogue.views[best.view].key
    like = best.likeness
    if like < prior.least_likeness:
        share = max(like, 0.0) / prior.least_likeness * 0.5
        weak = tuple(Ranked(r.key, r.p * share) for r in ranked)
        return CardReading(None, weak, "it does not look like any card that was taught", quad, like)
    lean, other = max(leans(fits, catalogue), default=(0.0, ""))
    if ranked[0].key != first or lean > MAX_LEAN or ranked[0].p < MIN_P:
        second = (
            other if ranked[0].key == first and other else ranked[1].key if len(ranked) > 1 else ""
        )
        why = f"it could be {ranked[0].key} or {second or first}"
        return CardReading(None, ranked, why, quad, like)
    return CardReading(first, ranked, "", quad, like)


def leans(fits: list[Fit], catalogue: Catalogue, at: Pixels = ALL) -> list[tuple[float, str]]:
    """How far the patch leans from the best face towards each other one: (share, key).

    at: Which px are looked at.
    """
    best = fits[0]
    off = (best.lab - best.face).reshape(-1, 3)[at].ravel()
    found = []
    for fit in fits[1:]:
        apart = (fit.face - best.face).reshape(-1, 3)[at].ravel()
        size = float(apart @ apart)
        share = float(off @ apart) / size if size > 0 else 1.0
        found.append((share, catalogue.views[fit.view].key))
    return found


def posterior(
    fits: list[Fit], catalogue: Catalogue, prior: Prior, pixels: int | None = None
) -> tuple[Ranked, ...]:
    """Probabilities by key, best first, from what remains unexplained in so many px."""
    pixels = pixels or fits[0].lab[..., 0].size
    noise = max(fits[0].misfit / pixels, NOISE_FLOOR)
    logs = np.array(
        [
            -fit.misfit / (2 * noise * CORRELATION)
            + prior.log_weight(catalogue.views[fit.view].key)
            for fit in fits
        ]
    )
    shares = np.exp(logs - logs.max())
    shares /= shares.sum()
    order = np.argsort(-shares)[:5]
    return tuple(
        Ranked(catalogue.views[fits[i].view].key, round(float(shares[i]), 4)) for i in order
    )


NOISE_FLOOR = 2e-4
"""Mean square in Lab units that even a perfect picture leaves (print, sensor, rounding)."""


def quad_of(fit: Fit, patch: Image, catalogue: Catalogue) -> Floats:
    """Where the aligned face lies in the patch, px, clockwise from the face's own top left."""
    width, height = catalogue.shape.fine
    corners = transform(card_corners((width, height)), fit.warp)
    if fit.turned:
        corners = np.array([width, height], np.float32) - corners
    scale = np.array([patch.shape[1] / width, patch.shape[0] / height], np.float32)
    return (corners * scale).astype(np.float32)


def upright(quad: Floats, *, turned: bool) -> Floats:
    """The quad that starts at the card's own top left, given which way up it was read."""
    return half_turn(quad) if turned else quad
