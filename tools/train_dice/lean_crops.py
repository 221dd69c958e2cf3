# ruff: noqa: D103, PLR2004, T201 - a recipe of numbers, run by hand
"""Crops of dice and how these lie: lean_crops.py {rendered|drawn|real} COUNT SEED OUT.npz FROM.

`rendered`: COUNT copies of each scene that pov_leaning.py put into FROM, each spoiled in another
way. `drawn`: COUNT scenes of dice3d.py on the grounds of the photographs in FROM, of which only the
pose is told. `real`: COUNT copies of each die of the *train* part of dice_byler in FROM, which all
lie flat. Out come crops uint8 (N, 88, 88, 3), axes (N, 3, 3) as by pov_leaning.py and lean (N,) in
degrees; NaN where it is not known. Run in the project's environment.
"""

import json
import sys
from pathlib import Path

import cv2
import dice3d
import numpy as np
from backgrounds import ground
from scenes import grounds, paste, real_photos, spoil

from vision.dice_nets import warped

CROP, AROUND = 88, 2.475
"""Px of a crop, and its width over the longer side of the box: 1.375 times what the net sees."""
UNKNOWN = np.full((3, 3), np.nan, np.float32)


def crop(image, box):
    """Of a box x, y, width, height."""
    box = np.array(box, np.float32)
    return warped(image, box[:2] + box[2:] / 2, CROP / (float(box[2:].max()) * AROUND), CROP)


def rendered(rng, count, folder):
    for path in sorted(folder.glob("*.json")):
        truth = json.loads(path.read_text())
        image = cv2.imread(str(path.with_suffix(".png")))
        for _ in range(count):
            if not truth["dice"]:
                continue
            size = np.median([max(die["box"][2:]) for die in truth["dice"]])
            by = float(np.exp(rng.uniform(np.log(18), np.log(90)))) / size
            by = min(by, 1.6)
            how = cv2.INTER_AREA if by < 1 else cv2.INTER_LINEAR
            scene = spoil(rng, cv2.resize(image, None, fx=by, fy=by, interpolation=how))
            for die in truth["dice"]:
                yield crop(scene, np.array(die["box"]) * by), die["axes"], die["lean"]


def drawn(rng, count, photos):
    bare = grounds(photos)
    dice3d.LEANING = 0.6
    for _ in range(count):
        scene, laid = ground(rng, bare), []
        size = float(np.exp(rng.uniform(np.log(20), np.log(72))))
        for n in range(4):
            die = dice3d.render(rng)
            at = np.array([n % 2, n // 2]) * 128 + rng.uniform(44, 84, 2)
            by = size * rng.uniform(0.85, 1.15) / float(max(die.box[2] - die.box[0], 1))
            box = paste(scene, die.colour, die.alpha, die.ground, *at, by)
            if box is not None:
                laid.append((np.array([*box[:2], *(box[2:4] - box[:2])]), die.axes))
        scene = spoil(rng, scene)
        for box, axes in laid:
            yield crop(scene, box), axes, np.nan


def real(rng, count, photos):
    for image, boxes in real_photos(photos):
        for _ in range(count):
            by = rng.uniform(0.5, 1.0)
            scene = spoil(rng, cv2.resize(image, None, fx=by, fy=by, interpolation=cv2.INTER_AREA))
            for box in boxes:
                yield crop(scene, np.array([*box[:2], *(box[2:4] - box[:2])]) * by), UNKNOWN, 0.0


def main() -> None:
    """Write them."""
    kind, count, seed, out, source = sys.argv[1:6]
    kinds = {"rendered": rendered, "drawn": drawn, "real": real}
    rows = list(kinds[kind](np.random.default_rng(int(seed)), int(count), Path(source)))
    crops, axes, lean = zip(*rows, strict=True)
    print(kind, len(crops), "crops,", int((np.array(lean) > 12).sum()), "that lean")
    told = np.array(axes, np.float32), np.array(lean, np.float32)
    np.savez(out, crops=np.stack(crops), axes=told[0], lean=told[1])


if __name__ == "__main__":
    main()
