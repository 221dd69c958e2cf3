"""A reading of a card that has near twins: named by the sign that stands there, or asked about."""

from dataclasses import replace

from vision.doubt import halved
from vision.fits import Fit
from vision.readings import CardReading, Image, Ranked
from vision.twins import BY_ITSELF, MOST_UNLIKE, Twins

SAME_PICTURE, TWIN_P = 0.88, 0.005
"""Likeness from which a card bears a picture that several taught ones share, whatever its number;
and the probability left to each other candidate where the number is told by itself."""


def parted(
    reading: CardReading, fit: Fit, patch: Image, twins: Twins, *, familiar: bool = True
) -> CardReading:
    """The reading; of near twins the one whose sign stands there, or a question.

    Args:
        reading: What whole faces say.
        fit: The best of them, from which it was read.
        patch: BGR uint8, where the fit was laid.
        twins: Of the catalogue it was read with.
        familiar: Whether the deck's own measure holds the fit's face for the card. If not, its sign
            does not help it: suits tell a two from a two, not from a three that was not taught.
    """
    near = twins.of(fit.view)
    if not near or (reading.key is None and reading.likeness < SAME_PICTURE):
        return reading
    unlike, other = twins.unlike(fit)
    inky = [twin.key for twin in near if twin.by_ink]
    told = twins.told(fit, patch) if inky else fit.view
    key = None if told is None else twins.catalogue.views[told].key
    if not familiar and key == twins.catalogue.views[fit.view].key:
        return reading
    if key is not None and len(inky) == len(near):
        return _by_sign(reading, key)
    if reading.key is None:
        return reading
    if key == reading.key and unlike < MOST_UNLIKE:
        return reading
    if key is None and twins.unlike(fit, inky=True)[0] < BY_ITSELF:
        return reading
    other = other if unlike >= MOST_UNLIKE else key or inky[0]
    why = f"it could be {reading.key} or {other}: what parts the two cannot be made out"
    return halved(reading, why)


def _by_sign(reading: CardReading, key: str) -> CardReading:
    """Named, where only the number was in doubt, by the number that stands there."""
    rest = tuple(Ranked(r.key, TWIN_P) for r in reading.candidates if r.key != key)
    ranked = (Ranked(key, 1 - TWIN_P * len(rest)), *rest)
    return replace(reading, key=key, candidates=ranked, unsure="")
