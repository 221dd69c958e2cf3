"""A grid or a line of cards: read cell by cell, and after that only what changed."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard

import cv2
import numpy as np

from companion.eye.cards import CardWatch
from companion.eye.evidence import evidence, references
from companion.eye.rest import Lying, RestWatch
from companion.eye.settle import WORTH_A_PLACE
from companion.eye.usual import Usual
from companion.eye.watch import FINE, MARGIN_MM, SMALL, Message, Site, explained
from hardware.events import Candidate, CellSeen, GridSeen
from vision.catalogue import CARD_MM
from vision.cells import Cells
from vision.mat import Zone
from vision.readings import CardReading, Floats, Prior, Unreadable
from vision.zone_reader import ZoneReader

BACK = "back"
"""The key under which the back of the cards is taught."""
DARK = ":dark"
"""Ends the keys of the other sides of two-sided cards."""
STRANGER = "it does not look like any card that was taught"
CHANGED_MM2 = 25.0
"""Of a cell that must look otherwise for it to be read anew: a card pushed by half a millimetre
changes as much, a numeral that becomes another changes 200."""
INSIDE_MM = 4.0
"""Along a cell's edges a neighbour that lies askew may reach in."""
EXPECTED_WEIGHT = 4
"""The face that should lie in a cell against any other, among close candidates."""


@dataclass(frozen=True, slots=True)
class _Read:
    """What one cell shows.

    Attributes:
        seen: As it is told.
        quad: Where a card lies there, its corners in px of `Lying.small`.
        guess: Where the best face would lie, likely or not, in px of `Lying.fine`.
    """

    seen: CellSeen
    quad: Floats | None = None
    guess: Floats | None = None


class GridWatch(CardWatch, RestWatch):
    """Watches one line or grid."""

    def __init__(self, site: Site, reader: ZoneReader | None, usual: Usual) -> None:
        super().__init__(site, reader, usual)
        zone = site.zone
        self._usual_dark = Usual()
        self._wanted: Sequence[str] = ()
        self._masked: frozenset[int] = frozenset()
        self._cells: list[CellSeen | None] = [None] * zone.cells
        self._quads: list[Floats | None] = [None] * zone.cells
        self._told: tuple[CellSeen | None, ...] = (None,) * zone.cells

    def expect(self, wanted: Sequence[str], masked: frozenset[int]) -> None:
        """Which face should lie in each cell, and where nobody may look."""
        self._wanted = wanted
        if masked != self._masked:
            self._masked = masked
            self._stir()

    def use(self, reader: ZoneReader, usual: Usual) -> None:
        """Other taught cards; what lies there now is looked at anew."""
        self._usual_dark = Usual()
        super().use(reader, usual)

    def forget(self) -> None:
        """Tell all of it anew at the next settled look."""
        super().forget()
        self._cells, self._quads = [None] * self.zone.cells, [None] * self.zone.cells
        self._told = (None,) * self.zone.cells

    def _state(self) -> str:
        empty = all(cell is not None and cell.empty for cell in self._cells)
        return "empty" if empty else "laid"

    def _changes(self, lying: Lying) -> bool:
        return any(self._cell_changed(lying, place) for place in range(self.zone.cells))

    def _cell_changed(self, lying: Lying, place: int) -> bool:
        if self._cells[place] is None or lying.first:
            return True
        corner = np.array([self.zone.x_mm, self.zone.y_mm], np.float32) - np.float32(MARGIN_MM)
        quad = (self.zone.cell_mm(place) - corner) * np.float32(SMALL)
        x0, y0 = np.round(quad.min(0) + INSIDE_MM * SMALL).astype(int)
        x1, y1 = np.round(quad.max(0) - INSIDE_MM * SMALL).astype(int)
        return cv2.countNonZero(lying.edge.changed[y0:y1, x0:x1]) > CHANGED_MM2 * SMALL**2

    def _read(self, lying: Lying) -> list[Message] | None:
        places = [
            place
            for place in range(self.zone.cells)
            if place not in self._masked and self._cell_changed(lying, place)
        ]
        read: dict[int, _Read] = {}
        if places:
            cells = Cells.of(self.zone, lying.fine, FINE, MARGIN_MM)
            read = {place: self._cell(cells, place) for place in places}
            read |= self._under_pieces(cells, read)
        if lying.edge.hangs and not self._explains(lying, read):
            return None
        for place, one in read.items():
            self._cells[place], self._quads[place] = one.seen, one.quad
        return self._told_of(lying)

    def _explains(self, lying: Lying, read: Mapping[int, _Read]) -> bool:
        """Whether cards that lie, or lay, over the edge are all that changed there."""
        lies = [one.quad for one in read.values() if one.quad is not None]
        lay = [quad for quad in self._quads if quad is not None]
        return explained(lying.edge, self._covered(lying.small), lies, lay)

    def _told_of(self, lying: Lying) -> list[Message]:
        """What is to be told of the cells as they are known now."""
        seen = tuple(
            CellSeen(masked=True) if place in self._masked else cell
            for place, cell in enumerate(self._cells)
        )
        if not _all_seen(seen):
            return []
        before, self._told = self._told, seen
        return told_cells(self.zone, seen, before, lying, self._next_ident)

    def _cell(self, cells: Cells, place: int) -> _Read:
        """What lies in one cell, whatever lay there before."""
        reader = self._reader
        card_mm = reader.catalogue.card_mm if reader is not None else CARD_MM
        if cells.is_bare(place, card_mm):
            return _Read(CellSeen(empty=True))
        if reader is None:
            return _Read(CellSeen(unsure="no cards have been taught"))
        reading = cells.read(place, reader, self._belief(place))
        if isinstance(reading, Unreadable):
            return _Read(CellSeen(unsure=reading.reason))
        is_card = reading.likeness >= WORTH_A_PLACE
        quad = reading.quad_px * np.float32(SMALL / FINE) if is_card else None
        return _Read(self._seen(reading), quad, reading.quad_px)

    def _under_pieces(self, cells: Cells, read: Mapping[int, _Read]) -> dict[int, _Read]:
        """Cards under a token or a coin, where no other card of the zone can be meant.

        Every face that should lie here is known, was taught, and lies here once: so a card that is
        known by a part of it must be one of them, and of none that lies elsewhere.
        """
        if self._reader is None:
            return {}
        catalogue, wanted = self._reader.catalogue, set(self._wanted)
        if len(wanted) < self.zone.cells or not wanted <= set(catalogue.keys):
            return {}
        found: dict[int, _Read] = {}
        for place, one in read.items():
            if one.seen.unsure and one.guess is not None:
                reading = cells.read_under_pieces(one.guess, catalogue, self._belief(place))
                if reading is not None and reading.key in wanted:
                    seen = CellSeen(key=reading.key, candidates=_candidates(reading))
                    found[place] = _Read(seen, reading.quad_px * np.float32(SMALL / FINE))
        lies = {**dict(enumerate(self._cells)), **_seen_of(read), **_seen_of(found)}
        cards = Counter(_card(cell.key) for cell in lies.values() if cell is not None)
        return {place: one for place, one in found.items() if cards[_card(one.seen.key)] == 1}

    def _seen(self, reading: CardReading) -> CellSeen:
        candidates = _candidates(reading)
        if reading.key is None:
            return CellSeen(candidates=candidates, unsure=reading.unsure)
        usual = self._usual_of(reading.key)
        if reading.likeness < usual.least:
            return CellSeen(candidates=candidates, unsure=STRANGER)
        usual.add(reading.likeness)
        if reading.key == BACK:
            return CellSeen(back=True, candidates=candidates)
        return CellSeen(key=reading.key, candidates=candidates)

    def _belief(self, place: int) -> Prior:
        """Every face may lie anywhere; the one that should lie here a little rather."""
        wanted = self._wanted[place] if place < len(self._wanted) else ""
        copies: dict[str, int] = {}
        keys = self._reader.catalogue.keys if self._reader is not None else ()
        if wanted in keys:
            copies = {**dict.fromkeys(keys, 1), wanted: EXPECTED_WEIGHT}
        least = min(self._usual.least, self._usual_dark.least)
        return replace(Prior(copies), least_likeness=least)

    def _usual_of(self, key: str) -> Usual:
        """Dark sides and backs have less contrast, so less of them is explained."""
        return self._usual_dark if key.endswith(DARK) or key == BACK else self._usual


def told_cells(
    zone: Zone,
    seen: tuple[CellSeen, ...],
    before: Sequence[CellSeen | None],
    lying: Lying,
    next_ident: Callable[[int], int],
) -> list[Message]:
    """The whole layout with its evidence, where some of it is otherwise than told `before`."""
    changed = tuple(place for place, cell in enumerate(seen) if not _alike(cell, before[place]))
    if not changed:
        return []
    images = evidence(zone.name, lying.run, lying.shown)
    told = GridSeen(
        zone=zone.name,
        columns=zone.columns or len(seen),
        cells=seen,
        changed=changed,
        settled_at=lying.at.earliest,
        frames=references(images),
        run=lying.run,
        ident=next_ident(lying.at.earliest),
    )
    return [*images, told]


def _candidates(reading: CardReading) -> tuple[Candidate, ...]:
    return tuple(Candidate(one.key, one.p) for one in reading.candidates[:5])


def _seen_of(read: Mapping[int, _Read]) -> dict[int, CellSeen | None]:
    return {place: one.seen for place, one in read.items()}


def _card(key: str | None) -> str:
    """Which card it is, whichever side is up."""
    return (key or "").removesuffix(DARK)


def _alike(one: CellSeen | None, other: CellSeen | None) -> bool:
    """Whether the two say the same, however sure."""
    if one is None or other is None:
        return one is other
    return _essence(one) == _essence(other)


def _essence(cell: CellSeen) -> tuple[object, ...]:
    likely = cell.candidates[0].key if cell.unsure and cell.candidates else ""
    return (cell.key, cell.empty, cell.back, cell.masked, bool(cell.unsure), likely)


def _all_seen(cells: tuple[CellSeen | None, ...]) -> TypeGuard[tuple[CellSeen, ...]]:
    """Nothing is told before every cell was looked at once."""
    return all(cell is not None for cell in cells)
