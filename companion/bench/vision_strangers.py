"""Strangers of the vision bench: whatever was not taught must never be named.

Drawn things as large as a card (checkerboards, coasters, telephones, drawings, blank sheets) and
cards of the deck that were left out of the lesson, on drawn tables.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import cv2
import numpy as np

from companion.bench.progress import steps
from companion.bench.rendered_cards import (
    HARD,
    Face,
    photograph,
    scattered,
    taught_view,
)
from companion.bench.row import BenchRow
from vision.catalogue import build
from vision.photo import PhotoReader
from vision.readings import Floats, Image

EACH = 250
"""Strangers of each kind that are shown."""
A_TABLE = 5
WIDTH_PX = 110.0
SEED = 2000


def stranger_rows(name: str, faces: Sequence[Face]) -> Iterator[BenchRow]:
    """How many of 250 things and of 250 untaught cards get a name; a third is left out."""
    rng = np.random.default_rng(SEED)
    untaught, taught = faces[::3], [face for i, face in enumerate(faces) if i % 3]
    reader = PhotoReader(build([(f[0], taught_view(f, rng, width=240)) for f in taught]))
    reader.catalogue.warm_up()
    aspect = reader.catalogue.aspect
    things = [("thing", draw_thing(i, aspect, rng)) for i in range(EACH)]
    cards = [untaught[i % len(untaught)] for i in range(EACH)]
    for what, shown in (("drawn things", things), ("cards left out of the lesson", cards)):
        label = f"{name} (rendered), strangers, {what}: named of {len(shown)}"
        named = _named(label, reader, shown, rng)
        yield BenchRow(what=label, value=named, unit="cards")


def _named(what: str, reader: PhotoReader, shown: Sequence[Face], rng: np.random.Generator) -> int:
    """How many readings of pictures of tables with these have a name."""
    tally: Counter[str] = Counter()
    for table in steps(what, len(shown) // A_TABLE, tally):
        some = shown[table * A_TABLE : (table + 1) * A_TABLE]
        quads = _room(len(some), reader.catalogue.aspect, rng)
        light = HARD if rng.random() < 0.5 else None  # noqa: PLR2004 - half of the tables
        picture, _ = photograph(list(zip(some, quads, strict=True)), rng, light=light)
        readings = reader.read(picture, find=True)
        tally["named"] += sum(reading.key is not None for reading in readings)
        tally["asked about"] += sum(reading.key is None for reading in readings)
    return tally["named"]


def _room(count: int, aspect: float, rng: np.random.Generator) -> list[Floats]:
    """Places for all of them, apart from each other."""
    while True:
        quads = scattered(count, WIDTH_PX, aspect, rng, (1280, 960))
        if len(quads) == count:
            return quads


def draw_thing(number: int, aspect: float, rng: np.random.Generator) -> Image:
    """A thing of a card's size: kinds take turns. BGR uint8, 240 px wide."""
    size = (240, round(240 * aspect))
    return THINGS[number % len(THINGS)](size, rng)


def _checkerboard(size: tuple[int, int], rng: np.random.Generator) -> Image:
    pitch = int(rng.integers(12, 60))
    ys, xs = np.mgrid[0 : size[1], 0 : size[0]]
    first, second = rng.uniform(0, 255, (2, 3))
    board = ((ys // pitch + xs // pitch) % 2)[..., None]
    return np.asarray(np.where(board, first, second), np.uint8)


def _coaster(size: tuple[int, int], rng: np.random.Generator) -> Image:
    sheet = _sheet(size, rng)
    middle = (size[0] // 2, size[1] // 2)
    for radius in sorted(rng.uniform(20, 115, 4))[::-1]:
        cv2.circle(sheet, middle, int(radius), _ink(rng), -1)
    return sheet


def _telephone(size: tuple[int, int], rng: np.random.Generator) -> Image:
    sheet = np.full((size[1], size[0], 3), 25, np.uint8)
    cv2.rectangle(sheet, (12, 18), (size[0] - 13, size[1] - 19), _ink(rng), -1)
    for x in range(32, size[0] - 50, 52):
        for y in range(50, size[1] - 60, 58):
            cv2.rectangle(sheet, (x, y), (x + 34, y + 34), _ink(rng), -1)
    return sheet


def _drawing(size: tuple[int, int], rng: np.random.Generator) -> Image:
    sheet = np.full((size[1], size[0], 3), 240, np.uint8)
    for _ in range(int(rng.integers(2, 8))):
        steps = np.cumsum(rng.normal(0, 18, (30, 2)), axis=0) + rng.uniform(0, 1, 2) * size
        cv2.polylines(sheet, [steps.astype(np.int32)], isClosed=False, color=_ink(rng), thickness=3)
    return sheet


def _sheet(size: tuple[int, int], rng: np.random.Generator) -> Image:
    """Blank paper or card of any colour."""
    return np.full((size[1], size[0], 3), rng.uniform(0, 255, 3), np.uint8)


def _ink(rng: np.random.Generator) -> tuple[int, int, int]:
    blue, green, red = (int(v) for v in rng.uniform(0, 255, 3))
    return blue, green, red


THINGS: tuple[Callable[[tuple[int, int], np.random.Generator], Image], ...] = (
    _checkerboard,
    _coaster,
    _telephone,
    _drawing,
    _sheet,
)
