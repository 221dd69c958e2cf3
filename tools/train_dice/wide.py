# ruff: noqa: D102, D103, PLR2004, T201 - a recipe of numbers, run by hand
"""Dice by another renderer and things that are printed: wide.py POV POOL PHOTOS OUT SEED.

POV holds what pov_dice.py rendered. Two files come out: OUT-crops.npz for the reader and
OUT-scenes.npz for the finder. Run in the project's environment with the finder in place: what it
wrongly finds is learned from.
"""

import json
import sys
from pathlib import Path

import cv2
import numpy as np
from backgrounds import SIDE, ground
from printed import around, dot, fill, printed, rounded, spin, spread
from scenes import (
    MOST,
    composed,
    crop_of,
    cutouts,
    grounds,
    load_pool,
    overlap,
    photo_window,
    real_photos,
    spoil,
)

from companion.bench.pips import PIPS
from vision.dice_nets import find_dice

COPIES = 4
"""How often a rendered picture is spoiled in another way."""
PRINTED, COMPOSED, FLAT, BARE = 900, 120, 120, 40
"""Scenes of each kind that are drawn."""
SEARCHED = 8
"""Of so many drawn scenes one is searched for wrong finds, which takes far longer than drawing."""


class Arrays:
    """What is gathered."""

    def __init__(self, rng):
        self.rng = rng
        self.crops, self.labels = [], []
        self.scenes, self.truth = [], []

    def die(self, image, box, value):
        for _ in range(2):
            self.crops.append(crop_of(image, box, self.rng))
            self.labels.append(value)

    def none(self, image, box):
        self.crops.append(crop_of(image, box, self.rng))
        self.labels.append(0)

    def wrong_finds(self, image, boxes, most=12):
        """What the finder finds where nothing lies."""
        for found in find_dice(image, least=0.25)[:most]:
            box = np.array([*found.box[:2], *(found.box[:2] + found.box[2:])])
            if not len(boxes) or overlap(box, boxes[:, :4]).max() < 0.1:
                self.none(image, box)

    def scene(self, image, boxes):
        """A window of a scene for the finder."""
        box = boxes[self.rng.integers(len(boxes))]
        at = (box[:2] + box[2:4]) / 2 - self.rng.uniform(50, SIDE - 50, 2)
        x, y = (
            int(np.clip(v, 0, max(s - SIDE, 0)))
            for v, s in zip(at, image.shape[1::-1], strict=True)
        )
        window = np.full((SIDE, SIDE, 3), self.rng.integers(30, 220, 3), np.uint8)
        part = image[y : y + SIDE, x : x + SIDE]
        window[: part.shape[0], : part.shape[1]] = part
        inside = boxes.copy()
        inside[:, :4] = np.clip(boxes[:, :4] - [x, y, x, y], 0, [*part.shape[1::-1]] * 2)
        seen = np.prod(inside[:, 2:4] - inside[:, :2], axis=1)
        whole = np.prod(boxes[:, 2:4] - boxes[:, :2], axis=1)
        inside = inside[seen > 0.85 * whole][:MOST]
        truth = np.zeros((MOST, 5), np.float32)
        truth[: len(inside)] = inside
        self.scenes.append(window)
        self.truth.append(truth)


def pov_scenes(folder: Path):
    for path in sorted(folder.glob("*.json")):
        dice = json.loads(path.read_text())["dice"]
        if not dice:
            continue
        boxes = [
            [*d["box"][:2], *(np.array(d["box"][:2]) + d["box"][2:]), d["value"]] for d in dice
        ]
        yield cv2.imread(str(path.with_suffix(".png"))), np.array(boxes, np.float32)


def rendered(into, folder):
    for number, (image, boxes) in enumerate(pov_scenes(folder)):
        for copy in range(COPIES):
            scale = float(np.exp(into.rng.uniform(np.log(0.45), np.log(1.4))))
            how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
            small = spoil(into.rng, cv2.resize(image, None, fx=scale, fy=scale, interpolation=how))
            own = boxes.copy()
            own[:, :4] *= scale
            for box in own:
                into.die(small, box[:4], int(box[4]))
            for _ in range(2):
                into.scene(small, own)
            if copy == 0:
                into.wrong_finds(small, own)
        if number % 20 == 0:
            print("rendered", number, flush=True)


def photographed(into, photos):
    """What is wrongly found on photographs with and without dice."""
    for image, boxes in real_photos(photos):
        into.wrong_finds(image, boxes)
    bare = grounds(photos)
    for _ in range(BARE):
        window = spoil(into.rng, photo_window(into.rng, bare[into.rng.integers(len(bare))]))
        into.wrong_finds(window, np.zeros((0, 5)), 4)


def drawn(into, pool, photos):
    cut, bare = cutouts(real_photos(photos)), grounds(photos)
    for _ in range(COMPOSED):
        scene, boxes, others, _ = composed(into.rng, pool, cut, bare, hands=0)
        for box in others:
            if not len(boxes) or overlap(box, boxes[:, :4]).max() < 0.3:
                into.none(scene, box)
        if len(into.labels) % SEARCHED == 0:
            into.wrong_finds(scene, boxes)
    strangers(into, bare)
    for _ in range(FLAT):
        scene, boxes = flat_dice(into.rng, ground(into.rng, []))
        scene = spoil(into.rng, scene)
        for box in boxes:
            into.die(scene, box[:4], int(box[4]))
        into.scene(scene, boxes)


def strangers(into, bare):
    for number in range(PRINTED):
        scene, boxes = printed(into.rng, ground(into.rng, bare))
        scene = spoil(into.rng, scene)
        for box in boxes:
            into.none(scene, box)
        if number % SEARCHED == 0:
            into.wrong_finds(scene, np.zeros((0, 5)), 6)
        if number % 3 == 0:
            into.scenes.append(scene[:SIDE, :SIDE])
            into.truth.append(np.zeros((MOST, 5), np.float32))


BODIES = np.array([(235, 240, 240), (225, 225, 225), (30, 30, 30), (45, 40, 40), (40, 30, 185)])
"""The bodies that most dice have, BGR."""


def flat_dice(rng, scene, room=SIDE):
    """Dice straight from above in flat light: no side shows, a shadow parts them from paper."""
    die = float(np.exp(rng.uniform(np.log(20), np.log(60))))
    scene, boxes = np.ascontiguousarray(scene), []
    body = rng.uniform(0, 255, 3) if rng.random() < 0.4 else BODIES[rng.integers(len(BODIES))]
    body = np.clip(body + rng.uniform(-18, 18, 3), 0, 255)
    ink = np.full(3, 20.0 if body.mean() > 120 else 240.0) + rng.uniform(-15, 15, 3)
    for at in spread(rng, int(rng.integers(1, 7)), die * 1.5, room):
        turn, value = rng.uniform(0, 6.3), int(rng.integers(1, 7))
        outline = rounded(at, die, die, turn, die * rng.uniform(0.02, 0.22))
        fill(scene, outline, body, rng.uniform(0.25, 0.7), rng)
        reach, size = die * rng.uniform(0.22, 0.29), die * rng.uniform(0.07, 0.12)
        for spot in PIPS[value]:
            dot(scene, at + spin(turn) @ np.array(spot) * reach, size, (*ink,))
        boxes.append([*around(at, die, turn), value])
    return scene, np.array(boxes, np.float32)


def main() -> None:
    """Write the two files."""
    pov, pool, photos, out, seed = sys.argv[1:6]
    into = Arrays(np.random.default_rng(int(seed)))
    rendered(into, Path(pov))
    photographed(into, Path(photos))
    drawn(into, load_pool(Path(pool)), Path(photos))
    labels = np.array(into.labels, np.uint8)
    print("crops", len(labels), np.bincount(labels))
    np.savez(out + "-crops.npz", crops=np.stack(into.crops), labels=labels)
    hands = np.zeros((len(into.scenes), SIDE // 4, SIDE // 4), np.uint8)
    np.savez(
        out + "-scenes.npz", scenes=np.stack(into.scenes), truth=np.stack(into.truth), hands=hands
    )
    print("scenes", len(hands))


if __name__ == "__main__":
    main()
