"""Cards in rows and grids: where the next one lies if the steps between them go on.

A pale card on a pale table has no edge to be found by, but its neighbours tell where it lies.
"""

import itertools
from collections.abc import Iterator, Sequence

import numpy as np

from vision.geometry import half_turn, sides
from vision.outlines import is_among, overlap
from vision.readings import Floats

CROOKED = 0.2
"""Of a card's width by which the corners of two cards in a row may lie otherwise: cards put down by
hand turn by a few degrees, and a slanted camera makes the farther one smaller."""
STEPS = (0.95, 1.5)
"""From a card's short side to its long one: how far apart the middles of neighbours lie."""
APART = 0.15
"""Overlap up to which a place is beside a card that is known."""


def next_places(known: Sequence[Floats]) -> list[Floats]:
    """Places in line with two known cards, beyond them and between: float32 (4, 2) each, once.

    known: Quads of cards that were read, in px.
    """
    places: list[Floats] = []
    for one, two in itertools.combinations(known, 2):
        for place in _in_line(one, two):
            taken = any(overlap(place, quad) > APART for quad in known)
            if not taken and not is_among(place, places):
                places.append(place)
    return places


def _in_line(one: Floats, two: Floats) -> Iterator[Floats]:
    """The places before, between and after two cards that lie alike."""
    step = two.mean(0) - one.mean(0)
    short, long = sorted(sides(one))
    away = float(np.hypot(*step))
    if not STEPS[0] * short < away < 2 * STEPS[1] * long:
        return
    if min(_strays(one + step, two), _strays(one + step, half_turn(two))) > CROOKED * short:
        return
    if away < STEPS[1] * long:
        yield (one - step).astype(np.float32)
        yield (two + step).astype(np.float32)
    if away > 2 * STEPS[0] * short:
        yield (one + step / 2).astype(np.float32)


def _strays(first: Floats, second: Floats) -> float:
    return float(np.abs(first - second).max())
