"""The Square as it physically lies: what hands have moved, turned and laid on it so far."""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.twin.renderer import CARD_MM, TOKEN_MM, Placed
from companion.twin.scene import Pile, Point, Scene
from companion.twin.thieves_of_eldris import tokens
from companion.twin.thieves_of_eldris.cards import COLUMNS, ROWS, Card

SHIFT_MM = 1.2
"""Standard deviation of where a card lies in its cell, which has 1.5 mm to spare around; cells are
not printed."""
SLANT = 1.5
"""And of its angle, degrees."""
UPSIDE_DOWN = 0.3
"""Share of cards that lie with their head towards the other side of the table."""
ASIDE_MM = (9.0, 14.0)
"""Standard deviation of where on its card a token lies, across and along."""
ZONE = "grid"
PIECES = "tokens"
"""The pile of what lies on the characters."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A token or a coin that lies on a character."""

    name: str

    @property
    def picture(self) -> str:
        """The renderer's name of it."""
        return tokens.picture(self.name)


class Layout:
    """24 cells, each with a character or none."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._area = scene.sheet.zones[ZONE]
        self.cells: list[str | None] = [None] * (ROWS * COLUMNS)
        self.dark: set[str] = set()
        self.told: list[str | None] = list(self.cells)
        """The face of each cell as last written down."""
        self._faces: dict[Card, str] = {}
        self._lies: dict[str, tuple[int, Placed]] = {}
        self.pieces: dict[str, tuple[str, ...]] = {}
        """What lies on characters; it moves with its card."""
        self._aside: dict[tuple[str, str], Point] = {}
        self._rng = random.Random("tokens")

    def at(self, cell: int) -> Point:
        """Its middle, mm."""
        return self._area.cell(cell)

    def where(self, card: str) -> int:
        """The cell of a character."""
        return self.cells.index(card)

    def face(self, cell: int) -> str | None:
        """What lies up there, as the companion's pages name it."""
        key = self.cells[cell]
        return f"{key}:dark" if key in self.dark else key

    def lay(self, start: int, cards: Sequence[str]) -> None:
        """These characters lie from this cell on."""
        self.cells[start : start + len(cards)] = cards

    def exchange(self, one: int, other: int) -> None:
        """Two cells' cards change places; one of them may be empty."""
        self.cells[one], self.cells[other] = self.cells[other], self.cells[one]

    def other_pieces(self, wanted: Mapping[str, tuple[str, ...]]) -> list[int]:
        """Cells whose character bears something else than is wanted."""
        cards = {*self.pieces, *wanted}
        return sorted(self.where(c) for c in cards if self.pieces.get(c) != wanted.get(c))

    def refresh(self) -> None:
        """Show the camera how it lies now."""
        pile: Pile = self._scene.piles[ZONE]
        pile[:] = [
            (self._card(key), self._placed(key, cell))
            for cell, key in enumerate(self.cells)
            if key is not None
        ]
        self._scene.piles[PIECES][:] = [
            (Piece(name), self._laid_on(self._lies[key][1], key, name))
            for key, names in self.pieces.items()
            if key in self.cells
            for name in names
        ]

    def tell_faces(self, report: Callable[[str, str], None]) -> None:
        """Write down (zone, face) of every cell that shows another face than before."""
        for cell in range(len(self.cells)):
            face = self.face(cell)
            if face != self.told[cell] and face is not None:
                report(f"{ZONE}:{cell}", face)
            self.told[cell] = face

    def _card(self, key: str) -> Card:
        return Card(key, dark=key in self.dark)

    def _placed(self, key: str, cell: int) -> Placed:
        """A little off the middle of its cell; it stays as it lies until it is moved."""
        old = self._lies.get(key)
        card = self._card(key)
        if card not in self._faces:
            self._faces[card] = self._scene.disguise(card)
        if old is None or old[0] != cell:
            rng, (x, y) = self._scene.rng, self.at(cell)
            turn = 180.0 * (rng.random() < UPSIDE_DOWN) + rng.gauss(0, SLANT)
            spot = (x + rng.gauss(0, SHIFT_MM), y + rng.gauss(0, SHIFT_MM))
            old = (cell, Placed(self._faces[card], spot, turn))
            self._lies[key] = old
        return Placed(self._faces[card], old[1].at, old[1].turn)

    def _laid_on(self, card: Placed, key: str, name: str) -> Placed:
        """All of it on its card, wherever the card lies."""
        if (key, name) not in self._aside:
            room = [(side - TOKEN_MM) / 2 for side in CARD_MM]
            x, y = (
                max(-most, min(most, self._rng.gauss(0, spread)))
                for most, spread in zip(room, ASIDE_MM, strict=True)
            )
            self._aside[key, name] = (x, y)
        x, y = self._aside[key, name]
        turn = math.radians(card.turn)
        cos, sin = math.cos(turn), math.sin(turn)
        at = (card.at[0] + cos * x - sin * y, card.at[1] + sin * x + cos * y)
        return Placed(tokens.picture(name), at, card.turn)
