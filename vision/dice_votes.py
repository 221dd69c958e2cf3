"""Several frames of one throw: what they agree on."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.dice import TILTED_WHY, DiceReading, DiceState, DieReading, box_overlap
from vision.readings import Ranked

SAME_PLACE = 0.5
"""Shared area over the smaller box from which two frames show the same die, not moved."""
MOST_FRAMES = 0.5
"""A die that no more than this share of the frames show is asked about."""
TILTED_FRAMES = 0.5
"""Share of the frames that say of a die that it is tilted from which it is not told."""
MIN_MEAN = 0.6
"""Mean probability of a value over the frames, under which it is not told: a frame alone tells
from 0.7, and one frame in doubt should not silence two that are sure."""


def vote(frames: Sequence[DiceReading]) -> DiceReading:
    """What frames of one throw show together, oldest first, by a camera that was not moved.

    Only what follows the last movement or hand counts. A value is told where at least one frame
    tells it and none tells another; a die that only some of the frames show is asked about, so
    that a picked-up die or a passing glare makes no total. Raises ValueError without frames.
    """
    if not frames:
        raise ValueError("A throw has at least one frame.")
    last = frames[-1]
    if last.state in (DiceState.HAND, DiceState.MOVING):
        return last
    still = _since_movement(frames)
    places = _places(still)
    if _shifted(still):
        return DiceReading(tuple(_doubted(p, len(still)) for p in places), DiceState.MOVING)
    dice = sorted((_agreed(p, len(still)) for p in places), key=lambda d: (d.box[1], d.box[0]))
    return DiceReading(tuple(dice), DiceState.SETTLED if dice else DiceState.EMPTY)


@dataclass(frozen=True, slots=True)
class _Place:
    """One die through the frames that show it, oldest first; `last` is the newest of them."""

    seen: tuple[DieReading, ...]
    last: int


def _since_movement(frames: Sequence[DiceReading]) -> Sequence[DiceReading]:
    for i in range(len(frames) - 1, -1, -1):
        if frames[i].state in (DiceState.HAND, DiceState.MOVING):
            return frames[i + 1 :]
    return frames


def _places(frames: Sequence[DiceReading]) -> list[_Place]:
    places: list[_Place] = []
    for number, frame in enumerate(frames):
        free = list(frame.dice)
        for i, place in enumerate(places):
            here = _nearest(place.seen[-1], free)
            if here is not None:
                free.remove(here)
                places[i] = _Place((*place.seen, here), number)
        places.extend(_Place((die,), number) for die in free)
    return places


def _nearest(die: DieReading, others: Sequence[DieReading]) -> DieReading | None:
    best = max(others, key=lambda other: box_overlap(die.box, other.box), default=None)
    if best is None or box_overlap(die.box, best.box) < SAME_PLACE:
        return None
    return best


def _shifted(frames: Sequence[DiceReading]) -> bool:
    """Whether a die left its place and another place was taken between the last two frames."""
    if len(frames) < 2:  # noqa: PLR2004 - one frame shows no movement
        return False
    before, after = frames[-2].dice, frames[-1].dice
    left = any(_nearest(die, after) is None for die in before)
    return left and any(_nearest(die, before) is None for die in after)


def _agreed(place: _Place, frames: int) -> DieReading:
    if place.last < frames - 1 or len(place.seen) <= frames * MOST_FRAMES:
        return _doubted(place, frames)
    told = Counter(die.value for die in place.seen if die.value is not None)
    ranked = _mean(place)
    newest = replace(place.seen[-1], candidates=ranked[:2], confidence=_confidence(ranked))
    if sum(die.cocked for die in place.seen) >= len(place.seen) * TILTED_FRAMES:
        return replace(newest, value=None, unsure=TILTED_WHY)
    if len(told) > 1:
        first, second = (value for value, _ in told.most_common(2))
        return replace(newest, value=None, unsure=f"the frames differ: {first} or {second}")
    if not told:
        return replace(newest, value=None, unsure=place.seen[-1].unsure)
    value = next(iter(told))
    if ranked[0].key != str(value) or ranked[0].p < MIN_MEAN:
        why = f"only {told[value]} of {frames} frames show {value}"
        return replace(newest, value=None, unsure=why)
    return replace(newest, value=value, unsure="")


def _mean(place: _Place) -> tuple[Ranked, ...]:
    """Probabilities averaged over the frames, best first."""
    sums: dict[str, float] = defaultdict(float)
    for die in place.seen:
        for ranked in die.candidates:
            sums[ranked.key] += ranked.p
    best = sorted(sums.items(), key=lambda item: -item[1])
    return tuple(Ranked(key, round(p / len(place.seen), 4)) for key, p in best)


def _confidence(ranked: tuple[Ranked, ...]) -> float:
    return ranked[0].p if ranked else 0.0


def _doubted(place: _Place, frames: int) -> DieReading:
    why = f"only {len(place.seen)} of {frames} frames show it here. Leave the dice and wait"
    return replace(place.seen[-1], value=None, unsure=why)
