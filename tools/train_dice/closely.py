# ruff: noqa: D103, PLR2004, T201 - a recipe of numbers, run by hand
"""Crops and scenes of five kinds: closely.py KIND COUNT SEED OUT PHOTOS [POV, POOL or PARTS].

KIND is `strangers` (COUNT scenes of `printed_closely.py`), `leaning` (COUNT copies of each scene
that pov_dice.py rendered into POV, by cameras that lean further and come nearer), `flat` (COUNT
scenes of dice straight from above), `composed` (COUNT scenes of scenes.py from POOL) or `real`
(COUNT crops of each die photographed in PARTS, train or train,tune). Run in the project's
environment.
"""

import sys
from pathlib import Path

import cv2
import numpy as np
from backgrounds import SIDE, ground
from printed import SIDE as PRINTED_SIDE
from printed_closely import CLOSELY
from scenes import (
    MOST,
    composed,
    crop_of,
    cutouts,
    grounds,
    load_pool,
    overlap,
    real_crops,
    real_photos,
    spoil,
)
from wide import Arrays, flat_dice, pov_scenes


def strangers(into, count, bare):
    rng = into.rng
    for number in range(count):
        scene = cv2.resize(ground(rng, bare), (PRINTED_SIDE, PRINTED_SIDE))
        die = float(np.exp(rng.uniform(np.log(20), np.log(80))))
        boxes = CLOSELY[number % len(CLOSELY)](rng, scene, die)
        scene = spoil(rng, scene)
        for box in boxes[:6]:
            into.none(scene, np.array(box, np.float32))
        if number % 4 == 0:
            into.wrong_finds(scene, np.zeros((0, 5)), 6)
        if number % 3 == 0:
            into.scenes.append(scene[:SIDE, :SIDE])
            into.truth.append(np.zeros((MOST, 5), np.float32))


def leaned(rng, image, boxes):
    """As by a camera that leans further: lower, and narrower at its upper edge."""
    high, wide = image.shape[:2]
    low, narrow = high * rng.uniform(0.72, 1), wide * rng.uniform(0, 0.16)
    whole = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    seen = np.array([(narrow, 0), (wide - narrow, 0), (wide, low), (0, low)], np.float32)
    way = cv2.getPerspectiveTransform(whole, seen)
    how = {"flags": cv2.INTER_AREA, "borderMode": cv2.BORDER_REPLICATE}
    leaning = cv2.warpPerspective(image, way, (wide, int(low)), **how)
    out = boxes.copy()
    for row in out:
        x0, y0, x1, y1 = row[:4]
        corners = np.array([[(x0, y0), (x1, y0), (x1, y1), (x0, y1)]], np.float32)
        corners = cv2.perspectiveTransform(corners, way)[0]
        row[:4] = *corners.min(0), *corners.max(0)
    return leaning, out


def mirrored(image, boxes):
    out = boxes.copy()
    out[:, [0, 2]] = image.shape[1] - boxes[:, [2, 0]]
    return np.ascontiguousarray(image[:, ::-1]), out


def pov_copies(rng, folder, count, lean, scales):
    """Rendered scenes, each so often and otherwise: which copy, its scale, picture and boxes."""
    for whole, all_boxes in pov_scenes(folder):
        for copy in range(count):
            image, boxes = whole, all_boxes.copy()
            if rng.random() < lean:
                image, boxes = leaned(rng, image, boxes)
            if rng.random() < 0.5:
                image, boxes = mirrored(image, boxes)
            scale = float(np.exp(rng.uniform(*np.log(scales))))
            how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
            image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=how)
            boxes[:, :4] *= scale
            if rng.random() < 0.5:
                image = image[..., rng.permutation(3)]
            yield copy, scale, spoil(rng, image), boxes


def leaning(into, count, folder):
    rng = into.rng
    for copy, scale, image, boxes in pov_copies(rng, folder, count, 0.5, (0.3, 2.6)):
        for box in boxes:
            into.crops.append(crop_of(image, box[:4], rng))
            into.labels.append(int(box[4]))
        for _ in range(2 if scale < 1.6 else 1):
            into.scene(image, boxes)
        if copy == 0:
            into.wrong_finds(image, boxes)


def flat(into, count, bare):
    for number in range(count):
        scene, boxes = flat_dice(into.rng, ground(into.rng, bare))
        scene = spoil(into.rng, scene)
        for box in boxes:
            into.die(scene, box[:4], int(box[4]))
        if number % 2:
            into.scene(scene, boxes)


def composed_again(into, count, photos, pool):
    cut, bare = cutouts(real_photos(photos)), grounds(photos)
    for _ in range(count):
        scene, boxes, others, _ = composed(into.rng, pool, cut, bare, hands=0)
        for box in boxes:
            into.die(scene, box[:4], int(box[4]))
        for box in others:
            if not len(boxes) or overlap(box, boxes[:, :4]).max() < 0.3:
                into.none(scene, box)


def real(into, count, photos, parts):
    for crop, value in real_crops(into.rng, real_photos(photos, parts), count):
        into.crops.append(crop)
        into.labels.append(value)


def main() -> None:
    """Write OUT-crops.npz for the reader, and OUT-scenes.npz for the finder where there are any."""
    kind, count, seed, out, photos = sys.argv[1:6]
    into, count, photos = Arrays(np.random.default_rng(int(seed))), int(count), Path(photos)
    if kind == "strangers":
        strangers(into, count, grounds(photos))
    elif kind == "leaning":
        leaning(into, count, Path(sys.argv[6]))
    elif kind == "flat":
        flat(into, count, grounds(photos))
    elif kind == "real":
        real(into, count, photos, sys.argv[6].split(","))
    else:
        composed_again(into, count, photos, load_pool(Path(sys.argv[6])))
    labels = np.array(into.labels, np.uint8)
    print(kind, "crops", len(labels), np.bincount(labels), "scenes", len(into.scenes))
    np.savez(out + "-crops.npz", crops=np.stack(into.crops), labels=labels)
    if into.scenes:
        hands = np.zeros((len(into.scenes), SIDE // 4, SIDE // 4), np.uint8)
        arrays = {"scenes": np.stack(into.scenes), "truth": np.stack(into.truth), "hands": hands}
        np.savez(out + "-scenes.npz", **arrays)


if __name__ == "__main__":
    main()
