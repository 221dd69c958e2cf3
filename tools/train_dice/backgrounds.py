# ruff: noqa: C901, D103, FBT003, PLR2004 - a recipe of numbers, run by hand
"""Grounds and strangers to train against: tables, cloth, wood, photographs, coins, dominoes."""

import cv2
import numpy as np

from companion.bench.pips import PIPS

SIDE = 256


def ground(rng: np.random.Generator, photos: list[np.ndarray]) -> np.ndarray:
    """A background without dice: BGR uint8 (256, 256, 3)."""
    roll = rng.random()
    if roll < 0.35 and photos:
        return photo_crop(rng, photos)
    base = np.empty((SIDE, SIDE, 3), np.float32)
    base[:] = rng.uniform(20, 240, 3) * 0.4 + rng.uniform(20, 240) * 0.6
    if roll < 0.6:  # wood: noise stretched along one direction
        long, fine = rng.uniform(8, 60), rng.uniform(0.6, 3)
        grain = cv2.GaussianBlur(
            rng.normal(0, 1, (SIDE, SIDE)).astype(np.float32), (0, 0), long, sigmaY=fine
        )
        grain /= grain.std() + 1e-6
        tint = np.array([0.5, 0.8, 1.0]) * rng.uniform(3, 25)
        base = np.array([60, 100, 150]) * rng.uniform(0.3, 1.5) + grain[..., None] * tint
        if rng.random() < 0.5:
            base = np.rot90(base).copy()
    elif roll < 0.85:  # cloth and paper
        noise = rng.normal(0, rng.uniform(1, 22), (SIDE, SIDE, 1)).astype(np.float32)
        base = base + cv2.GaussianBlur(noise, (0, 0), rng.uniform(0.4, 2))[..., None]
    else:  # patterned: chequered or striped
        pitch = rng.uniform(8, 50)
        ys, xs = np.mgrid[0:SIDE, 0:SIDE]
        turn = rng.uniform(0, np.pi)
        a, b = xs * np.cos(turn) + ys * np.sin(turn), ys * np.cos(turn) - xs * np.sin(turn)
        board = (np.floor(a / pitch) + (np.floor(b / pitch) if rng.random() < 0.6 else 0)) % 2
        base = base + board[..., None] * rng.uniform(-120, 120, 3)
    return _lit(rng, base)


def photo_crop(rng, photos):
    photo = photos[rng.integers(len(photos))]
    side = int(rng.uniform(0.25, 0.9) * min(photo.shape[:2]))
    y, x = rng.integers(photo.shape[0] - side + 1), rng.integers(photo.shape[1] - side + 1)
    crop = cv2.resize(photo[y : y + side, x : x + side], (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(np.rot90(crop, rng.integers(4)))


def _lit(rng, base):
    ys, xs = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) / SIDE - 0.5
    turn = rng.uniform(0, 2 * np.pi)
    slope = 1 + rng.uniform(0, 0.7) * (xs * np.cos(turn) + ys * np.sin(turn))
    if rng.random() < 0.3:  # rim of a bowl or tray
        radius = np.hypot(xs - rng.uniform(-0.6, 0.6), ys - rng.uniform(-0.6, 0.6))
        slope = slope * np.where(radius > rng.uniform(0.3, 0.8), rng.uniform(0.4, 1.5), 1)
    return np.clip(base * slope[..., None], 0, 255).astype(np.uint8)


def stranger(rng: np.random.Generator, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Something that is no die, BGR uint8 and alpha uint8 of about `size` px."""
    side = max(int(size * 1.3), 8)
    scale = 4
    s = side * scale
    image = np.empty((s, s, 3), np.uint8)
    image[:] = rng.integers(0, 255, 3)
    ink = tuple(int(v) for v in rng.integers(0, 255, 3))
    alpha = np.zeros((s, s), np.uint8)
    kind = rng.integers(10)
    c, r = s // 2, int(s * 0.42)
    if kind in (0, 1):  # coin, button, chip
        cv2.circle(alpha, (c, c), r, 255, -1)
        cv2.circle(
            image,
            (c, c),
            int(r * rng.uniform(0.6, 0.9)),
            ink,
            max(int(r * rng.uniform(0.04, 0.2)), 1),
        )
        if kind == 0:
            for a, b in PIPS[int(rng.choice([1, 2, 4]))]:
                cv2.circle(
                    image,
                    (c + int(a * r * 0.22), c + int(b * r * 0.22)),
                    int(r * rng.uniform(0.07, 0.14)),
                    ink,
                    -1,
                )
        else:
            letters(rng, image, ink)
    elif kind == 2:  # domino
        half = int(r * 0.5)
        cv2.rectangle(alpha, (c - half, c - 2 * half), (c + half, c + 2 * half), 255, -1)
        cv2.line(image, (c - half, c), (c + half, c), ink, max(s // 60, 1))
        for middle in (c - half, c + half):
            for a, b in PIPS[int(rng.integers(1, 7))]:
                cv2.circle(
                    image,
                    (c + int(a * half * 0.5), middle + int(b * half * 0.5)),
                    int(half * 0.16),
                    ink,
                    -1,
                )
    elif kind == 3:  # letter or symbol cube, key, tile
        cv2.rectangle(alpha, (c - r, c - r), (c + r, c + r), 255, -1)
        letters(rng, image, ink)
    elif kind == 4:  # blank cube, eraser, block
        w = int(r * rng.uniform(0.4, 1))
        cv2.rectangle(alpha, (c - w, c - r), (c + w, c + r), 255, -1)
        cv2.line(
            image, (c - r, c - r), (c + r, c + r), ink, max(int(r * rng.uniform(0.05, 0.8)), 1)
        )
    elif kind >= 6:
        PAPER[kind - 6](rng, image, alpha, c, r)
    else:  # strip of dots: button matrix, connector
        cv2.rectangle(alpha, (c - r, c - r // 2), (c + r, c + r // 2), 255, -1)
        for a in range(int(rng.integers(2, 6))):
            cv2.circle(image, (c - r + int((a + 0.7) * r * 0.4), c), int(r * 0.1), ink, -1)
    turn = cv2.getRotationMatrix2D((c, c), rng.uniform(0, 360), 1)
    image, alpha = (
        cv2.warpAffine(image, turn, (s, s), borderMode=cv2.BORDER_REPLICATE),
        cv2.warpAffine(alpha, turn, (s, s)),
    )
    size = (side, side)
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.resize(
        alpha, size, interpolation=cv2.INTER_AREA
    )


def sketch(rng, image, alpha, c, r):
    """A die drawn with a pen: the paper is as pale inside the lines as outside."""
    alpha[:] = 255
    image[:] = rng.uniform(150, 250) + rng.uniform(-12, 12, 3)
    ink = tuple(float(v) for v in rng.uniform(0, 110, 3))
    line, half = max(int(r * rng.uniform(0.03, 0.1)), 1), int(r * rng.uniform(0.55, 0.85))
    corners = c + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) + rng.normal(0, 2, (4, 2))
    cv2.polylines(image, [corners.astype(np.int32)], True, ink, line, cv2.LINE_AA)
    if rng.random() < 0.5:  # a cube in perspective
        back = corners + r * rng.uniform(0.15, 0.35) * np.array([1, -1])
        for a, b in zip(corners, back, strict=True):
            cv2.line(image, _at(a), _at(b), ink, line, cv2.LINE_AA)
        cv2.polylines(image, [back.astype(np.int32)], True, ink, line, cv2.LINE_AA)
    filled = -1 if rng.random() < 0.7 else line
    for a, b in PIPS[int(rng.integers(1, 7))]:
        at = np.array([c + a * half * 0.5, c + b * half * 0.5]) + rng.normal(0, r * 0.03, 2)
        cv2.circle(image, _at(at), int(r * rng.uniform(0.06, 0.14)), ink, filled, cv2.LINE_AA)


def suits(rng, image, alpha, c, r):
    """Part of a playing card: pips of a suit in rows."""
    half = int(r * rng.uniform(0.6, 0.9))
    cv2.rectangle(alpha, (c - half, c - r), (c + half, c + r), 255, -1)
    image[:] = rng.uniform(215, 255)
    ink = (30, 20, 190) if rng.random() < 0.5 else (25, 25, 25)
    size = r * rng.uniform(0.1, 0.2)
    suit = SUITS[int(rng.integers(len(SUITS)))]
    for a, b in PIPS[int(rng.integers(1, 7))]:
        at = np.array([c + a * half * 0.5, c + b * r * 0.6])
        cv2.fillPoly(image, [(at + suit * size).astype(np.int32)], ink, cv2.LINE_AA)


def cap(rng, image, alpha, c, r):
    """A bottle cap: a crown with a bright rim and something printed on it."""
    turns = np.linspace(0, 2 * np.pi, 210, endpoint=False)
    edge = r * (0.94 + 0.06 * np.sign(np.sin(21 * turns)))
    rim = np.column_stack([c + edge * np.cos(turns), c + edge * np.sin(turns)])
    cv2.fillPoly(alpha, [rim.astype(np.int32)], 255, cv2.LINE_AA)
    cv2.circle(image, (c, c), r, tuple(float(v) for v in rng.uniform(90, 220, 3)), int(r * 0.2))
    letters(rng, image, tuple(float(v) for v in rng.uniform(0, 255, 3)))


def holes(rng, image, alpha, c, r):
    """A button with two or four holes, or a plug: round, hollow rim."""
    cv2.circle(alpha, (c, c), r, 255, -1, cv2.LINE_AA)
    pale = tuple(float(v) * 0.6 for v in image[0, 0])
    cv2.circle(image, (c, c), int(r * rng.uniform(0.7, 0.95)), pale, max(int(r * 0.08), 1))
    dark = tuple(float(v) * 0.25 for v in image[0, 0])
    off, hole = r * rng.uniform(0.16, 0.3), int(r * rng.uniform(0.08, 0.15))
    for a, b in PIPS[int(rng.choice([2, 4, 3]))]:
        cv2.circle(image, (int(c + a * off), int(c + b * off)), hole, dark, -1, cv2.LINE_AA)


PAPER = (sketch, suits, cap, holes)
_T = np.linspace(0, 2 * np.pi, 40)
SUITS = (
    np.array([(0, -1.2), (0.9, 0), (0, 1.2), (-0.9, 0)]),
    np.column_stack(
        [
            1.0 * np.sin(_T) ** 3,
            -(13 * np.cos(_T) - 5 * np.cos(2 * _T) - 2 * np.cos(3 * _T) - np.cos(4 * _T)) / 16,
        ]
    ),
    np.column_stack(
        [
            1.0 * np.sin(_T) ** 3,
            (13 * np.cos(_T) - 5 * np.cos(2 * _T) - 2 * np.cos(3 * _T) - np.cos(4 * _T)) / 16,
        ]
    ),
)
"""Outlines of diamond, heart and (without its stalk) spade."""


def _at(point):
    return int(point[0]), int(point[1])


def letters(rng, image, ink):
    s = image.shape[0]
    text = "".join(rng.choice(list("ABCDEGHKMNPRSTXZ23578&?*#"), rng.integers(1, 3)))
    (w, h), _ = cv2.getTextSize(text, 0, 1, 2)
    size = s * 0.45 / max(w, h)
    at = (int(s / 2 - w * size / 2), int(s / 2 + h * size / 2))
    cv2.putText(
        image,
        text,
        at,
        int(rng.integers(0, 4)),
        size,
        ink,
        max(int(s * rng.uniform(0.02, 0.06)), 1),
    )
