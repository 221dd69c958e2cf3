# ruff: noqa: T201 - a recipe of numbers, run by hand
"""Which photograph belongs to which part: fixed by the hash of its name, before any result.

Of `dice_byler`: *train* teaches the networks, *tune* chooses thresholds and calibration, *judge* is
only measured. `splits/dice_byler.csv` is what this prints and is never edited by hand.
"""

import hashlib
import sys
from pathlib import Path

TRAIN, TUNE = 12, 15
"""Of 20 buckets: 0..11 train, 12..14 tune, 15..19 judge."""


def part(name: str) -> str:
    """The part a picture of this file name belongs to: `train`, `tune` or `judge`."""
    bucket = int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") % 20
    if bucket < TRAIN:
        return "train"
    return "tune" if bucket < TUNE else "judge"


if __name__ == "__main__":
    print("file,part")
    for picture in sorted(Path(sys.argv[1]).glob("*.jpg")):
        print(f"{picture.name},{part(picture.name)}")
