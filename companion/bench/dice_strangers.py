"""Things that are no dice, drawn on tables: how many of them does `read dice` give a value?"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from companion.bench.rendered_cards import HARD, drawn_ground, photograph
from companion.bench.row import BenchRow
from companion.bench.stranger_kinds import THINGS, Thing
from companion.bench.stranger_kinds_more import MORE_THINGS
from companion.bench.stranger_tiles import TILE, Tile
from vision.dice_reading import read_dice
from vision.readings import Floats, Image

EACH = 32
"""Things of each kind."""
A_TABLE = 4
SIZE = (1000, 750)
SEED = 700


@dataclass(frozen=True, slots=True)
class StrangerTable:
    """A picture and the kinds that lie in its quarters, row by row."""

    picture: Image
    kinds: tuple[str, ...]

    def kind_at(self, x: float, y: float) -> str:
        """What lies in the quarter of this point of the picture."""
        quarter = int(x > SIZE[0] / 2) + 2 * int(y > SIZE[1] / 2)
        return self.kinds[min(quarter, len(self.kinds) - 1)]


def dice_stranger_rows() -> Iterator[BenchRow]:
    """Values told, by kind, things asked about and totals told, of all that was shown."""
    for things in (THINGS, MORE_THINGS):
        yield from _rows(things)


def _rows(things: Mapping[str, Thing]) -> Iterator[BenchRow]:
    told: Counter[str] = Counter()
    shown = asked = totals = 0
    for table in stranger_tables(things=things):
        reading = read_dice(table.picture)
        shown += len(table.kinds)
        asked += sum(die.value is None for die in reading.dice)
        totals += reading.total is not None and bool(reading.dice)
        for x, y, wide, high in (die.box for die in reading.dice if die.value is not None):
            told[table.kind_at(x + wide / 2, y + high / 2)] += 1
    what = f"things that are no dice (rendered), {shown} of {len(things)} kinds"
    yield BenchRow(what=f"{what}: values told", value=told.total(), unit="dice")
    yield BenchRow(what=f"{what}: asked about", value=asked, unit="dice")
    yield BenchRow(what=f"{what}: totals told", value=totals, unit="totals")
    for kind in things:
        yield BenchRow(what=f"{what}: values told, {kind}", value=told[kind], unit="dice")


def stranger_tables(
    seed: int = SEED, each: int = EACH, things: Mapping[str, Thing] = THINGS
) -> Iterator[StrangerTable]:
    """Pictures of tables with four things each; every kind comes `each` times."""
    rng = np.random.default_rng(seed)
    kinds = [kind for kind in things for _ in range(each)]
    order = rng.permutation(len(kinds))
    for start in range(0, len(order), A_TABLE):
        some = [kinds[i] for i in order[start : start + A_TABLE]]
        table = drawn_ground(rng, SIZE)
        die_px = rng.uniform(26, 60)
        for n, kind in enumerate(some):
            middle = (
                SIZE[0] * (0.28 + 0.44 * (n % 2)) + rng.uniform(-30, 30),
                SIZE[1] * (0.28 + 0.44 * (n // 2)) + rng.uniform(-20, 20),
            )
            draw, dice_wide = things[kind]
            _lay(table, draw(rng), middle, die_px * dice_wide * rng.uniform(0.85, 1.2), rng)
        light = HARD if rng.random() < 0.4 else None  # noqa: PLR2004 - two fifths of the tables
        picture = photograph([], rng, size=SIZE, ground=table, light=light)[0]
        yield StrangerTable(picture, tuple(some))


def _lay(
    table: Image, tile: Tile, middle: tuple[float, float], wide: float, rng: np.random.Generator
) -> None:
    """Draw a thing with its shadow."""
    wide = min(wide, 300.0)
    turn: Floats = cv2.getRotationMatrix2D(
        (TILE / 2, TILE / 2), rng.uniform(0, 360), wide / (TILE * 0.8)
    )
    turn[:, 2] += np.array(middle) - TILE / 2
    soft = cv2.GaussianBlur(tile[0], (0, 0), max(TILE * 0.8 / wide / 2.5, 0.3))
    over = cv2.warpAffine(soft, turn, SIZE).astype(np.float32)
    cover = cv2.warpAffine(tile[1], turn, SIZE).astype(np.float32) / np.float32(255)
    away = np.array([[1, 0, rng.uniform(-4, 4)], [0, 1, rng.uniform(-4, 4)]])
    shade = cv2.GaussianBlur(cv2.warpAffine(cover, away, SIZE), (0, 0), 2.5)
    dark = table * (1 - rng.uniform(0.2, 0.7) * shade[..., None])
    table[:] = (over * cover[..., None] + dark * (1 - cover[..., None])).astype(np.uint8)
