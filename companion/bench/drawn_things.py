"""What lies on tables where cards are played, beside the cards: sheets, pens, cups, coins, chips.

All are drawn into a flat table (float32 BGR), each with its shadow.
"""

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from companion.bench.handwriting import Pen, printed_signs, score_sheet, scribbles
from vision.geometry import card_corners, rectangle
from vision.readings import Floats, Image

SHADOW_PX = 24


def put(table: Floats, picture: Image, mask: Image, quad: Floats, shadow: float) -> None:
    """Lay a picture with its mask (uint8) at a quad of the table, its shadow first."""
    low = np.maximum(np.floor(quad.min(0)).astype(int) - SHADOW_PX, 0)
    high = np.ceil(quad.max(0)).astype(int) + SHADOW_PX
    part = table[low[1] : high[1], low[0] : high[0]]
    if min(part.shape[:2]) == 0:
        return
    size = (part.shape[1], part.shape[0])
    corners = np.ascontiguousarray(quad - low, np.float32)
    place = cv2.getPerspectiveTransform(card_corners(mask.shape[::-1]), corners)
    on = cv2.warpPerspective(mask, place, size, flags=cv2.INTER_AREA).astype(np.float32) / 255
    drawn = cv2.warpPerspective(picture, place, size, flags=cv2.INTER_AREA).astype(np.float32)
    moved = cv2.warpAffine(on, np.array([[1.0, 0, 3], [0, 1, 4]]), size)
    part *= 1.0 - (cv2.GaussianBlur(moved, (0, 0), 3.0) * shadow)[..., None]
    part += (drawn - part) * on[..., None]


def paper_sheet(rng: np.random.Generator, size: tuple[int, int]) -> Image:
    """A sheet, white, lined, squared or brown, written on: BGR uint8, width and height in px."""
    width, height = size
    kind = int(rng.integers(4))
    base = np.array([150, 185, 210]) if kind == 0 else np.full(3, rng.uniform(222, 252))
    sheet = np.full((height, width, 3), base, np.float32)
    sheet += cv2.GaussianBlur(rng.normal(0, 6, (height, width, 1)), (0, 0), 2.0)[..., None]
    ground = np.clip(sheet, 0, 255).astype(np.uint8)
    step = int(rng.integers(16, 34))
    for y in range(step, height, step) if kind >= 2 else ():  # noqa: PLR2004 - lined, squared
        cv2.line(ground, (0, y), (width, y), (215, 190, 175), 1, cv2.LINE_AA)
    for x in range(step, width, step) if kind == 3 else ():  # noqa: PLR2004 - squared
        cv2.line(ground, (x, 0), (x, height), (215, 190, 175), 1, cv2.LINE_AA)
    pen = Pen.drawn(rng)
    upper = np.array([12, 12, width - 12, height * rng.uniform(0.3, 0.8)])
    if rng.random() < 0.6:  # noqa: PLR2004
        score_sheet(ground, upper, pen, rng, columns=int(rng.integers(2, 6)))
    else:
        scribbles(ground, upper, pen, rng, count=int(rng.integers(3, 9)))
    lower = np.array([12, upper[3] + 10, width - 60, max(height - 60, upper[3] + 11)])
    scribbles(ground, lower, Pen.drawn(rng), rng, count=int(rng.integers(1, 7)))
    if rng.random() < 0.3:  # noqa: PLR2004
        printed_signs(ground, np.array([width * 0.5, 8, width * 0.95, height * 0.15]), rng)
    return ground


def _blank(width: int, height: int, colour: Floats | Sequence[float]) -> tuple[Image, Image]:
    picture = np.full((height, width, 3), colour, np.uint8)
    return picture, np.zeros((height, width), np.uint8)


def _bar(
    width: int, height: int, colour: Floats | Sequence[float], rounding: float
) -> tuple[Image, Image]:
    picture, mask = _blank(width, height, colour)
    r = max(round(rounding), 1)
    cv2.rectangle(mask, (r, 0), (width - r - 1, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - r - 1), 255, -1)
    for x in (r, width - r - 1):
        for y in (r, height - r - 1):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return picture, mask


def _pen(rng: np.random.Generator, unit: float) -> tuple[Image, Image]:
    picture, mask = _bar(
        round(unit * 0.16), round(unit * 2.2), rng.uniform(10, 230, 3), unit * 0.08
    )
    shine = picture[:, picture.shape[1] // 3 : picture.shape[1] // 2]
    shine[:] = np.minimum(shine.astype(np.int32) + 60, 255)
    return picture, mask


def _cup(rng: np.random.Generator, unit: float) -> tuple[Image, Image]:
    wide = round(unit * 1.3)
    picture, mask = _blank(wide, wide, rng.uniform(60, 245, 3))
    cv2.circle(mask, (wide // 2, wide // 2), wide // 2 - 1, 255, -1, cv2.LINE_AA)
    drink = tuple(float(v) for v in rng.uniform(10, 90, 3))
    cv2.circle(picture, (wide // 2, wide // 2), round(wide * 0.41), drink, -1, cv2.LINE_AA)
    return picture, mask


def _coin(rng: np.random.Generator, unit: float) -> tuple[Image, Image]:
    wide = round(unit * rng.uniform(0.26, 0.42))
    metal = np.array(((90, 170, 205), (70, 110, 170), (185, 190, 190))[int(rng.integers(3))])
    picture, mask = _blank(wide, wide, metal)
    cv2.circle(mask, (wide // 2, wide // 2), wide // 2 - 1, 255, -1, cv2.LINE_AA)
    dark = tuple(float(v) for v in metal * 0.6)
    cv2.circle(picture, (wide // 2, wide // 2), round(wide * 0.42), dark, 1, cv2.LINE_AA)
    cv2.putText(
        picture, str(rng.choice(list("125"))), (wide // 3, wide * 2 // 3), 0, wide / 60, dark, 2
    )
    return picture, mask


def _phone(rng: np.random.Generator, unit: float) -> tuple[Image, Image]:
    width, height = round(unit * 1.15), round(unit * 2.35)
    picture, mask = _bar(width, height, (25, 25, 25), unit * 0.12)
    lit = rng.uniform(10, 240, 3) if rng.random() < 0.5 else (18, 16, 16)  # noqa: PLR2004
    edge = round(unit * 0.06)
    cv2.rectangle(
        picture, (edge, edge * 2), (width - edge, height - edge * 2), tuple(map(float, lit)), -1
    )
    return picture, mask


def _ruler(rng: np.random.Generator, unit: float) -> tuple[Image, Image]:
    width, height = round(unit * 0.5), round(unit * 4.8)
    picture, mask = _bar(width, height, rng.uniform(120, 240, 3), 2)
    for i, y in enumerate(np.arange(6, height - 6, unit / 31.5)):
        long = width // 3 if i % 10 == 0 else width // 6
        cv2.line(picture, (0, round(y)), (long, round(y)), (30, 30, 30), 1)
    return picture, mask


def _token(rng: np.random.Generator, unit: float) -> tuple[Image, Image]:
    """A disc with a letter: who deals."""
    wide = round(unit * rng.uniform(0.5, 0.8))
    picture, mask = _blank(wide, wide, rng.uniform(20, 235, 3))
    cv2.circle(mask, (wide // 2, wide // 2), wide // 2 - 1, 255, -1, cv2.LINE_AA)
    ink = tuple(float(v) for v in rng.uniform(0, 255, 3))
    cv2.putText(
        picture, str(rng.choice(list("D1234"))), (wide // 4, wide * 3 // 4), 0, wide / 35, ink, 3
    )
    return picture, mask


def poker_chip(rng: np.random.Generator, unit: float) -> tuple[Image, Image]:
    """A chip with a striped rim: picture and mask, as wide as 0.62 of a card (39 mm)."""
    wide = round(unit * 0.62)
    picture, mask = _blank(wide, wide, rng.uniform(20, 200, 3))
    middle = (wide // 2, wide // 2)
    cv2.circle(mask, middle, wide // 2 - 1, 255, -1, cv2.LINE_AA)
    for angle in range(0, 360, 60):
        cv2.ellipse(picture, middle, middle, 0, angle, angle + 25, (235, 235, 235), -1)
    inner = tuple(float(v) for v in rng.uniform(30, 240, 3))
    cv2.circle(picture, middle, round(wide * 0.36), inner, -1, cv2.LINE_AA)
    value = str(rng.choice(["1", "5", "10", "25", "100"]))
    cv2.putText(
        picture, value, (round(wide * 0.3), round(wide * 0.6)), 0, wide / 90, (20, 20, 20), 2
    )
    return picture, mask


THINGS: tuple[Callable[[np.random.Generator, float], tuple[Image, Image]], ...] = (
    _pen,
    _cup,
    _coin,
    _coin,
    _phone,
    _ruler,
    _token,
)


def lay_things(
    table: Floats, free_of: Sequence[Floats], unit: float, count: int, rng: np.random.Generator
) -> None:
    """Things at any turn, beside the quads given; `unit` is a card's width in px."""
    for _ in range(count):
        picture, mask = THINGS[int(rng.integers(len(THINGS)))](rng, unit)
        for _ in range(12):
            at = rng.uniform(0.12, 0.88, 2) * (table.shape[1], table.shape[0])
            size = (float(mask.shape[1]), float(mask.shape[0]))
            quad = rectangle((at[0], at[1]), size, rng.uniform(0, 360))
            if all(_apart(quad, other) for other in free_of):
                put(table, picture, mask, quad, rng.uniform(0.2, 0.6))
                break


def _apart(quad: Floats, other: Floats) -> bool:
    wide = (other - other.mean(0)) * np.float32(1.05) + other.mean(0)
    return float(cv2.intersectConvexConvex(quad, wide.astype(np.float32))[0]) < 1.0
