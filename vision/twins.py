"""Cards with one picture that differ in a number or a sign: is the sign the one of the named card?

Two such faces, taught in two lights, differ more in light, place and sharpness than in their
number. So light and place are taken out between the faces first; what then stands out is where the
two part, and there a patch must look like the face that is named.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.alignment import align, warped
from vision.catalogue import Catalogue
from vision.faces import in_its_light, inner
from vision.familiar import cells_alike
from vision.fits import Fit
from vision.geometry import cut_out
from vision.ink import NOTHING_FITS, other_ink
from vision.matching import quad_of
from vision.readings import Floats, Image
from vision.signs import Signs

NEAR, ROUGHLY, MOST = 0.85, 0.4, 8
"""Mean correlation of the cells from which two faces are near twins, in one place and light. Looked
at are only so many others, those whose whole faces correlate best and better than that."""
IN_GREY = 0.05
"""How much less alike two near twins may be in grey before their lights are made one. Six decks,
992 pairs: none by more than 0.007; three in four of those that are no twins, and more, are."""
MOST_UNLIKE = 0.33
"""Of what parts the face from a twin, how much the patch may lack there. Sixteen tarot pictures
with four numbers each, 30 rendered views in hard light: of 90 pairs with a wrong number none lies
under 0.36, of 30 with the right one half do under 0.33; most others have a lamp on the number.
The 484 right readings of cards_set lie under it."""
BY_ITSELF = 0.05
"""The same where no sign was told by its ink, a lamp or blur lying on it: then little enough to
name a card. Three decks of playing cards in hard light, fifteen tables: ten of twelve readings kept
back so, all of them right, lack 0.01 and less; of such tarot pictures whose number was not taught,
among 60, none lacks less than 0.18."""
SPOT_PX = 7
"""Side of the window in which they must part, fine px of 64 across: a figure of an index."""
PARTED, SMALL = 0.5, 0.035
"""Of the largest difference, from which a px belongs to where the two part; and the share of a
card up to which that is a mere sign. Signs of numbers take 1 to 3 in 100. What fills more, as the
shading of cards_set (half of its twins over 11 in 100), a comparison of whole faces tells."""
MOST_INK, TIMES_INK = 0.12, 2.0
"""Stroke that the picture may have beside the sign, over the sign's contrast, and how many times as
much any twin must leave. Sixteen tarot pictures with four numbers each, 24 piles in hard light: 17
of 18 right numbers leave 0.05 to 0.09, their nearest twins 0.22 and more; an 8 that was not taught
leaves 0.18 to 0.23 beside a 5."""
INKY, UNCOLOURED = 0.15, 0.4
"""Stroke between two taught faces from which ink parts them, and share of lightness in what parts
them: the colours and shadings of cards_set are told by the comparison of whole faces."""
AROUND_PX = 41
"""Side of the square by which such a place is grown, px of `vision.signs`: tiles reach so far."""
LIGHT_PX, RIM_PX = 5.0, 3
"""What is wider is light; what is nearer to the edge is how the card was cut out."""


@dataclass(frozen=True, slots=True)
class Twin:
    """A face that is nearly that of another key.

    Attributes:
        key: Whose face it is.
        view: Which view of the catalogue.
        spot: Where the two part, bool (H, W) without margin.
        apart: By how much there, squared and summed: as figures alone, and with light.
        by_ink: Whether a stroke parts them, as a number does; a colour or a shade does not.
    """

    key: str
    view: int
    spot: npt.NDArray[np.bool_]
    apart: tuple[float, float]
    by_ink: bool


@dataclass(frozen=True)
class Twins:
    """The near twins of the views of a catalogue, looked up when first asked for."""

    catalogue: Catalogue
    _known: dict[int, list[Twin]] = field(default_factory=dict)

    def unlike(self, fit: Fit, *, inky: bool = False) -> tuple[float, str]:
        """What the patch lacks where its face parts from a twin that no ink tells, and its key.

        inky: Of those that ink tells as well.

        About 0 where it is the face there, about 1 where it is the twin or bears another sign; 0
        where there are no such twins.
        """
        twins = [twin for twin in self.of(fit.view) if inky or not twin.by_ink]
        if not twins:
            return 0.0, ""
        fine, plain = _squares(fit.lab - fit.face)
        return max(
            (
                min(
                    float(fine[twin.spot].sum()) / twin.apart[0],
                    float(plain[twin.spot].sum()) / twin.apart[1],
                ),
                twin.key,
            )
            for twin in twins
        )

    def told(self, fit: Fit, patch: Image) -> int | None:
        """Of the fit's view and its twins the one whose sign the patch bears; None where none does.

        One place of the sign is enough, where another is covered or a lamp lies on it, as long as
        no two places tell different cards. patch: BGR uint8, where the fit was laid.
        """
        inky = [twin for twin in self.of(fit.view) if twin.by_ink]
        family = [fit.view, *(twin.view for twin in inky)]
        quad = quad_of(fit, patch, self.catalogue)
        card = cut_out(patch, quad, self.catalogue.shape.signs)
        told = {}
        for place in self._places([twin.spot for twin in inky]):
            view = self._told_at(place, card, family)
            if view is not None:
                told[self.catalogue.views[view].key] = view
        return next(iter(told.values())) if len(told) == 1 else None

    def _told_at(self, place: Image, card: Image, family: Sequence[int]) -> int | None:
        """The view whose sign stands at one place, if no other one's could."""
        signs = Signs(card, place, self.catalogue)
        soft, small = signs.softness(family[0]), self.catalogue.small
        inks = sorted((other_ink(card, small[view], place, soft), view) for view in family)
        keys = [self.catalogue.views[view].key for _, view in inks]
        others = [ink for (ink, _), key in zip(inks, keys, strict=True) if key != keys[0]]
        sure = inks[0][0] < MOST_INK and (not others or others[0] > TIMES_INK * inks[0][0])
        return inks[0][1] if sure else None

    def _places(self, spots: Sequence[npt.NDArray[np.bool_]]) -> list[Image]:
        """The places that these spots cover, each for itself: uint8 of `Shape.signs`, 255 there."""
        fine: Image = np.zeros(self.catalogue.shape.fine[::-1], np.uint8)
        for spot in spots:
            inner(fine, self.catalogue.margin)[spot] = 255
        wide = cv2.resize(fine, self.catalogue.shape.signs, interpolation=cv2.INTER_NEAREST)
        wide = cv2.dilate(wide, np.ones((AROUND_PX, AROUND_PX), np.uint8))
        count, labels = cv2.connectedComponents(wide)
        return [np.where(labels == i, 255, 0).astype(np.uint8) for i in range(1, count)]

    def of(self, view: int) -> list[Twin]:
        """The near twins of a view."""
        if view not in self._known:
            found = (self._parted(view, other) for other in self._likely(view))
            self._known[view] = [twin for twin in found if twin is not None]
        return self._known[view]

    @cached_property
    def _standard(self) -> Floats:
        """The lightness of each view less its mean, of length 1: float32 (views, px)."""
        light = np.stack([lab[..., 0].ravel() for lab in self.catalogue.labs])
        light -= light.mean(1, keepdims=True)
        length = np.linalg.norm(light, axis=1, keepdims=True)
        return np.asarray(light / (length + np.float32(1e-6)), np.float32)

    def _likely(self, view: int) -> list[int]:
        """Views of other keys that might be twins of this one, the likeliest first."""
        views = self.catalogue.views
        alike = self._standard @ self._standard[view]
        near = (int(other) for other in np.argsort(-alike) if alike[other] > ROUGHLY)
        return [other for other in near if views[other].key != views[view].key][:MOST]

    def _parted(self, view: int, other: int) -> Twin | None:
        """Where a view parts from another, if that is a near twin."""
        face = self.catalogue.labs[view]
        warp = self._place(other, view)
        if warp is None:
            return None
        there = self._relit(other, view, warp)
        if _alike(there, face) < NEAR:
            return None
        fine, plain = _squares(there - face)
        window = cv2.blur(fine, (SPOT_PX, SPOT_PX))
        spot = window > PARTED * window.max()
        if spot.mean() > SMALL:
            return None
        apart = float(fine[spot].sum()) + LEAST, float(plain[spot].sum()) + LEAST
        off = np.square(there - face)[spot]
        dark = float(off[:, 0].sum()) > UNCOLOURED * float(off.sum())
        by_ink = dark and INKY < self._ink(view, other, spot) < NOTHING_FITS
        return Twin(self.catalogue.views[other].key, other, spot, apart, by_ink)

    def _ink(self, view: int, other: int, spot: npt.NDArray[np.bool_]) -> float:
        """The darkest stroke that parts the other face from this one at a spot."""
        small = self.catalogue.small
        places = self._places([spot])
        return max(other_ink(small[other], small[view], place, 0.0) for place in places)

    def _place(self, other: int, view: int) -> Floats | None:
        """Where the other face lies on this one; None where their cells differ in grey already."""
        templates = self.catalogue.templates[0]
        grey, template = templates.grey(other), templates[view]
        warp = align(grey, template, np.eye(3, dtype=np.float32))
        moved = warped(grey, warp, template.size, template.margin)
        alike = _alike(moved[..., None], inner(template.grey, template.margin)[..., None])
        return warp if alike > NEAR - IN_GREY else None

    def _relit(self, other: int, view: int, warp: Floats) -> Floats:
        """The other face, laid there, in the light of this one, Lab without margin."""
        cat = self.catalogue
        moved = warped(cat.fine[other], warp, cat.shape.fine)
        return in_its_light(moved, cat.fine[view], cat.margin)


LEAST = 1e-9


def _squares(off: Floats) -> tuple[Floats, Floats]:
    """A difference squared, as figure without light and as it is: (H, W) each; none at the rim."""
    near, wide = (cv2.GaussianBlur(off, (0, 0), sigma) for sigma in (1.0, LIGHT_PX))
    fine, plain = np.zeros(off.shape[:2], np.float32), np.zeros(off.shape[:2], np.float32)
    for square, picture in ((fine, near - wide), (plain, near)):
        square[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX] = inner(np.square(picture).sum(2), RIM_PX)
    return fine, plain


def _alike(lab: Floats, face: Floats) -> float:
    """Mean correlation of the cells; two blank cards are alike."""
    cells = cells_alike(lab, face)
    return float(cells.mean()) if cells.size else 1.0
