"""Is this sign the one on the named face, seen at the camera's own sharpness?

A rank, a numeral or a suit takes a few px of a card's width: a comparison of whole faces drowns it
in light, blur and a pixel of misplacement. Here the picture is compared with a face tile by tile,
each tile where it fits best within a small shift and whatever the light in it, so that what remains
is whether the same sign stands there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.catalogue import Catalogue
from vision.faces import soften
from vision.levels import middle
from vision.readings import Floats, Image

TILE_PX = 17
"""Side of a tile: 0.15 of a card's width, the rank in an index of a playing card."""
HALF_TILE = TILE_PX // 2
SHIFT_PX = 2
"""By how much a tile may lie otherwise: what alignment and a bent card leave."""
FAR_PX, CLEARLY = 3, 0.01
"""By how much a whole face may lie otherwise, and how much better it must fit there."""
SOFT = (0.0, 0.7, 1.2, 1.8, 2.5)
"""Blur in px that is tried to make a taught face as soft as the picture."""
SHARPER = 0.002
"""By which more blur must fit better to be believed."""
FIGURE = 0.004
"""Variance (of 0..1, three channels summed) in a tile from which it shows a figure."""
FLAT = 2e-4
"""Added to variances: what noise leaves in a blank tile, so that noise is like nothing."""
WHOLE_TILE = 0.97
"""Of a tile must show."""
COVER_PX, CORNER_COVER_PX = 9, 5
"""Side of the square by which what lies over the card is grown: its shadow, and a misplaced edge;
the second where it is only asked whether a corner shows."""
CORNER = (0.2, 0.27)
"""Of a card's width and height: where a corner bears its sign."""
CORNER_SHOWS, CORNER_FIGURE, EDGE_PX = 0.96, 0.06, 3
"""How much of it must show, spread of grey (0..1) from which it bears one, and px along the edge
that are left out."""
SMOOTH_PX = 7
"""Tiles over which the likeness is averaged: what differs in one alone is noise."""
FEW, MANY = 60, 10
"""Tiles with a figure from which anything can be said, and how many are compared with all faces."""
RIVALS = 5
"""Other keys that are looked at tile by tile."""
POOR, MOST_POOR = 0.8, 25
"""Correlation under which a tile is unlike, and how many may be."""
FOREIGN = 4.5
"""What the worst place leaves unexplained, over the usual place: another sign leaves more."""
CERTAIN = 0.9
"""Correlation at the worst place that no other sign reaches, however sharp the rest is. Three decks
on rendered poker tables, whole and with a third untaught: with an index in sight 36 places of cards
under a near relative's name have 0.82 and less; of 82 under their own, 13 were kept back, five of
them with 0.9 and more."""
APART, HALF, TIMES, LEFT, AGAINST = 0.04, 0.5, 0.4, 0.5, 0.12
"""Against a rival: by how much the correlation must be higher at the best place; of that gain, from
which on a place parts the two; what may be left unexplained, over what the rival leaves at the best
place, and over the gain at all places that part them; and what the rival may gain anywhere.

Chosen on two decks of playing cards rendered in fans, the place given to about a pixel: of 104
covered cards with a corner in sight 74 were told right and none wrong before `FOREIGN` and the
rule for corners; then 12 of about 70 parts of untaught cards were named, with both none."""


@dataclass(frozen=True, slots=True)
class _Beside:
    """One face beside the picture.

    Attributes:
        alike: Correlation of each tile by its middle, in the best place: float32 (H, W).
        figure: Tiles that show wholly where the face or the picture has a figure: bool (H, W).
    """

    alike: Floats
    figure: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why the signs do not tell which card it is: none fits, or another (`rival`) does as well."""

    rival: str = ""


class Signs:
    """A card's picture whose tiles are compared with those of faces."""

    def __init__(self, patch: Image, shows: Image, catalogue: Catalogue) -> None:
        """patch: BGR uint8 of `Shape.signs`, upright; shows: uint8, 255 where the card is seen."""
        self._catalogue = catalogue
        self._open = _uncovered(shows, CORNER_COVER_PX)
        tiles = cv2.blur(
            _uncovered(shows, COVER_PX).astype(np.float32),
            (TILE_PX, TILE_PX),
            borderType=cv2.BORDER_CONSTANT,
        )
        valid = tiles > WHOLE_TILE
        rows, columns = np.flatnonzero(valid.any(1)), np.flatnonzero(valid.any(0))
        self._soft = 0.0
        self._none = not len(rows)
        if self._none:
            return
        self._rows = slice(rows[0] - HALF_TILE, rows[-1] + HALF_TILE + 1)
        self._columns = slice(columns[0] - HALF_TILE, columns[-1] + HALF_TILE + 1)
        self._valid = valid[self._rows, self._columns]
        self._seen = patch[self._rows, self._columns].astype(np.float32) / np.float32(255)
        self._mean = _mean(self._seen)
        self._spread = _spread(self._seen, self._mean)
        self._grey = cv2.cvtColor(self._seen, cv2.COLOR_BGR2GRAY)
        self._weight = self._open[self._rows, self._columns].astype(np.float32)
        self._offsets: dict[int, tuple[int, int]] = {}
        self._cut: dict[tuple[int, float], Floats] = {}

    def doubt(self, view: int, likely: Sequence[int]) -> Doubt | None:
        """None where the signs are those of this view and of no other; else why not.

        likely: Views that it might be as well, in any order.
        """
        if self._none:
            return Doubt()
        self._focus(view)
        own = self._beside(view)
        if not self._all_alike(own):
            return Doubt()
        tiles = self._tiles()
        lacks = self._unlike(view, tiles)
        for rival, unlike in self._rivals(view, likely, tiles):
            if unlike < lacks or not _parted(own, self._beside(rival)):
                return Doubt(self._catalogue.views[rival].key)
        return None

    def softness(self, view: int) -> float:
        """Blur in px that makes this face as soft as the picture; 0 where nothing is seen."""
        if not self._none:
            self._focus(view)
        return self._soft

    def _all_alike(self, own: _Beside) -> bool:
        """Whether every figure that shows stands on the face as well."""
        near = _near(own.alike, own.figure)
        if np.count_nonzero(own.figure) < FEW or np.count_nonzero(near < POOR) > MOST_POOR:
            return False
        left = _near(np.where(own.figure, (1.0 - own.alike) * self._spread, 0.0), own.figure)
        return bool(left.size) and float(left.max()) < FOREIGN * max(middle(left), FLAT)

    def shows_corner(self, view: int) -> bool:
        """Whether a corner that bears a sign shows wholly: a rank is printed nowhere else."""
        width, height = self._catalogue.shape.signs
        face = (
            cv2.cvtColor(self._catalogue.small[view], cv2.COLOR_BGR2GRAY).astype(np.float32) / 255
        )
        wide, high = round(CORNER[0] * width), round(CORNER[1] * height)
        for rows in (slice(EDGE_PX, high), slice(height - high, height - EDGE_PX)):
            for columns in (slice(EDGE_PX, wide), slice(width - wide, width - EDGE_PX)):
                bears = float(face[rows, columns].std()) > CORNER_FIGURE
                if bears and float(self._open[rows, columns].mean()) > CORNER_SHOWS:
                    return True
        return False

    def _focus(self, view: int) -> None:
        """Take this face, likely the right one, to tell how soft the picture is."""
        grey = self._grey[self._valid]
        best = -1.0
        for soft in SOFT:
            face = self._face(view, soft)[SHIFT_PX:-SHIFT_PX, SHIFT_PX:-SHIFT_PX]
            alike = _correlation(grey, cv2.cvtColor(face, cv2.COLOR_BGR2GRAY)[self._valid])
            if alike > best + SHARPER:
                best, self._soft = alike, soft

    def _face(self, view: int, soft: float) -> Floats:
        """The part of a face that may be seen, with a rim for shifts."""
        if (view, soft) not in self._cut:
            rim = SHIFT_PX + FAR_PX
            face = self._catalogue.small[view]
            self._cut[view, soft] = _softened(face, self._rows, self._columns, rim, soft)
        around = self._cut[view, soft]
        if view not in self._offsets:
            self._offsets[view] = self._offset(around)
        x, y = self._offsets[view]
        height, width = self._valid.shape
        return around[y : y + height + 2 * SHIFT_PX, x : x + width + 2 * SHIFT_PX]

    def _offset(self, around: Floats) -> tuple[int, int]:
        """How a face must be moved to lie on the picture, x and y from 0 to twice FAR_PX.

        Each was taught from a picture of its own, not cut quite along the edges; and the card is
        laid on the likeliest face, not on its rivals.
        """
        near = np.ascontiguousarray(around[SHIFT_PX:-SHIFT_PX, SHIFT_PX:-SHIFT_PX])
        alike = _alike_at(cv2.cvtColor(near, cv2.COLOR_BGR2GRAY), self._grey, self._weight)
        if float(alike.max() - alike[FAR_PX, FAR_PX]) < CLEARLY:
            return FAR_PX, FAR_PX
        y, x = (int(i) for i in np.unravel_index(int(alike.argmax()), alike.shape))
        return x, y

    def _beside(self, view: int) -> _Beside:
        """How alike the tiles of a face are."""
        face = self._face(view, self._soft)
        mean = _mean(face)
        spread = _spread(face, mean)
        height, width = self._valid.shape
        best = np.full((height, width), -1.0, np.float32)
        scale = np.sqrt(self._spread + FLAT)
        scales = np.sqrt(spread + FLAT)
        for y in range(2 * SHIFT_PX + 1):
            for x in range(2 * SHIFT_PX + 1):
                at = (slice(y, y + height), slice(x, x + width))
                both = _mean(_times(self._seen, face[at])) - _times(self._mean, mean[at])
                np.maximum(best, both / (scale * scales[at]), out=best)
        still = spread[SHIFT_PX:-SHIFT_PX, SHIFT_PX:-SHIFT_PX]
        return _Beside(best, self._valid & (np.maximum(still, self._spread) > FIGURE))

    def _rivals(
        self, view: int, likely: Sequence[int], tiles: Sequence[tuple[int, int]]
    ) -> list[tuple[int, float]]:
        """Views of other keys whose tiles are most like the picture's, and what those lack."""
        views = self._catalogue.views
        best: dict[str, tuple[float, int]] = {}
        for other in likely:
            key = views[other].key
            if key != views[view].key:
                known = sorted(unlike for unlike, _ in best.values())
                limit = known[RIVALS - 1] if len(known) >= RIVALS else np.inf
                unlike = self._unlike(other, tiles, limit)
                if key not in best or unlike < best[key][0]:
                    best[key] = unlike, other
        return [(other, unlike) for unlike, other in sorted(best.values())[:RIVALS]]

    def _tiles(self) -> list[tuple[int, int]]:
        """Middles of the tiles with most of a figure, apart from each other."""
        left = np.where(self._valid, self._spread, 0.0)
        found: list[tuple[int, int]] = []
        while len(found) < MANY and left.max() > FIGURE:
            y, x = (int(i) for i in np.unravel_index(int(left.argmax()), left.shape))
            found.append((y, x))
            left[max(y - HALF_TILE, 0) : y + HALF_TILE, max(x - HALF_TILE, 0) : x + HALF_TILE] = 0.0
        return found

    def _unlike(self, view: int, tiles: Sequence[tuple[int, int]], limit: float = np.inf) -> float:
        """What the tiles of a face leave unexplained; beyond the limit only that it is more."""
        face = self._face(view, self._soft)
        total = 0.0
        for y, x in tiles:
            tile = self._seen[y - HALF_TILE : y + HALF_TILE + 1, x - HALF_TILE : x + HALF_TILE + 1]
            side = TILE_PX + 2 * SHIFT_PX
            window = face[y - HALF_TILE :, x - HALF_TILE :][:side, :side]
            found = cv2.matchTemplate(
                np.ascontiguousarray(window), np.ascontiguousarray(tile), cv2.TM_CCOEFF_NORMED
            )
            total += 1.0 - float(found.max())
            if total > limit:
                break
        return total


def _softened(face: Image, rows: slice, columns: slice, rim: int, soft: float) -> Floats:
    """A part of a face with a rim, blurred: float32 0..1. Beyond the face its edge goes on."""
    reach = rim + round(4 * soft) + 1  # what the blur sees
    height, width = face.shape[:2]
    top, left = max(rows.start - reach, 0), max(columns.start - reach, 0)
    low, right = min(rows.stop + reach, height), min(columns.stop + reach, width)
    part = face[top:low, left:right].astype(np.float32) / np.float32(255)
    wide = cv2.copyMakeBorder(soften(part, soft), rim, rim, rim, rim, cv2.BORDER_REPLICATE)
    y, x = rows.start - top, columns.start - left
    return wide[
        y : y + rows.stop - rows.start + 2 * rim, x : x + columns.stop - columns.start + 2 * rim
    ]


def _alike_at(around: Floats, grey: Floats, weight: Floats) -> Floats:
    """Correlation of a picture with a larger one at each place in it, weighed: float32 (H, W).

    As OpenCV's with a mask, which takes half as long again.
    """
    whole = max(float(weight.sum()), 1.0)
    centred = weight * (grey - float((weight * grey).sum()) / whole)
    both = cv2.matchTemplate(around, centred, cv2.TM_CCORR)
    mean = cv2.matchTemplate(around, weight, cv2.TM_CCORR)
    square = cv2.matchTemplate(around * around, weight, cv2.TM_CCORR)
    spread = np.maximum(square - mean * mean / whole, 1e-6) * float((centred * centred).sum())
    return np.asarray(both / np.sqrt(np.maximum(spread, 1e-9)), np.float32)


def _uncovered(shows: Image, grown_px: int) -> npt.NDArray[np.bool_]:
    """Where the card shows, away from what lies over it: bool (H, W)."""
    return np.asarray(cv2.erode(shows, np.ones((grown_px, grown_px), np.uint8)) == ALL)


ALL = 255


def _parted(own: _Beside, other: _Beside) -> bool:
    """Whether the places where two faces part speak for the one, and none for the other."""
    figure = own.figure | other.figure
    mine, theirs = (
        _near(np.where(face.figure, face.alike, 1.0), figure)  # blank is like blank
        for face in (own, other)
    )
    gain = mine - theirs
    if not gain.size or gain.max() <= APART:
        return False
    at = int(gain.argmax())
    most = float(gain[at])
    left = (1.0 - float(mine[at])) / max(1.0 - float(theirs[at]), 1e-3)
    there = float(mine[gain > HALF * most].mean())
    return left < TIMES and 1.0 - there < LEFT * most and float(-gain.min()) < AGAINST


def _mean(picture: Floats) -> Floats:
    return np.asarray(cv2.blur(picture, (TILE_PX, TILE_PX)), np.float32)


def _spread(picture: Floats, mean: Floats) -> Floats:
    """Variance in each tile, channels summed."""
    spread: Floats = np.maximum(_mean(_times(picture, picture)) - _times(mean, mean), 0)
    return spread.astype(np.float32)


def _times(one: Floats, two: Floats) -> Floats:
    """Products of two pictures, channels summed: float32 (H, W)."""
    return np.asarray(cv2.transform(cv2.multiply(one, two), SUMMED), np.float32)


SUMMED = np.ones((1, 3), np.float32)


def _near(alike: Floats, figure: npt.NDArray[np.bool_]) -> Floats:
    """The likeness averaged over tiles near by, where most have a figure: float32 (N,)."""
    size = (SMOOTH_PX, SMOOTH_PX)
    some = cv2.blur(figure.astype(np.float32), size, borderType=cv2.BORDER_CONSTANT)
    total = cv2.blur(
        np.where(figure, alike, 0).astype(np.float32), size, borderType=cv2.BORDER_CONSTANT
    )
    most = some > 0.5  # noqa: PLR2004
    return np.asarray(total[most] / some[most], np.float32)


def _correlation(first: Floats, second: Floats) -> float:
    one, two = first - first.mean(), second - second.mean()
    return float((one * two).sum() / (np.linalg.norm(one) * np.linalg.norm(two) + 1e-6))
