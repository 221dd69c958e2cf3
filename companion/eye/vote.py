"""A reading is believed when several settled frames agree on it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from companion.eye.settle import Came
from vision.pile import read_again
from vision.readings import CardReading, Image, Prior, Ranked
from vision.zone_reader import ZoneReader


def agreed(
    came: Came, pictures: Sequence[Image], scale: float, reader: ZoneReader, prior: Prior
) -> bool:
    """Whether each of these single frames names the same card at the same place.

    pictures: The zone in settled frames that were not read yet, rectified at `scale` px/mm.
    """
    return not _others(came, _votes(came, pictures, scale, reader, prior))


def voted(
    came: Came, pictures: Sequence[Image], scale: float, reader: ZoneReader, prior: Prior
) -> Came:
    """What came, by all frames: without a key where they disagree, every candidate named."""
    if came.reading.key is None or not came.placed:
        return came
    votes = _votes(came, pictures, scale, reader, prior)
    others = _others(came, votes)
    if not others:
        return came
    why = f"it could be {came.reading.key} or {others[0]}: the pictures of it do not agree"
    ranked = _mean([came.reading, *votes])
    return replace(came, reading=replace(came.reading, key=None, candidates=ranked, unsure=why))


def _votes(
    came: Came, pictures: Sequence[Image], scale: float, reader: ZoneReader, prior: Prior
) -> list[CardReading]:
    quad = came.reading.quad_px * scale
    return [read_again(picture, quad, reader, prior=prior) for picture in pictures]


def _others(came: Came, votes: Sequence[CardReading]) -> list[str]:
    """Cards that a frame holds for likelier than the one that was read."""
    first = [vote.candidates[0].key for vote in votes if vote.candidates]
    return [key for key in first if key != came.reading.key]


def _mean(readings: Sequence[CardReading]) -> tuple[Ranked, ...]:
    """Candidates by their mean probability, best first, at most five."""
    sums: dict[str, float] = defaultdict(float)
    for reading in readings:
        for one in reading.candidates:
            sums[one.key] += one.p / len(readings)
    best = sorted(sums.items(), key=lambda pair: -pair[1])[:5]
    return tuple(Ranked(key, round(p, 4)) for key, p in best)
