"""Which taught card is this patch? A ranked, calibrated answer, or none.

Short list by a coarse fit of all faces at once; then each candidate is aligned, its light fitted,
and the patch compared with it in Lab. Two candidates are told apart only where they differ: the
patch is projected on the line between the two faces, 0 at the first, 1 at the second.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.alignment import (
    ALL,
    COARSE_STEPS,
    FINE_STEPS,
    Pixels,
    align,
    farthest_pull,
    scaled,
    unexplained,
    warped,
)
from vision.catalogue import SOFTNESS, Catalogue, CoarseFaces
from vision.faces import fit_light, inner, light_basis, likeness, prepare, soften, to_lab
from vision.geometry import card_corners, half_turn, transform
from vision.haze import clear, unshaded
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
MAX_PULL_PX = 11.0
"""An alignment that moves a corner farther (fine px of 64 across) explains something else."""
Turns = tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Fit:
    """A candidate after alignment.

    Attributes:
        view: Which view of the catalogue.
        turned: Whether the patch lies the other way up.
        lab: The patch in the candidate's light, Lab without margin.
        face: The candidate as soft as the patch, Lab without margin.
        misfit: Sum of squares of what differs.
        warp: Homography (3, 3) from face px to patch px.
    """

    view: int
    turned: bool
    lab: Floats
    face: Floats
    misfit: float
    warp: Floats

    @property
    def likeness(self) -> float:
        """Share of the face that is explained; 1 for all."""
        return likeness(self.lab, self.face)


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


def best_fits(
    patch: Image, catalogue: Catalogue, turns: tuple[bool, ...], *, hazy: bool = False
) -> list[Fit]:
    """The best fit of each key on the short list, best first.

    hazy: Whether haze and hard shadows may be what differs (`vision.haze`).
    """
    coarse = catalogue.hazy if hazy else catalogue.coarse
    upright = prepare(patch, catalogue.shape.fine)
    faces = {False: upright, True: np.ascontiguousarray(upright[::-1, ::-1])}
    greys = {t: cv2.cvtColor(f, cv2.COLOR_BGR2GRAY) for t, f in faces.items() if t in turns}
    turned, warp, view = _first_alignment(faces, greys, catalogue, turns, coarse)
    warps = {turned: warp, not turned: half_turned(warp, catalogue.shape.fine)}
    aligned = {t: warped(faces[t], warps[t], catalogue.shape.fine) for t in turns}
    misfits = coarse.misfits([small_of(aligned[t], catalogue) for t in turns])
    focus = focus_of(aligned[turned], view, catalogue)
    best: dict[str, Fit] = {}
    for candidate in _short_list(misfits.min(0), catalogue):
        way = turns[int(misfits[:, candidate].argmin())]
        seen = _Seen(faces[way], greys[way], way, warps[way])
        fit = _fit(seen, candidate, catalogue, focus, hazy=hazy)
        key = catalogue.views[candidate].key
        if key not in best or fit.misfit < best[key].misfit:
            best[key] = fit
    return sorted(best.values(), key=lambda fit: fit.misfit)


TRIES = 4
"""Coarse fits that are aligned to see which way the card lies."""


def _first_alignment(
    faces: dict[bool, Floats],
    greys: dict[bool, Floats],
    catalogue: Catalogue,
    turns: Turns,
    ranked: CoarseFaces,
) -> tuple[bool, Floats, int]:
    """Which way up the patch is, its place on the likeliest face, and that face."""
    fine, small = catalogue.templates
    coarse = {t: small_of(faces[t], catalogue) for t in turns}
    misfits = ranked.misfits([coarse[t] for t in turns])
    little = {t: cv2.cvtColor(coarse[t], cv2.COLOR_BGR2GRAY) for t in turns}
    tries = []
    for index in np.argsort(misfits, axis=None)[:TRIES]:
        way, view = divmod(int(index), misfits.shape[1])
        warp = align(little[turns[way]], small[view], np.eye(3, dtype=np.float32), COARSE_STEPS)
        tries.append((unexplained(little[turns[way]], small[view], warp), way, view, warp))
    _, way, view, warp = min(tries, key=lambda found: found[0])
    size = catalogue.shape.fine
    start = scaled(warp, size[0] / catalogue.coarse.size[0])
    if farthest_pull(start, size) > MAX_PULL_PX:
        start = np.eye(3, dtype=np.float32)
    exact = align(greys[turns[way]], fine[view], start, FINE_STEPS)
    if farthest_pull(exact, size) > MAX_PULL_PX:
        exact = np.eye(3, dtype=np.float32)
    return turns[way], exact, view


def small_of(picture: Floats, catalogue: Catalogue) -> Floats:
    """At the size of the coarse comparison."""
    return np.asarray(
        cv2.resize(picture, catalogue.coarse.size, interpolation=cv2.INTER_AREA), np.float32
    )


def half_turned(warp: Floats, size: tuple[int, int]) -> Floats:
    """The same place for a patch and a face that are both turned by half."""
    turn = np.array([[-1, 0, size[0]], [0, -1, size[1]], [0, 0, 1]], np.float64)
    return (turn @ warp @ turn).astype(np.float32)


def focus_of(aligned: Floats, view: int, catalogue: Catalogue, at: Pixels = ALL) -> tuple[int, int]:
    """How much softer the patch is than what was taught, and the other way: steps of SOFTNESS.

    at: Which px without the margin are looked at.
    """
    seen = inner(cv2.cvtColor(aligned, cv2.COLOR_BGR2GRAY), catalogue.margin)
    face = inner(catalogue.templates[0][view].grey, catalogue.margin)
    options = [(step, 0) for step in range(len(SOFTNESS))]
    options += [(0, step) for step in range(1, len(SOFTNESS))]
    rests = [
        (
            1.0
            - _alike(
                soften(seen, SOFTNESS[patch]).ravel()[at],
                soften(face, SOFTNESS[taught]).ravel()[at],
            )
        )
        * (1.0 if taught == patch else SOFTER_PENALTY)
        for taught, patch in options
    ]
    return options[int(np.argmin(rests))]


SOFTER_PENALTY = 1.15
"""Blurring takes noise away as well, so it must explain this much more to be believed."""


def _alike(first: Floats, second: Floats) -> float:
    """Correlation of two pictures."""
    one, two = first - first.mean(), second - second.mean()
    return float((one * two).sum() / (np.linalg.norm(one) * np.linalg.norm(two) + 1e-6))


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


@dataclass(frozen=True, slots=True)
class _Seen:
    """A patch one way up: in colour, in grey, and about where a face lies in it."""

    colour: Floats
    grey: Floats
    turned: bool
    start: Floats


def _fit(
    seen: _Seen, view: int, catalogue: Catalogue, focus: tuple[int, int], *, hazy: bool
) -> Fit:
    """The view laid on the patch: its own place, sharpness and light."""
    size = catalogue.shape.fine
    warp = align(seen.grey, catalogue.templates[0][view], seen.start, LAST_STEPS)
    if farthest_pull(warp, size) > MAX_PULL_PX:
        warp = seen.start
    face, face_lab = catalogue.softer(view, focus[0])
    moved = soften(warped(seen.colour, warp, size), SOFTNESS[focus[1]])
    if hazy:
        seen_clear = clear(moved, face, light_basis(size), catalogue.margin)
        lab = unshaded(inner(to_lab(seen_clear), catalogue.margin), face_lab)
    else:
        light = fit_light(moved, face, light_basis(size), catalogue.margin)
        lab = inner(to_lab(moved / light), catalogue.margin)
    off = (lab - face_lab).ravel()
    return Fit(view, seen.turned, lab, face_lab, float(off @ off), warp)


LAST_STEPS = 2
"""Steps of alignment for each candidate after the likeliest was aligned."""


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
