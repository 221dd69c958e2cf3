"""Tokens of Skullduggery on rendered tables: either side up, at any angle; and other discs.

Every table is seen by another camera under other light; the sides are taught once from drawings.
"""

import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from statistics import median

import cv2
import numpy as np

from companion.bench.row import BenchRow
from companion.bench.tally import counted, verdict
from companion.twin import skullduggery
from companion.twin.mat import MATS, load_sheet
from companion.twin.optics import Image
from companion.twin.renderer import Placed, Renderer
from companion.twin.shapes import Canvas
from companion.twin.skullduggery.tokens import COLOURS, all_sides, all_taught
from vision.geometry import ZoneView
from vision.markers import find_plane
from vision.mat import Zone, load_mat
from vision.readings import Floats, Unreadable
from vision.symbol_dice import build_dice
from vision.teaching import key_of
from vision.tokens import TokenReader

TABLES, LEFT_OUT, STRANGE = 20, 3, 10
"""Tables with all sides taught; for each side left out of the lesson; with other discs."""
STILL = 3
"""Frames whose mean is read, as the eye does."""
FINE, MARGIN_MM = 4.0, 10.0
"""px/mm and mm: as `companion.eye.tokens` reads."""


def token_rows() -> Iterator[BenchRow]:
    """All rows."""
    faces = {key_of(stem): face for stem, face in all_taught().items()}
    reader = TokenReader(build_dice(list(faces.items())))
    tally, spent = Counter[str](), list[float]()
    for seed in range(TABLES):
        for said, true, ms in _table(seed, reader, all_sides()):
            tally[verdict(said, true)] += 1
            spent.append(ms)
    what = f"tokens (rendered, 540p), {TABLES} tables of twelve, sides taught once"
    yield from counted(what, tally, "tokens")
    yield BenchRow(what=f"{what}: CPU a place", value=median(spent), unit="ms")
    yield from _left_out(faces)
    named = sum(
        said is not None
        for seed in range(STRANGE)
        for said, _, _ in _table(100 + seed, reader, strange_discs())
    )
    what = f"other red and blue discs, {STRANGE} tables of twelve: named"
    yield BenchRow(what=what, value=named, unit="discs")


def _left_out(faces: Mapping[str, Image]) -> Iterator[BenchRow]:
    """Each side left out of the lesson in turn: what lies with it up has no name."""
    named = lay = 0
    for number, left_out in enumerate(faces):
        reader = TokenReader(build_dice([one for one in faces.items() if one[0] != left_out]))
        for seed in range(LEFT_OUT):
            for said, true, _ in _table(200 + LEFT_OUT * number + seed, reader, all_sides()):
                lay += true == left_out
                named += true == left_out and said is not None
    what = f"tokens with a side up that was not taught, {lay} of them: named"
    yield BenchRow(what=what, value=named, unit="tokens")


def strange_discs() -> dict[str, Image]:
    """As large and of the same colours, with a digit on it, or plain."""
    found = {}
    for side, colour in COLOURS.items():
        for digit in ("", "1", "2", "4", "7", "8"):
            canvas = Canvas(480, 480, colour)
            canvas.disc((240, 240), 180, (230, 230, 230) if digit else colour)
            if digit:
                canvas.word(digit, (240, 240), 200, colour)
            half = cv2.resize(canvas.pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            found[f"disc-{side}-{digit or 'plain'}"] = np.asarray(half, np.uint8)
    return found


def _table(
    seed: int, reader: TokenReader, discs: Mapping[str, Image]
) -> Iterator[tuple[str | None, str, float]]:
    """(key that was read, true key, CPU ms of the place) of every disc of one table."""
    rng = random.Random(seed)
    mat, sheet = load_mat("skullduggery"), load_sheet(MATS / "skullduggery.toml")
    renderer = Renderer(seed, sheet, {**skullduggery.pictures("distinct"), **discs})
    zones = [zone for zone in mat.zones if zone.kind == "tokens"]
    lies = {
        zone.name: [_laid(zone, share, rng.choice(list(discs)), rng) for share in (0.25, 0.75)]
        for zone in zones
    }
    every = tuple(placed for pair in lies.values() for placed in pair)
    frames = [renderer.frame(every, ()) for _ in range(STILL)]
    plane = find_plane(frames[0], mat)
    if isinstance(plane, Unreadable):
        return
    for zone in zones:
        fine = _mean(zone, frames, plane.mm_to_frame)
        start = time.thread_time_ns()
        found = reader.read(fine, zone, FINE, MARGIN_MM)
        ms = (time.thread_time_ns() - start) / 1e6
        read = [one.key for one in found] + [None] * 2
        for said, placed in zip(read, lies[zone.name], strict=False):
            yield said, key_of(placed.picture), ms


def _laid(zone: Zone, share: float, picture: str, rng: random.Random) -> Placed:
    x = zone.x_mm + share * zone.width_mm + rng.uniform(-4, 4)
    y = zone.y_mm + zone.height_mm / 2 + rng.uniform(-4, 4)
    return Placed(picture, (x, y), rng.uniform(0, 360))


def _mean(zone: Zone, frames: list[Image], mm_to_frame: Floats) -> Image:
    view = ZoneView(zone, mm_to_frame, px_per_mm=FINE, margin_mm=MARGIN_MM)
    mean = np.mean([view.rectify(frame) for frame in frames], axis=0, dtype=np.float32)
    return np.asarray(mean).astype(np.uint8)
