"""Photographs of a card table with score sheets and of a poker table, as other cameras see them.

What lies around is drawn; so is the light, which is another one in each game.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.bench.drawn_things import lay_things, paper_sheet, poker_chip, put
from companion.bench.handwriting import Pen, scribbles
from companion.bench.other_day import MARGIN, Day, View, developed
from companion.bench.rendered_cards import (
    Face,
    Laid,
    Light,
    drawn_ground,
    four_sided,
    in_grid,
    lay_card,
    scattered,
)
from vision.geometry import area, cut_out, rectangle
from vision.outlines import overlap
from vision.readings import Floats, Image

SIZES = ((1280, 960), (1600, 1200), (960, 1280))
BORDER_PX = 3.0
"""A card nearer to the picture's edge counts as cut."""
COVERED_FROM = 0.06
"""Share of a card under others from which it counts as covered."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A photograph and what lies in it.

    Attributes:
        picture: BGR uint8.
        open: Cards that lie open and whole in the picture.
        covered: Cards under others of which an index shows, or a chip lies on them.
        backs: Quads of cards that lie face down.
        cut: Quads that the picture's edge cuts, or of which no index shows: they count as nothing.
    """

    picture: Image
    open: list[Laid]
    covered: list[Laid]
    backs: list[Floats]
    cut: list[Floats]


def score_table(faces: Sequence[Face], day: Day, rng: np.random.Generator) -> Scene:
    """Four to nine cards apart from each other, with sheets, handwriting and things around."""
    size = SIZES[int(rng.integers(len(SIZES)))]
    canvas, inner = _canvas(size), (round(size[0] * 0.86), round(size[1] * 0.86))
    count = int(rng.integers(4, 10))
    width = float(rng.uniform(0.075, 0.125)) * max(size)
    aspect = faces[0][1].shape[0] / faces[0][1].shape[1]
    layout = (scattered, in_grid, four_sided)[int(rng.integers(3))]
    quads = [
        (quad + (np.array(canvas) - inner) / 2).astype(np.float32)
        for quad in layout(count, width, aspect, rng, inner)
    ]
    table = _ground(rng, canvas).astype(np.float32)
    for _ in range(int(rng.integers(1, 4))):
        _lay_sheet(table, width, rng)
    lay_things(table, quads, width, int(rng.integers(1, 6)), rng)
    some = [faces[int(i)] for i in rng.permutation(len(faces))[: len(quads)]]
    for (_, face), quad in zip(some, quads, strict=False):
        lay_card(table, face, quad, rng, Light(glare=day.glare, shadow=day.shadow))
    view = View.drawn(day, rng, size)
    picture = developed(view.picture(table), day, rng)
    laid = [Laid(key, view.place(quad)) for (key, _), quad in zip(some, quads, strict=False)]
    whole = [card for card in laid if _inside(card.quad, size)]
    cut = [card.quad for card in laid if not _inside(card.quad, size)]
    return Scene(picture, whole, [], [], cut)


def poker_table(faces: Sequence[Face], back: Image, day: Day, rng: np.random.Generator) -> Scene:
    """Three to five cards in a row, two to four pairs that overlap, some face down, and chips."""
    size = SIZES[int(rng.integers(2))]
    canvas = _canvas(size)
    width = float(rng.uniform(0.068, 0.1)) * max(size)
    aspect = faces[0][1].shape[0] / faces[0][1].shape[1]
    table = (_felt if rng.random() < 0.6 else _ground)(rng, canvas).astype(np.float32)  # noqa: PLR2004
    quads = [*_row(width, aspect, canvas, rng), *_pairs(width, aspect, canvas, rng)]
    some = [faces[int(i)] for i in rng.permutation(len(faces))[: len(quads)]]
    row = sum(pair == 0 for pair, _ in quads)
    down = {pair for pair, _ in quads if pair and rng.random() < 0.3}  # noqa: PLR2004
    light = Light(glare=day.glare, shadow=day.shadow)
    for (_, face), (pair, quad) in zip(some, quads, strict=True):
        lay_card(table, back if pair in down else face, quad, rng, light)
    chips = _lay_chips(table, [quad for _, quad in quads], width, rng)
    view = View.drawn(day, rng, size)
    picture = developed(view.picture(table), day, rng)
    scene = Scene(picture, [], [], [], [])
    for i, ((key, _), (pair, quad)) in enumerate(zip(some, quads, strict=True)):
        placed = Laid(key, view.place(quad))
        above = [other for _, other in quads[i + 1 :]] if i >= row else []
        if not _inside(placed.quad, size):
            scene.cut.append(placed.quad)
        elif pair in down:
            scene.backs.append(placed.quad)
        elif _hidden(quad, [*above, *chips]) < COVERED_FROM:
            scene.open.append(placed)
        elif _index_shows(quad, [*above, *chips]):
            scene.covered.append(placed)
        else:
            scene.cut.append(placed.quad)
    return scene


def taught_on(face: Face, day: Day, rng: np.random.Generator) -> Image:
    """One view of a card alone on a table, cut out along its edges about as a person cuts."""
    size = (640, 480)
    aspect = face[1].shape[0] / face[1].shape[1]
    canvas = _canvas(size)
    quad = rectangle((canvas[0] / 2, canvas[1] / 2), (190.0, 190.0 * aspect), rng.uniform(-12, 12))
    table = drawn_ground(rng, canvas).astype(np.float32)
    lay_card(table, face[1], quad, rng, Light(glare=0.0, shadow=day.shadow))
    view = View.drawn(day, rng, size)
    cut = view.place(quad) + rng.normal(0, 1.2, (4, 2)).astype(np.float32)
    picture = developed(view.picture(table), day, rng)
    return cut_out(picture, cut.astype(np.float32), (200, round(200 * aspect)))


def _canvas(size: tuple[int, int]) -> tuple[int, int]:
    return round(size[0] * MARGIN), round(size[1] * MARGIN)


def _inside(quad: Floats, size: tuple[int, int]) -> bool:
    return bool((quad > BORDER_PX).all() and (quad < np.array(size) - BORDER_PX).all())


def _ground(rng: np.random.Generator, size: tuple[int, int]) -> Image:
    """A drawn table, in one of four written on all over."""
    ground = drawn_ground(rng, size)
    if rng.random() < 0.25:  # noqa: PLR2004
        everywhere = np.array([0, 0, *size])
        scribbles(ground, everywhere, Pen.drawn(rng), rng, count=int(rng.integers(4, 14)))
    return ground


def _felt(rng: np.random.Generator, size: tuple[int, int]) -> Image:
    """Green, blue or red cloth, with a printed line."""
    base = np.array(((50, 105, 35), (120, 60, 25), (35, 30, 120))[int(rng.integers(3))])
    noise = cv2.GaussianBlur(rng.normal(0, 14, (size[1], size[0])).astype(np.float32), (0, 0), 0.9)
    felt = np.clip(base * rng.uniform(0.6, 1.3) + noise[..., None], 0, 255).astype(np.uint8)
    if rng.random() < 0.6:  # noqa: PLR2004
        axes = round(size[0] * 0.4), round(size[1] * 0.38)
        line = tuple(float(v) for v in np.clip(base * 0.5 + 110, 0, 255))
        cv2.ellipse(felt, (size[0] // 2, size[1] // 2), axes, 0, 0, 360, line, 4, cv2.LINE_AA)
    return felt


def _lay_sheet(table: Floats, unit: float, rng: np.random.Generator) -> None:
    """A sheet of the size of A4 to A6, anywhere, also partly off the table."""
    wide = unit * rng.uniform(1.7, 3.3)
    sheet = paper_sheet(rng, (round(wide), round(wide * 1.41)))
    at = rng.uniform(0.1, 0.9, 2) * (table.shape[1], table.shape[0])
    quad = rectangle((at[0], at[1]), (wide, wide * 1.41), rng.uniform(0, 360))
    put(table, sheet, np.full(sheet.shape[:2], 255, np.uint8), quad, rng.uniform(0.1, 0.4))


def _row(
    width: float, aspect: float, canvas: tuple[int, int], rng: np.random.Generator
) -> list[tuple[int, Floats]]:
    """The open cards in the middle, each 0 and its quad."""
    count, turn = int(rng.integers(3, 6)), rng.normal(0, 3)
    step = width * rng.uniform(1.05, 1.2)
    across = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
    middle = np.array(canvas) / 2 + rng.normal(0, 12, 2)
    return [
        (
            0,
            rectangle(
                tuple(middle + (i - (count - 1) / 2) * step * across),
                (width, width * aspect),
                turn + rng.normal(0, 1.5),
            ),
        )
        for i in range(count)
    ]


def _pairs(
    width: float, aspect: float, canvas: tuple[int, int], rng: np.random.Generator
) -> list[tuple[int, Floats]]:
    """Two to four players' cards, numbered from 1, the upper one second."""
    found = []
    seats = rng.permutation(4)[: int(rng.integers(2, 5))]
    for pair, seat in enumerate(seats, 1):
        angle = np.radians(45 + 90 * seat)
        reach = np.array([np.cos(angle), np.sin(angle)]) * np.array(canvas) * (0.3, 0.34)
        middle = np.array(canvas) / 2 + reach + rng.normal(0, 14, 2)
        turn, apart = rng.uniform(0, 360), rng.uniform(0.3, 0.75) * width
        fanned = rng.uniform(-4, 22)
        side = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
        for i in (-1, 1):
            at = middle + side * i * apart / 2 + rng.normal(0, 3, 2)
            quad = rectangle(tuple(at), (width, width * aspect), turn + i * fanned / 2)
            found.append((pair, quad))
    return found


def _lay_chips(
    table: Floats, quads: Sequence[Floats], unit: float, rng: np.random.Generator
) -> list[Floats]:
    """Chips beside the cards, and in one picture of three on one; the outlines of all."""
    outlines = []
    onto = rng.random() < 0.33  # noqa: PLR2004
    for i in range(int(rng.integers(4, 13))):
        picture, mask = poker_chip(rng, unit)
        at = rng.uniform(0.15, 0.85, 2) * (table.shape[1], table.shape[0])
        if i == 0 and onto:
            at = quads[int(rng.integers(len(quads)))].mean(0) + rng.normal(0, unit / 4, 2)
        wide = float(mask.shape[0])
        quad = rectangle((at[0], at[1]), (wide, wide), rng.uniform(0, 360))
        if (i == 0 and onto) or all(overlap(quad, other) < 0.01 for other in quads):  # noqa: PLR2004
            for _ in range(int(rng.integers(1, 4)) if i else 1):
                put(table, picture, mask, quad, 0.5)
            t = np.linspace(0, 2 * np.pi, 24, endpoint=False)
            round_ = quad.mean(0) + wide / 2 * np.column_stack([np.cos(t), np.sin(t)])
            outlines.append(round_.astype(np.float32))
    return outlines


def _hidden(quad: Floats, above: Sequence[Floats]) -> float:
    """The largest share of a card that one of the others hides."""
    return max(
        (float(cv2.intersectConvexConvex(quad, o)[0]) / area(quad) for o in above), default=0.0
    )


def _index_shows(quad: Floats, above: Sequence[Floats]) -> bool:
    """Whether one of the two corners that bear rank and suit is free: upper left, lower right."""
    for at in (0, 2):
        right, down = quad[(at + 1) % 4] - quad[at], quad[at - 1] - quad[at]
        box = np.array([quad[at] + a * right + b * down for a, b in _INDEX], np.float32)
        if _hidden(box, above) == 0:
            return True
    return False


_INDEX = ((0.0, 0.0), (0.2, 0.0), (0.2, 0.27), (0.0, 0.27))
"""Shares of a card's width and height."""
