"""Which taught card is this patch? A ranked, calibrated answer, or none.

Short list by a coarse fit of all faces at once; then each candidate is aligned, its light fitted,
and the patch compared with it in Lab. Two candidates are told apart only where they differ: the
patch is projected on the line between the two faces, 0 at the first, 1 at the second.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.catalogue import Catalogue
from vision.faces import fit_light, inner, light_basis, likeness, prepare, to_lab
from vision.geometry import card_corners, half_turn, transform
from vision.readings import CardReading, Floats, Image, Prior, Ranked

SHORT_LIST = 8
"""Views compared finely. cards_set, 81 faces: the right one was among the first 8 in 486 of 486."""
FAR_BEHIND, FEWEST_KEYS = 2.5, 3
"""A view that fits so many times worse coarsely is not looked at, beyond the first three keys."""
MAX_LEAN = 0.42
"""How far a sure reading may lean from its face towards another (0.5 lies in the middle)."""
MIN_P = 0.97
"""Posterior of a sure reading. With 486 crops one error would be as many as allowed."""
CORRELATION = 30.0
"""Pixels that err together: what remains after alignment is edges and light, not noise."""
MAX_SHIFT_PX, MAX_STRETCH = 8.0, 0.12
"""An alignment beyond this (fine px, share) explains something else."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A candidate after alignment: `lab` is the patch in the candidate's light, without margin."""

    view: int
    turned: bool
    lab: Floats
    misfit: float
    likeness: float
    warp: Floats


def read_patch(
    patch: Image,
    catalogue: Catalogue,
    *,
    prior: Prior | None = None,
    turns: tuple[bool, ...] = (False, True),
) -> CardReading:
    """Read an upright crop of one card.

    Args:
        patch: BGR uint8, the card from edge to edge.
        catalogue: What was taught.
        prior: Unseen copies by key; weighs among close candidates only.
        turns: Which ways up to try: as it is, and turned by half.

    Returns:
        A reading whose `quad_px` lies in `patch`.
    """
    fits = best_fits(patch, catalogue, turns)
    return judge_fits(fits, patch, catalogue, prior or Prior())


def best_fits(patch: Image, catalogue: Catalogue, turns: tuple[bool, ...]) -> list[Fit]:
    """The best fit of each key on the short list, best first."""
    upright = prepare(patch, catalogue.shape.fine)
    faces = {False: upright, True: np.ascontiguousarray(upright[::-1, ::-1])}
    coarse = catalogue.coarse
    misfits = np.stack(
        [
            coarse.misfit(cv2.resize(faces[t], coarse.size, interpolation=cv2.INTER_AREA))
            for t in turns
        ]
    )
    best: dict[str, Fit] = {}
    for view in _short_list(misfits.min(0), catalogue):
        turned = turns[int(misfits[:, view].argmin())]
        fit = _fit(faces[turned], view, catalogue, turned=turned)
        key = catalogue.views[view].key
        if key not in best or fit.misfit < best[key].misfit:
            best[key] = fit
    return sorted(best.values(), key=lambda fit: fit.misfit)


def _short_list(misfits: Floats, catalogue: Catalogue) -> list[int]:
    """The views worth a fine comparison: at most SHORT_LIST, fewer where the coarse fit decides."""
    chosen: list[int] = []
    keys: set[str] = set()
    order = [int(view) for view in np.argsort(misfits)]
    limit = FAR_BEHIND * float(misfits[order[0]]) + 0.02
    for view in order:
        far = float(misfits[view]) > limit and len(keys) >= FEWEST_KEYS
        if len(chosen) == SHORT_LIST or far:
            break
        key = catalogue.views[view].key
        if key not in keys or len(chosen) < FEWEST_KEYS:
            chosen.append(view)
        keys.add(key)
    return chosen


def _fit(patch: Floats, view: int, catalogue: Catalogue, *, turned: bool) -> Fit:
    warp = _align(patch, catalogue.greys[view])
    moved = cv2.warpAffine(
        patch,
        warp,
        catalogue.shape.fine,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    light = fit_light(moved, catalogue.fine[view], _basis(catalogue), catalogue.margin)
    lab = inner(to_lab(moved / light), catalogue.margin)
    face = catalogue.labs[view]
    return Fit(view, turned, lab, float(np.square(lab - face).sum()), likeness(lab, face), warp)


def _basis(catalogue: Catalogue) -> Floats:
    return light_basis(catalogue.shape.fine)


def _align(patch: Floats, face: Floats) -> Floats:
    """Affine map from face px to patch px (2, 3) by ECC; the identity where that makes no sense."""
    still = np.eye(2, 3, dtype=np.float32)
    grey = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY)
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 25, 1e-4)
    try:
        _, warp = cv2.findTransformECC(
            face, grey, still.copy(), cv2.MOTION_AFFINE, stop, np.empty(0, np.uint8), 3
        )
    except cv2.error:  # no overlap or no contrast: nothing to align
        return still
    off = np.abs(warp - still)
    if (
        not np.isfinite(off).all()
        or off[:, 2].max() > MAX_SHIFT_PX
        or off[:, :2].max() > MAX_STRETCH
    ):
        return still
    return warp.astype(np.float32)


def judge_fits(fits: list[Fit], patch: Image, catalogue: Catalogue, prior: Prior) -> CardReading:
    """Turn fits into a reading: who, how sure, and where."""
    best = fits[0]
    ranked = _posterior(fits, catalogue, prior)
    leans = _leans(fits, catalogue)
    quad = _quad(best, patch, catalogue)
    first = catalogue.views[best.view].key
    if best.likeness < prior.least_likeness:
        share = max(best.likeness, 0.0) / prior.least_likeness * 0.5
        weak = tuple(Ranked(r.key, r.p * share) for r in ranked)
        return CardReading(
            None, weak, "it does not look like any card that was taught", quad, best.likeness
        )
    lean, other = max(leans, default=(0.0, ""))
    if ranked[0].key != first or lean > MAX_LEAN or ranked[0].p < MIN_P:
        second = (
            other if ranked[0].key == first and other else ranked[1].key if len(ranked) > 1 else ""
        )
        why = f"it could be {ranked[0].key} or {second or first}"
        return CardReading(None, ranked, why, quad, best.likeness)
    return CardReading(first, ranked, "", quad, best.likeness)


def _leans(fits: list[Fit], catalogue: Catalogue) -> list[tuple[float, str]]:
    """How far the patch leans from the best face towards each other one: (share, key)."""
    best = fits[0]
    face = catalogue.labs[best.view]
    leans = []
    for fit in fits[1:]:
        apart = catalogue.labs[fit.view] - face
        size = float(np.square(apart).sum())
        share = float(((best.lab - face) * apart).sum()) / size if size > 0 else 1.0
        leans.append((share, catalogue.views[fit.view].key))
    return leans


def _posterior(fits: list[Fit], catalogue: Catalogue, prior: Prior) -> tuple[Ranked, ...]:
    """Probabilities by key, best first, from what remains unexplained."""
    pixels = fits[0].lab.size / 3
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


def _quad(fit: Fit, patch: Image, catalogue: Catalogue) -> Floats:
    """Where the aligned face lies in the patch, px, clockwise from the face's own top left."""
    width, height = catalogue.shape.fine
    full = np.vstack([fit.warp, [0, 0, 1]]).astype(np.float64)
    corners = transform(card_corners((width, height)), full)
    if fit.turned:
        corners = np.array([width, height], np.float32) - corners
    scale = np.array([patch.shape[1] / width, patch.shape[0] / height], np.float32)
    return (corners * scale).astype(np.float32)


def upright(quad: Floats, *, turned: bool) -> Floats:
    """The quad that starts at the card's own top left, given which way up it was read."""
    return half_turn(quad) if turned else quad
