"""Photographs of real tables with cards of one deck, each read with the faces of the others taught.

A set of which `vision/splits` tells what lies where: names and corners, written down by looking.
"""

import csv
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np

from companion.bench.labels import is_judged
from companion.bench.pairing import paired
from companion.bench.progress import steps
from companion.bench.row import BenchRow
from companion.bench.tally import verdict
from vision.catalogue import CARD_MM, Catalogue, build
from vision.geometry import cut_out, sides
from vision.photo import PhotoReader
from vision.readings import CardReading, Floats, Image, Unreadable
from vision.teaching import face_from

SAME_PLACE = 0.5
"""Intersection over union from which a reading is about a card."""
OPEN = "open"
"""How much of a card shows by the list: this, or `covered`."""
SAID = ("right", "wrong", "unsure", "not found")


@dataclass(frozen=True, slots=True)
class Lies:
    """One card in a photograph, by the list: its corners clockwise, from a short side on, px."""

    name: str
    shows: str
    quad: Floats


def lying(name: str) -> dict[str, list[Lies]]:
    """What lies in each photograph of a set, by file; empty where no list is kept."""
    path = files("vision") / "splits" / f"{name}.csv"
    found: dict[str, list[Lies]] = defaultdict(list)
    if path.is_file():
        for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines()):
            if "shows" in row:
                at = [[float(row[f"{axis}{i}"]) for axis in "xy"] for i in range(4)]
                quad = np.array(at, np.float32)
                found[row["file"]].append(Lies(row["name"], row["shows"], quad))
    return dict(found)


def table_rows(folder: Path) -> Iterator[BenchRow]:
    """Each photograph read with every face taught that lies open in another: halves by file."""
    truth = lying(folder.name)
    pictures = {file: cv2.imread(str(folder / "img" / file)) for file in truth}
    shown = {file: image for file, image in pictures.items() if image is not None}
    tally: Counter[tuple[str, str, str]] = Counter()
    spent = cards = beside = 0
    what = f"{folder.name} (real), names"
    names = sorted(shown)
    for at in steps(what, len(names)):
        file = names[at]
        reader = PhotoReader(taught_without(file, truth, shown))
        reader.catalogue.warm_up()
        keys = {view.key for view in reader.catalogue.views}
        start = time.thread_time_ns()
        readings = reader.read(shown[file], find=True)
        spent += time.thread_time_ns() - start
        half = "judged" if is_judged(file) else "chosen"
        said, free = said_of(readings, truth[file])
        beside += len(free)
        cards += len(said)
        for card, word in zip(truth[file], said, strict=True):
            tally[half, card.shows if card.name in keys else "untaught", word] += 1
    for half, kind in sorted({key[:2] for key in tally}):
        for word in SAID:
            yield BenchRow(
                what=f"{what}, {half} half, {kind} cards: {word}",
                value=tally[half, kind, word],
                unit="cards",
            )
    yield BenchRow(what=f"{what}: said where no card is", value=beside, unit="cards")
    yield BenchRow(what=f"{what}: CPU a card", value=spent / 1e6 / max(cards, 1), unit="ms")


def taught_without(
    file: str, truth: Mapping[str, Sequence[Lies]], pictures: Mapping[str, Image]
) -> Catalogue:
    """Every face from the first photograph but this one in which it lies open and is good enough.

    Raises ValueError where no face is.
    """
    lesson: dict[str, Image] = {}
    for other in sorted(pictures):
        for card in truth[other] if other != file else ():
            if card.shows == OPEN and card.name not in lesson:
                face = face_from(_cut(pictures[other], card.quad))
                if not isinstance(face, Unreadable):
                    lesson[card.name] = face
    return build(sorted(lesson.items()))


def _cut(image: Image, quad: Floats) -> Image:
    """A card as a person cuts it out: of a card's shape, as large as it is in the picture."""
    across, along = sides(quad)
    aspect = CARD_MM[1] / CARD_MM[0]
    width = max(across, along / aspect)
    return cut_out(image, quad, (round(width), round(width * aspect)))


def said_of(
    readings: Sequence[CardReading], cards: Sequence[Lies]
) -> tuple[list[str], list[CardReading]]:
    """What is said of each card, and the readings that are about none."""
    about, free = paired(readings, [card.quad for card in cards], SAME_PLACE)
    said = [
        "not found" if reading is None else verdict(reading.key, card.name)
        for reading, card in zip(about, cards, strict=True)
    ]
    return said, free
