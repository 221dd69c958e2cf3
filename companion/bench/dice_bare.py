"""Photographs without dice: how many values does `read dice` tell in them?"""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import cv2

from companion.bench.row import BenchRow
from vision.dice_reading import read_dice

MOST = 120
"""Pictures of a set that are looked at: evenly spread where it has more."""


def bare_rows(folder: Path) -> Iterator[BenchRow]:
    """Values and totals told, and places asked about, in a set's pictures and its scenes."""
    found = sorted((folder / "img").iterdir())
    scenes = sorted((folder / "scenes").glob("*.jpg"))
    seen = told = asked = totals = 0
    for path in chain(found[:: -(-len(found) // MOST)], scenes):
        image = cv2.imread(str(path))
        if image is None:
            continue
        reading = read_dice(image)
        seen += 1
        told += sum(die.value is not None for die in reading.dice)
        asked += sum(die.value is None for die in reading.dice)
        totals += reading.total is not None and bool(reading.dice)
    what = f"{folder.name} (real), {seen} pictures without dice"
    yield BenchRow(what=f"{what}: values told", value=told, unit="dice")
    yield BenchRow(what=f"{what}: asked about as dice", value=asked, unit="dice")
    yield BenchRow(what=f"{what}: totals told", value=totals, unit="totals")
