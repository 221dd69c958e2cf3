"""The cards as they physically lie: what hands have moved so far, and what can be seen of it."""

from collections.abc import Iterator, Sequence
from itertools import product

from companion.twin.renderer import BACK, Placed
from companion.twin.scene import Pile, Point, Scene
from companion.twin.skullduggery.cards import Card
from companion.twin.skullduggery.tokens import Token
from companion.twin.skullduggery.truth import SIDES, Place, Truth

SHIFT_MM = 0.7
"""Standard deviation of where a card lies in its printed cell, which has 1.5 mm to spare around."""
SLANT = 0.6
"""And of its angle, degrees. A card that sticks far out of a line holds up the reading of it."""
NEAT_MM = 4.0
"""Standard deviation of where a discard lies: its frame has 20 mm to spare."""
NEAT_SLANT = 5.0


class Layout:
    """Lines, pile and discards on the mat."""

    def __init__(self, scene: Scene, truth: Truth) -> None:
        self._scene, self._truth = scene, truth
        self._zones = scene.sheet.zones
        self.lines = [list(line) for line in truth.lines]
        """As hands have laid them; a pass reaches it when all have passed."""
        self.lifted: set[Card] = set()
        """Off the table, before somebody's eyes."""
        self.exposed: set[Card] = set()
        """Turned over where they lie by somebody who takes no care."""
        self.turned = set(truth.used)
        """(seat, side) of tokens as hands have turned them."""
        self.newest: Card | None = None
        """The last discard."""
        self._faces: dict[Card, str] = {}
        self._lies: dict[tuple[Card, Place], Placed] = {}
        self._tokens = {one: self._token_spot(*one) for one in product(range(truth.seats), SIDES)}
        size = (scene.sheet.width, scene.sheet.height)
        scene.homes = {seat: self._zones[f"line:{seat}"].home(size) for seat in range(truth.seats)}
        self.refresh()

    def at(self, place: Place) -> Point:
        """Middle of a card's place, mm."""
        seat, slot = place
        return self._zones[f"line:{seat}"].cell(slot)

    def token_at(self, seat: int, side: str) -> Point:
        """Middle of a token, mm."""
        return self._tokens[seat, side][0]

    def _token_spot(self, seat: int, side: str) -> tuple[Point, float]:
        """Anywhere in its half of the place, at any angle."""
        rng, area = self._scene.rng, self._zones[f"tokens:{seat}"]
        x, y = area.middle
        x += (-1 if side == SIDES[0] else 1) * area.width / 4
        return (x + rng.uniform(-4, 4), y + rng.uniform(-4, 4)), rng.uniform(0, 360)

    def pile_at(self) -> Point:
        """Middle of the draw pile, mm."""
        return self._zones["pile"].middle

    def refresh(self) -> None:
        """Show the camera how it lies now."""
        self._scene.piles["lines"][:] = list(self._line_cards())
        self._scene.piles["tokens"][:] = [
            (token := Token(seat, side, (seat, side) in self.turned), Placed(token.picture, *lies))
            for (seat, side), lies in self._tokens.items()
        ]
        pile: Pile = self._scene.piles["pile"]
        pile.clear()
        if self._truth.pile:
            pile.append((self._truth.pile[0], Placed(BACK, self.pile_at(), 0.0)))

    def placed(self, card: Card, place: Place, picture: str) -> Placed:
        """A card in a cell: a little off its middle, turned towards its owner."""
        key = (card, place)
        if key not in self._lies:
            rng, (x, y) = self._scene.rng, self.at(place)
            area = self._zones[f"line:{place[0]}"]
            spot = (x + rng.gauss(0, SHIFT_MM), y + rng.gauss(0, SHIFT_MM))
            self._lies[key] = Placed(BACK, spot, area.turn + rng.gauss(0, SLANT))
        lies = self._lies[key]
        return Placed(picture, lies.at, lies.turn)

    def spot(self, card: Card, zone: str, seat: int) -> Placed:
        """Where a discard comes to lie: neatly inside the frame, turned towards who lays it."""
        rng, (x, y) = self._scene.rng, self._zones[zone].middle
        at = (x + rng.gauss(0, NEAT_MM), y + rng.gauss(0, NEAT_MM))
        turn = self._zones[f"line:{seat}"].turn + rng.gauss(0, NEAT_SLANT)
        return Placed(self._scene.disguise(card), at, turn)

    def land(self, card: Card, zone: str, placed: Placed) -> None:
        """The card lies face up on the discards."""
        self._scene.piles[zone].append((card, placed))
        self.newest = card

    def take_off(self, zone: str, cards: Sequence[Card]) -> None:
        """Only these still lie on the discards."""
        pile = self._scene.piles[zone]
        pile[:] = [one for one in pile if one[0] in cards]
        self.newest = cards[-1] if cards else None

    def _line_cards(self) -> Iterator[tuple[Card, Placed]]:
        for seat, line in enumerate(self.lines):
            for slot, card in enumerate(line):
                if card not in self.lifted:
                    yield card, self.placed(card, (seat, slot), self._picture(card))

    def _picture(self, card: Card) -> str:
        if card not in self._truth.up and card not in self.exposed:
            return BACK
        if card not in self._faces:
            self._faces[card] = self._scene.disguise(card)
        return self._faces[card]
