"""A tray of dice: what they show when they have come to rest and no hand is over them."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from msgspec import structs

from companion.eye.evidence import evidence, references
from companion.eye.rest import Lying, RestWatch
from companion.eye.watch import MARGIN_MM, SMALL, Message, Site
from hardware.events import Candidate, DiceSeen, DieSeen
from vision.catalogue import Catalogue
from vision.dice import DiceReading, DieReading
from vision.dice_reading import read_dice
from vision.mat import Zone
from vision.occupancy import BARE_SHARE, bare_share
from vision.readings import Image
from vision.symbol_dice import SymbolDiceReader
from vision.tray import read_tray

FINE_DICE = 4.0
"""px/mm at which dice are read: a 16 mm die is 64 px wide."""
CHANGED_MM2 = 12.0
"""Of the tray that must look otherwise for it to be read anew: a die that was pushed by a mm."""
STAYED_MM = 2.5
"""A die of the same value whose middle moved less was not rolled."""


DiceReader = Callable[[Image, Zone, float, float], DiceReading]
"""Reads the dice in a tray's picture: picture, zone, px/mm, ring in mm, as `vision.tray.read_tray`.
Boxes are in px of the picture."""


def pips(picture: Image, _zone: Zone, px_per_mm: float, margin_mm: float) -> DiceReading:
    """Pip dice of any colour, without the ring around the tray."""
    edge = round((margin_mm - 1.0) * px_per_mm)
    reading = read_dice(np.ascontiguousarray(picture[edge:-edge, edge:-edge]))
    dice = tuple(
        replace(die, box=(die.box[0] + edge, die.box[1] + edge, die.box[2], die.box[3]))
        for die in reading.dice
    )
    return replace(reading, dice=dice)


def taught(catalogue: Catalogue) -> DiceReader:
    """Dice whose faces were taught. Raises CatalogueError for a catalogue of cards."""
    faces = SymbolDiceReader(catalogue)

    def read(picture: Image, zone: Zone, px_per_mm: float, margin_mm: float) -> DiceReading:
        return read_tray(picture, zone, px_per_mm, margin_mm, faces.read_face)

    return read


@dataclass(frozen=True, slots=True)
class _Die:
    """A die and where its middle lies, mm from the tray's top left."""

    seen: DieSeen
    at: tuple[float, float]


class TrayWatch(RestWatch):
    """Watches one tray."""

    def __init__(self, site: Site, reader: DiceReader) -> None:
        super().__init__(site, fine=FINE_DICE)
        self._reader = reader
        self._dice: tuple[_Die, ...] | None = None

    def forget(self) -> None:
        """What lies there at the next settled look was rolled before: it is taken as given."""
        super().forget()
        self._dice = None

    def use_dice(self, reader: DiceReader) -> None:
        """Other dice were taught."""
        self._reader = reader
        self.forget()

    def _state(self) -> str:
        return "dice" if self._dice else "empty"

    def _changes(self, lying: Lying) -> bool:
        return self._inside_changed(lying, CHANGED_MM2)

    def _read(self, lying: Lying) -> list[Message] | None:
        if lying.edge.hangs:  # no die is wider than a hand
            return None
        first = self._dice is None
        if not first and not self._changes(lying):
            return []
        dice = self._lying_dice(lying)
        old, self._dice = self._dice or (), dice
        if first or (all(die.seen.stayed for die in dice) and len(dice) == len(old)):
            return []
        if not dice and not old:
            return []
        images = evidence(self.zone.name, lying.run, lying.shown)
        told = DiceSeen(
            zone=self.zone.name,
            dice=tuple(die.seen for die in dice),
            settled_at=lying.at.earliest,
            frames=references(images),
            run=lying.run,
            ident=self._next_ident(lying.at.earliest),
        )
        return [*images, told]

    def _lying_dice(self, lying: Lying) -> tuple[_Die, ...]:
        if bare_share(lying.small, self.zone, SMALL, MARGIN_MM) >= BARE_SHARE:
            return ()
        reading = self._reader(lying.fine, self.zone, FINE_DICE, MARGIN_MM)
        dice = sorted(map(self._die, reading.dice), key=lambda die: die.at)
        return tuple(_Die(self._moved(die), die.at) for die in dice)

    def _die(self, die: DieReading) -> _Die:
        x, y, width, height = die.box
        seen = DieSeen(
            value=None if die.value is None else str(die.value),
            candidates=tuple(Candidate(one.key, one.p) for one in die.candidates[:5]),
            unsure=die.unsure,
            cocked=die.cocked,
        )
        return _Die(seen, ((x + width / 2) / FINE_DICE, (y + height / 2) / FINE_DICE))

    def _moved(self, die: _Die) -> DieSeen:
        """With whether it lies where one of this value lay before."""
        stayed = any(
            np.hypot(die.at[0] - old.at[0], die.at[1] - old.at[1]) < STAYED_MM
            and die.seen.value == old.seen.value
            for old in self._dice or ()
        )
        return structs.replace(die.seen, stayed=stayed)
