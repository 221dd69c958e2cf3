"""The three slip dice: their faces drawn by us, how hands throw them, and where they come to rest.

Colours are BGR.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.twin.cubes import SIDE_MM, Cube
from companion.twin.mat import Area
from companion.twin.optics import Image
from companion.twin.scene import Point
from companion.twin.thieves_of_eldris.cards import TRAITS
from hardware.timing import MS

FACE_PX = 128
ROLL_NS = 700 * MS
"""A die rolls so long from the hand to where it stays."""
APART_MM = 1.7 * SIDE_MM
"""People do not leave dice lying against each other."""
ASIDE_MM = 4.0
"""Dice are counted from the left, so that no two lie just one above the other."""
TRIES = 200
EDGE_MM = 18.0
"""From the tray's edge to the middle of a die that stays in it."""
BOUNCE_MM = 22.0
SPIN = 540.0
"""Degrees by which a die still turns when it leaves the hand."""
_BODY, _INK = (205, 222, 230), (46, 34, 30)


def trait_face(trait: str) -> Image:
    """A face of a slip die as drawn here: BGR uint8, square; no two are alike when turned."""
    face = np.full((FACE_PX, FACE_PX, 3), _BODY, np.uint8)
    half, reach, bar = FACE_PX // 2, 40, 13
    match trait:
        case "charisma":
            corners = np.array([(half, half - reach), (half + reach, half + 30), (24, half + 30)])
            cv2.fillPoly(face, [corners.astype(np.int32)], _INK, cv2.LINE_AA)
        case "constitution":
            cv2.circle(face, (half, half), reach - 6, _INK, bar, cv2.LINE_AA)
        case "dexterity":
            cv2.rectangle(face, (half - reach, half - bar), (half + reach, half + bar), _INK, -1)
            cv2.rectangle(face, (half - bar, half - reach), (half + bar, half + reach), _INK, -1)
        case "intelligence":
            for x in (half - 26, half + 26):
                cv2.rectangle(face, (x - bar, half - reach), (x + bar, half + reach), _INK, -1)
        case "strength":
            cv2.rectangle(face, (half - 32, half - 32), (half + 32, half + 32), _INK, -1)
        case _:
            cv2.circle(face, (half, half), reach, _INK, -1, cv2.LINE_AA)
            cv2.circle(face, (half + 20, half - 12), reach - 10, _BODY, -1, cv2.LINE_AA)
    return face


def all_dice() -> dict[str, Image]:
    """The six faces by their trait."""
    return {trait: trait_face(trait) for trait in TRAITS}


@dataclass(frozen=True, slots=True)
class Side:
    """A trait that lies up on a die; `shown` is what the renderer makes of it."""

    trait: str
    shown: str = ""

    @property
    def picture(self) -> str:
        """Name of the face."""
        return self.trait


@dataclass(frozen=True, slots=True)
class Throw:
    """A die on its way: left the hand at `from_ns` at `start`, and lies as `rest` later.

    Attributes:
        trait: What truly lies up; the camera is shown that of `rest` (a fault exchanges them).
        wild: Which faces it shows on its way.
    """

    trait: str
    rest: Cube
    from_ns: int
    start: Point
    wild: int

    def at(self, now_ns: int) -> Cube | None:
        """How it is at that instant; None while it is in the hand."""
        share = (now_ns - self.from_ns) / ROLL_NS
        if share < 0:
            return None
        if share >= 1:
            return self.rest
        left = (1 - share) ** 2
        spot = (
            self.rest.at[0] + (self.start[0] - self.rest.at[0]) * left,
            self.rest.at[1] + (self.start[1] - self.rest.at[1]) * left,
        )
        return Cube(
            up=TRAITS[(self.wild + int(8 * share)) % len(TRAITS)],
            at=spot,
            turn=self.rest.turn + SPIN * left,
            tilt=40 * left * abs(math.sin(9 * math.pi * share)),
            lift=BOUNCE_MM * left * abs(math.cos(3 * math.pi * share)),
        )


@dataclass(slots=True)
class Tray:
    """The tray and what was thrown into it."""

    area: Area
    rng: random.Random
    thrown: list[Throw] = field(default_factory=list)

    def at(self, now_ns: int) -> tuple[Cube, ...]:
        """What the camera may see of the dice."""
        cubes = (throw.at(now_ns) for throw in self.thrown)
        return tuple(cube for cube in cubes if cube is not None)

    def throw(self, which: Sequence[int], sides: Sequence[Side], now_ns: int, start: Point) -> None:
        """These dice (by their place) are thrown anew, and will lie like this."""
        stay = [throw for place, throw in enumerate(self.thrown) if place not in which]
        kept = {place: throw for place, throw in enumerate(self.thrown) if place not in which}
        spots = self._spots(len(which), [throw.rest.at for throw in stay])
        for place, side, spot in zip(which, sides, spots, strict=True):
            rest = Cube(side.shown or side.trait, spot, self.rng.uniform(0, 360))
            wild = self.rng.randrange(len(TRAITS))
            kept[place] = Throw(side.trait, rest, now_ns, start, wild)
        self.thrown = [kept[place] for place in sorted(kept)]

    def take(self, which: Sequence[int], now_ns: int) -> None:
        """These dice are in a hand from now on."""
        never = now_ns + 10**15
        self.thrown = [
            replace(throw, from_ns=never) if place in which else throw
            for place, throw in enumerate(self.thrown)
        ]

    def from_left(self) -> list[str]:
        """What truly lies up, as people count dice: from the left."""
        return [throw.trait for throw in sorted(self.thrown, key=lambda throw: throw.rest.at)]

    def _spots(self, count: int, taken: Sequence[Point]) -> list[Point]:
        area = self.area
        for _ in range(TRIES):
            spots = [
                (
                    self.rng.uniform(area.x + EDGE_MM, area.x + area.width - EDGE_MM),
                    self.rng.uniform(area.y + EDGE_MM, area.y + area.height - EDGE_MM),
                )
                for _ in range(count)
            ]
            if _lie_apart([*taken, *spots]):
                return spots
        raise RuntimeError("the tray is too small for these dice")


def _lie_apart(spots: Sequence[Point]) -> bool:
    """Whether no two touch or lie just one above the other."""
    pairs = [(a, b) for n, a in enumerate(spots) for b in spots[:n]]
    return all(math.dist(a, b) > APART_MM and abs(a[0] - b[0]) > ASIDE_MM for a, b in pairs)
