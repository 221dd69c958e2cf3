"""Why a card in a photograph is not named, in plain words, and how likely its candidates are."""

from dataclasses import replace

import numpy as np

from vision.face_quality import (
    GLARE_SHARE,
    MIN_SHARPNESS,
    glared_share,
    is_overexposed,
)
from vision.faces import sharpness
from vision.familiar import LEAST
from vision.levels import most_channel, quantile
from vision.readings import CardReading, Image, Ranked

TOO_DARK = 70
"""Grey level under which the brightest tenth of a card lies that is lit too poorly: the print of a
card is a third as bright as its paper, and noise of 5 to 15 levels then hides what parts cards."""
CALIBRATION = (1.0, 2.0)
"""Log-odds of a right name over the familiarity above `LEAST`: slope and offset."""


def weighed(reading: CardReading, odds: float, patch: Image) -> CardReading:
    """The reading with its confidence weighed by the odds that this is no untaught relative.

    Args:
        reading: What the comparison alone says.
        odds: Log-odds as from `vision.familiar`; under `LEAST` nothing is named.
        patch: The card, BGR uint8, in which the cause of a doubt is looked for.
    """
    share = float(1.0 / (1.0 + np.exp(-CALIBRATION[0] * (odds - LEAST) - CALIBRATION[1])))
    ranked = tuple(Ranked(r.key, round(r.p * share, 4)) for r in reading.candidates)
    reading = replace(reading, candidates=ranked)
    if reading.key is not None and odds >= LEAST:
        return reading
    cause = spoiled_by(patch)
    if reading.key is None:
        why = f"{reading.unsure}, and this may be why: {cause}" if cause else reading.unsure
    elif cause:
        why = f"it is like {reading.key}, but {cause}"
    else:
        why = f"it is like {reading.key}, but parts of it differ: a card that was not taught?"
    return replace(reading, key=None, unsure=why)


def halved(reading: CardReading, why: str) -> CardReading:
    """The reading as a question between two cards: no candidate is likelier than half."""
    ranked = tuple(Ranked(r.key, round(r.p / 2, 4)) for r in reading.candidates)
    return replace(reading, key=None, candidates=ranked, unsure=why)


def spoiled_by(patch: Image) -> str:
    """What makes this card hard to read; empty where nothing does. patch: BGR uint8, upright."""
    if is_overexposed(patch):
        return "it is overexposed"
    if glared_share(patch) > GLARE_SHARE:
        return "a lamp is mirrored in it"
    if quantile(most_channel(patch), 0.9) < TOO_DARK:
        return "it is too dark"
    if sharpness(patch) < MIN_SHARPNESS:
        return "it is blurred or too far away"
    return ""
