"""Reading crops of cards from the zones of a mat, where piles, lines and grids are watched."""

from dataclasses import dataclass
from functools import cached_property

from vision.catalogue import Catalogue
from vision.fits import Turns, best_fits
from vision.matching import judge_fits
from vision.parting import parted
from vision.readings import CardReading, Image, Prior
from vision.twins import Twins


@dataclass(frozen=True)
class ZoneReader:
    """Reads crops with one catalogue; keeps what was measured of its near twins."""

    catalogue: Catalogue

    @cached_property
    def twins(self) -> Twins:
        """Which of its cards differ in a number or a sign alone."""
        return Twins(self.catalogue)

    def read(
        self, patch: Image, *, prior: Prior | None = None, turns: Turns = (False, True)
    ) -> CardReading:
        """Read an upright crop of one card.

        Args:
            patch: BGR uint8, the card from edge to edge.
            prior: Unseen copies by key; weighs among close candidates only.
            turns: Which ways up to try: as it is, and turned by half.

        Returns:
            A reading whose `quad_px` lies in `patch`; near twins by the sign in which they part.
        """
        fits = best_fits(patch, self.catalogue, turns)
        reading = judge_fits(fits, patch, self.catalogue, prior or Prior())
        return parted(reading, fits[0], patch, self.twins)
