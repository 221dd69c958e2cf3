"""The Square, lines and trays on rendered tables: perspective, uneven light, shadows, noise.

Faces are drawn by us. Every table is seen by another camera, under other light; cards lie up to
3 mm and a few degrees off, a third of them the other way up.
"""

import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import median

import numpy as np

from companion.bench.row import BenchRow
from companion.bench.tally import counted, verdict
from companion.eye.grid import BACK
from companion.eye.look import Eye
from companion.eye.tray import taught
from companion.twin import skullduggery, thieves_of_eldris
from companion.twin.cubes import Cube
from companion.twin.mat import MATS, load_sheet
from companion.twin.renderer import Placed, Renderer
from companion.twin.wizard_thieves.cards import all_pictures
from companion.twin.wizard_thieves.faces import draw
from hardware.camera import Frame
from hardware.events import CellSeen, DiceSeen, GridSeen
from hardware.timing import MS, Interval
from vision.catalogue import build
from vision.mat import Mat, Zone, load_mat
from vision.readings import Image
from vision.symbol_dice import build_dice
from vision.teaching import key_of

SQUARES, LINES, ROLLS = 10, 10, 40
"""Tables of each kind; a Square has 24 cells, six lines have as many."""
COCKED_SHARE = 0.15
"""Of rolls in which one die leans."""
PERIOD_NS = 33_333_333
SETTLE = 5
"""Frames until everything that lies still is told."""


class Camera:
    """A table whose frames go to an eye."""

    def __init__(self, eye: Eye, renderer: Renderer) -> None:
        self.eye = eye
        self._renderer = renderer
        self._number = 0

    def show(self, cards: tuple[Placed, ...], dice: tuple[Cube, ...] = ()) -> "Seen":
        """Some frames of this; what was told, and the CPU time of the slowest frame."""
        told: list[object] = []
        spent = []
        for _ in range(SETTLE):
            image = self._renderer.frame(cards, (), dice)
            at = Interval(self._number * PERIOD_NS, self._number * PERIOD_NS + 20 * MS)
            start = time.thread_time_ns()
            told += self.eye.look(Frame(image=image, at=at, seq=self._number))
            spent.append((time.thread_time_ns() - start) / 1e6)
            self._number += 1
        return Seen(told, spent)


class Seen:
    """What an eye told of some frames."""

    def __init__(self, told: list[object], spent: list[float]) -> None:
        self.grids = {one.zone: one for one in told if isinstance(one, GridSeen)}
        self.rolls = [one for one in told if isinstance(one, DiceSeen)]
        self.slowest_ms, self.quickest_ms = max(spent), min(spent)


def cell_rows() -> Iterator[BenchRow]:
    """All rows."""
    yield from _square()
    yield from _lines()
    yield from _dice()


def two_sided() -> dict[str, Image]:
    """24 characters with a light and a dark side: cards of which several differ in little."""
    cards = [card for card in all_pictures() if card.border in {0, 1, 2}][:24]
    light = {card.picture: draw(card, "similar") for card in cards}
    night = np.array([44, 22, 16], np.float32)
    dark = {f"{name}-dark": (face * 0.45 + night).astype(np.uint8) for name, face in light.items()}
    return light | dark


def _laid(zone: Zone, place: int, picture: str, rng: random.Random) -> Placed:
    """A card in its cell as people lay it: upright for the zone's owner, or upside down."""
    corners = zone.cell_mm(place)
    x, y = (float(v) for v in corners.mean(0))
    across = corners[1] - corners[0]
    turn = float(np.degrees(np.arctan2(across[1], across[0]))) + rng.gauss(0, 2.5)
    turn += 180.0 * (rng.random() < 1 / 3)
    return Placed(picture, (x + rng.uniform(-2.5, 2.5), y + rng.uniform(-2.5, 2.5)), turn)


def _said(cell: CellSeen) -> str | None:
    return BACK if cell.back else cell.key


def _square() -> Iterator[BenchRow]:
    pictures = two_sided()
    catalogue = build([(key_of(name), face) for name, face in pictures.items()])
    catalogue.warm_up()
    mat = load_mat("thieves-of-eldris")
    sheet, zone = load_sheet(MATS / "thieves-of-eldris.toml"), mat.zone("grid")
    tally: Counter[str] = Counter()
    first, swap, idle = [], [], []
    exact = 0
    light = [name for name in pictures if not name.endswith("-dark")]
    for number in range(SQUARES):
        rng = random.Random(number)
        names = [name + "-dark" * (rng.random() < 1 / 4) for name in rng.sample(light, 24)]
        cards = [_laid(zone, place, name, rng) for place, name in enumerate(names)]
        camera = Camera(Eye(mat, catalogue), Renderer(number, sheet, pictures))
        seen = camera.show(tuple(cards))
        first.append(seen.slowest_ms)
        _count(tally, seen, names)
        one = rng.randrange(zone.rows) * zone.columns + rng.randrange(zone.columns - 1)
        names[one], names[one + 1] = names[one + 1], names[one]
        for place in (one, one + 1):
            cards[place] = _laid(zone, place, names[place], rng)
        seen = camera.show(tuple(cards))
        swap.append(seen.slowest_ms)
        idle.append(camera.show(tuple(cards)).quickest_ms)
        grid = seen.grids.get("grid")
        exact += grid is not None and grid.changed == (one, one + 1) and _right(grid, names)
    what = f"cells of the Square (rendered, 540p), {SQUARES} Squares, 48 faces taught once"
    yield from counted(what, tally, "cells")
    yield BenchRow(what=f"{what}: swaps of {SQUARES} told as just these two", value=exact, unit="")
    yield BenchRow(what=f"{what}: CPU of the first look", value=median(first), unit="ms")
    yield BenchRow(what=f"{what}: CPU of a swap", value=median(swap), unit="ms")
    yield BenchRow(what=f"{what}: CPU of a frame at rest", value=median(idle), unit="ms")


def _right(grid: GridSeen, names: list[str]) -> bool:
    return all(grid.cells[place].key == key_of(names[place]) for place in grid.changed)


def _count(tally: Counter[str], seen: Seen, names: list[str]) -> None:
    grid = seen.grids.get("grid")
    for place, name in enumerate(names):
        said = None if grid is None else _said(grid.cells[place])
        tally[verdict(said, key_of(name))] += 1


def _lines() -> Iterator[BenchRow]:
    pictures: Mapping[str, Image] = skullduggery.pictures("distinct")
    catalogue = build([(key_of(name), face) for name, face in pictures.items()])
    catalogue.warm_up()
    mat = load_mat("skullduggery")
    sheet = load_sheet(MATS / "skullduggery.toml")
    tally: Counter[str] = Counter()
    for number in range(LINES):
        rng = random.Random(number)
        lines = {zone.name: _line(rng, cards_of(pictures)) for zone in mat.zones if zone.cells}
        cards = tuple(
            _laid(mat.zone(name), place, picture, rng)
            for name, line in lines.items()
            for place, picture in enumerate(line)
        )
        seen = Camera(Eye(mat, catalogue), Renderer(number, sheet, pictures)).show(cards)
        for name, line in lines.items():
            grid = seen.grids.get(name)
            for place, picture in enumerate(line):
                said = None if grid is None else _said(grid.cells[place])
                tally[verdict(said, key_of(picture))] += 1
    what = f"cells of lines (rendered, 540p), {LINES} tables of six lines, numerals and backs"
    yield from counted(what, tally, "cells")


def cards_of(pictures: Mapping[str, Image]) -> list[str]:
    """Without the tokens, which are round and lie elsewhere."""
    return [name for name in pictures if not name.startswith("token-")]


def _line(rng: random.Random, pictures: list[str]) -> list[str]:
    """About half of the cards face down."""
    return [BACK if rng.random() < 1 / 2 else rng.choice(pictures) for _ in range(4)]


def _dice() -> Iterator[BenchRow]:
    faces = thieves_of_eldris.dice()
    reader = taught(build_dice(list(faces.items())))
    mat: Mat = load_mat("thieves-of-eldris")
    sheet, tray = load_sheet(MATS / "thieves-of-eldris.toml"), mat.zone("tray")
    tally: Counter[str] = Counter()
    leaning = named = said_so = 0
    spent = []
    for number in range(ROLLS):
        rng = random.Random(number)
        camera = Camera(Eye(mat, None, dice=reader), Renderer(number % 10, sheet, {}, faces))
        camera.show(())
        dice = tuple(_tumble(rng, tray, list(faces)))
        seen = camera.show((), dice)
        spent.append(seen.slowest_ms)
        lying = seen.rolls[-1].dice if seen.rolls else ()
        if any(die.tilt for die in dice):
            leaning += 1
            said_so += any(die.cocked for die in lying)
            named += len(lying) == len(dice) and all(die.value for die in lying)
            continue
        told = [die.value for die in lying]
        for trait in sorted(die.up for die in dice):
            if trait in told:
                told.remove(trait)
                tally["right"] += 1
            else:
                tally["unsure" if None in told or not told else "wrong"] += 1
    what = f"trait dice in the tray (rendered cubes, 540p), {ROLLS} rolls of three"
    yield from counted(what, tally, "dice")
    yield BenchRow(what=f"{what}: with a leaning die", value=leaning, unit="rolls")
    yield BenchRow(what=f"{what}: of these named whole", value=named, unit="rolls")
    yield BenchRow(what=f"{what}: of these said to lean", value=said_so, unit="rolls")
    yield BenchRow(what=f"{what}: CPU of a roll", value=median(spent), unit="ms")


def _tumble(rng: random.Random, tray: Zone, traits: Sequence[str]) -> Iterator[Cube]:
    """Three dice apart from each other; sometimes one leans on something."""
    leans = rng.randrange(3) if rng.random() < COCKED_SHARE else None
    for number in range(3):
        x = tray.x_mm + rng.uniform(20, tray.width_mm - 20)
        y = tray.y_mm + tray.height_mm * (number + 0.5) / 3 + rng.uniform(-8, 8)
        tilt = rng.uniform(25, 45) if number == leans else 0.0
        yield Cube(rng.choice(traits), (x, y), rng.uniform(0, 360), tilt)
