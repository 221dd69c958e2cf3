"""Cards that lie under others on a bare table: a fan from the top down, the lower card of a pair.

What is known lies over what is not. Each card that is named uncovers the next one's edges: they
tell where it lies, and the cards above it what of it shows. A card that is found and cannot be
named hides what lies below it all the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.catalogue import Catalogue
from vision.covered import LEAST_SHOWN, coarse_misfits, read_covered
from vision.edges_under import EdgesUnder
from vision.finding import Place, Table, grown
from vision.geometry import area, card_corners, cut_out, sides, transform
from vision.outlines import overlap
from vision.papers import BORDER_LEVELS, Papers, edge_of
from vision.readings import CardReading, Floats, Image, Prior

PATCH_WIDTH = 160
MIN_CARD_PX = 36.0
"""A card narrower than this is too small to be named; see `vision.photo`."""
ROUNDS = 14
"""Cards under others, at most: each round finds one more under what is known by then."""
WHOLE, FOREIGN_WHOLE = 0.93, 0.5
"""Of a card: where more shows it was looked at as a whole card before, and only a place that fits
well is worth another look."""
READ_A_ROUND, MOST_POOR = 9, 8
"""Places read in a round, and how many of them are like no card at all until it is given up. Of
eight tarot fans 25 of 30 covered cards are named so, 20 with 6 and 5, for a tenth more time; on 40
other fans, poker and real tables as many as with those."""
INSIDE = 0.95
"""Of a card: of less the picture's edge cuts something off."""
BESIDE, GOES_ON = 0.13, 0.07
"""Of a card's width, how far from a known card it is looked whether another one lies beside it; and
the share of its border along which something as bright as a card must lie there."""
FOREIGN, BLANK, A_RANK = 4.0, 2.0, 0.15
"""Coarse misfit of the part that shows from which a place is not read (53 at which a card was found
have 2.4 and less); from which on it says no more, and what one rank less among the places by edges
weighs beside it."""
CORNER_RANK, MOST_CORNERS = 14, 8
"""Among the places by edges, of those at a free corner; and how many of these are looked at."""
CERTAIN, MOST_BLANK = 2, 0.6
"""Rank by edges down to which a place is a card's though what shows is like none; and of how much
of a card that is said: where more shows it would be like one."""
PAPER, NO_PAPER, GROUND_BESIDE = 0.85, 0.5, 0.07
"""Of the visible edge of such a place the share that is paper, the share of the ground beside it
that is like paper, and where that is looked for, of a card's width. Of 56 places on wood, felt and
carpets, 20 rendered and 8 real pictures, all four at which a card lay are such, and one other."""
ONE_PLACE = 0.75
"""Intersection over union from which two quads are one card."""
NEARLY = 0.4
"""Likeness from which a card was found and only lies a little otherwise."""
MUCH_THE_SAME, SHOWN_ALIKE = 0.9, 0.05
"""Intersection over union, and share of a card that shows, for a place not to be read again."""
ASK_LIKENESS = 0.75
"""A part less like any card is not asked about: tokens, handwriting, a sleeve."""


@dataclass(frozen=True, slots=True)
class _Guess:
    """A place, how much of a card shows there and how badly that fits any face.

    rank: How well edges speak for it, 0 the best.
    """

    quad: Floats
    shown: float
    misfit: float
    rank: int

    def merit(self) -> float:
        """The less the likelier. A part that is nearly blank fits badly in any case."""
        return min(self.misfit, BLANK) + A_RANK * self.rank


def covered_cards(
    image: Image,
    table: Table,
    known: Sequence[Floats],
    catalogue: Catalogue,
    prior: Prior,
    *,
    corner: bool,
) -> list[CardReading]:
    """Cards under those known, named or asked about; quads in px of the photograph.

    Args:
        image: BGR uint8.
        table: The same photograph, in which free edges are looked for.
        known: Quads of cards that lie open: nothing lies over them.
        catalogue: What was taught.
        prior: What is expected.
        corner: As in `vision.covered.read_covered`.
    """
    search = _Search(image, catalogue, prior, known, corner=corner)
    edges = table.edges()
    free = search.likeliest(table.corners(known, known)) if search.may_go_on(table) else []
    for _ in range(ROUNDS):
        if not search.may_go_on(table) or not search.deeper(edges, free):
            break
    return [*search.named, *search.asked]


def uppermost_places(
    image: Image,
    table: Table,
    known: Sequence[Floats],
    asked: Sequence[Floats],
    size: tuple[int, int],
) -> list[Place]:
    """Where a card may lie on others, as large as those known; the likeliest first.

    White on white it has no outline of its own, but the one around the pile has its corners.

    Args:
        image: BGR uint8.
        table: The same photograph.
        known: Quads of cards that lie open.
        asked: Quads that are asked about.
        size: Width and height at which edges are compared, px.
    """
    papers = Papers(image, size)
    for quad in known:
        papers.add(quad)
    usual = np.median([sides(quad) for quad in known], axis=0)
    alike = [quad for quad in asked if np.abs(np.array(sides(quad)) / usual - 1).max() < AS_LARGE]
    lying = [*known, *alike]
    if not table.shows_beside(lying, papers.colours, BORDER_LEVELS):
        return []
    return table.likely(
        [
            quad
            for quad in table.corners(known, lying, pale=True)
            if papers.share(quad, inset=1) > MOSTLY_PAPER
            and not any(overlap(quad, other) > LIES_THERE for other in lying)
        ]
    )


AS_LARGE = 0.12
"""By how much a place may differ in size from the cards named and be a card's."""
MOSTLY_PAPER = 0.5
"""Of the edge of a place at a corner, which may be laid some px off."""
LIES_THERE = 0.5
"""Of the smaller area, from which a place is one at which a card was found."""


class _Search:
    """What has been named so far, and what has been looked at in vain."""

    def __init__(
        self,
        image: Image,
        catalogue: Catalogue,
        prior: Prior,
        known: Sequence[Floats],
        *,
        corner: bool = False,
    ) -> None:
        self.known: list[Floats] = []
        self.named: list[CardReading] = []
        self._papers = Papers(image, catalogue.shape.coarse)
        self._image, self._catalogue, self._prior = image, catalogue, prior
        self._size = (PATCH_WIDTH, round(PATCH_WIDTH * catalogue.aspect))
        self._small = catalogue.shape.coarse
        self.asked: list[CardReading] = []
        self._open: list[tuple[int, CardReading]] = []
        self._tried: list[_Guess] = []
        self._corner = corner
        self._fresh: list[Floats] = []
        for quad in known:
            self._know(quad)

    def may_go_on(self, table: Table) -> bool:
        """Whether anything beside the known cards has the colour of their borders."""
        return table.shows_beside(self.known, self._papers.colours, BORDER_LEVELS)

    def likeliest(self, quads: Sequence[Floats]) -> list[Floats]:
        """Of places at free corners those at which a taught face fits best."""
        guesses = self._guesses([(CORNER_RANK, quad) for quad in quads if self._is_new(quad)])
        return [guess.quad for guess in sorted(guesses, key=_Guess.merit)[:MOST_CORNERS]]

    def deeper(self, edges: EdgesUnder, free: Sequence[Floats]) -> bool:
        """Read the likeliest places under what is known, until one is found; whether any was.

        free: Places at free corners, which may lie apart from what is known.
        """
        fresh = [quad for quad in self._fresh if self._goes_on(quad)]
        self._fresh = []
        places = edges.places(self.known, fresh)
        corners = [(CORNER_RANK, quad) for quad in free if self._is_new(quad)]
        guesses = self._guesses([*enumerate(places), *corners])
        likely = [g for g in guesses if g.misfit < (FOREIGN if g.shown < WHOLE else FOREIGN_WHOLE)]
        likely = [guess for guess in likely if not self._was_tried(guess)]
        poor = 0
        for guess in sorted(likely, key=_Guess.merit)[:READ_A_ROUND]:
            self._tried.append(guess)
            before = len(self.named)
            poor += not self._try(guess)
            if len(self.named) > before:
                return True
            if poor == MOST_POOR:
                break
        return self._take_open() or self._take_blank(guesses)

    def _take_open(self) -> bool:
        """Where nothing was named: what is asked about hides what lies below it all the same."""
        for _, reading in sorted(self._open, key=lambda found: found[0]):
            if reading.likeness > ASK_LIKENESS and self._is_new(reading.quad_px):
                self._know(reading.quad_px)
                self.asked.append(reading)
                return True
        return False

    def _take_blank(self, guesses: Sequence[_Guess]) -> bool:
        """A place that is like no card, with a card's edges all around: too little shows there."""
        for guess in guesses:
            if LEAST_SHOWN < guess.shown < MOST_BLANK and guess.rank <= CERTAIN:
                if not self._was_tried(guess):
                    self._tried.append(guess)
                    if self._try(guess):
                        return True
                if not self._is_new(guess.quad) or not self._is_paper(guess.quad):
                    continue
                reading = self._read(guess.quad)
                if reading is not None:
                    self._know(guess.quad)
                    why = "a part of it is covered, and too little shows to tell which card it is"
                    self.asked.append(replace(reading, key=None, quad_px=guess.quad, unsure=why))
                    return True
        return False

    def _is_paper(self, quad: Floats) -> bool:
        """Whether a place is paper all along its visible edge, and the table beside it is not."""
        around = grown(quad, 1 + 2 * GROUND_BESIDE)
        return (
            self._papers.share(quad, self._shows(quad, self._small), 1) > PAPER
            and self._papers.share(around, self._shows(around, self._small), 0) < NO_PAPER
        )

    def _goes_on(self, quad: Floats) -> bool:
        """Whether beside a known card anything has the colour of a card's border."""
        middle = quad.mean(0)
        grown = middle + (quad - middle) * np.float32(1 + 2 * BESIDE)
        patch = cut_out(self._image, grown, self._small)
        shows = self._shows(grown, self._small)
        ring = edge_of(patch, 1)[edge_of(shows, 1) > 0].astype(np.float32)
        if not len(ring):
            return False
        off = np.abs(ring[:, None] - self._papers.colours).max(2).min(1)
        return float((off < BORDER_LEVELS).mean()) > GOES_ON

    def _try(self, guess: _Guess) -> bool:
        """Read a place as it was guessed, then where the card is; whether one was nearly found."""
        reading = self._read(guess.quad, hasty=True)
        if reading is None or reading.likeness < NEARLY:
            return False
        if reading.key is None:
            reading = self._read(reading.quad_px) or reading
        if self._is_new(reading.quad_px):
            self._open = [
                o for o in self._open if same_place(o[1].quad_px, reading.quad_px) < ONE_PLACE
            ]
            if reading.key is None:
                self._open.append((guess.rank, reading))
            else:
                self.named.append(reading)
                self._know(reading.quad_px)
        return True

    def _know(self, quad: Floats) -> None:
        """A card that is found lies over what is not."""
        self.known.append(quad)
        self._fresh.append(quad)
        self._papers.add(quad)

    def _was_tried(self, guess: _Guess) -> bool:
        """Whether the place was read before, when as much of it showed."""
        return any(
            abs(guess.shown - other.shown) < SHOWN_ALIKE
            and same_place(guess.quad, other.quad) > MUCH_THE_SAME
            for other in self._tried
        )

    def _is_new(self, quad: Floats) -> bool:
        return all(same_place(quad, other) < ONE_PLACE for other in self.known)

    def _guesses(self, places: Sequence[tuple[int, Floats]]) -> list[_Guess]:
        """Those places, each with its rank, of which enough shows, with a card's border."""
        some: list[tuple[int, Floats, Image, Image]] = []
        for rank, quad in places:
            shows = self._shows(quad, self._small)
            enough = cv2.countNonZero(shows) >= LEAST_SHOWN * shows.size
            if enough and min(sides(quad)) >= MIN_CARD_PX:
                patch = cut_out(self._image, quad, self._small)
                if self._papers.border(patch, shows):
                    some.append((rank, quad, patch, shows))
        misfits = coarse_misfits(
            [one[2] for one in some], [one[3] for one in some], self._catalogue
        )
        return [
            _Guess(quad, cv2.countNonZero(shows) / shows.size, misfit, rank)
            for (rank, quad, _, shows), misfit in zip(some, misfits, strict=True)
        ]

    def _read(self, quad: Floats, *, hasty: bool = False) -> CardReading | None:
        patch = cut_out(self._image, quad, self._size)
        shows = self._shows(quad, self._size)
        reading = read_covered(
            patch, shows, self._catalogue, self._prior, corner=self._corner, hasty=hasty
        )
        if reading is None:
            return None
        back = cv2.getPerspectiveTransform(card_corners(self._size), np.ascontiguousarray(quad))
        reading = replace(reading, quad_px=transform(reading.quad_px, back))
        if reading.key is None and self._inside(quad, self._size).mean() < INSIDE:
            return replace(reading, unsure="the edge of the picture cuts it off")
        return reading

    def _shows(self, quad: Floats, size: tuple[int, int]) -> Image:
        """Where in a patch of `size` a card would be seen, beside known cards: uint8, 255 there."""
        to_patch = cv2.getPerspectiveTransform(np.ascontiguousarray(quad), card_corners(size))
        shows = np.where(self._inside(quad, size), 255, 0).astype(np.uint8)
        for other in self.known:
            cv2.fillConvexPoly(shows, np.round(transform(other, to_patch)).astype(np.int32), 0)
        return shows

    def _inside(self, quad: Floats, size: tuple[int, int]) -> Image:
        """Where in a patch of `size` the picture has a px for it: bool (H, W)."""
        height, width = self._image.shape[:2]
        if quad.min() >= 0 and quad[:, 0].max() < width and quad[:, 1].max() < height:
            return np.ones(size[::-1], np.bool_)
        to_patch = cv2.getPerspectiveTransform(np.ascontiguousarray(quad), card_corners(size))
        frame = transform(card_corners((width, height)), to_patch)
        inside = np.zeros(size[::-1], np.uint8)
        cv2.fillConvexPoly(inside, np.round(frame).astype(np.int32), 1)
        return inside > 0


def same_place(first: Floats, second: Floats) -> float:
    """Intersection over union."""
    shared = float(cv2.intersectConvexConvex(first, second)[0])
    return shared / max(area(first) + area(second) - shared, 1.0)
