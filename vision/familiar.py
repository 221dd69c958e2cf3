"""Is the best taught face really the card, or only its near twin that was never taught?

A card that was not taught is explained by its nearest relative all but for the figure that parts
the two. So what remains unexplained is held against what parts the cards of this deck from each
other: in a deck of near twins little may remain, in a deck of pictures much.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.catalogue import Catalogue
from vision.faces import likeness, smoothed
from vision.fits import Fit
from vision.levels import quantile
from vision.readings import Floats

WEIGHTS = (2.190, -0.582, -0.625, -3.462)
OFFSET = -3.439
"""Logistic fit on likeness, log rest / deck, log spot / deck, log spot / face. November 2026: half
of the identities of cards_set (photographs) and of three decks rendered as phones see them; each
card as itself, with its own face out of the catalogue, and with a third of the deck out."""
CELL_WEIGHTS = (5.087, -0.614, 0.288, -0.132, -1.111, -0.163, -2.922, 1.776)
CELL_OFFSET = -10.47
"""The same with how its cells are alike: log of what the mean and the 10th percentile lack, and of
these over what the deck's nearest face lacks. November 2026: half of the identities of cards_set,
of cards_tarot and of two decks of playing cards rendered in hard light, the offset so that `LEAST`
is its limit too. On a third deck of playing cards 101 of 105 pass, of untaught ones 17 of 105 (102
and 46 by the first fit alone)."""
LEAST = -0.5
"""Under it, by the worse of both fits, a photograph is not named: chosen on the half used for
fitting, where 2 of 288 untaught cards of cards_set pass; on the other half then 0 of 198."""
EASED = (2.5, 2.0)
"""Where the cells are alike beyond doubt (2 more), the first fit may be 2.5 worse: a lamp lies on
the card. Of 311 rendered playing cards 5 more pass, of untaught ones no more."""
HAZY_WEIGHTS = (1.943, -1.494, -0.854, -0.776, -0.569, -0.397, -0.445, 0.06)
HAZY_OFFSET = -5.1
HAZY_CLOSE_WEIGHTS = (1.133, 1.065, -0.68, -0.397, -0.852, -1.042, -0.959, 0.172)
HAZY_CLOSE_OFFSET = -7.72
"""The same eight terms of a fit in which haze and hard shadows are taken off; in close decks the
worse of both fits counts. `tools/fit_familiarity` has the samples, the figures and the way to fit
them again."""
BEYOND_DOUBT, CLEARED, UNLIKELY, UNLIKELY_CLOSE = 1.0, 1.5, -2.0, 0.0
"""From the first on the fit in plain light alone names a card. Under it the fit with haze taken off
does from the second on, and keeps back what plain light passed from the third down, in close decks
from the fourth. Half of the identities of cards_set: 287 of 288 named, 1 of 576 times an untaught
one; the other half: 198 of 198 and 0 of 396."""
LEAST_ALIKE = 0.8
"""Mean correlation of the cells, whatever else speaks for the face: of 484 right readings of
cards_set none lies under it, of 150 of rendered tarot cards one."""
CELL_PX = 9
"""Side of a cell, fine px: a pip or a letter of an index."""
CELL_STEP = 3
CELL_FIGURE = 0.04
"""Spread of lightness in a cell of the face from which it shows a figure."""
FEWEST_CELLS = 4
MOST_ALIKE = 0.003
TWINS = 6
"""Nearest faces of which the most alike is the twin."""
SPOT_PX = 9
"""Side of the window in which the largest difference is looked for, fine px of 64 across."""
LOOSE_SPOT, LOOSE_REST = 0.5, 0.03
"""Where only one key was taught there are no twins: as in a deck of pictures (tarot)."""
NEIGHBOURS = 3
CLOSE = -1.6
"""The largest of the odds by which each face of a deck would pass for its nearest relative, from
which its cells are looked at as well. Taught whole, or with every third face left out: cards_tarot
-3.3, cards_set -1.83 and -1.76, four decks of playing cards -1.46 to -0.78. By the 90th percentile,
as before, these lie at -2.2 to -1.7, cards_set at -2.0 and -1.9: most were not looked at closely,
and an untaught two of diamonds was named as the two of hearts (2026-11-30)."""
LOW_SHARE = 0.2
"""Of the deck's nearest pairs: the scale for all its cards."""


@dataclass(frozen=True, slots=True)
class DeckScale:
    """How far apart the nearest cards of a deck are.

    Attributes:
        rest: Mean square difference to the nearest other key, 20th percentile of the deck.
        spot: Largest local difference to the nearest keys, 20th percentile of the deck.
        spots: The same for each view: float32 (N,).
        twins: How alike the cells of each view are to its nearest relative's: float32 (N, 2), mean
            and 10th percentile of the correlation.
        close: Whether the first fit alone would take some of the deck's cards for each other.
    """

    rest: float
    spot: float
    spots: Floats
    twins: Floats
    close: bool


def deck_scale(catalogue: Catalogue) -> DeckScale:
    """Measure the deck: once for each catalogue."""
    labs = np.stack([smoothed(lab) for lab in catalogue.labs])
    flat = labs.reshape(len(labs), -1)
    squares = np.square(flat).sum(1)
    apart = np.maximum(squares[:, None] + squares[None] - 2 * flat @ flat.T, 0) / flat.shape[1]
    keys = np.array([view.key for view in catalogue.views])
    apart[keys[:, None] == keys[None]] = np.inf
    if not np.isfinite(apart).any():
        loose = np.full(len(labs), LOOSE_SPOT, np.float32)
        return DeckScale(
            LOOSE_REST, LOOSE_SPOT, loose, np.zeros((len(labs), 2), np.float32), close=False
        )
    spots = np.array([_nearest_spot(i, labs, apart[i]) for i in range(len(labs))], np.float32)
    rest = float(np.quantile(apart.min(1), LOW_SHARE))
    levels = [_Levels.of(lab) for lab in catalogue.labs]
    twins = np.array([_twin(i, levels, apart[i]) for i in range(len(labs))], np.float32)
    spot = float(np.quantile(spots, LOW_SHARE))
    nearest = apart.argmin(1)
    terms = np.array(
        [
            (
                likeness(labs[j], labs[i]),
                np.log(apart[i, j] / rest + REST_FLOOR),
            )
            for i, j in enumerate(nearest)
        ]
    )
    odds = terms @ WEIGHTS[:2] + WEIGHTS[2] * np.log(spots / spot + SPOT_FLOOR) + OFFSET
    return DeckScale(rest, spot, spots, twins, bool(odds.max() > CLOSE))


def _twin(view: int, levels: Sequence["_Levels"], apart: Floats) -> tuple[float, float]:
    """How alike the cells of a face and of its nearest relative are."""
    nearest = [int(j) for j in np.argsort(apart)[:TWINS] if np.isfinite(apart[j])]
    return max(_told_of(levels[other].cells(levels[view])) for other in nearest)


def _cells(lab: Floats, face: Floats) -> tuple[float, float]:
    """Correlation of cells with a figure on the face: mean and 10th percentile.

    Light and glare change the level and the contrast of a cell, another pip its pattern.
    """
    return _told_of(cells_alike(lab, face))


def _told_of(cells: Floats) -> tuple[float, float]:
    """Mean and 10th percentile; 1 where there are too few."""
    if cells.size < FEWEST_CELLS:
        return 1.0, 1.0
    return float(cells.mean()), quantile(cells, 0.1)


def cells_alike(lab: Floats, face: Floats, shows: npt.NDArray[np.bool_] | None = None) -> Floats:
    """Correlation of each cell with a figure on the face, as far as it shows: float32 (N,).

    shows: bool (H, W), what is seen of a face that is covered in part; of a cell most must be.
    """
    shown = None if shows is None else shows.astype(np.float32)
    return _Levels.of(lab, shown).cells(_Levels.of(face, shown))


@dataclass(frozen=True, slots=True)
class _Levels:
    """Lightness of a picture by cell: its px, their mean and variance there, float32 (H, W).

    shown: 1 where a picture that is covered in part is seen, 0 elsewhere; None for all.
    """

    grey: Floats
    mean: Floats
    spread: Floats
    shown: Floats | None

    @staticmethod
    def of(lab: Floats, shown: Floats | None = None) -> "_Levels":
        """Those of a picture in Lab."""
        grey = np.ascontiguousarray(lab[..., 0], np.float32)
        mean = _mean_shown(grey, shown)
        return _Levels(grey, mean, _mean_shown(grey * grey, shown) - mean * mean, shown)

    def cells(self, face: "_Levels") -> Floats:
        """Correlation of each cell with a figure on the face: float32 (N,)."""
        varied = np.maximum(self.spread, SPREAD_FLOOR) * np.maximum(face.spread, SPREAD_FLOOR)
        both = _mean_shown(self.grey * face.grey, self.shown) - self.mean * face.mean
        figures = face.spread > CELL_FIGURE**2
        if self.shown is not None:
            figures &= _mean(self.shown) > MOST_OF_A_CELL
        inside = slice(CELL_PX // 2, -(CELL_PX // 2), CELL_STEP)
        alike = both[inside, inside] / np.sqrt(varied[inside, inside])
        return np.asarray(alike[figures[inside, inside]], np.float32)


def _mean_shown(picture: Floats, shown: Floats | None) -> Floats:
    """Mean by cell of what is shown."""
    if shown is None:
        return _mean(picture)
    part = np.maximum(_mean(shown), SPREAD_FLOOR)
    return np.asarray(_mean(picture * shown) / part, np.float32)


MOST_OF_A_CELL = 0.6
SPREAD_FLOOR = 1e-5


def _mean(picture: Floats) -> Floats:
    return np.asarray(cv2.blur(picture, (CELL_PX, CELL_PX)), np.float32)


def _nearest_spot(view: int, labs: Floats, apart: Floats) -> float:
    nearest = [int(j) for j in np.argsort(apart)[:NEIGHBOURS] if np.isfinite(apart[j])]
    return min(_spot(labs[view], labs[view] - labs[other]) for other in nearest)


def hazy_familiarity(fit: Fit, scale: DeckScale) -> float:
    """The same for a fit in which haze and shadows are taken off."""
    terms = terms_of(fit, scale)
    odds = float(np.dot(HAZY_WEIGHTS, terms) + HAZY_OFFSET)
    if not scale.close:
        return odds
    return min(odds, float(np.dot(HAZY_CLOSE_WEIGHTS, terms) + HAZY_CLOSE_OFFSET))


def terms_of(fit: Fit, scale: DeckScale) -> list[float]:
    """What speaks for the fit's face: likeness, rest, spots, and how alike its cells are."""
    lab, face = fit.smooth
    spot = float(np.log(_spot(face, lab - face) + SPOT_FLOOR))
    rest = float(np.log(fit.misfit / fit.lab.size + REST_FLOOR))
    terms = [
        fit.likeness,
        rest - np.log(scale.rest),
        spot - np.log(scale.spot),
        spot - np.log(scale.spots[fit.view]),
    ]
    lacks = np.log(np.maximum(1.0 - np.array(_cells(fit.lab, fit.face)), MOST_ALIKE))
    twin = np.log(np.maximum(1.0 - scale.twins[fit.view], MOST_ALIKE))
    return [*terms, *lacks, *(lacks - twin)]


def familiarity(fit: Fit, scale: DeckScale) -> float:
    """Log-odds that the fit's face is the card itself."""
    terms = terms_of(fit, scale)
    plain = float(np.dot(WEIGHTS, terms[:4]) + OFFSET)
    if 1.0 - np.exp(terms[4]) < LEAST_ALIKE:
        plain = min(plain, LEAST - 1.0)
    if not scale.close:
        return plain
    cells = float(np.dot(CELL_WEIGHTS, terms) + CELL_OFFSET)
    return max(min(plain, cells), min(plain + EASED[0], cells - EASED[1]))


SPOT_FLOOR, REST_FLOOR = 0.005, 1e-4


def _spot(face: Floats, off: Floats) -> float:
    """Largest difference in a window, beyond what a pixel of displacement makes at edges."""
    beyond = np.maximum(np.abs(off) - _steepness(face), 0)
    length = cv2.sqrt(cv2.transform(cv2.multiply(beyond, beyond), ALL_CHANNELS))
    return float(cv2.blur(length, (SPOT_PX, SPOT_PX)).max())


ALL_CHANNELS = np.ones((1, 3), np.float32)


def _steepness(face: Floats) -> Floats:
    """By how much each channel changes over a px, across and down in sum: float32 (H, W, 3)."""
    across, down = (
        cv2.Sobel(face, cv2.CV_32F, *way, ksize=1, scale=0.5, borderType=cv2.BORDER_REPLICATE)
        for way in ((1, 0), (0, 1))
    )
    across[:, [0, -1]] *= 2  # there over half the way
    down[[0, -1]] *= 2
    steep: Floats = np.abs(across) + np.abs(down)
    return steep
