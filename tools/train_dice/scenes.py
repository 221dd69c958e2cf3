# ruff: noqa: D103, PLR0917, PLR2004, PLW2901, T201 - a recipe of numbers, run by hand
"""Make the training arrays: python scenes.py POOL_DIR PHOTOS OUT SCENES SEED [COPIES].

Two arrays come out: scenes of 256 px with boxes and hands for the finder, and crops of 48 px with a
class (0 no die, 1..6, 7 cocked, 8 moving) for the reader. Real photographs are taken from the
*train* part only.
"""

import csv
import sys
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
from backgrounds import SIDE, ground, stranger
from hands import lay_hand
from split import part

CROP, MOST = 48, 24
FACE = 48
"""Px of a crop in which a die spans three quarters; where CROP is more, more lies around it."""
COPIES = 20
"""Crops of each die in a photograph, where no other number is given."""
MOVING = 8
SMEARED = 0.25
"""Way of a die while the shutter was open, in its widths, from which its pips run together."""


def load_pool(folder: Path):
    pools = [np.load(p) for p in sorted(folder.glob("pool*.npz"))]
    return {
        k: np.concatenate([p[k] for p in pools])
        for k in ("colour", "alpha", "ground", "value", "box")
    }


CORRECTED = Path(__file__).parents[2] / "vision/splits/dice_byler_corrections.csv"


def real_photos(photos: Path, parts=("train",)):
    """Photographs of dice of these parts with boxes and values, wrong labels put right."""
    with CORRECTED.open() as file:
        right = {(r["file"], r["xmin"], r["ymin"]): r["value"] for r in csv.DictReader(file)}
    boxes = defaultdict(list)
    with (photos / "dice_byler/boxes.csv").open() as file:
        for row in csv.DictReader(file):
            if part(row["file"]) in parts:
                value = right.get((row["file"], row["xmin"], row["ymin"]), row["value"])
                box = [float(row[k]) for k in ("xmin", "ymin", "xmax", "ymax")]
                boxes[row["file"]].append([*box, float(value)])
    return [
        (cv2.imread(str(photos / "dice_byler/img" / n)), np.array(b))
        for n, b in sorted(boxes.items())
    ]


def grounds(photos: Path):
    """Pictures without dice whose name falls into *train*."""
    found = [
        p
        for folder in ("cards_edje", "cards_tarot")
        for p in sorted((photos / folder / "img").iterdir())
        if part(p.name) == "train"
    ]
    return [cv2.imread(str(p)) for p in found]


def cutouts(real):
    """Real dice cut from their pale ground by colour: [(colour, alpha, value)]."""
    out = []
    for image, boxes in real:
        for x0, y0, x1, y1, value in boxes:
            x0, y0, x1, y1 = int(x0) - 1, int(y0) - 1, int(x1) + 2, int(y1) + 2
            if min(x0, y0) < 4 or max(x1, y1) > 636:
                continue
            lab = cv2.cvtColor(image[y0 - 4 : y1 + 4, x0 - 4 : x1 + 4], cv2.COLOR_BGR2Lab).astype(
                np.float32
            )
            rim = np.concatenate(
                [
                    lab[:2].reshape(-1, 3),
                    lab[-2:].reshape(-1, 3),
                    lab[:, :2].reshape(-1, 3),
                    lab[:, -2:].reshape(-1, 3),
                ]
            )
            base = np.median(rim, 0)
            off = np.abs(lab - base)
            mask = ((off[..., 0] > 62) | (off[..., 1:].max(-1) > 14)).astype(np.uint8)
            mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
            contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
            if not contours or np.abs(rim - base).mean() > 8:
                continue
            hull = cv2.convexHull(max(contours, key=cv2.contourArea))
            w, h = x1 - x0, y1 - y0
            if not 0.5 * w * h < cv2.contourArea(hull) < 0.92 * w * h:
                continue
            alpha = np.zeros(mask.shape, np.uint8)
            cv2.fillConvexPoly(alpha, hull, 255)
            alpha = cv2.GaussianBlur(alpha, (3, 3), 0)
            out.append((image[y0 - 4 : y1 + 4, x0 - 4 : x1 + 4].copy(), alpha, int(value)))
    return out


def turned(rng, colour, alpha, ground_light):
    """The die turned about the line of sight; its box from the alpha."""
    side = int(np.ceil(max(colour.shape[:2]) * 1.42))
    turn = cv2.getRotationMatrix2D(
        (colour.shape[1] / 2, colour.shape[0] / 2), rng.uniform(0, 360), 1
    )
    turn[:, 2] += side / 2 - np.array([colour.shape[1] / 2, colour.shape[0] / 2])
    flat = lambda a, v: cv2.warpAffine(a, turn, (side, side), flags=cv2.INTER_LINEAR, borderValue=v)  # noqa: E731
    return (
        flat(colour, (0, 0, 0)),
        flat(alpha, 0),
        None if ground_light is None else flat(ground_light, 255),
    )


def smeared(rng, colour, alpha, light, width):
    """A die that rolled while the shutter was open, and whether its pips run together."""
    way = float(np.exp(rng.uniform(np.log(0.06), np.log(1.3))))
    length = max(int(way * width), 1)
    room = length // 2 + 2
    colour, alpha = (
        cv2.copyMakeBorder(a, *(room,) * 4, cv2.BORDER_REPLICATE) for a in (colour, alpha)
    )
    kernel = np.zeros((length + 2,) * 2, np.float32)
    middle = (length + 1) / 2
    turn = rng.uniform(0, np.pi)
    step = np.array([np.cos(turn), np.sin(turn)]) * length / 2
    ends = [tuple(round(float(v)) for v in middle + sign * step) for sign in (-1, 1)]
    cv2.line(kernel, *ends, 1.0, 1, cv2.LINE_AA)
    kernel /= kernel.sum()
    # Colour and cover are smeared together, so that the ground shines through the rims.
    cover = cv2.filter2D(alpha.astype(np.float32), -1, kernel)
    paint = cv2.filter2D(colour * (alpha[..., None] / np.float32(255)), -1, kernel)
    colour = np.clip(paint * 255 / np.maximum(cover, 1)[..., None], 0, 255).astype(np.uint8)
    if light is not None:
        light = cv2.filter2D(
            cv2.copyMakeBorder(light, *(room,) * 4, cv2.BORDER_REPLICATE), -1, kernel
        )
    return colour, cover.astype(np.uint8), light, way > SMEARED


def paste(scene, colour, alpha, light, cx, cy, scale):
    """Lay a sprite down; its box, or None where it is mostly outside."""
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    colour, alpha = (
        cv2.resize(a, None, fx=scale, fy=scale, interpolation=how) for a in (colour, alpha)
    )
    h, w = alpha.shape
    x, y = int(cx - w / 2), int(cy - h / 2)
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + w, SIDE), min(y + h, SIDE)
    if x1 - x0 < 4 or y1 - y0 < 4:
        return None
    part_ = np.s_[y0 - y : y1 - y, x0 - x : x1 - x]
    under = scene[y0:y1, x0:x1].astype(np.float32)
    if light is not None:
        light = cv2.resize(light, (w, h), interpolation=how)[part_]
        under *= light[..., None] / np.float32(255)
    a = alpha[part_][..., None] / np.float32(255)
    scene[y0:y1, x0:x1] = (colour[part_] * a + under * (1 - a)).astype(np.uint8)
    ys, xs = np.where(alpha > 128)
    if not len(ys):
        return None
    box = np.array([xs.min() + x, ys.min() + y, xs.max() + 1 + x, ys.max() + 1 + y], np.float32)
    inside = np.clip(box, 0, SIDE)
    seen = (
        (inside[2] - inside[0])
        * (inside[3] - inside[1])
        / max((box[2] - box[0]) * (box[3] - box[1]), 1)
    )
    return inside if seen > 0.85 else None


def spoil(rng, image):
    """What cameras and lamps do: cast, gamma, shadow edge, blur, sharpening, noise, JPEG."""
    work = image.astype(np.float32) / 255
    work = work ** rng.uniform(0.65, 1.6) * rng.uniform(0.8, 1.15, 3) * rng.uniform(0.55, 1.2)
    if rng.random() < 0.12:  # dusk, or one warm lamp
        work = work * rng.uniform(0.25, 0.6) * np.array([rng.uniform(0.45, 1.0), 0.85, 1.0])
    if rng.random() < 0.25:
        ys, xs = np.mgrid[: image.shape[0], : image.shape[1]].astype(np.float32)
        turn, off = rng.uniform(0, 2 * np.pi), rng.uniform(-90, 90)
        edge = (
            (xs - xs.mean()) * np.cos(turn) + (ys - ys.mean()) * np.sin(turn) + off
        ) / rng.uniform(1, 20)
        work *= (1 - rng.uniform(0.2, 0.7) * np.clip(edge, 0, 1))[..., None]
    if rng.random() < 0.5:
        work = cv2.GaussianBlur(work, (0, 0), rng.uniform(0.3, 1.3))
    if rng.random() < 0.2:  # telephones sharpen: a pale rim around what is dark
        reach, by = rng.uniform(0.8, 2.0), rng.uniform(0.3, 1.2)
        work = np.clip(work, 0, 1)
        work = work + by * (work - cv2.GaussianBlur(work, (0, 0), reach))
    if rng.random() < 0.5:
        work = work + rng.normal(0, rng.uniform(0.003, 0.04), work.shape)
    out = np.clip(work * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.55:  # JPEG stores colour at half the size: tinted pips run
        out = cv2.imdecode(
            cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(35, 95))])[1], 1
        )
    return out


def strangers(rng, scene, size, placed, others):
    """Up to three things that are no dice."""
    for _ in range(int(rng.integers(0, 5))) if rng.random() < 0.6 else ():
        at = rng.uniform(10, SIDE - 10, 2)
        if all(np.hypot(*(at - p)) > size * 1.5 for p in placed):
            image, alpha = stranger(rng, int(size * rng.uniform(0.7, 1.8)))
            box = paste(scene, image, alpha, None, *at, 1)
            placed.append(at)
            if box is not None:
                others.append(box)


def composed(rng, pool, cut, photos, hands=0.12):
    scene = ground(rng, photos)
    rolling = rng.random() < 0.15
    size = float(np.exp(rng.uniform(np.log(17), np.log(72))))
    placed, boxes, others = [], [], []
    strangers(rng, scene, size, placed, others)
    for _ in range(int(rng.integers(0, 11))):
        if boxes and rng.random() < 0.4:  # touching another
            b = boxes[rng.integers(len(boxes))]
            turn = rng.uniform(0, 2 * np.pi)
            at = np.array([b[0] + b[2], b[1] + b[3]]) / 2 + size * rng.uniform(1, 1.15) * np.array(
                [np.cos(turn), np.sin(turn)]
            )
        else:
            at = rng.uniform(0, SIDE, 2)
        if any(np.hypot(*(at - p)) < size * 0.98 for p in placed):
            continue
        if cut and rng.random() < 0.3:
            colour, alpha, value = cut[rng.integers(len(cut))]
            light, width = None, float(max(colour.shape[:2]) - 10)
            colour, alpha, _ = turned(rng, colour, alpha, None)
        else:
            i = rng.integers(len(pool["value"]))
            value = int(pool["value"][i])
            colour, alpha, light = turned(
                rng, pool["colour"][i], pool["alpha"][i], pool["ground"][i]
            )
            width = float((pool["box"][i][2:] - pool["box"][i][:2]).max())
        if rolling and rng.random() < 0.7:
            colour, alpha, light, moved = smeared(rng, colour, alpha, light, width)
            value = MOVING if moved else value
        box = paste(scene, colour, alpha, light, *at, size * rng.uniform(0.85, 1.15) / width)
        placed.append(at)
        if box is not None:
            boxes.append([*box, value])
    boxes, covered = np.array(boxes, np.float32).reshape(-1, 5), np.zeros((SIDE, SIDE), bool)
    if rng.random() < hands:
        scene, covered = lay_hand(rng, scene, min(size, 32.0))
        boxes = boxes[[open_share(covered, box) > 0.8 for box in boxes]]
        others = [box for box in others if open_share(covered, box) > 0.8]
    return spoil(rng, scene), boxes, others, covered


def open_share(covered, box):
    """Share of a box that no hand covers."""
    x0, y0, x1, y1 = (int(v) for v in box[:4])
    return 1 - float(covered[y0 : y1 + 1, x0 : x1 + 1].mean())


def real_scene(rng, real):
    image, boxes = real[rng.integers(len(real))]
    scale = np.exp(rng.uniform(np.log(0.5), np.log(1.6)))
    b = boxes[rng.integers(len(boxes))]
    middle = np.array([b[0] + b[2], b[1] + b[3]]) / 2
    turn = cv2.getRotationMatrix2D((0, 0), 90 * int(rng.integers(4)), scale)
    turn[:, 2] = rng.uniform(60, 196, 2) - turn[:, :2] @ middle
    scene = cv2.warpAffine(
        image, turn, (SIDE, SIDE), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT_101
    )
    # A mirrored rim would show mirrored dice without boxes: grey it out.
    inside = cv2.warpAffine(np.full(image.shape[:2], 255, np.uint8), turn, (SIDE, SIDE))
    scene[inside < 128] = rng.integers(30, 220, 3)
    out = []
    for x0, y0, x1, y1, value in boxes:
        corners = np.array([[x0, y0], [x1, y1]]) @ turn[:, :2].T + turn[:, 2]
        box = np.concatenate([corners.min(0), corners.max(0)])
        seen = np.clip(box, 0, SIDE)
        share = np.prod(np.maximum(seen[2:] - seen[:2], 0)) / np.prod(box[2:] - box[:2])
        if share > 0.85:
            out.append([*seen, value])
    return spoil(rng, scene), np.array(out, np.float32).reshape(-1, 5)


def photo_window(rng, image):
    """A part of a photograph, or all of it, squeezed to a scene: BGR uint8 (256, 256)."""
    side = (np.array(image.shape[:2]) * rng.uniform(0.5, 1.0, 2)).astype(int)
    y, x = (
        int(rng.integers(whole - part_ + 1))
        for whole, part_ in zip(image.shape[:2], side, strict=True)
    )
    window = image[y : y + side[0], x : x + side[1]]
    turned_window = np.rot90(window, int(rng.integers(4)))
    return cv2.resize(np.ascontiguousarray(turned_window), (SIDE, SIDE), interpolation=3)


def crop_of(image, box, rng, jitter=0.09):
    """A crop around a box, turned at random; the box spans three quarters of its inner 48 px."""
    w = max(box[2] - box[0], box[3] - box[1]) * 1.3 * np.exp(rng.normal(0, jitter))
    cx = (box[0] + box[2]) / 2 + rng.normal(0, jitter * 0.6) * w
    cy = (box[1] + box[3]) / 2 + rng.normal(0, jitter * 0.6) * w
    w *= CROP / FACE
    turn = cv2.getRotationMatrix2D((float(cx), float(cy)), rng.uniform(0, 360), CROP / w)
    turn[:, 2] += CROP / 2 - np.array([cx, cy])
    how = cv2.INTER_LINEAR
    if w > 2 * CROP:
        image = cv2.GaussianBlur(image, (0, 0), w / CROP / 2.5)
    return cv2.warpAffine(image, turn, (CROP, CROP), flags=how, borderMode=cv2.BORDER_REPLICATE)


def real_crops(rng, real, copies):
    """Each labelled die of the photographs so often, at its own size or as from further off."""
    for image, boxes in real:
        for box in boxes:
            for _ in range(copies):
                scale = rng.uniform(0.55, 1.0) if rng.random() < 0.3 else 1.0
                side = int(max(box[2] - box[0], box[3] - box[1]) * 2.4)
                x, y = (int(v) for v in (box[:2] + box[2:4]) / 2)
                piece = cv2.copyMakeBorder(image, *(side,) * 4, cv2.BORDER_REPLICATE)
                piece = piece[y : y + 2 * side, x : x + 2 * side]
                piece = cv2.resize(piece, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
                own = (box[:4] - [x, y, x, y] + side) * scale
                yield crop_of(spoil(rng, piece), own, rng), int(box[4])


def overlap(a, b):
    w = np.minimum(a[2], b[:, 2]) - np.maximum(a[0], b[:, 0])
    h = np.minimum(a[3], b[:, 3]) - np.maximum(a[1], b[:, 1])
    inter = np.maximum(w, 0) * np.maximum(h, 0)
    return inter / np.minimum(
        (a[2] - a[0]) * (a[3] - a[1]), (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])
    )


def main():
    pool_dir, photos, out, count, seed = (
        Path(sys.argv[1]),
        Path(sys.argv[2]),
        sys.argv[3],
        int(sys.argv[4]),
        int(sys.argv[5]),
    )
    copies = int(sys.argv[6]) if len(sys.argv) > 6 else COPIES
    rng = np.random.default_rng(seed)
    pool, real = load_pool(pool_dir), real_photos(photos)
    cut = cutouts(real)
    bare = grounds(photos)
    print(len(real), "photographs,", len(cut), "cut out,", len(bare), "grounds", flush=True)
    scenes = np.zeros((count, SIDE, SIDE, 3), np.uint8)
    truth = np.zeros((count, MOST, 5), np.float32)
    hands = np.zeros((count, SIDE // 4, SIDE // 4), np.uint8)
    crops, labels = [], []
    for n in range(count):
        if rng.random() < 0.3:
            scene, boxes = real_scene(rng, real)
            others, covered = [], np.zeros((SIDE, SIDE), bool)
        else:
            scene, boxes, others, covered = composed(rng, pool, cut, bare)
        scenes[n] = scene
        hands[n] = covered.reshape(SIDE // 4, 4, SIDE // 4, 4).mean((1, 3)) * 255
        truth[n, : len(boxes[:MOST])] = boxes[:MOST]
        for box in boxes:
            for _ in range(2):
                crops.append(crop_of(scene, box[:4], rng))
                labels.append(int(box[4]))
        wrong = [*others]
        for _ in range(3):
            side = rng.uniform(14, 70)
            at = rng.uniform(0, SIDE - side, 2)
            wrong.append(np.array([*at, *(at + side)]))
        for box in boxes[:2]:  # well off a die: no die
            side = max(box[2] - box[0], box[3] - box[1])
            turn = rng.uniform(0, 2 * np.pi)
            off = np.array([np.cos(turn), np.sin(turn)] * 2) * side * rng.uniform(0.7, 1)
            wrong.append(box[:4] + off)
        for box in wrong:
            if not len(boxes) or overlap(box, boxes).max() < 0.45:
                crops.append(crop_of(scene, box, rng))
                labels.append(0)
    for crop, value in real_crops(rng, real, copies):
        crops.append(crop)
        labels.append(value)
    np.savez(
        out,
        scenes=scenes,
        truth=truth,
        hands=hands,
        crops=np.stack(crops),
        labels=np.array(labels, np.uint8),
    )
    print(len(labels), np.bincount(labels))


if __name__ == "__main__":
    main()
