"""Taught symbol dice seen from aside: side faces show too, with other taught signs."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.bench.progress import steps
from companion.bench.rendered_cubes import FACE_PX, FACES, Camera, Cube, photograph
from companion.bench.row import BenchRow
from companion.bench.tally import counted, verdict
from vision.dice import DieReading
from vision.readings import Floats, Image, Unreadable
from vision.symbol_dice import SymbolDiceReader, build_dice, face_of

SIGNS = ("SRHX47", "?&$KE2", "BGZW3@")
"""Those of three dice; the last one is never taught."""
BODIES = ((225, 235, 240), (60, 170, 220), (200, 190, 120))
INKS = ((40, 40, 190), (35, 35, 35), (40, 120, 40))
TABLES, ASIDE, LESSON_ASIDE = 40, 35.0, 10.0
"""Pictures, and degrees from straight above up to which they and those of the lesson are taken."""
SEED = 23


def cube_rows() -> Iterator[BenchRow]:
    """Six dice on each table, one of them never taught; taught once from a picture of each face."""
    rng = np.random.default_rng(SEED)
    lesson = [
        (sign, face_of(lesson_picture(die, sign, rng))) for die in (0, 1) for sign in SIGNS[die]
    ]
    taught = [(sign, face) for sign, face in lesson if not isinstance(face, Unreadable)]
    reader = SymbolDiceReader(build_dice(taught))
    tally: Counter[str] = Counter()
    named = strange = spent = 0
    what = f"symbol dice seen from aside (rendered), {len(taught)} faces taught once"
    for _ in steps(what, TABLES, tally):
        picture, dice = table_picture(rng, rng.uniform(0, ASIDE))
        start = time.thread_time_ns()
        reading = reader.read(picture)
        spent += time.thread_time_ns() - start
        for die in dice:
            read = nearest(reading.dice, die.at)
            value = read.value if read else None
            if die.die == len(SIGNS) - 1:
                strange += 1
                named += value is not None
            else:
                tally[verdict(None if value is None else str(value), die.sign)] += 1
    yield from counted(what, tally, "dice")
    yield BenchRow(what=f"{what}: untaught dice named of {strange}", value=named, unit="dice")
    each = spent / 1e6 / (sum(tally.values()) + strange)
    yield BenchRow(what=f"{what}: CPU a die", value=each, unit="ms")


@dataclass(frozen=True, slots=True)
class Lying:
    """A die in a picture: which of `SIGNS` it is, the sign on top, and its middle in px."""

    die: int
    sign: str
    at: Floats


def table_picture(rng: np.random.Generator, aside: float) -> tuple[Image, list[Lying]]:
    """Five taught dice and one that is not, seen so many degrees from straight above."""
    camera = Camera(aside)
    spots = [(x, z) for x in (-4.2, -1.4, 1.4, 4.2) for z in (-2.8, 0.0, 2.8)]
    picked = rng.permutation(len(spots))[:6]
    cubes, lying = [], []
    for i, spot in enumerate(picked):
        die = len(SIGNS) - 1 if i == 0 else int(rng.integers(len(SIGNS) - 1))
        x, z = np.array(spots[spot]) + rng.uniform(-0.4, 0.4, 2)
        signs = "".join(rng.permutation(list(SIGNS[die])))
        cubes.append(cube(die, signs, (x, z), rng.uniform(0, 360)))
        lying.append(Lying(die, signs[0], camera.seen(cubes[-1].corners("top")).mean(0)))
    around = rng.uniform(0, 2 * np.pi)
    lamp = np.array([np.cos(around), rng.uniform(0.7, 2.0), np.sin(around)])
    return photograph(cubes, camera, _ground(rng, camera.size), lamp, rng), lying


def lesson_picture(die: int, sign: str, rng: np.random.Generator) -> Image:
    """A die alone on a plain ground, near, this sign on top."""
    others = "".join(other for other in SIGNS[die] if other != sign)
    camera = Camera(rng.uniform(0, LESSON_ASIDE), away=7.0, size=(640, 480))
    lone = cube(die, sign + others, (0.0, 0.0), rng.uniform(-20, 20))
    ground = np.full((480, 640, 3), (110, 105, 100), np.uint8)
    return photograph([lone], camera, ground, np.array([0.5, 2.0, -0.4]), rng)


def cube(die: int, signs: Sequence[str], at: tuple[float, float], degrees: float) -> Cube:
    """One of the dice, the first sign on top."""
    faces = {name: _face(die, sign) for name, sign in zip(FACES, signs, strict=False)}
    return Cube(faces, *at, degrees)


def nearest(dice: Sequence[DieReading], at: Floats) -> DieReading | None:
    """The die in whose box this point lies."""
    for die in dice:
        x, y, wide, high = die.box
        if x < at[0] < x + wide and y < at[1] < y + high:
            return die
    return None


def _face(die: int, sign: str) -> Image:
    picture = np.full((FACE_PX, FACE_PX, 3), BODIES[die], np.uint8)
    font, size = cv2.FONT_HERSHEY_DUPLEX, 3.4
    (wide, high), _ = cv2.getTextSize(sign, font, size, 9)
    at = ((FACE_PX - wide) // 2, (FACE_PX + high) // 2)
    return np.asarray(cv2.putText(picture, sign, at, font, size, INKS[die], 9, cv2.LINE_AA))


def _ground(rng: np.random.Generator, size: tuple[int, int]) -> Image:
    """Plain, or with a grain as of cloth."""
    grain = rng.normal(0, rng.uniform(0, 14), (size[1], size[0], 1))
    return np.clip(
        rng.uniform(20, 150, 3) + cv2.GaussianBlur(grain, (0, 0), 1.2)[..., None], 0, 255
    ).astype(np.uint8)
