"""What hands do at a table of Skullduggery: draw, lay, pass, look, turn up.

Each act moves the cards and the truth at the same exact instant.
"""

import random
from typing import Any

from companion.twin.report import Report
from companion.twin.skullduggery.cards import Card
from companion.twin.skullduggery.layout import Layout
from companion.twin.skullduggery.tokens import Token
from companion.twin.skullduggery.truth import SIDES, SPYGLASS, Place, Truth
from companion.twin.timeline import Steps
from companion.twin.visits import Visits
from companion.twin.world import World
from hardware.timing import MS

LOOK_NS = 1200 * MS
"""So long somebody looks at a card in secret."""


class Acts:
    """The hands of everybody, over one game's layout and truth."""

    def __init__(self, world: World, truth: Truth, report: Report, rng: random.Random) -> None:
        self.world, self.truth, self.report = world, truth, report
        self.layout = Layout(world.scene, truth)
        self._visits = Visits(world, rng, self._show)
        self.reported: dict[Place, Card] = {}
        for seat in range(truth.seats):
            for side in SIDES:
                self._tell_token(seat, side)

    @property
    def now(self) -> int:
        """The present instant, ns."""
        return self.world.timeline.now

    def draw(self, seat: int) -> Steps:
        """The top card of the pile goes into a hand, below the camera's view."""

        def take() -> None:
            self.truth.draw(self.now)

        yield from self._visits.fetch(seat, [self.layout.pile_at()], take)

    def place(self, seat: int, side: str | None, slot: int) -> Steps:
        """The drawn card takes a place in a line; the old one is in the hand now."""
        truth, layout = self.truth, self.layout
        owner = seat if side is None else truth.neighbour(seat, side)
        card = truth.drawn

        def lay() -> None:
            truth.place(self.now, side, slot)
            if card is not None:
                layout.lines[owner][slot] = card

        yield from self._visits.bring(seat, layout.at((owner, slot)), lay)

    def turn_token(self, seat: int, side: str) -> Steps:
        """A used token is turned over where it lies."""

        def turn() -> None:
            self.layout.turned.add((seat, side))
            self._tell_token(seat, side)

        yield from self._visits.fetch(seat, [self.layout.token_at(seat, side)], turn)

    def _tell_token(self, seat: int, side: str) -> None:
        """Write down which side is up since now."""
        zone = f"tokens:{seat}:{SIDES.index(side)}"
        token = Token(seat, side, (seat, side) in self.layout.turned)
        self.report.face(zone, token.key, self.now, seat, meant=True)

    def discard(self, seat: int, card: Card) -> Steps:
        """A card is laid on the discards for all to see; passing hands follow."""
        zone = "spyglass" if card.value == SPYGLASS else "discard"
        placed = self.layout.spot(card, zone, seat)

        def land() -> None:
            self.layout.land(card, zone, placed)
            self.report.face(zone, card.key, self.now, seat, meant=True)
            if self.truth.leaving is card:
                self.truth.show(self.now)

        yield from self._visits.bring(seat, placed.at, land)

    def is_behind(self) -> bool:
        """Whether cards have to be passed or switched by hand."""
        return self.layout.lines != self.truth.lines

    def carry_on(self, seat: int) -> Steps:
        """All pass at once, or one switches: the lines lie as the discard wants it."""
        truth, layout = self.truth, self.layout
        moved = [s for s in range(truth.seats) if layout.lines[s] != truth.lines[s]]

        def move() -> None:
            layout.lines = [list(line) for line in truth.lines]

        hands = [(s, layout.at((s, 0))) for s in moved if s != seat]
        yield from self._visits.bring(seat, layout.at((seat, 0)), move, hands)

    def look(self, seat: int, place: Place, *, care: bool) -> Steps:
        """A card is looked at below the table's edge; or turned over where it lies."""
        layout = self.layout
        card = layout.lines[place[0]][place[1]]
        out = layout.lifted if care else layout.exposed
        yield from self._visits.fetch(seat, [layout.at(place)], lambda: out.add(card))
        yield LOOK_NS
        yield from self._visits.bring(seat, layout.at(place), lambda: out.discard(card))

    def turn_up(self, seat: int, slot: int) -> Steps:
        """A middle card for a Spyglass."""

        def turn() -> None:
            self.truth.turn_up(self.now, seat, slot)

        yield from self._visits.fetch(seat, [self.layout.at((seat, slot))], turn)

    def reveal(self, seat: int) -> Steps:
        """The whole line is turned up where it lies."""
        middle = self.world.scene.sheet.zones[f"line:{seat}"].middle
        yield from self._visits.fetch(seat, [middle], lambda: self.truth.reveal(self.now, seat))

    def put_back(
        self,
        seat: int,
        saved: dict[str, Any],
        lines: list[list[Card]],
        turned: frozenset[tuple[int, str]],
    ) -> Steps:
        """Hands lay everything as it lay: the game stands as `saved`."""
        truth, layout = self.truth, self.layout
        tokens = layout.turned ^ turned
        places = [layout.at((s, 0)) for s in range(truth.seats) if layout.lines[s] != lines[s]]
        places += [layout.token_at(*token) for token in tokens]

        def back() -> None:
            truth.restore(saved)
            layout.lines = [list(line) for line in lines]
            layout.turned = set(turned)
            for zone in ("discard", "spyglass"):
                layout.take_off(zone, getattr(truth, zone))
            for token in tokens:
                self._tell_token(*token)

        yield from self._visits.fetch(seat, [layout.pile_at(), *places], back)

    def _show(self) -> None:
        self.layout.refresh()
        self._tell_faces()

    def _tell_faces(self) -> None:
        """Write down which open card lies where since now."""
        truth, lies = self.truth, {}
        for seat, line in enumerate(self.layout.lines):
            for slot, card in enumerate(line):
                if card in truth.up:
                    lies[seat, slot] = card
        for (seat, slot), card in lies.items():
            if self.reported.get((seat, slot)) != card:
                zone = f"line:{seat}:{slot}"
                self.report.face(zone, card.key, self.now, seat, meant=True)
        self.reported = lies
