"""Things that show pips or look like dice, and are none: drawn one on a tile.

Drawn otherwise than what taught the networks (tools/train_dice), at the size such things have
beside a die of 16 mm.
"""

from collections.abc import Callable

import cv2
import numpy as np

from companion.bench.pips import PIPS
from companion.bench.stranger_tiles import TILE, Tile, blank, box, colour, disc, dot, shade, text


def _coin(rng: np.random.Generator) -> Tile:
    metal = ((90, 170, 205), (70, 110, 170), (185, 190, 190))[int(rng.integers(3))]
    tile = blank(shade(metal, rng.uniform(0.7, 1.1)))
    disc(tile[1], 0.4, 255)
    disc(tile[0], 0.37, shade(metal, 0.6), 5)
    text(tile[0], str(rng.choice(["1", "2", "5", "10", "50"])), 3.0, shade(metal, 0.55))
    return tile


def _button(rng: np.random.Generator) -> Tile:
    body = colour(rng)
    tile = blank(body)
    disc(tile[1], 0.4, 255)
    disc(tile[0], 0.3, shade(body, 0.7), 8)
    for x, y in PIPS[int(rng.choice([2, 4]))]:
        dot(tile[0], x * 0.09, y * 0.09, 0.045, (25, 25, 25))
    return tile


def _bottle_cap(rng: np.random.Generator) -> Tile:
    tile = blank(colour(rng, 60))
    turns = np.linspace(0, 2 * np.pi, 252, endpoint=False)
    edge = TILE * (0.385 + 0.015 * np.cos(21 * turns))
    rim = TILE / 2 + np.column_stack([edge * np.cos(turns), edge * np.sin(turns)])
    cv2.fillPoly(tile[1], [rim.astype(np.int32)], 255, cv2.LINE_AA)
    disc(tile[0], 0.36, (200, 200, 205), 9)
    text(tile[0], str(rng.choice(list("ABKOSTX&"))), 3.0, colour(rng))
    return tile


def _domino(rng: np.random.Generator) -> Tile:
    dark = rng.random() < 0.5  # noqa: PLR2004 - black or ivory
    body, ink = ((25.0, 25.0, 25.0), (235.0, 240.0, 240.0))[:: 1 if dark else -1]
    tile = blank(body)
    box(tile[1], 0.4, 0.8)
    cv2.line(tile[0], (TILE * 3 // 10, TILE // 2), (TILE * 7 // 10, TILE // 2), ink, 4)
    for middle in (-0.2, 0.2):
        for x, y in PIPS[int(rng.integers(1, 7))]:
            dot(tile[0], x * 0.11, middle + y * 0.11, 0.033, ink)
    return tile


def _playing_card(rng: np.random.Generator) -> Tile:
    """Diamonds in rows, as on a numbered card."""
    tile = blank((248.0, 250.0, 250.0))
    box(tile[1], 0.57, 0.8)
    ink = (35, 25, 200) if rng.random() < 0.5 else (30, 30, 30)  # noqa: PLR2004 - red or black
    for x, y in PIPS[int(rng.integers(1, 7))]:
        at = TILE * np.array([0.5 + x * 0.14, 0.5 + y * 0.24])
        lozenge = at + TILE * np.array([(0, -0.07), (0.05, 0), (0, 0.07), (-0.05, 0)])
        cv2.fillPoly(tile[0], [lozenge.astype(np.int32)], ink, cv2.LINE_AA)
    return tile


def _telephone(rng: np.random.Generator) -> Tile:
    tile = blank((22.0, 22.0, 22.0))
    box(tile[1], 0.4, 0.8)
    half = TILE // 2
    cv2.rectangle(tile[0], (half - 43, half - 86), (half + 43, half + 86), colour(rng, 30), -1)
    for x in (-0.11, 0.0, 0.11):
        for y in (-0.25, -0.1, 0.05, 0.25):
            dot(tile[0], x, y, 0.035, colour(rng, 40))
    return tile


def _coaster(rng: np.random.Generator) -> Tile:
    tile = blank(colour(rng, 40, 230))
    disc(tile[1], 0.4, 255)
    for radius in sorted(rng.uniform(0.05, 0.38, 3))[::-1]:
        disc(tile[0], radius, colour(rng))
    return tile


def _checkerboard(rng: np.random.Generator) -> Tile:
    fields = int(rng.integers(4, 9))
    ys, xs = np.mgrid[0:TILE, 0:TILE] * fields // TILE
    two = rng.uniform(0, 255, (2, 3))
    tile = np.where(((xs + ys) % 2)[..., None] > 0, two[0], two[1]).astype(np.uint8)
    cover = np.zeros((TILE, TILE), np.uint8)
    box(cover, 0.8, 0.8)
    return tile, cover


def _drawn_die(rng: np.random.Generator) -> Tile:
    """A die in pen on a slip of paper: lines and dots, and nothing is shaded."""
    tile = blank((235.0, 240.0, 240.0))
    box(tile[1], 0.8, 0.8)
    ink, pen = colour(rng, 0, 90), int(rng.integers(2, 6))
    wobble = rng.normal(0, 2.0, (4, 2))
    square = TILE / 2 + TILE * 0.2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) + wobble
    cv2.polylines(tile[0], [square.astype(np.int32)], isClosed=True, color=ink, thickness=pen)
    if rng.random() < 0.5:  # noqa: PLR2004 - half of them as cubes
        top = square[:2] + TILE * np.array([0.09, -0.09])
        outline = np.vstack([square[0], top, square[1]])
        cv2.polylines(tile[0], [outline.astype(np.int32)], isClosed=False, color=ink, thickness=pen)
    for x, y in PIPS[int(rng.integers(1, 7))]:
        dot(tile[0], x * 0.1, y * 0.1, rng.uniform(0.022, 0.036), ink)
    return tile


def _numeral_die(rng: np.random.Generator) -> Tile:
    body = colour(rng)
    tile = blank(body)
    box(tile[1], 0.8, 0.8)
    pale = sum(body) < 380  # noqa: PLR2004 - half of the brightest
    figure = str(int(rng.integers(1, 7)))
    text(tile[0], figure, 5.0, (245.0, 245.0, 245.0) if pale else (20.0, 20.0, 20.0))
    return tile


def _letter_tile(rng: np.random.Generator) -> Tile:
    tile = blank((150.0, 200.0, 225.0))
    box(tile[1], 0.72, 0.8)
    text(tile[0], str(rng.choice(list("AEIOQRSTUZ"))), 4.0, (30.0, 30.0, 40.0), 4)
    return tile


def _blank_cube(rng: np.random.Generator) -> Tile:
    body = colour(rng, 20)
    tile = blank(body)
    box(tile[1], 0.72, 0.8)
    tile[0][: TILE // 5] = shade(body, 0.6)
    return tile


def _dice_on_a_telephone(rng: np.random.Generator) -> Tile:
    """An app that rolls two dice, larger than real ones, shaded from corner to corner."""
    tile = blank((18.0, 18.0, 20.0))
    box(tile[1], 0.4, 0.8)
    half = TILE // 2
    cv2.rectangle(tile[0], (half - 43, half - 86), (half + 43, half + 86), colour(rng, 0, 160), -1)
    body, ink = colour(rng, 150), colour(rng, 0, 70)
    side = int(rng.integers(26, 46))
    for y in (-36, 36):
        x0, y0 = half - side // 2, half + y - side // 2
        ramp = np.add.outer(np.arange(side), np.arange(side)) / (2 * side)
        shaded = np.array(body) * (1.1 - 0.35 * ramp[..., None])
        tile[0][y0 : y0 + side, x0 : x0 + side] = np.clip(shaded, 0, 255).astype(np.uint8)
        for a, b in PIPS[int(rng.integers(1, 7))]:
            at = (half + a * side / 4) / TILE - 0.5, (half + y + b * side / 4) / TILE - 0.5
            dot(tile[0], *at, side * 0.09 / TILE, ink)
    return tile


def _rules_page(rng: np.random.Generator) -> Tile:
    """A page of a rulebook: lines of text, and a row of dice printed between them."""
    tile = blank(shade((235.0, 245.0, 250.0), rng.uniform(0.85, 1.0)))
    box(tile[1], 0.57, 0.8)
    half, ink = TILE // 2, colour(rng, 0, 80)
    for y in range(half - 84, half + 86, 11):
        wide = int(rng.integers(30, 60))
        cv2.line(tile[0], (half - 60, y), (half - 60 + 2 * wide, y), shade(ink, 1.5), 3)
    side = int(rng.integers(22, 32))
    cv2.rectangle(tile[0], (half - 64, half - side), (half + 64, half + side), (240, 246, 250), -1)
    for n in (-1, 0, 1):
        corner = half + n * (side + 10) - side // 2, half - side // 2
        filled = -1 if rng.random() < 0.4 else 2  # noqa: PLR2004 - some printed solid, pips white
        cv2.rectangle(tile[0], corner, (corner[0] + side, corner[1] + side), ink, filled)
        for a, b in PIPS[int(rng.integers(1, 7))]:
            at = (half + n * (side + 10) + a * side / 4) / TILE - 0.5, b * side / 4 / TILE
            dot(tile[0], *at, side * 0.09 / TILE, ink if filled > 0 else (250.0, 250.0, 250.0))
    return tile


def _toy_brick(rng: np.random.Generator) -> Tile:
    """Two by two or two by three studs; each is lit from one side."""
    body = colour(rng, 10, 220)
    rows = int(rng.choice([2, 3]))
    tile = blank(body)
    box(tile[1], 0.53, 0.265 * rows)
    for a in (-0.5, 0.5):
        for b in np.arange(rows) - (rows - 1) / 2:
            x, y = a * 0.26, float(b) * 0.26
            dot(tile[0], x + 0.012, y + 0.012, 0.085, shade(body, 0.6))
            dot(tile[0], x - 0.006, y - 0.006, 0.085, shade(body, 1.15))
            dot(tile[0], x, y, 0.078, body)
    return tile


def _perforated_plate(rng: np.random.Generator) -> Tile:
    """A strip of sheet metal or wood with rows of holes."""
    body = colour(rng, 90, 230)
    tile = blank(body)
    box(tile[1], 0.36, 0.8)
    for x in (-0.09, 0.09):
        for y in np.arange(-3, 4) * 0.115:
            dot(tile[0], x, float(y), 0.03, shade(body, rng.uniform(0.1, 0.3)))
    return tile


Thing = tuple[Callable[[np.random.Generator], Tile], float]
"""How it is drawn, and how many dice of 16 mm it is long."""
THINGS: dict[str, Thing] = {
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
