"""The bench's things that are no dice: which lies where, so that a value told is told of a kind."""

from collections import Counter

import numpy as np
import pytest

from companion.bench.dice_strangers import SIZE, stranger_tables
from companion.bench.stranger_kinds import THINGS
from companion.bench.stranger_kinds_more import MORE_THINGS


def test_every_kind_comes_as_often_as_it_should():
    tables = list(stranger_tables(1, each=1, things=MORE_THINGS))
    assert Counter(kind for table in tables for kind in table.kinds) == Counter(list(MORE_THINGS))
    assert {table.picture.shape for table in tables} == {(SIZE[1], SIZE[0], 3)}


def test_a_value_is_told_of_what_lies_in_its_quarter():
    table = next(stranger_tables(1, each=1))
    right, low = SIZE[0] * 0.72, SIZE[1] * 0.72
    places = [(99.0, 99.0), (right, 99.0), (99.0, low), (right, low)]
    assert tuple(table.kind_at(*at) for at in places) == table.kinds


@pytest.mark.parametrize("kind", [*THINGS, *MORE_THINGS])
def test_each_thing_covers_ground_and_shows_something(kind):
    draw, dice_wide = {**THINGS, **MORE_THINGS}[kind]
    colours, cover = draw(np.random.default_rng(3))
    assert 0.05 < (cover > 0).mean() < 0.95
    assert colours[cover > 0].std() > 1
    assert dice_wide >= 1
