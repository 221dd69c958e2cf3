"""What hands do at a table of Thieves of Eldris: lay the Square, move and turn cards, throw dice.

Each act moves the cards and the truth at the same exact instant.
"""

import random
from collections.abc import Callable, Mapping, Sequence

from companion.twin.report import Report
from companion.twin.thieves_of_eldris.cards import COLUMNS, ROWS
from companion.twin.thieves_of_eldris.layout import Layout
from companion.twin.thieves_of_eldris.slip_dice import ROLL_NS, Side, Tray
from companion.twin.timeline import LOOK_AFTER_NS, Steps
from companion.twin.visits import Visits
from companion.twin.world import World
from hardware.timing import MS

ONE_HAND = 0.25
"""Share of exchanges for which somebody takes one card off, pushes the other, and lays it down."""
SHAKE_NS = 400 * MS
"""Dice are in the hand so long."""
BOTH_HANDS = 2
"""Seen at once over the Square, however many tokens are laid."""
Do = Callable[[], None]


class Acts:
    """The hands of everybody, over one Square and one tray."""

    def __init__(self, world: World, report: Report, rng: random.Random) -> None:
        self._world, self._report, self._rng = world, report, rng
        self.layout = Layout(world.scene)
        self.tray = Tray(world.scene.sheet.zones["tray"], rng)
        world.scene.dice = self.tray.at
        self._visits = Visits(world, rng, self._show)
        self._seat = 0

    @property
    def now(self) -> int:
        """The present instant, ns."""
        return self._world.timeline.now

    def lay_out(self, seat: int, square: Sequence[str], do: Do) -> Steps:
        """Row after row; `do` with the last one."""
        self._seat = seat
        for row in range(ROWS):
            start = row * COLUMNS
            cards = square[start : start + COLUMNS]

            def lay(start: int = start, cards: Sequence[str] = cards) -> None:
                self.layout.lay(start, cards)
                if start + COLUMNS == len(square):
                    do()

            yield from self._visits.bring(seat, self.layout.at(start + COLUMNS // 2), lay)

    def exchange(self, seat: int, card: str, other: str, do: Do) -> Steps:
        """Two cards change places: by both hands at once, or by one hand after the other."""
        self._seat = seat
        layout = self.layout
        here, there = layout.where(card), layout.where(other)
        if self._rng.random() < ONE_HAND:
            yield from self._one_by_one(seat, here, there, do)
            return

        def swap() -> None:
            layout.exchange(here, there)
            do()

        yield from self._visits.fetch(seat, [layout.at(here), layout.at(there)], swap)

    def _one_by_one(self, seat: int, here: int, there: int, do: Do) -> Steps:
        layout, visits = self.layout, self._visits
        lifted = layout.cells[here]

        def lift() -> None:
            layout.cells[here] = None

        def lay() -> None:
            layout.cells[there] = lifted
            do()

        yield from visits.fetch(seat, [layout.at(here)], lift)
        push = [layout.at(there), layout.at(here)]
        yield from visits.fetch(seat, push, lambda: layout.exchange(here, there))
        yield from visits.bring(seat, layout.at(there), lay)

    def turn_over(self, seat: int, card: str) -> Steps:
        """A character's other side comes up, and what lay on it is taken off."""
        self._seat = seat
        place = self.layout.at(self.layout.where(card))

        def turn() -> None:
            self.layout.dark.add(card)
            self.layout.pieces.pop(card, None)

        yield from self._visits.fetch(seat, [place], turn)

    def lay_pieces(self, seat: int, wanted: Mapping[str, tuple[str, ...]]) -> Steps:
        """Tokens and coins are laid on characters, and others taken off, until it is as wanted."""
        self._seat = seat
        places = [self.layout.at(cell) for cell in self.layout.other_pieces(wanted)]

        def lay() -> None:
            self.layout.pieces = dict(wanted)

        if places:
            yield from self._visits.fetch(seat, places[:BOTH_HANDS], lay)

    def roll(self, seat: int, dice: Sequence[str], which: Sequence[int], do: Do) -> Steps:
        """These dice go into a hand and out of it, and `do` when they have come to rest.

        Args:
            seat: Who throws.
            dice: What each of the thrown ones will show.
            which: Their places among the three.
            do: What is true from then on.
        """
        self._seat = seat
        middle = self.tray.area.middle
        enter, takes, _ = self._visits.times()
        throws = takes + SHAKE_NS
        leaves, rests = throws + ROLL_NS // 2, throws + ROLL_NS
        self._world.scene.fetch(
            seat, middle, enter_ns=enter, take_ns=throws, leave_ns=leaves, load=False
        )
        timeline = self._world.timeline
        disguise = self._world.scene.disguise
        sides = [Side(trait, disguise(Side(trait))) for trait in dice]
        timeline.at(takes, lambda: self.tray.take(which, self.now))
        timeline.at(throws, lambda: self.tray.throw(which, sides, self.now, middle))
        timeline.watch(throws, rests, every=2)
        timeline.watch(rests, rests + LOOK_AFTER_NS)

        def rest() -> None:
            do()
            self._tell_dice(seat)

        timeline.at(rests, rest)
        yield from self._visits.visit(enter, throws, leaves, lambda: None)
        yield max(0, rests + LOOK_AFTER_NS - self.now)

    def _tell_dice(self, seat: int) -> None:
        for number, trait in enumerate(self.tray.from_left()):
            self._report.face(f"tray:{number}", trait, self.now, seat, meant=True)

    def _show(self) -> None:
        self.layout.refresh()
        self.layout.tell_faces(
            lambda zone, face: self._report.face(zone, face, self.now, self._seat, meant=True)
        )
