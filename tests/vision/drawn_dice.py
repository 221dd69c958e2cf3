"""Dice drawn for tests: pips seen straight from above, and faces with a sign."""

import cv2
import numpy as np

from companion.bench.pips import PIPS
from tests.vision.drawn_table import COLOURS
from vision.geometry import card_corners, rectangle

BODIES = {"white": (235, 240, 240), "red": (40, 30, 190), "black": (35, 35, 35)}
GROUND = (60, 95, 70)


def tray(size=(640, 480), ground=GROUND, seed=4):
    """Bare cloth with a little grain."""
    rng = np.random.default_rng(seed)
    scene = np.full((size[1], size[0], 3), ground, np.float32)
    return np.clip(scene + rng.normal(0, 4, scene.shape), 0, 255).astype(np.uint8)


def put(scene, value, at, *, body="white", degrees=20.0, across=42):
    """A die seen straight from above, drawn four times as large and scaled down."""
    big = across * 4
    die = np.zeros((big * 2, big * 2, 4), np.uint8)
    c, r = big, big // 2
    pip = (30, 30, 30) if body == "white" else (240, 240, 240)
    cv2.rectangle(die, (c - r, c - r), (c + r, c + r), (*BODIES[body], 255), -1)
    for a, b in PIPS[value]:
        cv2.circle(
            die, (c + int(a * r * 0.5), c + int(b * r * 0.5)), int(r * 0.19), (*pip, 255), -1
        )
    turn = cv2.getRotationMatrix2D((c, c), degrees, 1)
    die = cv2.resize(
        cv2.warpAffine(die, turn, die.shape[1::-1]), (across * 2,) * 2, interpolation=cv2.INTER_AREA
    )
    x, y = at[0] - across, at[1] - across
    under = scene[y : y + 2 * across, x : x + 2 * across].astype(np.float32)
    shadow = cv2.GaussianBlur(die[..., 3], (0, 0), 4)[..., None] / 255.0 * 0.5
    alpha = die[..., 3:].astype(np.float32) / 255.0
    mixed = die[..., :3] * alpha + under * (1 - shadow) * (1 - alpha)
    scene[y : y + 2 * across, x : x + 2 * across] = mixed.astype(np.uint8)
    return scene


SIDE = 120


def die_face(figure, colour="red"):
    """A pale face with a thick sign."""
    picture = np.full((SIDE, SIDE, 3), (225, 235, 240), np.uint8)
    (w, h), _ = cv2.getTextSize(figure, cv2.FONT_HERSHEY_DUPLEX, 2.6, 7)
    at = ((SIDE - w) // 2, (SIDE + h) // 2)
    cv2.putText(picture, figure, at, cv2.FONT_HERSHEY_DUPLEX, 2.6, COLOURS[colour], 7, cv2.LINE_AA)
    return cv2.GaussianBlur(picture, (3, 3), 0.8)


def symbol_tray(*laid, size=(800, 600), seed=2, across=56):
    """Symbol dice on dark cloth: (face, x, y, degrees)."""
    rng = np.random.default_rng(seed)
    scene = np.full((size[1], size[0], 3), (70, 60, 45), np.uint8)
    for face, x, y, degrees in laid:
        quad = rectangle((x, y), (across, across), degrees)
        warp = cv2.getPerspectiveTransform(card_corners((SIDE, SIDE)), quad)
        over = cv2.warpPerspective(cv2.GaussianBlur(face, (0, 0), 0.9), warp, size)
        cover = cv2.warpPerspective(np.full((SIDE, SIDE), 255, np.uint8), warp, size)
        scene[cover > 128] = over[cover > 128]
    light = np.linspace(0.8, 1.0, size[0])[None, :, None]
    return np.clip(scene * light + rng.normal(0, 2.5, scene.shape), 0, 255).astype(np.uint8)
