"""Is the best taught face really the card, or only its near twin that was never taught?

A card that was not taught is explained by its nearest relative all but for the figure that parts
the two. So what remains unexplained is held against what parts the cards of this deck from each
other: in a deck of near twins little may remain, in a deck of pictures much.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.catalogue import Catalogue
from vision.matching import Fit
from vision.readings import Floats

WEIGHTS = (2.190, -0.582, -0.625, -3.462)
OFFSET = -3.439
"""Logistic fit on likeness, log rest / deck, log spot / deck, log spot / face. November 2026: half
of the identities of cards_set (photographs) and of three decks rendered as phones see them; each
card as itself, with its own face out of the catalogue, and with a third of the deck out."""
LEAST = -0.5
"""Under it a photograph is not named: chosen on the half used for fitting, where 1 of 288 untaught
cards of cards_set passes (158 without it); on the other half then 1 of 198 (125)."""
SPOT_PX = 9
"""Side of the window in which the largest difference is looked for, fine px of 64 across."""
LOOSE_SPOT, LOOSE_REST = 0.5, 0.03
"""Where only one key was taught there are no twins: as in a deck of pictures (tarot)."""
NEIGHBOURS = 3
LOW_SHARE = 0.2
"""Of the deck's nearest pairs: the scale for all its cards."""


@dataclass(frozen=True, slots=True)
class DeckScale:
    """How far apart the nearest cards of a deck are.

    Attributes:
        rest: Mean square difference to the nearest other key, 20th percentile of the deck.
        spot: Largest local difference to the nearest keys, 20th percentile of the deck.
        spots: The same for each view: float32 (N,).
    """

    rest: float
    spot: float
    spots: Floats


def deck_scale(catalogue: Catalogue) -> DeckScale:
    """Measure the deck: once for each catalogue."""
    labs = np.stack([_smooth(lab) for lab in catalogue.labs])
    flat = labs.reshape(len(labs), -1)
    squares = np.square(flat).sum(1)
    apart = np.maximum(squares[:, None] + squares[None] - 2 * flat @ flat.T, 0) / flat.shape[1]
    keys = np.array([view.key for view in catalogue.views])
    apart[keys[:, None] == keys[None]] = np.inf
    if not np.isfinite(apart).any():
        return DeckScale(LOOSE_REST, LOOSE_SPOT, np.full(len(labs), LOOSE_SPOT, np.float32))
    spots = np.array([_nearest_spot(i, labs, apart[i]) for i in range(len(labs))], np.float32)
    rest = float(np.quantile(apart.min(1), LOW_SHARE))
    return DeckScale(rest, float(np.quantile(spots, LOW_SHARE)), spots)


def _nearest_spot(view: int, labs: Floats, apart: Floats) -> float:
    nearest = [int(j) for j in np.argsort(apart)[:NEIGHBOURS] if np.isfinite(apart[j])]
    return min(_spot(labs[view], labs[view] - labs[other]) for other in nearest)


def familiarity(fit: Fit, catalogue: Catalogue, scale: DeckScale) -> float:
    """Log-odds that the fit's face is the card itself."""
    face = _smooth(catalogue.labs[fit.view])
    spot = float(np.log(_spot(face, _smooth(fit.lab) - face) + SPOT_FLOOR))
    rest = float(np.log(fit.misfit / fit.lab.size + REST_FLOOR))
    terms = (
        fit.likeness,
        rest - np.log(scale.rest),
        spot - np.log(scale.spot),
        spot - np.log(scale.spots[fit.view]),
    )
    return float(np.dot(WEIGHTS, terms) + OFFSET)


SPOT_FLOOR, REST_FLOOR = 0.005, 1e-4


def _smooth(lab: Floats) -> Floats:
    return cv2.GaussianBlur(lab, (0, 0), 1.0)


def _spot(face: Floats, off: Floats) -> float:
    """Largest difference in a window, beyond what a pixel of displacement makes at edges."""
    slack = np.stack([sum(np.abs(g) for g in np.gradient(face[..., c])) for c in range(3)], -1)
    beyond = np.linalg.norm(np.maximum(np.abs(off) - slack, 0), axis=2)
    return float(cv2.blur(beyond, (SPOT_PX, SPOT_PX)).max())
