# ruff: noqa: T201 - run by hand
"""Add what the finder wrongly finds: python mine.py DATA.npz PHOTOS OUT.npz SEED [bare].

Run in the project's environment with the finder in place. Only photographs of the *train* part are
searched; each wrong find becomes several crops of the class "no die". With `bare` only pictures
without dice are searched; DATA may be - for no other crops.
"""

import sys
from pathlib import Path

import numpy as np
from backgrounds import ground, stranger
from scenes import crop_of, grounds, overlap, paste, real_photos, spoil

from vision.dice_nets import find_dice

COPIES, LEAST = 12, 0.1
MOST_NONE = (4000, 9000)
"""Wrong finds that are kept of photographs of dice and of what shows none, drawn by chance: there
are many times as many."""
BARE = 400
"""Drawn scenes with strangers and without dice."""


def square(found) -> np.ndarray:
    """A find as x0, y0, x1, y1."""
    x, y, w, h = found.box
    return np.array([x, y, x + w, y + h])


def on_photographs(photos: Path, rng):
    """Wrong finds, and the true dice in the finder's own boxes."""
    for image, boxes in real_photos(photos):
        for found in find_dice(image, least=LEAST):
            box = square(found)
            shared = overlap(box, boxes[:, :4])
            best = int(shared.argmax())
            near = np.prod(box[2:] - box[:2]) / np.prod(boxes[best, 2:4] - boxes[best, :2])
            if shared[best] < LEAST:
                yield from ((crop_of(image, box, rng), 0) for _ in range(COPIES))
            elif shared[best] > 0.6 and 0.5 < near < 2:  # noqa: PLR2004
                value = int(boxes[best, 4])
                yield from ((crop_of(image, box, rng, 0.05), value) for _ in range(6))


def on_bare(photos: Path, rng):
    """Finds where no die is: pictures of cards, drawn grounds with strangers on them."""
    for image in grounds(photos):
        for found in find_dice(image, least=0.2):
            yield from ((crop_of(image, square(found), rng, 0.05), 0) for _ in range(4))
    for _ in range(BARE):
        scene = ground(rng, [])
        for at in rng.uniform(30, 226, (int(rng.integers(0, 5)), 2)):
            size = int(np.exp(rng.uniform(np.log(20), np.log(110))))
            paste(scene, *stranger(rng, size), None, *at, 1)
        scene = spoil(rng, scene)
        for found in find_dice(scene, least=0.25)[:12]:
            yield from ((crop_of(scene, square(found), rng, 0.05), 0) for _ in range(3))


def main() -> None:
    """Write the reader's arrays anew."""
    rng = np.random.default_rng(int(sys.argv[4]))
    photos = Path(sys.argv[2])
    held = [np.load(sys.argv[1])] if sys.argv[1] != "-" else []
    mined = []
    searched = list(zip((on_photographs, on_bare), MOST_NONE, strict=True))
    for found, most in searched[len(sys.argv) - 5 :]:
        pairs = list(found(photos, rng))
        none = [pair for pair in pairs if not pair[1]]
        print(found.__name__, len(none), "wrong finds")
        mined.extend(pair for pair in pairs if pair[1])
        mined.extend(none[i] for i in rng.permutation(len(none))[:most])
    labels = np.array([label for _, label in mined], np.uint8)
    print(len(labels), np.bincount(labels))
    np.savez(
        sys.argv[3],
        crops=np.concatenate([*(data["crops"] for data in held), np.stack([c for c, _ in mined])]),
        labels=np.concatenate([*(data["labels"] for data in held), labels]),
    )


if __name__ == "__main__":
    main()
