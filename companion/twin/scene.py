"""The physical table: where cards lie, which hands move over it, and which picture that gives."""

import itertools
import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from companion.twin.cubes import Cube
from companion.twin.hands import HandPose, home_of, reaching_from
from companion.twin.mat import Sheet
from companion.twin.renderer import BACK, CARD_MM, Placed
from hardware.timing import MS

EDGE_MM = 5.0
"""A card laid with care keeps so far from the edge of a small zone."""
MESS_MM = 9.0
"""Standard deviation of where a flipped card lands."""
WILD_TURN_SHARE = 0.25
"""Share of cards that land at any angle; the others lie roughly towards their player."""
TRAVEL_NS = 170 * MS
"""A hand from outside the picture to the Pot or back."""

Point = tuple[float, float]


class Pictured(Protocol):
    """Whatever can lie on the table."""

    @property
    def picture(self) -> str:
        """The renderer's name of its face."""


Pile = list[tuple[Pictured, Placed]]
"""Things and where they lie, from the bottom."""


@dataclass(slots=True)
class Motion:
    """One hand on its way: key points in time, and a card it carries until `drops_at`.

    Attributes:
        stops: (ns, point), in order; before the first and after the last the hand is away.
        carries: Picture of the carried card, None for an empty hand.
        turn: The carried card's angle, degrees.
        carry_from: From when the card is in the hand, ns.
        drops_at: When it lies on the table, ns.
    """

    seat: int
    stops: list[tuple[int, Point]]
    carries: str | None = None
    turn: float = 0.0
    carry_from: int = 0
    drops_at: int = 0

    @property
    def ends(self) -> int:
        """When the hand is out of the picture, ns."""
        return self.stops[-1][0]

    def where(self, at_ns: int) -> Point | None:
        """The palm at that instant, or None when it is not over the table."""
        if not self.stops[0][0] <= at_ns <= self.ends:
            return None
        for (start, a), (end, b) in itertools.pairwise(self.stops):
            if at_ns <= end:
                share = (at_ns - start) / max(1, end - start)
                ease = share * share * (3 - 2 * share)
                return (a[0] + (b[0] - a[0]) * ease, a[1] + (b[1] - a[1]) * ease)
        return None


@dataclass(slots=True)
class Scene:
    """What lies on the mat, and the hands over it."""

    sheet: Sheet
    seats: int
    rng: random.Random
    names: tuple[str, ...]
    """Of its piles, the lowest first: what lies on top of what."""
    piles: dict[str, Pile] = field(init=False)
    homes: dict[int, Point] = field(default_factory=dict)
    """Where hands come from, mm, where people do not sit evenly around the table."""
    motions: list[Motion] = field(default_factory=list)
    dice: Callable[[int], tuple[Cube, ...]] = lambda at_ns: ()
    """How the dice lie at an instant, where a game has any."""
    disguise: Callable[[Pictured], str] = lambda card: card.picture
    """Which picture the renderer shows for a card (a fault exchanges faces here alone)."""

    def __post_init__(self) -> None:
        """Nothing lies there yet."""
        self.piles = {name: [] for name in self.names}

    def view(
        self, at_ns: int
    ) -> tuple[tuple[Placed, ...], tuple[tuple[Placed | None, HandPose], ...]]:
        """Cards bottom to top, and hands with what they hold, at this instant."""
        self.motions = [m for m in self.motions if m.ends >= at_ns]
        cards = tuple(placed for pile in self.piles.values() for _, placed in pile)
        hands = []
        for motion in self.motions:
            at = motion.where(at_ns)
            if at is None:
                continue
            pose = reaching_from(motion.seat, self.home(motion.seat), at)
            held = None
            if motion.carries and motion.carry_from <= at_ns < motion.drops_at:
                held = Placed(motion.carries, at, motion.turn)
            hands.append((held, pose))
        return cards, tuple(hands)

    def place_for(self, card: Pictured, zone: str, seat: int) -> Placed:
        """Where a card comes to lie: near the middle of the zone, at some angle if it fits."""
        area = self.sheet.zones[zone]
        x, y = area.middle
        narrow = min(area.width, area.height)
        room = max(0.0, min(16.0, (narrow - CARD_MM[1]) / 2 - EDGE_MM))
        dx, dy = (max(-room, min(room, self.rng.gauss(0, MESS_MM))) for _ in range(2))
        if self.rng.random() < WILD_TURN_SHARE and math.hypot(*CARD_MM) + EDGE_MM < narrow:
            turn = self.rng.uniform(0, 360)
        else:
            turn = 360 * seat / self.seats + self.rng.gauss(0, room)
        return Placed(self.disguise(card), (x + dx, y + dy), turn % 360)

    def home(self, seat: int) -> Point:
        """Where this seat's hand rests, mm."""
        return self.homes.get(seat) or home_of(seat, self.seats, self.sheet)

    def out_of_view(self, seat: int, at: Point) -> Point:
        """A point on the line from `at` to the seat where hand and arm are out of the picture."""
        home = self.home(seat)
        length = math.hypot(home[0] - at[0], home[1] - at[1])
        reach = 330.0 / max(length, 1.0)
        return (at[0] + (home[0] - at[0]) * reach, at[1] + (home[1] - at[1]) * reach)

    def lay(
        self, seat: int, placed: Placed, *, enter_ns: int, seen_ns: int, leave_ns: int
    ) -> Motion:
        """A hand brings a card face down, turns it at `seen_ns` and is gone at `leave_ns`."""
        out = self.out_of_view(seat, placed.at)
        arrive = min(enter_ns + TRAVEL_NS, seen_ns)
        motion = Motion(
            seat,
            [(enter_ns, out), (arrive, placed.at), (seen_ns, placed.at), (leave_ns, out)],
            carries=BACK,
            turn=placed.turn,
            carry_from=enter_ns,
            drops_at=seen_ns,
        )
        self.motions.append(motion)
        return motion

    def fetch(
        self, seat: int, at: Point, *, enter_ns: int, take_ns: int, leave_ns: int, load: bool
    ) -> Motion:
        """A hand comes empty, takes what lies at `at` at `take_ns`, and carries it off."""
        out = self.out_of_view(seat, at)
        arrive = min(enter_ns + TRAVEL_NS, take_ns)
        motion = Motion(
            seat,
            [(enter_ns, out), (arrive, at), (take_ns, at), (leave_ns, out)],
            carries=BACK if load else None,
            turn=360 * seat / self.seats,
            carry_from=take_ns,
            drops_at=leave_ns + 1,
        )
        self.motions.append(motion)
        return motion

    def clear(self) -> None:
        """All cards and dice are off the table."""
        for pile in self.piles.values():
            pile.clear()
        self.dice = lambda _at_ns: ()
