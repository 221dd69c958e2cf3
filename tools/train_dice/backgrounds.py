# ruff: noqa: D103, PLR2004 - a recipe of numbers, run by hand
"""Grounds and strangers to train against: tables, cloth, wood, photographs, coins, dominoes."""

import cv2
import numpy as np
from dice3d import PIPS

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
    kind = rng.integers(6)
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
