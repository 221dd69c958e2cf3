"""Reading photographs: a crop of one card, or a scene with several."""

from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np

from vision.catalogue import Catalogue
from vision.doubt import halved, weighed
from vision.faces import contrast
from vision.familiar import (
    BEYOND_DOUBT,
    CLEARED,
    LEAST,
    UNLIKELY,
    UNLIKELY_CLOSE,
    DeckScale,
    deck_scale,
    familiarity,
    hazy_familiarity,
)
from vision.finding import Place, Table
from vision.fits import ANYTHING, Fit, Hope, best_fits, coarse_misfit
from vision.geometry import card_corners, cut_out, sides, transform
from vision.lattice import next_places
from vision.matching import judge_fits
from vision.outlines import overlap
from vision.overlaps import AS_LARGE, covered_cards, uppermost_places
from vision.parting import parted
from vision.readings import CardReading, Floats, Image, Prior
from vision.twins import Twins

CROP_TOLERANCE = 0.2
"""A picture whose shape is this near to a card's may be a crop of one card."""
PATCH_WIDTH = 160
MIN_CONTRAST = 16.0
"""Grey levels: a picture with less shows nothing at all."""
PHOTO_LIKENESS = 0.5
"""Under it nothing is named in a photograph; what parts twins is asked by `vision.familiar`."""
MOST_READ = 90
"""Places that are read in one photograph."""
MOST_PALE = 10
"""Places as large as the cards named that are read though no face fits there coarsely."""
ROUNDS, MOST_NEIGHBOURS = 3, 12
"""How often rows are continued by what was found in them, and how many places are read in each."""
ASK_LIKENESS = 0.15
"""Worth asking about: among found quads most that fit nothing are boxes and shadows."""
ASK_GUESSED, NOT_ASKED = 0.25, 1.0
"""The same for places at corners beside others, and where it is asked about nothing."""
MIN_CARD_PX = 36.0
"""A card narrower than this is too small to be named."""


@dataclass(frozen=True)
class PhotoReader:
    """Reads photographs with one catalogue; keeps what was measured of the deck."""

    catalogue: Catalogue
    prior: Prior = field(default_factory=lambda: Prior(least_likeness=PHOTO_LIKENESS))

    @cached_property
    def scale(self) -> DeckScale:
        """How far apart the cards of this deck are."""
        return deck_scale(self.catalogue)

    @cached_property
    def twins(self) -> Twins:
        """Which of its cards differ in a number or a sign alone."""
        return Twins(self.catalogue)

    def read(self, image: Image, *, find: bool = False) -> list[CardReading]:
        """Every card that lies open in a photograph; a crop of one card gives one reading.

        Args:
            image: BGR uint8.
            find: Look for cards on a table even where the picture has a card's shape, and for
                cards that overlap.

        Returns:
            Readings, left to right and top to bottom in rows; empty where nothing has the shape
            of a card.
        """
        crop = None if find else self._as_crop(image)
        if crop is not None and crop.key is not None:
            return [crop]
        table = Table(image, self.catalogue)
        places = table.whole()
        readings = self._on_table(image, places, FOREIGN)
        if find:
            readings = self._with_as_large(image, places, readings)
            readings = self._with_neighbours(image, table, readings)
            readings = self._with_uppermost(image, table, readings)
            readings = self._with_covered(image, table, readings)
        if not any(r.key for r in readings):
            crop = crop or self._as_crop(image)
            if crop is not None and (not readings or crop.key is not None or not find):
                return [crop]
        return sorted(
            readings, key=lambda r: (round(float(r.quad_px.mean(0)[1]) / ROW_PX), r.quad_px[0][0])
        )

    def read_patch(self, patch: Image, *, twice: bool = True) -> CardReading:
        """One upright crop: named only where the deck's own measure says it is that card.

        twice: Whether a doubtful one is looked at again with haze and shadows taken off.
        """
        reading = self._read(patch, ANYTHING, twice=twice)
        assert reading is not None  # noqa: S101 - there is hope for anything
        return reading

    def _read(self, patch: Image, hope: Hope, *, twice: bool) -> CardReading | None:
        """The same, but None where `hope` was given up."""
        fits = best_fits(patch, self.catalogue, (False, True), hope=hope)
        if not fits:
            return None
        reading = judge_fits(fits, patch, self.catalogue, self.prior)
        odds = familiarity(fits[0], self.scale)
        doubtful = reading.key is None or odds < BEYOND_DOUBT
        if twice and doubtful and self._worth_clearing(patch):
            return self._cleared(fits[0], reading, odds, patch)
        return self._parted(reading, odds, fits[0], patch)

    def _parted(self, reading: CardReading, odds: float, fit: Fit, patch: Image) -> CardReading:
        """The reading weighed by its odds, and near twins told apart."""
        weighty = weighed(reading, odds, patch)
        return parted(weighty, fit, patch, self.twins, familiar=odds >= LEAST)

    def _worth_clearing(self, patch: Image) -> bool:
        """Whether some taught face explains anything of it, be it through haze."""
        return coarse_misfit(patch, self.catalogue.hazy) < FOREIGN

    def _cleared(self, in_plain: Fit, plain: CardReading, odds: float, patch: Image) -> CardReading:
        """The reading once haze and hard shadows are taken off, if that is surer than plain light.

        What only plain light names must not be unlikely without haze either: a card that was not
        taught hides where a picture is blurred, and differs where it is looked at twice.
        """
        fits = best_fits(patch, self.catalogue, (False, True), hazy=True)
        reading = judge_fits(fits, patch, self.catalogue, self.prior)
        cleared = hazy_familiarity(fits[0], self.scale)
        if reading.key is not None and cleared >= CLEARED:
            return self._parted(reading, LEAST + cleared - CLEARED, fits[0], patch)
        other = self.catalogue.views[fits[0].view].key
        if plain.key is not None and other != plain.key:
            why = f"it could be {plain.key} or {other}: a lamp or a shadow lies on it"
            return halved(plain, why)
        doubtful = UNLIKELY_CLOSE if self.scale.close else UNLIKELY
        odds = min(odds, LEAST + cleared - doubtful)
        return self._parted(plain, odds, in_plain, patch)

    def read_quad(self, image: Image, quad: Floats, *, twice: bool = True) -> CardReading:
        """The card that lies under a quad of the picture, from its top left clockwise.

        twice: As in `read_patch`.
        """
        reading = self._read_there(image, quad, ANYTHING, twice=twice)
        assert reading is not None  # noqa: S101 - there is hope for anything
        return reading

    def named_at(self, image: Image, quad: Floats) -> CardReading | None:
        """The card under a quad as from `read_quad` if it is named, in less time if it is not."""
        reading = self._read_there(image, quad, Hope(likeness=PHOTO_LIKENESS - GAINS))
        return None if reading is None or reading.key is None else reading

    def _read_there(
        self, image: Image, quad: Floats, hope: Hope, *, twice: bool = True
    ) -> CardReading | None:
        """The same, but None where `hope` was given up."""
        reading = self._read(cut_out(image, quad, self._size), hope, twice=twice)
        if reading is None:
            return None
        back = cv2.getPerspectiveTransform(card_corners(self._size), np.ascontiguousarray(quad))
        reading = replace(reading, quad_px=transform(reading.quad_px, back))
        if min(sides(quad)) < MIN_CARD_PX:
            why = f"it is too small in the picture: {min(sides(quad)):.0f} px wide. Go nearer"
            return replace(reading, key=None, unsure=why)
        return reading

    @property
    def _size(self) -> tuple[int, int]:
        """Width and height at which a card is cut out of a photograph, px."""
        return PATCH_WIDTH, round(PATCH_WIDTH * self.catalogue.aspect)

    def _with_as_large(
        self, image: Image, places: list[Place], readings: list[CardReading]
    ) -> list[CardReading]:
        """With places as large as the cards named, though no face fits there before it is aligned.

        A thin figure on a pale card explains nothing a few px off.
        """
        named = [reading.quad_px for reading in readings if reading.key is not None]
        if not named:
            return readings
        size = np.median([sides(quad) for quad in named], axis=0)
        alike = [
            place
            for place in places
            if place.misfit > FOREIGN
            and np.abs(np.array(sides(place.quad)) / size - 1).max() < AS_LARGE
            and not any(overlap(place.quad, quad) > HALF for quad in named)
        ]
        return _settled([*readings, *self._on_table(image, alike, np.inf, most=MOST_PALE)])

    def _with_neighbours(
        self, image: Image, table: Table, readings: list[CardReading]
    ) -> list[CardReading]:
        """With those that continue a row or a grid of cards that were named."""
        for _ in range(ROUNDS):
            named = [reading.quad_px for reading in readings if reading.key is not None]
            places = table.likely(next_places(named))
            more = self._on_table(image, places, FOREIGN, most=MOST_NEIGHBOURS)
            readings = _settled([*readings, *more])
            if sum(reading.key is not None for reading in readings) == len(named):
                break
        return readings

    def _with_uppermost(
        self, image: Image, table: Table, readings: list[CardReading]
    ) -> list[CardReading]:
        """With those that lie on cards of their own colour, as large as the cards named.

        Around a pair of cards runs one outline: its corners are those of either card.
        """
        named = [reading.quad_px for reading in readings if reading.key is not None]
        if not named:
            return readings
        asked = [reading.quad_px for reading in readings if reading.key is None]
        places = uppermost_places(image, table, named, asked, self.catalogue.shape.coarse)
        more = self._on_table(image, places, GUESSED, most=MOST_GUESSED, ask=ASK_GUESSED)
        return _settled([*readings, *more])

    def _with_covered(
        self, image: Image, table: Table, readings: list[CardReading]
    ) -> list[CardReading]:
        """With those cards that lie partly under others, or of which no whole outline was found."""
        if not any(reading.key for reading in readings):
            places = table.completed()
            more = self._on_table(image, places, GUESSED, most=MOST_GUESSED, ask=NOT_ASKED)
            readings = _settled([*readings, *more])
        if not any(reading.key for reading in readings):
            readings = _settled([*readings, *self._by_figures(image, table)])
        known = [reading.quad_px for reading in readings if reading.key is not None]
        if not known:
            return readings
        more = covered_cards(
            image, table, known, self.catalogue, self.prior, corner=self.scale.close
        )
        kept = [
            reading
            for reading in readings
            if reading.key is not None
            or not any(overlap(reading.quad_px, other.quad_px) > HALF for other in more)
        ]
        return [*kept, *more]

    def _by_figures(self, image: Image, table: Table) -> list[CardReading]:
        """Cards of which no outline was found, where the features of a face agree; only named ones.

        The uppermost of a fan lies on cards of its own colour.
        """
        poses = table.poses(limit=SCENE_FEATURES)[:FIGURES_READ]
        readings = [self.named_at(image, quad) for quad in poses]
        return [reading for reading in readings if reading is not None]

    def _on_table(
        self,
        image: Image,
        places: list[Place],
        limit: float,
        *,
        most: int = MOST_READ,
        ask: float = ASK_LIKENESS,
    ) -> list[CardReading]:
        """Read the likeliest places; what is named takes its place, the rest is asked about.

        Args:
            image: The photograph.
            places: The likeliest first.
            limit: Coarse misfit from which a place is not looked at.
            most: Places that are read, at most.
            ask: Likeness from which what is not named is asked about.
        """
        sure: list[CardReading] = []
        open_: list[CardReading] = []
        quads: list[Floats] = []
        tries = 0
        guessed = limit == GUESSED
        worth = UNEXPLAINED_ASKED if ask < NOT_ASKED else UNEXPLAINED
        left = worth if guessed else np.inf
        hope = Hope(left, min(ask, PHOTO_LIKENESS) - GAINS)
        for place in places:
            if place.misfit > limit or tries == most:
                break
            if any(overlap(place.quad, quad) > HALF for quad in quads):
                continue
            tried = sum(overlap(place.quad, r.quad_px) > HALF for r in open_)
            if tried >= TRIES_A_PLACE:
                continue
            tries += 1
            reading = self._read_there(image, place.quad, hope, twice=not guessed)
            if reading is None:
                continue
            if reading.key is not None:
                sure.append(reading)
                quads.append(reading.quad_px)
            elif reading.likeness > ask:
                open_.append(reading)
        return _settled([*sure, *open_])

    def _as_crop(self, image: Image) -> CardReading | None:
        """The picture read as one card from edge to edge, where its shape allows."""
        aspect = image.shape[0] / image.shape[1]
        if contrast(image) < MIN_CONTRAST:
            return None
        if abs(aspect / self.catalogue.aspect - 1) < CROP_TOLERANCE:
            return self.read_patch(image)
        if abs(1 / aspect / self.catalogue.aspect - 1) < CROP_TOLERANCE:
            turned = np.ascontiguousarray(np.rot90(image))
            reading = self.read_patch(turned)
            xs, ys = reading.quad_px[:, 0], reading.quad_px[:, 1]
            back = np.stack([image.shape[1] - ys, xs], 1).astype(np.float32)
            return replace(reading, quad_px=back)
        return None


ROW_PX = 120.0
"""Cards whose middles differ by less in height stand in one row."""


def read_photo(image: Image, catalogue: Catalogue, *, find: bool = False) -> list[CardReading]:
    """`PhotoReader.read` for a single picture."""
    return PhotoReader(catalogue).read(image, find=find)


FOREIGN = 0.85
"""Coarse misfit from which a place is not looked at: no taught face explains anything there."""
GUESSED, MOST_GUESSED = 1.3, 20
"""The same for places that are only guessed from a corner, and how many of them are read."""
UNEXPLAINED, UNEXPLAINED_ASKED = 0.35, 0.5
"""Share of such a place that faces coarsely laid may leave unexplained where nothing is asked of it
and where something is. Of 213 places guessed so without asking, on fans, poker tables and in real
pictures, the 13 at which a card was named leave 0.16 and less, five of two other decks 0.23 and
less; 200 others 0.1 to 0.5, most of them more than 0.3."""
GAINS = 0.2
"""By how much the best of all views laid on a place may be more alike than the better of the first
two. 736 places of rendered tables, fans and real pictures, four decks: of 353 at which a card was
named none gained more than 0.12; of 71 asked about two gained more, at outlines of two cards. Of
308 places with nothing to say 298 are left after two views."""
SCENE_FEATURES, FIGURES_READ = 600, 3
"""Features of a whole photograph that are looked at, and poses they agree on that are read."""
TRIES_A_PLACE = 3
"""Outlines read for one card that is not named; the next ones lie much the same."""


def _settled(readings: list[CardReading]) -> list[CardReading]:
    """One reading a place: named ones first, then the likeliest."""
    kept: list[CardReading] = []
    for reading in sorted(readings, key=lambda r: (r.key is None, -r.likeness)):
        if not any(overlap(reading.quad_px, other.quad_px) > HALF for other in kept):
            kept.append(reading)
    return kept


HALF = 0.5
"""Two places that share more of the smaller one's area are one card."""
