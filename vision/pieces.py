"""A card on which small pieces lie that nobody taught: a token, a coin.

A piece is taken to lie where a face explains the least, within a disc. What shows around it is then
compared as of any card of which a part is covered (`vision.covered.Part`).

This hides what parts a card from a relative that differs in one figure, so it may only be asked
where every face that can lie there was taught.
"""

from dataclasses import replace

import cv2
import numpy as np

from vision.catalogue import Catalogue
from vision.covered import LEAST_LIKENESS, LEAST_SHOWN, Part
from vision.fits import Fit, best_fits
from vision.matching import MAX_LEAN, MIN_P, leans, posterior, quad_of
from vision.readings import CardReading, Floats, Image, Prior
from vision.teaching import sigmas_apart

DISC_MM = 30.0
"""Across what is left out: pieces of 18 to 25 mm, their shadow, and an error of their middle.
Six rendered Squares, 14 of the 24 cards under a token of 24 mm or that and a coin: 83 of 84 named,
none wrongly (2026-11-30). With 22 mm half of those under tokens of 25 mm."""
MOST = 2
"""A token and the dollar that is wagered on it."""
MOST_LEFT, LEAST_APART, TIMES_NEXT = 0.15, 1.5, 4.0
"""What may remain unexplained, as a share of what parts the face from its nearest relative where
both would show; by how much what shows must part the two, where whole faces need 1 to be taught
without a warning (`vision.teaching.look_alikes`); and how many times as much the next best face
must leave. Right readings of the same Squares: 0.01 to 0.13, and 9 to 80 times."""


def read_under_pieces(
    patch: Image, catalogue: Catalogue, prior: Prior | None = None
) -> CardReading | None:
    """The card under one piece or two; None or a reading without a key where it stays open.

    Args:
        patch: BGR uint8, an upright crop of the card from edge to edge.
        catalogue: What was taught: all that can lie there.
        prior: As in `vision.zone_reader.ZoneReader.read`.
    """
    reading: CardReading | None = None
    fits = best_fits(patch, catalogue)
    for count in range(1, MOST + 1):
        guesses = [(*_discs(fit, catalogue, count), fit) for fit in fits]
        covered, _, fit = min(guesses, key=lambda one: one[1])
        part = Part(patch, _shows(covered, fit, catalogue, patch), catalogue)
        reading = _judged(part, patch, catalogue, prior or Prior())
        if reading is not None and reading.key is not None:
            break
    return reading


def _judged(part: Part, patch: Image, catalogue: Catalogue, prior: Prior) -> CardReading | None:
    """The card by the part of it that shows; without a key where that is not enough."""
    if part.share < LEAST_SHOWN:
        return None
    fits = part.fits()
    best = fits[0]
    first = catalogue.views[best.view].key
    ranked = posterior(fits, catalogue, prior, len(part.at(best)))
    quad = quad_of(best, patch, catalogue)
    reading = CardReading(None, ranked, "", quad, part.likeness(best))
    nearest = part.nearest(best)
    if reading.likeness < LEAST_LIKENESS or best.misfit > MOST_LEFT * nearest:
        return replace(reading, unsure="a part of it is covered")
    lean, _ = max(leans(fits, catalogue, part.at(best)), default=(0.0, ""))
    apart = len(fits) < 2 or fits[1].misfit >= TIMES_NEXT * best.misfit  # noqa: PLR2004 - no other
    apart = apart and sigmas_apart(nearest**0.5) >= LEAST_APART and lean <= MAX_LEAN
    if not apart or ranked[0].key != first or ranked[0].p < MIN_P:
        return replace(reading, unsure="too little of it shows")
    return replace(reading, key=first)


def _discs(fit: Fit, catalogue: Catalogue, count: int) -> tuple[Image, float]:
    """Where pieces would lie on this face, and what remains unexplained around them.

    255 in the discs: uint8, of the face's size without the margin.
    """
    radius = round(DISC_MM / 2 * catalogue.shape.fine[0] / catalogue.card_mm[0])
    disc = np.zeros((2 * radius + 1,) * 2, np.float32)
    cv2.circle(disc, (radius, radius), radius, 1.0, -1)
    rest: Floats = np.square(fit.lab - fit.face).sum(2)
    covered: Image = np.zeros(rest.shape, np.uint8)
    for _ in range(count):
        inside = cv2.filter2D(rest, -1, disc, borderType=cv2.BORDER_CONSTANT)
        _, _, _, (x, y) = cv2.minMaxLoc(inside)
        cv2.circle(covered, (x, y), radius, 255, -1)
        rest = np.where(covered > 0, 0, rest).astype(np.float32)
    return covered, float(rest.sum())


def _shows(covered: Image, fit: Fit, catalogue: Catalogue, patch: Image) -> Image:
    """255 where the card itself is seen: uint8, of the patch's size."""
    size, margin = catalogue.shape.fine, catalogue.margin
    whole = cv2.copyMakeBorder(
        covered, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=[0]
    )
    there = cv2.warpPerspective(whole, fit.warp, size)
    if fit.turned:
        there = np.ascontiguousarray(there[::-1, ::-1])
    hidden = cv2.resize(there, (patch.shape[1], patch.shape[0]))
    return (255 - hidden).astype(np.uint8)
