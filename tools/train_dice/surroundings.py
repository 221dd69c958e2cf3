# ruff: noqa: D102, D103, PLR0917, PLR2004, T201 - a recipe of numbers, run by hand
"""Crops that show what lies around: surroundings.py KIND COUNT SEED OUT PHOTOS [FOLDER].

96 px, of which the inner 48 are what the reader sees; the gate (`train_gate.py`) sees all. Labels
as in scenes.py, and 9 for a stranger: no die for the reader, and for the gate the one thing to
tell. What is beside a die, or a shadow, is 0: the gate learns nothing of it. KIND is `strangers`
(COUNT scenes of `lookalikes.py` and of those before it, some with dice beside them), `dice` (COUNT
scenes of dice from the pools in FOLDER), `flat` (COUNT scenes of dice straight from above), `real`
(COUNT crops of each die of the *train* part), `bare` (what is found on photographs without dice,
COUNT crops each) or `pov` (COUNT copies of each scene of FOLDER). In the project's environment.
"""

import sys
from pathlib import Path

import backgrounds
import cv2
import numpy as np
import scenes
from backgrounds import ground
from closely import pov_copies
from look_parts import adorned, bodied, outline_of
from lookalikes import ALIKE
from printed import KINDS
from printed_closely import CLOSELY
from scenes import composed, crop_of, cutouts, grounds, load_pool, overlap, real_photos, spoil
from wide import flat_dice

from vision import dice_nets

SIDE, WIDE, STRANGER = 400, 96, 9
LEAST = 0.2
backgrounds.SIDE = scenes.SIDE = SIDE
scenes.CROP = WIDE


def furnished(rng, photos):
    """A ground on which sheets, coasters and boxes may lie: a die on them is a die."""
    scene = np.ascontiguousarray(ground(rng, photos))
    for _ in range(int(rng.integers(1, 4)) if rng.random() < 0.4 else 0):
        at, size = rng.uniform(0, SIDE, 2), rng.uniform(40, 260, 2)
        turn = rng.uniform(0, 6.3)
        bodied(rng, scene, outline_of(rng, at, *size, turn), rng.uniform(0, 255, 3))
        if rng.random() < 0.4:
            adorned(rng, scene, at, *size, turn)
    return scene


scenes.ground = furnished


class Crops:
    """What is gathered."""

    def __init__(self, rng):
        self.rng, self.crops, self.labels = rng, [], []

    def add(self, image, box, label, jitter=0.09):
        self.crops.append(crop_of(image, np.asarray(box, np.float32)[:4], self.rng, jitter))
        self.labels.append(label)

    def finds(self, image, boxes, label, most=8):
        """What the finder finds where no die lies."""
        scale = float(np.exp(self.rng.uniform(np.log(0.5), np.log(1.5))))
        found = dice_nets._at_level(image, scale, LEAST)  # noqa: SLF001
        for find in sorted(found, key=lambda f: -f.score)[:most]:
            box = np.array([*find.box[:2], *(find.box[:2] + find.box[2:])])
            if not len(boxes) or overlap(box, boxes[:, :4]).max() < 0.1:
                self.add(image, box, label, 0.05)


def pasted_dice(rng, scene, pool, cut, die, taken):
    """Some dice beside strangers: boxes (N, 5)."""
    boxes = []
    for _ in range(int(rng.integers(1, 5))):
        at = rng.uniform(die, SIDE - die, 2)
        if any(np.hypot(*(at - p[:2])) < die * 0.75 + p[2] for p in taken):
            continue
        if rng.random() < 0.4:
            colour, alpha, value = cut[rng.integers(len(cut))]
            light, width = None, float(max(colour.shape[:2]) - 10)
            colour, alpha, _ = scenes.turned(rng, colour, alpha, None)
        else:
            i = rng.integers(len(pool["value"]))
            value, size = int(pool["value"][i]), pool["box"][i]
            width = float((size[2:] - size[:2]).max())
            held = (pool[name][i] for name in ("colour", "alpha", "ground"))
            colour, alpha, light = scenes.turned(rng, *held)
        box = scenes.paste(scene, colour, alpha, light, *at, die / width)
        taken.append((*at, die * 0.7))
        if box is not None:
            boxes.append([*box, value])
    return np.array(boxes, np.float32).reshape(-1, 5)


def strangers(into, count, photos, pool):
    rng, bare, cut = into.rng, grounds(photos), cutouts(real_photos(photos))
    kinds = [*ALIKE, *ALIKE, *ALIKE, *KINDS, *CLOSELY]
    for number in range(count):
        scene = np.ascontiguousarray(ground(rng, bare))
        die = float(np.exp(rng.uniform(np.log(18), np.log(72))))
        draw = kinds[int(rng.integers(len(kinds)))]
        if draw in ALIKE:
            boxes = draw(rng, scene, die)
        else:  # these draw on 320 px
            inner = scene[40:360, 40:360]
            own = np.ascontiguousarray(inner)
            boxes = [np.array(b) + 40 for b in draw(rng, own, min(die, 60))]
            scene[40:360, 40:360] = own
        boxes = [np.array(b, np.float32) for b in boxes]
        dice = np.zeros((0, 5), np.float32)
        if rng.random() < 0.3 and boxes:
            taken = [(*(b[:2] + b[2:]) / 2, max(b[2:] - b[:2]) / 2) for b in boxes]
            clear = scene.copy()
            dice = pasted_dice(rng, clear, pool, cut, die, taken)
            covered = (clear != scene).any(2)
            boxes = [b for b in boxes if not covered[tuple(slice(*np.clip(p, 0, SIDE).astype(int))
                     for p in ((b[1], b[3]), (b[0], b[2])))].any()]  # fmt: skip
            scene = clear
        scene = spoil(rng, scene)
        for box in dice:
            into.add(scene, box, int(box[4]))
        for i in rng.permutation(len(boxes))[:4]:
            if min(boxes[i][2:] - boxes[i][:2]) > 8:
                into.add(scene, boxes[i], STRANGER)
        into.finds(scene, dice, STRANGER)
        if number % 100 == 0:
            print(number, len(into.labels), flush=True)


def dice(into, count, photos, pool):
    rng, cut, bare = into.rng, cutouts(real_photos(photos)), grounds(photos)
    for number in range(count):
        scene, boxes, others, _ = composed(rng, pool, cut, bare, hands=0)
        for box in boxes:
            into.add(scene, box, int(box[4]))
            into.add(scene, box, int(box[4]))
        for box in others:
            if not len(boxes) or overlap(box, boxes[:, :4]).max() < 0.3:
                into.add(scene, box, STRANGER)
        for box in boxes[:2]:  # well off a die, and a pip or a corner of it
            side, turn = max(box[2:4] - box[:2]), rng.uniform(0, 6.3)
            off = np.array([np.cos(turn), np.sin(turn)] * 2) * side * rng.uniform(0.7, 1)
            if overlap(box[:4] + off, boxes[:, :4]).max() < 0.45:
                into.add(scene, box[:4] + off, 0)
        if number % 4 == 0:
            into.finds(scene, np.vstack([boxes[:, :4], np.reshape(others, (-1, 4))]), 0)


def flat(into, count, photos):
    rng, bare = into.rng, grounds(photos)
    for _ in range(count):
        scene = ground(rng, bare if rng.random() < 0.4 else [])
        if rng.random() < 0.4:  # plain cloth, paper or felt
            scene = np.clip(
                rng.uniform(15, 245, 3) + rng.normal(0, rng.uniform(0.5, 7), scene.shape), 0, 255
            ).astype(np.uint8)
        scene, boxes = flat_dice(rng, scene, SIDE)
        scene = spoil(rng, scene)
        for box in boxes:
            into.add(scene, box, int(box[4]))
            into.add(scene, box, int(box[4]))


def real(into, count, photos):
    for image, boxes in real_photos(photos):
        for box in boxes:
            side = int(max(box[2:4] - box[:2]) * 4)
            x, y = (int(v) for v in (box[:2] + box[2:4]) / 2)
            padded = cv2.copyMakeBorder(image, *(side,) * 4, cv2.BORDER_REPLICATE)
            piece = padded[y : y + 2 * side, x : x + 2 * side]
            for _ in range(count):
                by = into.rng.uniform(0.55, 1.0) if into.rng.random() < 0.3 else 1.0
                seen = cv2.resize(piece, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
                own = (box[:4] - [x, y, x, y] + side) * by
                into.add(spoil(into.rng, seen), own, int(box[4]))
        for find in dice_nets.find_dice(image, least=0.1)[:16]:
            found = np.array([*find.box[:2], *(find.box[:2] + find.box[2:])])
            if overlap(found, boxes[:, :4]).max() < 0.1:
                for _ in range(2):
                    into.add(image, found, 0)


def bare(into, count, photos):
    for image in grounds(photos):
        for find in dice_nets.find_dice(image, least=0.15)[:20]:
            box = np.array([*find.box[:2], *(find.box[:2] + find.box[2:])])
            for _ in range(count):
                into.add(image, box, STRANGER, 0.05)


def pov(into, count, folder):
    for copy, _, image, boxes in pov_copies(into.rng, folder, count, 0.4, (0.35, 1.8)):
        for box in boxes:
            into.add(image, box, int(box[4]))
        if copy == 0:
            into.finds(image, boxes, 0)


def main() -> None:
    """Write OUT.npz: crops uint8 (N, 96, 96, 3) and labels."""
    kind, count, seed, out, photos = sys.argv[1:6]
    into, count, photos = Crops(np.random.default_rng(int(seed))), int(count), Path(photos)
    folder = Path(sys.argv[6]) if len(sys.argv) > 6 else None
    draw = {"flat": flat, "real": real, "bare": bare}.get(kind)
    if draw:
        draw(into, count, photos)
    elif kind == "pov":
        pov(into, count, folder)
    else:
        {"strangers": strangers, "dice": dice}[kind](into, count, photos, load_pool(folder))
    labels = np.array(into.labels, np.uint8)
    print(kind, "crops", len(labels), np.bincount(labels))
    np.savez(out, crops=np.stack(into.crops), labels=labels)


if __name__ == "__main__":
    main()
