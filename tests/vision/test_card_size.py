"""How large a card looks elsewhere on a table, told from the few that were read."""

import numpy as np
import pytest

from vision.card_size import CardSize
from vision.geometry import rectangle, transform

ASPECT, WIDTH = 1.4, 110.0
SLANT = np.array([[1.02, 0.08, -20.0], [0.01, 0.9, 10.0], [2e-5, 2.8e-4, 1.0]], np.float32)
"""A camera that looks along the table: cards at its far side look two thirds as large."""


def lying(x, y, turn, *, slant=SLANT):
    return transform(rectangle((x, y), (WIDTH, WIDTH * ASPECT), turn), slant)


def off(size, quad):
    """By how much both sides of a card are told wrongly: the worse share."""
    errors = []
    for corner, widths in ((1, 1.0), (3, ASPECT)):
        side = quad[corner] - quad[0]
        length = float(np.linalg.norm(side))
        errors.append(abs(widths * size.width(quad[0], side / length) / length - 1))
    return max(errors)


@pytest.fixture(scope="module")
def row():
    """Five cards in a row and one beside it, a little off."""
    noise = np.random.default_rng(1).normal(0, 0.7, (6, 4, 2))
    quads = [lying(300 + 130 * i, 400, 3 - i) for i in range(5)] + [lying(200, 150, 50)]
    return (np.stack(quads) + noise).astype(np.float32)


@pytest.mark.parametrize("place", [(200, 750, 20), (1000, 150, 70), (1000, 800, 130)])
def test_a_card_far_from_those_that_were_read_is_told_to_a_tenth(row, place):
    assert off(CardSize(row, ASPECT), lying(*place)) < 0.1


def test_seen_from_straight_above_a_card_is_as_large_everywhere():
    still = np.eye(3, dtype=np.float32)
    size = CardSize(lying(300, 300, 10, slant=still)[None], ASPECT)
    assert size.usual == pytest.approx(WIDTH, rel=1e-3)
    assert off(size, lying(900, 700, 75, slant=still)) < 1e-3
