# ruff: noqa: T201 - run by hand
"""Add what the finder wrongly finds: python mine.py DATA.npz PHOTOS OUT.npz SEED.

Run in the project's environment with the finder in place. Only photographs of the *train* part are
searched; each wrong find becomes several crops of the class "no die".
"""

import sys
from pathlib import Path

import cv2
import numpy as np
from backgrounds import ground, stranger
from scenes import crop_of, overlap, paste, real_photos, spoil

from vision.dice_nets import find_dice

COPIES, LEAST = 12, 0.1
BARE = 350
"""Drawn scenes with strangers and without dice."""


def main() -> None:
    """Write the reader's arrays anew, with the wrong finds and the true boxes of the finder."""
    rng = np.random.default_rng(int(sys.argv[4]))
    data = np.load(sys.argv[1])
    crops, labels = [], []
    for image, boxes in real_photos(Path(sys.argv[2])):
        for found in find_dice(image, least=LEAST):
            x, y, w, h = found.box
            box = np.array([x, y, x + w, y + h])
            shared = overlap(box, boxes[:, :4])
            best = int(shared.argmax())
            if shared.max() < LEAST:
                crops.extend(crop_of(image, box, rng) for _ in range(COPIES))
                labels.extend([0] * COPIES)
            elif shared[best] > 0.6:  # noqa: PLR2004
                near = np.prod(box[2:] - box[:2]) / np.prod(boxes[best, 2:4] - boxes[best, :2])
                if 0.5 < near < 2:  # noqa: PLR2004
                    crops.extend(crop_of(image, box, rng, 0.05) for _ in range(6))
                    labels.extend([int(boxes[best, 4])] * 6)
    for _ in range(BARE):
        scene = ground(rng, [])
        for at in rng.uniform(30, 226, (int(rng.integers(0, 5)), 2)):
            paste(scene, *stranger(rng, int(rng.uniform(20, 60))), None, *at, 1)
        scene = spoil(rng, scene)
        for found in find_dice(scene, least=0.25)[:12]:
            x, y, w, h = found.box
            box = np.array([x, y, x + w, y + h])
            crops.extend(crop_of(scene, box, rng, 0.05) for _ in range(3))
            labels.extend([0] * 3)
    print(len(labels), np.bincount(np.array(labels)), cv2.__version__)
    np.savez(
        sys.argv[3],
        crops=np.concatenate([data["crops"], np.stack(crops)]),
        labels=np.concatenate([data["labels"], np.array(labels, np.uint8)]),
    )


if __name__ == "__main__":
    main()
