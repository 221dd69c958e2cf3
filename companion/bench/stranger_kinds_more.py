"""More things that show spots and are no dice: what lies beside games, drawn on a tile."""

import cv2
import numpy as np

from companion.bench.pips import PIPS
from companion.bench.stranger_kinds import Thing
from companion.bench.stranger_tiles import TILE, Ink, Tile, blank, box, colour, disc, dot, shade

HALF = TILE // 2


def _ladybird(rng: np.random.Generator) -> Tile:
    red = (rng.uniform(0, 50), rng.uniform(0, 70), rng.uniform(150, 230))
    tile = blank(red)
    cv2.ellipse(tile[1], (HALF, HALF), (84, 96), 0, 0, 360, 255, -1, cv2.LINE_AA)
    cv2.ellipse(tile[0], (HALF, 48), (60, 36), 0, 0, 360, (25, 25, 25), -1, cv2.LINE_AA)
    cv2.line(tile[0], (HALF, 60), (HALF, TILE), (25, 25, 25), 6)
    for x, y in PIPS[int(rng.choice([2, 4, 6]))]:
        dot(tile[0], x * 0.16, y * 0.2 + 0.05, rng.uniform(0.04, 0.07), (25.0, 25.0, 25.0))
    return tile


def _traffic_light(rng: np.random.Generator) -> Tile:
    tile = blank(colour(rng, 10, 70))
    box(tile[1], 0.32, 0.8)
    on = int(rng.integers(3))
    for n, lamp in enumerate(((40.0, 40.0, 220.0), (40.0, 190.0, 240.0), (70.0, 200.0, 60.0))):
        dot(tile[0], 0, (n - 1) * 0.25, 0.1, lamp if n == on else shade(lamp, 0.35))
    return tile


def _socket(rng: np.random.Generator) -> Tile:
    body = rng.uniform(190, 245)
    tile = blank((body, body, body))
    box(tile[1], 0.8, 0.8)
    disc(tile[0], 0.28, shade((body, body, body), 0.85))
    disc(tile[0], 0.28, shade((body, body, body), 0.7), 4)
    for x in (-0.1, 0.1):
        dot(tile[0], x, 0, 0.035, (30.0, 30.0, 30.0))
    return tile


def _lamp_matrix(rng: np.random.Generator) -> Tile:
    """Lamps in rows on a black plate, some of them lit."""
    tile = blank((18.0, 20.0, 20.0))
    box(tile[1], 0.8, 0.8)
    many, lit = int(rng.choice([3, 4, 5, 8])), colour(rng, 60)
    steps = (np.arange(many) - (many - 1) / 2) * 0.76 / many
    for x in steps:
        for y in steps:
            ink = lit if rng.random() < 0.5 else (45.0, 45.0, 45.0)  # noqa: PLR2004 - half are lit
            dot(tile[0], float(x), float(y), 0.28 / many, ink)
    return tile


def _four_in_a_row(rng: np.random.Generator) -> Tile:
    """A wall of seven by six holes, with discs of two colours in it."""
    tile = blank((rng.uniform(130, 210), rng.uniform(50, 100), rng.uniform(0, 50)))
    box(tile[1], 0.8, 0.7)
    inks: list[Ink] = [colour(rng, 60, 220), (35.0, 35.0, 200.0), (40.0, 205.0, 235.0)]
    for x in range(7):
        for y in range(6):
            dot(tile[0], (x - 3) * 0.108, (y - 2.5) * 0.108, 0.043, inks[int(rng.integers(3))])
    return tile


def _remote_control(rng: np.random.Generator) -> Tile:
    tile = blank(colour(rng, 15, 80))
    box(tile[1], 0.24, 0.8)
    ink = colour(rng, 120)
    for x in (-0.07, 0.0, 0.07):
        for y in range(6):
            dot(tile[0], x, 0.05 + (y - 3) * 0.085, 0.024, ink)
    dot(tile[0], 0, -0.33, 0.03, (40.0, 40.0, 210.0))
    return tile


def _printed_lid(rng: np.random.Generator) -> Tile:
    """The lid of a box: two dice in perspective, printed beside a title."""
    tile = blank(colour(rng, 30, 230))
    box(tile[1], 0.8, 0.6)
    cv2.rectangle(tile[0], (36, 60), (204, 88), colour(rng), -1)
    body, ink = colour(rng, 150), colour(rng, 0, 60)
    for x in (78, 160):
        side = int(rng.integers(22, 30))
        square = side * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        front = square + np.array([x, 140])
        back = front + np.array([side // 2, -side // 2])
        for corners, bright in (((0, 1), 1.15), ((1, 2), 0.7)):
            face = np.vstack([front[list(corners)], back[list(corners)][::-1]])
            cv2.fillPoly(tile[0], [face.astype(np.int32)], shade(body, bright), cv2.LINE_AA)
        cv2.fillPoly(tile[0], [front.astype(np.int32)], body, cv2.LINE_AA)
        for a, b in PIPS[int(rng.integers(1, 7))]:
            at = (x + a * side * 0.5) / TILE - 0.5, (140 + b * side * 0.5) / TILE - 0.5
            dot(tile[0], *at, side * 0.17 / TILE, ink)
    return tile


def _tablet(rng: np.random.Generator) -> Tile:
    """Six dice in two rows on a large screen."""
    tile = blank((25.0, 25.0, 28.0))
    box(tile[1], 0.8, 0.6)
    cv2.rectangle(tile[0], (32, 56), (208, 184), colour(rng, 0, 200), -1)
    body, ink = colour(rng, 150), colour(rng, 0, 60)
    for x in (-0.24, 0.0, 0.24):
        for y in (-0.13, 0.13):
            corner = [round(TILE * (0.5 + v) - 19) for v in (x, y)]
            cv2.rectangle(tile[0], corner, [v + 38 for v in corner], body, -1, cv2.LINE_AA)
            for a, b in PIPS[int(rng.integers(1, 7))]:
                dot(tile[0], x + a * 0.04, y + b * 0.04, 0.014, ink)
    return tile


MORE_THINGS: dict[str, Thing] = {
    "ladybird": (_ladybird, 1.2),
    "traffic light": (_traffic_light, 2.2),
    "socket": (_socket, 4.5),
    "matrix of lamps": (_lamp_matrix, 2.0),
    "four in a row": (_four_in_a_row, 8.0),
    "remote control": (_remote_control, 9.0),
    "dice on a lid": (_printed_lid, 6.0),
    "dice on a tablet": (_tablet, 9.0),
}
