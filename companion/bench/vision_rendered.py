"""Rendered rows of the vision bench: scanned faces on drawn tables, in piles, and strangers.

A set of faces alone (`identity`, no `role`) is taught from rendered phone pictures and read in
others. Rendered and real rows are never mixed.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.bench.pairing import paired
from companion.bench.progress import steps
from companion.bench.rendered_cards import (
    HARD,
    Cover,
    Face,
    Laid,
    Layout,
    Light,
    drawn_ground,
    fanned,
    four_sided,
    in_grid,
    photograph,
    scattered,
    taught_view,
)
from companion.bench.row import BenchRow
from companion.bench.tally import counted, verdict
from companion.bench.vision_strangers import stranger_rows
from vision.catalogue import Catalogue, build
from vision.geometry import rectangle
from vision.outlines import overlap
from vision.overlaps import same_place
from vision.photo import PhotoReader
from vision.pile_photo import newest_in_pictures
from vision.readings import CardReading, Floats, Image, Unreadable

TABLES, PILES, FANS = 18, 60, 8
SEED, FAN_SEED = 1000, 1500
"""Of the judged pictures; those looked at while building had seeds under 100."""
PILE_WIDTH_PX, COVERED = 135.0, (0.0, 0.4, 0.5, 0.65)
FEW_PILES, MUCH = 20, 0.5
"""Piles that are read where so much of the newest card and more is covered."""
PILE_SIZE = (960, 720)
SLEEVE, SKIN = (60.0, 50.0, 140.0), (120.0, 150.0, 205.0)
LAYOUTS: tuple[Layout, ...] = (scattered, in_grid, four_sided)


def rendered_rows(name: str, faces: Sequence[Face]) -> Iterator[BenchRow]:
    """Tables, piles and strangers with one deck."""
    rng = np.random.default_rng(SEED)
    reader = PhotoReader(taught(faces, rng))
    reader.catalogue.warm_up()
    for kind in (SOFT_TABLES, HARD_TABLES):
        yield from _tables(name, faces, reader, rng, kind)
    yield from _tables(name, faces, reader, np.random.default_rng(SEED + 1), GRID_TABLES)
    yield from _piles(name, faces, reader, rng)
    yield from _fans(name, faces, reader, np.random.default_rng(FAN_SEED))
    yield from stranger_rows(name, faces)


def taught(faces: Sequence[Face], rng: np.random.Generator) -> Catalogue:
    """A catalogue of one rendered phone picture of each face."""
    lesson = [
        (faces[i][0], taught_view(faces[i], rng, width=240)) for i in steps("lesson", len(faces))
    ]
    return build(lesson)


@dataclass(frozen=True, slots=True)
class _Tables:
    """A kind of rendered tables: how many, how the cards lie, how many, how wide, in what light."""

    what: str
    number: int
    layouts: tuple[Layout, ...] = LAYOUTS
    cards: tuple[int, int] = (4, 9)
    width_px: tuple[float, float] = (80, 140)
    light: Light | None = None


SOFT_TABLES = _Tables("tables", TABLES)
HARD_TABLES = _Tables("tables, hard light", TABLES, light=HARD)
GRID_TABLES = _Tables("6x4 grids", 4, (in_grid,), cards=(24, 24), width_px=(75, 105))


def _tables(
    name: str, faces: Sequence[Face], reader: PhotoReader, rng: np.random.Generator, kind: _Tables
) -> Iterator[BenchRow]:
    """Cards found and named on bare tables."""
    aspect = reader.catalogue.aspect
    tally: Counter[str] = Counter()
    spent = cards = false = 0
    what = f"{name} (rendered), {kind.number} {kind.what}, found"
    for number in steps(what, kind.number, tally):
        least, most = kind.cards
        count, width = int(rng.integers(least, most + 1)), float(rng.uniform(*kind.width_px))
        layout = kind.layouts[number % len(kind.layouts)]
        quads = layout(count, width, aspect, rng, (1280, 960))
        some = [faces[int(i)] for i in rng.permutation(len(faces))[: len(quads)]]
        quads = quads[: len(some)]
        picture, laid = photograph(list(zip(some, quads, strict=True)), rng, light=kind.light)
        start = time.thread_time_ns()
        readings = reader.read(picture, find=True)
        spent += time.thread_time_ns() - start
        cards += len(laid)
        said, extra = _said(readings, laid)
        false += extra
        tally.update(said)
    yield from counted(what, tally, "cards")
    yield BenchRow(what=f"{what}: named where no card is", value=false, unit="cards")
    yield BenchRow(what=f"{what}: CPU a card", value=spent / 1e6 / cards, unit="ms")


def _said(
    readings: Sequence[CardReading],
    laid: Sequence[Laid],
    closeness: Callable[[Floats, Floats], float] = overlap,
) -> tuple[list[str], int]:
    """What was said of each card (not found is unsure), and how many names lie on no card."""
    about, free = paired(readings, [card.quad for card in laid], SAME_PLACE, closeness)
    said = [verdict(r.key if r else None, card.key) for r, card in zip(about, laid, strict=True)]
    return said, sum(reading.key is not None for reading in free)


SAME_PLACE = 0.6
"""Of the smaller one's area, or in a fan of both together."""


def _piles(
    name: str, faces: Sequence[Face], reader: PhotoReader, rng: np.random.Generator
) -> Iterator[BenchRow]:
    """The newest of seven cards, open, and partly under a hand or a sleeved arm."""
    for share in COVERED:
        piles = FEW_PILES if share >= MUCH else PILES
        tally: Counter[str] = Counter()
        spent = 0
        covered = f"{100 * share:.0f} % covered" if share else "open"
        what = f"{name} (rendered), newest of a pile, hard light, {covered}"
        for _ in steps(what, piles, tally):
            before, after, key = pile_pictures(faces, reader.catalogue.aspect, rng, share)
            start = time.thread_time_ns()
            reading = newest_in_pictures(before, after, reader)
            spent += time.thread_time_ns() - start
            said = None if isinstance(reading, Unreadable) else reading.key
            tally[verdict(said, key)] += 1
        yield from counted(what, tally, "cards")
        yield BenchRow(what=f"{what}: CPU each", value=spent / 1e6 / piles, unit="ms")


def _fans(
    name: str, faces: Sequence[Face], reader: PhotoReader, rng: np.random.Generator
) -> Iterator[BenchRow]:
    """Three to seven cards spread out, each over the one before: those of which a strip shows."""
    tally: Counter[str] = Counter()
    spent = cards = false = 0
    what = f"{name} (rendered), {FANS} fans, cards under others"
    for _ in steps(what, FANS, tally):
        count, width = int(rng.integers(3, 8)), float(rng.uniform(90, 140))
        quads = fanned(count, width, reader.catalogue.aspect, rng, (1280, 960))
        some = [faces[int(i)] for i in rng.permutation(len(faces))[:count]]
        picture, laid = photograph(list(zip(some, quads, strict=True)), rng)
        start = time.thread_time_ns()
        readings = reader.read(picture, find=True)
        spent += time.thread_time_ns() - start
        cards += count
        said, extra = _said(readings, laid, same_place)
        false += extra
        tally.update(said[:-1])
    yield from counted(what, tally, "cards")
    yield BenchRow(what=f"{what}: named where no card is", value=false, unit="cards")
    yield BenchRow(what=f"{what}: CPU a card", value=spent / 1e6 / cards, unit="ms")


def pile_pictures(
    faces: Sequence[Face], aspect: float, rng: np.random.Generator, share: float
) -> tuple[Image, Image, str]:
    """A pile of six before and after a seventh came, of which `share` is covered; its key."""
    picked = [faces[int(i)] for i in rng.permutation(len(faces))[:7]]
    size = (PILE_WIDTH_PX, PILE_WIDTH_PX * aspect)
    quads = [
        rectangle((480 + rng.normal(0, 45), 360 + rng.normal(0, 35)), size, rng.uniform(0, 360))
        for _ in picked
    ]
    ground, seed = drawn_ground(rng, PILE_SIZE), int(rng.integers(1 << 30))
    cards = list(zip(picked, quads, strict=True))
    covers = [_cover(quads[-1], share, rng)] if share else []
    pictures = [
        photograph(
            some,
            np.random.default_rng(seed),
            size=PILE_SIZE,
            light=HARD,
            ground=ground,
            covers=over,
        )[0]
        for some, over in ((cards[:-1], []), (cards, covers))
    ]
    return pictures[0], pictures[1], picked[-1][0]


def _cover(quad: Floats, share: float, rng: np.random.Generator) -> Cover:
    """A hand or a card in its back's colour, pushed over the card until `share` of it is hidden."""
    angle = rng.uniform(0, 2 * np.pi)
    ahead = np.array([np.cos(angle), np.sin(angle)])
    side = np.array([-ahead[1], ahead[0]])
    hand = bool(rng.integers(2))
    card = _filled(quad)
    outline = quad
    for away in np.arange(280.0, -60.0, -4.0):
        at = quad.mean(0) + ahead * away
        if hand:
            points = [at + side * 75 - ahead * 10, at - ahead * 40 + side * 30]
            points += [at - ahead * 45 - side * 25, at - side * 80]
            points += [at + ahead * 400 - side * 60, at + ahead * 400 + side * 60]
            outline = np.array(points, np.float32)
        else:
            outline = rectangle((at[0], at[1]), (150.0, 240.0), float(np.degrees(angle)) + 20)
        if cv2.countNonZero(cv2.bitwise_and(_filled(outline), card)) >= share * card.sum():
            break
    return Cover(outline, SKIN if hand else SLEEVE)


def _filled(outline: Floats) -> Image:
    mask = np.zeros((PILE_SIZE[1], PILE_SIZE[0]), np.uint8)
    cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 1)
    return mask
