"""Sets of labelled photographs: counted right, wrong and unsure, beside public methods.

A set is a folder with `labels.csv` and `img/`. Its header tells its kind: cards with one picture
each to teach (`role`, `identity`), faces to render (`identity` alone), cards of a deck that is not
taught (`rank`), or dice (`values`; boxes in `boxes.csv`). A folder of pictures without `labels.csv`
is a deck of faces to render, each file named as it is to be taught.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2

from companion.bench.dice_bare import bare_rows
from companion.bench.labels import (
    HALVED,
    Corrections,
    SetError,
    corrections_of,
    found_sets,
    is_judged,
    judged_of,
    table,
)
from companion.bench.peers_vision import BlobDice, Crop, OrbNames, PerceptualHashNames
from companion.bench.rendered_hands import hand_rows
from companion.bench.row import BenchRow
from companion.bench.tally import calibration, counted, verdict
from companion.bench.vision_rendered import rendered_rows
from companion.bench.vision_scenes import scene_rows
from companion.bench.vision_tables import table_rows
from vision.catalogue import build
from vision.dice import DieReading
from vision.dice_reading import read_dice
from vision.photo import PhotoReader
from vision.readings import Image
from vision.teaching import key_of

PEER_STRIDE = 3
"""Card photographs given to the slow public methods: every third."""
SAME = 0.4
"""Overlap over union from which a box is the labelled die."""

Box = tuple[float, float, float, float, int]
"""x0, y0, x1, y1 and value of a labelled die."""


def set_rows(folder: Path) -> list[BenchRow]:
    """All rows of one set. Raises SetError where there is nothing to count by."""
    faces = [] if (folder / "labels.csv").exists() else _faces_by_name(folder)
    if faces:
        return [*rendered_rows(folder.name, faces), *scene_rows(folder.name, faces)]
    labels = table(folder / "labels.csv")
    columns = set(labels[0]) if labels else set()
    if not any((folder / "img" / row.get("file", "")).is_file() for row in labels):
        raise SetError(f"{folder} has no picture in img/ that its labels.csv names under `file`.")
    if "values" in columns:
        return _dice(folder, [row["file"] for row in labels])
    return [*_of_cards(folder, labels, columns), *bare_rows(folder)]


def _faces_by_name(folder: Path) -> list[Crop]:
    """One picture of each key in a folder, all made as large as the first."""
    faces: dict[str, Image] = {}
    for path in sorted(folder.iterdir()):
        image = cv2.imread(str(path)) if path.suffix.lower() in FACES else None
        if image is not None and key_of(path.stem) not in faces:
            size = next((face.shape[1::-1] for face in faces.values()), image.shape[1::-1])
            faces[key_of(path.stem)] = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return list(faces.items())


FACES = (".png", ".jpg", ".jpeg", ".webp")


def _of_cards(folder: Path, labels: Sequence[dict[str, str]], columns: set[str]) -> list[BenchRow]:
    if {"role", "identity"} <= columns:
        return _cards(folder, labels)
    if "identity" in columns:
        faces = _crops(folder, labels)
        return [
            *rendered_rows(folder.name, faces),
            *scene_rows(folder.name, faces),
            *_beside(folder, faces),
        ]
    if "rank" in columns:
        return [
            *table_rows(folder),
            *_foreign(folder, sorted({row["file"] for row in labels})),
        ]
    raise SetError(
        f"{folder}: its labels.csv needs the columns `role` and `identity` (cards, taught by those "
        "with the role enrol), `identity` alone (faces to render), `rank` (cards that are not "
        "taught) or `values` (dice, their boxes in boxes.csv)."
    )


def _cards(folder: Path, labels: Sequence[dict[str, str]]) -> list[BenchRow]:
    """Each face taught once, every other photograph read; then a third of the deck untaught."""
    taught = _crops(folder, [row for row in labels if row["role"] == "enrol"])
    shown = _crops(folder, [row for row in labels if row["role"] != "enrol"])
    what = f"{folder.name} (real), {len(shown)} photographs of {len(taught)} cards"
    reader = PhotoReader(build(taught))
    reader.catalogue.warm_up()
    tally: Counter[str] = Counter()
    start = time.thread_time_ns()
    half: Counter[str] = Counter()
    believed: list[tuple[float, bool]] = []
    held_back: list[tuple[float, bool]] = []
    for key, crop in shown:
        reading = reader.read_patch(crop)
        said = (reading.confidence, reading.candidates[0].key == key)
        tally[verdict(reading.key, key)] += 1
        believed.append(said)
        if is_judged(key):
            half[verdict(reading.key, key)] += 1
            held_back.append(said)
    each = (time.thread_time_ns() - start) / 1e6 / max(len(shown), 1)
    rows = [*counted(what, tally, "cards"), calibration(what, believed)]
    if folder.name in HALVED:
        what_half = f"{folder.name} (real), the judged half, {len(held_back)} photographs"
        rows += [*counted(what_half, half, "cards"), calibration(what_half, held_back)]
    rows.append(BenchRow(what=f"{what}: CPU a photograph", value=each, unit="ms"))
    rows += [*_untaught(folder.name, taught, shown), *_beside(folder, taught)]
    return [*rows, *_card_peers(what, taught, shown)]


def _crops(folder: Path, labels: Sequence[dict[str, str]]) -> list[Crop]:
    """Key and picture of each row whose picture is there."""
    pictures = [(row["identity"], cv2.imread(str(folder / "img" / row["file"]))) for row in labels]
    return [(key, image) for key, image in pictures if image is not None]


def _foreign(folder: Path, names: Sequence[str]) -> Iterator[BenchRow]:
    """Photographs of cards that no set beside this one teaches: how many get a name."""
    for other in found_sets(folder.parent):
        labels = table(other / "labels.csv")
        if "identity" not in labels[0]:
            continue
        some = [row for row in labels if row.get("role", "enrol") == "enrol"]
        reader = PhotoReader(build(_crops(other, some)))
        named = seen = 0
        for name in names:
            image = cv2.imread(str(folder / "img" / name))
            if image is not None:
                readings = reader.read(image, find=True)
                named += sum(reading.key is not None for reading in readings)
                seen += 1
        what = f"{folder.name} (real), {seen} photographs read as {other.name}: cards named"
        yield BenchRow(what=what, value=named, unit="cards")


def _beside(folder: Path, taught: Sequence[Crop]) -> Iterator[BenchRow]:
    """Pictures of single cards in the sets beside this one: how many get a name of its cards."""
    reader = PhotoReader(build(taught))
    for other in found_sets(folder.parent):
        labels = table(other / "labels.csv")
        if other.name == folder.name or "identity" not in labels[0]:
            continue
        strangers = _crops(other, labels)
        named = sum(reader.read_patch(image).key is not None for _, image in strangers)
        what = f"{folder.name} taught, {len(strangers)} pictures of {other.name} (real): named"
        yield BenchRow(what=what, value=named, unit="cards")


def _untaught(name: str, taught: Sequence[Crop], shown: Sequence[Crop]) -> Iterator[BenchRow]:
    keys = sorted({key for key, _ in taught})
    left_out = set(keys[::3])
    reader = PhotoReader(build([crop for crop in taught if crop[0] not in left_out]))
    strangers = [image for key, image in shown if key in left_out]
    named = sum(reader.read_patch(image).key is not None for image in strangers)
    what = f"{name} (real), a third untaught: named of {len(strangers)}"
    yield BenchRow(what=what, value=named, unit="cards")


def _card_peers(what: str, taught: Sequence[Crop], shown: Sequence[Crop]) -> Iterator[BenchRow]:
    some = shown[::PEER_STRIDE]
    for peer in (PerceptualHashNames(taught), OrbNames(taught)):
        share = 100 * peer.right(some) / max(len(some), 1)
        yield BenchRow(what=f"{what}: {peer.name}, right of {len(some)}", value=share, unit="%")


def _dice(folder: Path, names: Sequence[str]) -> list[BenchRow]:
    boxes: dict[str, list[Box]] = defaultdict(list)
    for row in table(folder / "boxes.csv"):
        x0, y0, x1, y1 = (float(row[k]) for k in ("xmin", "ymin", "xmax", "ymax"))
        boxes[row["file"]].append((x0, y0, x1, y1, int(row["value"])))
    judged = judged_of(folder.name, names)
    single: Counter[str] = Counter()
    totals: Counter[str] = Counter()
    fixed_totals: Counter[str] = Counter()
    extra = spent = 0
    peer = BlobDice()
    theirs: Counter[str] = Counter()
    fixed: Counter[str] = Counter()
    corrected = corrections_of(folder.name)
    believed: list[tuple[float, bool]] = []
    pictures: list[Image] = []
    for name in judged:
        image = cv2.imread(str(folder / "img" / name))
        if image is None:
            continue
        pictures.append(image)
        start = time.thread_time_ns()
        reading = read_dice(image)
        spent += time.thread_time_ns() - start
        said, false = paired(reading.dice, boxes[name])
        extra += false
        for die, box in zip(said, boxes[name], strict=True):
            said_value = die.value if die else None
            single[verdict(said_value, box[4])] += 1
            fixed[verdict(said_value, corrected.get((name, box[:2]), box[4]))] += 1
            if die is not None:
                believed.append((die.confidence, die.candidates[0].key == str(box[4])))
        true = sum(box[4] for box in boxes[name])
        totals[verdict(reading.total, true)] += 1
        fixed_totals[verdict(reading.total, _true_total(name, boxes[name], corrected))] += 1
        theirs.update(_blob_verdicts(peer, image, boxes[name]))
    what = f"{folder.name} (real), {len(judged)} photographs"
    return [
        *counted(f"{what}, dice", single, "dice"),
        *(counted(f"{what}, dice, labels corrected", fixed, "dice") if corrected else ()),
        calibration(f"{what}, dice", believed),
        BenchRow(what=f"{what}, values told where no die is", value=extra, unit="dice"),
        *counted(f"{what}, totals", totals, "totals"),
        *(
            counted(f"{what}, totals, labels corrected", fixed_totals, "totals")
            if corrected
            else ()
        ),
        BenchRow(what=f"{what}: CPU each", value=spent / 1e6 / max(len(judged), 1), unit="ms"),
        *counted(f"{what}, dice by {peer.name}", theirs, "dice"),
        *hand_rows(what, pictures),
    ]


def _true_total(name: str, boxes: Sequence[Box], corrected: Corrections) -> int:
    """The sum of what really lies there."""
    labelled = {box[:2] for box in boxes}
    more = [v for (file, corner), v in corrected.items() if file == name and corner not in labelled]
    return sum(corrected.get((name, box[:2]), box[4]) for box in boxes) + sum(more)


def paired(dice: Sequence[DieReading], boxes: Sequence[Box]) -> tuple[list[DieReading | None], int]:
    """The reading of each labelled die, and how many values were told where none is."""
    free = list(dice)
    said: list[DieReading | None] = []
    for box in boxes:
        best = max(free, key=lambda die: _over_union(die.box, box), default=None)
        if best is None or _over_union(best.box, box) < SAME:
            said.append(None)
            continue
        free.remove(best)
        said.append(best)
    return said, sum(die.value is not None for die in free)


def _over_union(die: tuple[float, float, float, float], box: Box) -> float:
    x, y, w, h = die
    across = max(min(x + w, box[2]) - max(x, box[0]), 0.0)
    down = max(min(y + h, box[3]) - max(y, box[1]), 0.0)
    shared = across * down
    return shared / (w * h + (box[2] - box[0]) * (box[3] - box[1]) - shared)


def _blob_verdicts(peer: BlobDice, image: Image, boxes: Sequence[Box]) -> Iterator[str]:
    read = peer.read(image)
    for x0, y0, x1, y1, value in boxes:
        inside = [count for x, y, count in read if x0 <= x <= x1 and y0 <= y <= y1]
        yield verdict(inside[0] if len(inside) == 1 else None, value)
