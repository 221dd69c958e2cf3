"""Where the true card stands in a question, for readings that were wrong or unsure.

Faces drawn to look alike, pictured too small, blurred, noisy and half in shadow, until many are not
told apart. Nobody has corrected anything yet: the order is the reading's own, then the catalogue's.
"""

import random
from collections.abc import Sequence

import cv2
import numpy as np

from companion.bench.row import BenchRow
from companion.table.confusions import likeliest, ranked
from companion.twin.wizard_thieves.cards import all_pictures
from companion.twin.wizard_thieves.faces import draw
from hardware.events import Candidate
from vision.catalogue import build
from vision.photo import PhotoReader
from vision.readings import CardReading, Image
from vision.teaching import key_of, nearest_keys

TIMES = 4
"""Pictures of each face."""
OFFERED = 2
BETWEEN = "it could be "
"""How a reading begins that hesitates between twins (`vision.matching`)."""
NEIGHBOURS = 3
WIDTH_PX = (36.0, 72.0)
"""Of a card in the picture; the light check wants 60 before it lets cards be read."""
SEED = 11


def ranking_rows(style: str = "similar", times: int = TIMES) -> list[BenchRow]:
    """How often one of the first two choices is the true card."""
    rng = random.Random(SEED)
    faces = [(key_of(card.picture), draw(card, style)) for card in all_pictures()]
    reader = PhotoReader(build(faces))
    reader.catalogue.warm_up()
    near = nearest_keys(reader.catalogue, NEIGHBOURS)
    twins: list[bool] = []
    strange: list[bool] = []
    wrong: list[bool] = []
    for key, face in faces * times:
        reading = reader.read_patch(spoiled(face, rng))
        if reading.key is None and reading.candidates:
            offered = ranked(_candidates(reading), {}, near)
            kind = twins if reading.unsure.startswith(BETWEEN) else strange
            kind.append(key in offered[:OFFERED])
        elif reading.key is not None and reading.key != key:
            offered = likeliest(reading.key, [one.key for one in reading.candidates], {}, near)
            wrong.append(key in offered[:OFFERED])
    what = f"{style} faces, {len(faces) * times} spoiled pictures"
    return [
        *_share(f"{what}: between two cards", twins),
        *_share(f"{what}: like no card", strange),
        *_share(f"{what}: named wrongly", wrong),
    ]


def _share(what: str, hits: Sequence[bool]) -> list[BenchRow]:
    rows = [BenchRow(what=what, value=len(hits), unit="cards")]
    if hits:
        share = 100 * sum(hits) / len(hits)
        rows.append(BenchRow(what=f"{what}, true card among the first two", value=share, unit="%"))
    return rows


def _candidates(reading: CardReading) -> tuple[Candidate, ...]:
    return tuple(Candidate(one.key, one.p) for one in reading.candidates[:5])


def spoiled(face: Image, rng: random.Random) -> Image:
    """The face as a poor camera sees it: BGR uint8 of the same size."""
    height, width = face.shape[:2]
    small = rng.uniform(*WIDTH_PX) / width
    poor = cv2.resize(face, None, fx=small, fy=small, interpolation=cv2.INTER_AREA)
    poor = cv2.GaussianBlur(poor, (0, 0), rng.uniform(0.6, 1.6))
    back = cv2.resize(poor, (width, height), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    shade = np.linspace(1.0, rng.uniform(0.45, 0.9), width, dtype=np.float32)[None, :, None]
    noise = np.random.default_rng(rng.randrange(2**32)).normal(0, rng.uniform(4, 14), back.shape)
    spoiled_face: Image = np.clip(back * shade + noise, 0, 255).astype(np.uint8)
    return spoiled_face
