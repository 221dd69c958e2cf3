"""Things that are no dice, drawn on tables: how many of them does `read dice` give a value?

Drawn otherwise than what taught the networks (tools/train_dice/backgrounds.py), at the size such
things have beside a die of 16 mm.
"""

from collections.abc import Callable, Iterator

import cv2
import numpy as np

from companion.bench.pips import PIPS
from companion.bench.rendered_cards import HARD, drawn_ground, photograph
from companion.bench.row import BenchRow
from vision.dice_reading import read_dice
from vision.readings import Floats, Image

EACH = 32
"""Things of each kind."""
A_TABLE = 4
SIZE = (1000, 750)
SEED = 700
TILE = 240
"""Px at which a thing is drawn before it is laid down."""
Ink = tuple[float, float, float]
Tile = tuple[Image, Image]
"""Colours BGR uint8 and cover uint8, both TILE px square."""


def dice_stranger_rows() -> Iterator[BenchRow]:
    """Values told, things asked about and totals told, of all that was shown."""
    shown = told = asked = totals = 0
    for picture, number in stranger_tables():
        reading = read_dice(picture)
        shown += number
        told += sum(die.value is not None for die in reading.dice)
        asked += sum(die.value is None for die in reading.dice)
        totals += reading.total is not None and bool(reading.dice)
    what = f"things that are no dice (rendered), {shown} of {len(THINGS)} kinds"
    yield BenchRow(what=f"{what}: values told", value=told, unit="dice")
    yield BenchRow(what=f"{what}: asked about", value=asked, unit="dice")
    yield BenchRow(what=f"{what}: totals told", value=totals, unit="totals")


def stranger_tables(seed: int = SEED, each: int = EACH) -> Iterator[tuple[Image, int]]:
    """Pictures of tables, and how many things lie on each; every kind comes `each` times."""
    rng = np.random.default_rng(seed)
    kinds = [kind for kind in THINGS for _ in range(each)]
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
            draw, dice_wide = THINGS[kind]
            _lay(table, draw(rng), middle, die_px * dice_wide * rng.uniform(0.85, 1.2), rng)
        light = HARD if rng.random() < 0.4 else None  # noqa: PLR2004 - two fifths of the tables
        yield photograph([], rng, size=SIZE, ground=table, light=light)[0], len(some)


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


def _colour(rng: np.random.Generator, low: float = 0, high: float = 255) -> Ink:
    blue, green, red = (float(v) for v in rng.uniform(low, high, 3))
    return blue, green, red


def _shade(colour: Ink, share: float) -> Ink:
    return colour[0] * share, colour[1] * share, colour[2] * share


def _blank(colour: Ink) -> Tile:
    return np.full((TILE, TILE, 3), colour, np.uint8), np.zeros((TILE, TILE), np.uint8)


def _box(cover: Image, across: float, down: float) -> None:
    half = round(across * TILE / 2), round(down * TILE / 2)
    corner = TILE // 2 - half[0], TILE // 2 - half[1]
    cv2.rectangle(cover, corner, (TILE // 2 + half[0], TILE // 2 + half[1]), 255, -1)


def _disc(on: Image, radius: float, colour: float | Ink, width: int = -1) -> None:
    ink = (colour,) if isinstance(colour, int | float) else colour
    cv2.circle(on, (TILE // 2, TILE // 2), round(radius * TILE), ink, width, cv2.LINE_AA)


def _dot(on: Image, x: float, y: float, radius: float, colour: Ink) -> None:
    at = round(TILE * (0.5 + x)), round(TILE * (0.5 + y))
    cv2.circle(on, at, max(round(radius * TILE), 1), colour, -1, cv2.LINE_AA)


def _text(on: Image, text: str, size: float, colour: Ink, font: int = 2) -> None:
    (w, h), _ = cv2.getTextSize(text, font, size, 6)
    at = ((TILE - w) // 2, (TILE + h) // 2)
    cv2.putText(on, text, at, font, size, colour, 6, cv2.LINE_AA)


def _coin(rng: np.random.Generator) -> Tile:
    metal = ((90, 170, 205), (70, 110, 170), (185, 190, 190))[int(rng.integers(3))]
    tile = _blank(_shade(metal, rng.uniform(0.7, 1.1)))
    _disc(tile[1], 0.4, 255)
    _disc(tile[0], 0.37, _shade(metal, 0.6), 5)
    _text(tile[0], str(rng.choice(["1", "2", "5", "10", "50"])), 3.0, _shade(metal, 0.55))
    return tile


def _button(rng: np.random.Generator) -> Tile:
    body = _colour(rng)
    tile = _blank(body)
    _disc(tile[1], 0.4, 255)
    _disc(tile[0], 0.3, _shade(body, 0.7), 8)
    for x, y in PIPS[int(rng.choice([2, 4]))]:
        _dot(tile[0], x * 0.09, y * 0.09, 0.045, (25, 25, 25))
    return tile


def _bottle_cap(rng: np.random.Generator) -> Tile:
    tile = _blank(_colour(rng, 60))
    turns = np.linspace(0, 2 * np.pi, 252, endpoint=False)
    edge = TILE * (0.385 + 0.015 * np.cos(21 * turns))
    rim = TILE / 2 + np.column_stack([edge * np.cos(turns), edge * np.sin(turns)])
    cv2.fillPoly(tile[1], [rim.astype(np.int32)], 255, cv2.LINE_AA)
    _disc(tile[0], 0.36, (200, 200, 205), 9)
    _text(tile[0], str(rng.choice(list("ABKOSTX&"))), 3.0, _colour(rng))
    return tile


def _domino(rng: np.random.Generator) -> Tile:
    dark = rng.random() < 0.5  # noqa: PLR2004 - black or ivory
    body, ink = ((25.0, 25.0, 25.0), (235.0, 240.0, 240.0))[:: 1 if dark else -1]
    tile = _blank(body)
    _box(tile[1], 0.4, 0.8)
    cv2.line(tile[0], (TILE * 3 // 10, TILE // 2), (TILE * 7 // 10, TILE // 2), ink, 4)
    for middle in (-0.2, 0.2):
        for x, y in PIPS[int(rng.integers(1, 7))]:
            _dot(tile[0], x * 0.11, middle + y * 0.11, 0.033, ink)
    return tile


def _playing_card(rng: np.random.Generator) -> Tile:
    """Diamonds in rows, as on a numbered card."""
    tile = _blank((248.0, 250.0, 250.0))
    _box(tile[1], 0.57, 0.8)
    ink = (35, 25, 200) if rng.random() < 0.5 else (30, 30, 30)  # noqa: PLR2004 - red or black
    for x, y in PIPS[int(rng.integers(1, 7))]:
        at = TILE * np.array([0.5 + x * 0.14, 0.5 + y * 0.24])
        lozenge = at + TILE * np.array([(0, -0.07), (0.05, 0), (0, 0.07), (-0.05, 0)])
        cv2.fillPoly(tile[0], [lozenge.astype(np.int32)], ink, cv2.LINE_AA)
    return tile


def _telephone(rng: np.random.Generator) -> Tile:
    tile = _blank((22.0, 22.0, 22.0))
    _box(tile[1], 0.4, 0.8)
    half = TILE // 2
    cv2.rectangle(tile[0], (half - 43, half - 86), (half + 43, half + 86), _colour(rng, 30), -1)
    for x in (-0.11, 0.0, 0.11):
        for y in (-0.25, -0.1, 0.05, 0.25):
            _dot(tile[0], x, y, 0.035, _colour(rng, 40))
    return tile


def _coaster(rng: np.random.Generator) -> Tile:
    tile = _blank(_colour(rng, 40, 230))
    _disc(tile[1], 0.4, 255)
    for radius in sorted(rng.uniform(0.05, 0.38, 3))[::-1]:
        _disc(tile[0], radius, _colour(rng))
    return tile


def _checkerboard(rng: np.random.Generator) -> Tile:
    fields = int(rng.integers(4, 9))
    ys, xs = np.mgrid[0:TILE, 0:TILE] * fields // TILE
    two = rng.uniform(0, 255, (2, 3))
    tile = np.where(((xs + ys) % 2)[..., None] > 0, two[0], two[1]).astype(np.uint8)
    cover = np.zeros((TILE, TILE), np.uint8)
    _box(cover, 0.8, 0.8)
    return tile, cover


def _drawn_die(rng: np.random.Generator) -> Tile:
    """A die in pen on a slip of paper: lines and dots, and nothing is shaded."""
    tile = _blank((235.0, 240.0, 240.0))
    _box(tile[1], 0.8, 0.8)
    ink, pen = _colour(rng, 0, 90), int(rng.integers(2, 6))
    wobble = rng.normal(0, 2.0, (4, 2))
    square = TILE / 2 + TILE * 0.2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) + wobble
    cv2.polylines(tile[0], [square.astype(np.int32)], isClosed=True, color=ink, thickness=pen)
    if rng.random() < 0.5:  # noqa: PLR2004 - half of them as cubes
        top = square[:2] + TILE * np.array([0.09, -0.09])
        outline = np.vstack([square[0], top, square[1]])
        cv2.polylines(tile[0], [outline.astype(np.int32)], isClosed=False, color=ink, thickness=pen)
    for x, y in PIPS[int(rng.integers(1, 7))]:
        _dot(tile[0], x * 0.1, y * 0.1, rng.uniform(0.022, 0.036), ink)
    return tile


def _numeral_die(rng: np.random.Generator) -> Tile:
    body = _colour(rng)
    tile = _blank(body)
    _box(tile[1], 0.8, 0.8)
    pale = sum(body) < 380  # noqa: PLR2004 - half of the brightest
    figure = str(int(rng.integers(1, 7)))
    _text(tile[0], figure, 5.0, (245.0, 245.0, 245.0) if pale else (20.0, 20.0, 20.0))
    return tile


def _letter_tile(rng: np.random.Generator) -> Tile:
    tile = _blank((150.0, 200.0, 225.0))
    _box(tile[1], 0.72, 0.8)
    _text(tile[0], str(rng.choice(list("AEIOQRSTUZ"))), 4.0, (30.0, 30.0, 40.0), 4)
    return tile


def _blank_cube(rng: np.random.Generator) -> Tile:
    body = _colour(rng, 20)
    tile = _blank(body)
    _box(tile[1], 0.72, 0.8)
    tile[0][: TILE // 5] = _shade(body, 0.6)
    return tile


def _dice_on_a_telephone(rng: np.random.Generator) -> Tile:
    """An app that rolls two dice, larger than real ones, shaded from corner to corner."""
    tile = _blank((18.0, 18.0, 20.0))
    _box(tile[1], 0.4, 0.8)
    half = TILE // 2
    cv2.rectangle(tile[0], (half - 43, half - 86), (half + 43, half + 86), _colour(rng, 0, 160), -1)
    body, ink = _colour(rng, 150), _colour(rng, 0, 70)
    side = int(rng.integers(26, 46))
    for y in (-36, 36):
        x0, y0 = half - side // 2, half + y - side // 2
        ramp = np.add.outer(np.arange(side), np.arange(side)) / (2 * side)
        shaded = np.array(body) * (1.1 - 0.35 * ramp[..., None])
        tile[0][y0 : y0 + side, x0 : x0 + side] = np.clip(shaded, 0, 255).astype(np.uint8)
        for a, b in PIPS[int(rng.integers(1, 7))]:
            at = (half + a * side / 4) / TILE - 0.5, (half + y + b * side / 4) / TILE - 0.5
            _dot(tile[0], *at, side * 0.09 / TILE, ink)
    return tile


def _rules_page(rng: np.random.Generator) -> Tile:
    """A page of a rulebook: lines of text, and a row of dice printed between them."""
    tile = _blank(_shade((235.0, 245.0, 250.0), rng.uniform(0.85, 1.0)))
    _box(tile[1], 0.57, 0.8)
    half, ink = TILE // 2, _colour(rng, 0, 80)
    for y in range(half - 84, half + 86, 11):
        wide = int(rng.integers(30, 60))
        cv2.line(tile[0], (half - 60, y), (half - 60 + 2 * wide, y), _shade(ink, 1.5), 3)
    side = int(rng.integers(22, 32))
    cv2.rectangle(tile[0], (half - 64, half - side), (half + 64, half + side), (240, 246, 250), -1)
    for n in (-1, 0, 1):
        corner = half + n * (side + 10) - side // 2, half - side // 2
        filled = -1 if rng.random() < 0.4 else 2  # noqa: PLR2004 - some printed solid, pips white
        cv2.rectangle(tile[0], corner, (corner[0] + side, corner[1] + side), ink, filled)
        for a, b in PIPS[int(rng.integers(1, 7))]:
            at = (half + n * (side + 10) + a * side / 4) / TILE - 0.5, b * side / 4 / TILE
            _dot(tile[0], *at, side * 0.09 / TILE, ink if filled > 0 else (250.0, 250.0, 250.0))
    return tile


def _toy_brick(rng: np.random.Generator) -> Tile:
    """Two by two or two by three studs; each is lit from one side."""
    body = _colour(rng, 10, 220)
    rows = int(rng.choice([2, 3]))
    tile = _blank(body)
    _box(tile[1], 0.53, 0.265 * rows)
    for a in (-0.5, 0.5):
        for b in np.arange(rows) - (rows - 1) / 2:
            x, y = a * 0.26, float(b) * 0.26
            _dot(tile[0], x + 0.012, y + 0.012, 0.085, _shade(body, 0.6))
            _dot(tile[0], x - 0.006, y - 0.006, 0.085, _shade(body, 1.15))
            _dot(tile[0], x, y, 0.078, body)
    return tile


def _perforated_plate(rng: np.random.Generator) -> Tile:
    """A strip of sheet metal or wood with rows of holes."""
    body = _colour(rng, 90, 230)
    tile = _blank(body)
    _box(tile[1], 0.36, 0.8)
    for x in (-0.09, 0.09):
        for y in np.arange(-3, 4) * 0.115:
            _dot(tile[0], x, float(y), 0.03, _shade(body, rng.uniform(0.1, 0.3)))
    return tile


THINGS: dict[str, tuple[Callable[[np.random.Generator], Tile], float]] = {
    "coin": (_coin, 1.5),
    "button": (_button, 1.0),
    "bottle cap": (_bottle_cap, 1.9),
    "domino": (_domino, 3.0),
    "playing card": (_playing_card, 5.5),
    "telephone": (_telephone, 9.0),
    "coaster": (_coaster, 6.0),
    "checkerboard": (_checkerboard, 6.0),
    "drawing of a die": (_drawn_die, 2.5),
    "numeral die": (_numeral_die, 1.0),
    "letter tile": (_letter_tile, 1.2),
    "blank cube": (_blank_cube, 1.0),
    "dice on a telephone": (_dice_on_a_telephone, 9.0),
    "page of rules": (_rules_page, 6.0),
    "toy brick": (_toy_brick, 1.3),
    "perforated plate": (_perforated_plate, 3.5),
}
"""How each kind is drawn, and how many dice of 16 mm it is long."""
