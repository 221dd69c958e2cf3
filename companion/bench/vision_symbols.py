"""Taught symbol dice: drawn on a rendered tray, and the symbols of SET cards as a real thing."""

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.bench.labels import table
from companion.bench.row import BenchRow
from companion.bench.tally import counted, verdict
from vision.dice import DieReading
from vision.geometry import card_corners, rectangle
from vision.readings import Floats, Image
from vision.symbol_dice import SymbolDiceReader, build_dice

FIGURES = tuple("SRHX47?&$KE2")
"""Taught figures: a dozen, as on two dice."""
STRANGERS = tuple("BGZW3@")
SIDE, ACROSS = 160, 46
"""Px of a drawn face, and of a die on the tray: a 16 mm die where 1280 px span 45 cm."""
SIZE = (960, 720)
TRAYS = 60
SEED = 5
INKS = ((40, 40, 190), (150, 70, 20), (35, 35, 35), (40, 120, 40))
BODIES = ((225, 235, 240), (60, 170, 220), (200, 190, 120))


def symbol_rows(photos: Path | None) -> list[BenchRow]:
    """Rendered trays; and the SET symbols where the photographs are here."""
    rows = list(_rendered())
    if photos is not None and (photos / "cards_set" / "labels.csv").is_file():
        rows.extend(_set_symbols(photos / "cards_set"))
    return rows


def _face(figure: str) -> Image:
    """A figure on a body of one colour, both fixed by the figure."""
    n = ord(figure)
    picture = np.full((SIDE, SIDE, 3), BODIES[n % len(BODIES)], np.uint8)
    font, size = cv2.FONT_HERSHEY_DUPLEX, 3.4
    (w, h), _ = cv2.getTextSize(figure, font, size, 9)
    at = ((SIDE - w) // 2, (SIDE + h) // 2)
    return cv2.putText(picture, figure, at, font, size, INKS[n % len(INKS)], 9, cv2.LINE_AA)


def _rendered() -> Iterator[BenchRow]:
    """Six dice on each tray, one of them never taught; any turn, seen up to 15 degrees askew."""
    rng, noise = random.Random(SEED), np.random.default_rng(SEED)
    reader = SymbolDiceReader(build_dice([(f, _face(f)) for f in FIGURES]))
    tally: Counter[str] = Counter()
    named = spent = strange = 0
    for _ in range(TRAYS):
        laid = [rng.choice(FIGURES) for _ in range(5)] + [rng.choice(STRANGERS)]
        places = rng.sample([(160 + 160 * c, 150 + 140 * r) for c in range(5) for r in range(4)], 6)
        picture = _tray(laid, places, rng, noise)
        start = time.thread_time_ns()
        reading = reader.read(picture)
        spent += time.thread_time_ns() - start
        for figure, place in zip(laid, places, strict=True):
            die = _at(reading.dice, place)
            if figure in STRANGERS:
                strange += 1
                named += die is not None and die.value is not None
            else:
                tally[verdict(die.value if die else None, figure)] += 1
    what = f"symbol dice (rendered), {TRAYS} trays, {len(FIGURES)} faces taught once"
    yield from counted(what, tally, "dice")
    yield BenchRow(what=f"{what}: untaught faces named of {strange}", value=named, unit="dice")
    each = spent / 1e6 / (sum(tally.values()) + strange)
    yield BenchRow(what=f"{what}: CPU a die", value=each, unit="ms")


def _tray(
    laid: Sequence[str],
    places: Sequence[tuple[int, int]],
    rng: random.Random,
    noise: np.random.Generator,
) -> Image:
    ground = np.array([rng.uniform(20, 110) for _ in range(3)], np.float32)
    scene: Floats = np.full((SIZE[1], SIZE[0], 3), ground, np.float32)
    for figure, (x, y) in zip(laid, places, strict=True):
        quad = rectangle((x, y), (ACROSS, ACROSS * rng.uniform(0.96, 1.04)), rng.uniform(0, 360))
        _lay(scene, _face(figure), quad)
    light = np.linspace(rng.uniform(0.7, 1.0), 1.0, SIZE[0])[None, :, None]
    scene = cv2.GaussianBlur(scene, (0, 0), rng.uniform(0.4, 1.0)) * light
    scene *= np.array([rng.uniform(0.85, 1.1) for _ in range(3)], np.float32)
    return np.clip(scene + noise.normal(0, 3, scene.shape), 0, 255).astype(np.uint8)


def _lay(scene: Floats, face: Image, quad: Floats) -> None:
    soft = cv2.GaussianBlur(face, (0, 0), SIDE / ACROSS / 2.5).astype(np.float32)
    warp = cv2.getPerspectiveTransform(card_corners((SIDE, SIDE)), quad)
    over = cv2.warpPerspective(soft, warp, SIZE)
    full = np.full((SIDE, SIDE), 1, np.float32)
    cover = cv2.warpPerspective(full, warp, SIZE)[..., None]
    scene[:] = over * cover + scene * (1 - cover)


def _at(dice: Sequence[DieReading], place: tuple[int, int]) -> DieReading | None:
    for die in dice:
        x, y = die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2
        if max(abs(x - place[0]), abs(y - place[1])) < ACROSS / 3:
            return die
    return None


def _set_symbols(folder: Path) -> Iterator[BenchRow]:
    """The square middle of each SET card with one symbol: taught once, read six times."""
    taught: list[tuple[str, Image]] = []
    shown: list[tuple[str, Image]] = []
    for row in table(folder / "labels.csv"):
        image = cv2.imread(str(folder / "img" / row["file"]))
        if image is None or not row["identity"].startswith("1-"):
            continue
        (taught if row["role"] == "enrol" else shown).append((row["identity"], _middle(image)))
    reader = SymbolDiceReader(build_dice(taught))
    tally: Counter[str] = Counter()
    start = time.thread_time_ns()
    for key, face in shown:
        tally[verdict(reader.read_face(face).key, key)] += 1
    each = (time.thread_time_ns() - start) / 1e6 / max(len(shown), 1)
    what = f"symbols of {folder.name} (real) as {len(taught)} die faces, {len(shown)} photographs"
    yield from counted(what, tally, "dice")
    yield BenchRow(what=f"{what}: CPU a die", value=each, unit="ms")


def _middle(image: Image) -> Image:
    """A square as wide as the shorter side."""
    height, width = image.shape[:2]
    side = min(height, width)
    y, x = (height - side) // 2, (width - side) // 2
    return np.ascontiguousarray(image[y : y + side, x : x + side])
