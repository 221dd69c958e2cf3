"""Dice with symbols, colours or numerals: each face taught by a picture, read like a small card.

A face is square, so it may lie four ways up; light, twins and strangers are as with cards. A name
stands only where the figure has the taught one's shape too. Faces without a figure are named by
their colour (`vision.colour_dice`). Teaching keeps a catalogue whose faces are DIE_MM wide, which
tells it from one of cards.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.catalogue import Catalogue, build
from vision.catalogue_head import CatalogueError
from vision.colour_dice import Colours, is_dark, is_plain
from vision.dice import DiceReading, DiceState, DieReading
from vision.die_places import ASK, ONE_DIE, DiePlaces
from vision.doubt import spoiled_by
from vision.face_quality import MIN_SHARPNESS
from vision.faces import sharpness
from vision.finding import find_card_quads
from vision.fits import coarse_misfit
from vision.geometry import cut_out, sides
from vision.outlines import overlap
from vision.photo import PhotoReader
from vision.readings import CardReading, Floats, Image, Pair, Ranked, Unreadable
from vision.symbol_shape import Figures
from vision.teaching import ALIKE, look_alikes

DIE_MM = (16.0, 16.0)
ASPECTS = (1.0, 1.25)
"""Long over short side of a die's outline: seen from up to 30 degrees off the vertical."""
LEAST_SHARE = 0.0006
"""Of the picture: a 16 mm die where 1920 px span 60 cm covers 0.0013."""
PATCH_PX = 96
LEAST_PX = 24.0
"""Narrower dice are too small for a symbol."""
SQUARE = 0.04
"""A picture this near to a square is the face from edge to edge."""
MOST_SHARE = 0.3
"""The most of a picture that one die takes among others."""
TAUGHT_SHARE, TAUGHT_MOST = 0.004, 0.8
"""Of a picture for teaching that the die fills, least and most."""


def face_of(image: Image) -> Image | Unreadable:
    """The face in a picture: a square picture itself, or the one die lying in any other."""
    face = image
    if abs(image.shape[0] / image.shape[1] - 1) > SQUARE:
        quad = DiePlaces(image, TAUGHT_SHARE, TAUGHT_MOST).lone()
        if quad is None:
            return Unreadable(
                "no die can be made out in it. Lay the die alone on a plain ground, or cut the "
                "picture to the square of its face"
            )
        face = cut_out(image, quad, (PATCH_PX, PATCH_PX))
    if min(face.shape[:2]) < LEAST_PX:
        return Unreadable(f"the face is only {min(face.shape[:2])} px wide. Go nearer")
    if is_dark(face):
        return Unreadable("it shows nothing. Take it again in good light")
    if not is_plain(face) and sharpness(face) < MIN_SHARPNESS:
        return Unreadable("it is blurred. Hold the camera still, tap the die to focus")
    return face


def build_dice(pictures: Sequence[tuple[str, Image]]) -> Catalogue:
    """A catalogue of faces from (key, square picture). Raises CatalogueError when empty."""
    square = [(key, cut_out(image, _edges(image), (PATCH_PX, PATCH_PX))) for key, image in pictures]
    return build(square, card_mm=DIE_MM)


def _edges(image: Image) -> Floats:
    height, width = image.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)


def _with_figures(catalogue: Catalogue) -> Catalogue | None:
    """The part whose faces show figures; None where there is none."""
    kept = [i for i, view in enumerate(catalogue.views) if not is_plain(view.face)]
    if len(kept) == len(catalogue.views):
        return catalogue
    if not kept:
        return None
    views = tuple(catalogue.views[i] for i in kept)
    return replace(catalogue, views=views, features=tuple(catalogue.features[i] for i in kept))


def alike_faces(catalogue: Catalogue, *, most: float = ALIKE) -> list[Pair]:
    """Pairs of taught faces nearer than `most`: figures among figures, colours among colours."""
    figured = _with_figures(catalogue)
    pairs = look_alikes(figured, most=most) if figured is not None else []
    return sorted([*pairs, *Colours.of(catalogue).pairs(most)], key=lambda pair: pair.distance)


class SymbolDiceReader:
    """Reads taught dice in pictures."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Raises CatalogueError for a catalogue of cards."""
        if abs(catalogue.aspect - 1) > 0.02:  # noqa: PLR2004 - dice are square
            raise CatalogueError(
                "This catalogue holds cards, not dice. Make one with: companion teach dice"
            )
        figured = _with_figures(catalogue)
        self._cards = PhotoReader(figured) if figured is not None else None
        self._figures = Figures(figured if figured is not None else catalogue)
        self._colours = Colours.of(catalogue)

    def read(self, image: Image) -> DiceReading:
        """Every die on a plain ground, top to bottom; what is no taught face has no value."""
        places = DiePlaces(image, LEAST_SHARE, MOST_SHARE)
        seen: list[tuple[Floats, CardReading]] = []
        if self._cards is not None:
            seen = places.read(self._cards.catalogue, PATCH_PX, self.read_face)
        if self._colours.keys:
            seen += self._plain(image, [quad for quad, _ in seen])
        others = places.others([quad for quad, _ in seen])
        seen += [(quad, _untaught(image, quad)) for quad in others]
        dice = [self._die(quad, reading) for quad, reading in seen]
        ordered = tuple(sorted(dice, key=lambda die: (die.box[1], die.box[0])))
        return DiceReading(ordered, DiceState.SETTLED if ordered else DiceState.EMPTY)

    def _plain(self, image: Image, known: list[Floats]) -> list[tuple[Floats, CardReading]]:
        """Dice without a figure beside those known, by their colour."""
        found = []
        for quad in find_card_quads(image, aspects=ASPECTS, least_share=LEAST_SHARE):
            face = cut_out(image, quad, (PATCH_PX, PATCH_PX))
            apart = all(overlap(quad, other) <= ONE_DIE for other in known)
            if apart and is_plain(face):
                reading = self._colours.read(face)
                if reading.likeness >= ASK:
                    found.append((quad, reading))
        return found

    def _die(self, quad: Floats, reading: CardReading) -> DieReading:
        low, high = quad.min(0), quad.max(0)
        box = (float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1]))
        width = min(sides(quad))
        if width < LEAST_PX:
            why = f"it is too small in the picture: {width:.0f} px. Go nearer"
            reading = replace(reading, key=None, unsure=why)
        return DieReading(
            reading.key, reading.confidence, reading.unsure, box, reading.candidates[:2]
        )

    def read_face(self, face: Image) -> CardReading:
        """A square crop of one face, whichever of four ways up it lies."""
        if self._colours.keys and is_plain(face):
            return self._colours.read(face)
        if self._cards is None:
            return CardReading(
                None, (), "it shows a figure; only colours were taught", _edges(face)
            )
        reading, turned = _read_as_it_lies(face, self._cards)
        return self._of_its_shape(_of_a_face(reading), turned)

    def _of_its_shape(self, reading: CardReading, face: Image) -> CardReading:
        """The reading, unsure where the figure is another than that of the named face."""
        if reading.key is None:
            return reading
        if self._figures.apart(face, reading.quad_px, reading.key) <= MAX_APART:
            return reading
        doubted = tuple(Ranked(r.key, round(r.p * OTHER_SHAPE, 4)) for r in reading.candidates)
        why = (
            f"it looks like {reading.key}, but its shape differs: a face that was not taught, or "
            "glare"
        )
        return replace(reading, key=None, candidates=doubted, unsure=why)


def _untaught(image: Image, quad: Floats) -> CardReading:
    """What is as large as the dice that were read, and like none of them."""
    cause = spoiled_by(cut_out(image, quad, (PATCH_PX, PATCH_PX)))
    unsure = UNLIKE_FACES
    why = f"{unsure}, and this may be why: {cause}" if cause else unsure
    return CardReading(None, (), why, quad)


def _of_a_face(reading: CardReading) -> CardReading:
    """What is said of a card, said of a die's face."""
    unsure = reading.unsure.replace("any card", "any face")
    if unsure.endswith("not taught?"):
        key = reading.candidates[0].key
        unsure = f"it is like {key}, but parts of it differ: a face that was not taught?"
    return replace(reading, unsure=unsure)


UNLIKE_FACES = "it does not look like any face that was taught"


def _read_as_it_lies(face: Image, cards: PhotoReader) -> tuple[CardReading, Image]:
    """The better reading of the face as it is and turned by a quarter, and the face that way.

    To read the wrong way takes three times as long as the right one, since nothing is sure there:
    it is left out where the way that fits far better at first is named.
    """
    ways = [face, np.ascontiguousarray(np.rot90(face))]
    misfits = [coarse_misfit(way, cards.catalogue.coarse) for way in ways]
    likely = int(np.argmin(misfits))
    readings = [(cards.read_patch(ways[likely]), ways[likely])]
    if readings[0][0].key is None or misfits[likely] > FAR * misfits[1 - likely]:
        readings.append((cards.read_patch(ways[1 - likely]), ways[1 - likely]))
    return max(readings, key=lambda read: (read[0].likeness, read[0].confidence))


FAR = 0.75
"""Coarse misfit over that of the other way up to which it fits far better. Of 222 dice that are
named, 60 rendered and 162 symbols of cards_set, none has more than 0.66."""
MAX_APART = 0.15
"""Of `Figures.apart`. Chosen on 17 drawn sets of faces and every second symbol of cards_set: 459 of
461 right names lie under 0.09, 39 names of untaught faces from 0.17 on. Docs: vision.md."""
OTHER_SHAPE = 0.05
"""What is left of the confidence: of the 41 faces above the limit 2 were the named one."""
