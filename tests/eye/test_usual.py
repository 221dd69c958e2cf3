"""The limit under which a thing is a stranger follows how well cards look here."""

import pytest

from companion.eye.usual import HIGHEST, Usual
from vision.readings import MIN_LIKENESS


def after(*likenesses):
    usual = Usual()
    for likeness in likenesses:
        usual.add(likeness)
    return usual.least


def test_it_starts_low_and_stays_so_until_five_cards_were_named():
    assert after() == MIN_LIKENESS
    assert after(*[0.99] * 4) == MIN_LIKENESS
    assert after(*[0.99] * 5) > MIN_LIKENESS


@pytest.mark.parametrize(("usual", "least"), [(0.99, 0.86), (0.9, 0.68), (0.8, MIN_LIKENESS)])
def test_poor_pictures_get_more_room(usual, least):
    assert after(*[usual] * 9) == pytest.approx(least)


def test_one_poor_reading_changes_little_and_the_limit_has_an_end():
    assert after(*[0.99] * 9, 0.62) == after(*[0.99] * 9)
    assert after(*[1.0] * 9) <= HIGHEST
