"""Rows and grids tell where their next cards lie."""

import numpy as np

from tests.vision.test_photo import names, table
from vision.finding import Table
from vision.geometry import half_turn, rectangle
from vision.lattice import next_places
from vision.photo import PhotoReader

SIZE = (100.0, 140.0)


def middles(places):
    return sorted(tuple(int(v) for v in np.round(place.mean(0))) for place in places)


def test_two_cards_side_by_side_name_the_places_on_both_sides():
    left, right = (rectangle((x, 300), SIZE, 0) for x in (300, 410))
    assert middles(next_places([left, right])) == [(190, 300), (520, 300)]
    assert middles(next_places([left, half_turn(right)])) == [(190, 300), (520, 300)]


def test_a_gap_in_a_row_is_a_place_and_a_taken_place_is_none():
    first, third, fourth = (rectangle((x, 300), SIZE, 0) for x in (300, 520, 630))
    assert (410, 300) in middles(next_places([first, third, fourth]))
    assert (520, 300) not in middles(next_places([first, third, fourth]))


def test_cards_that_lie_anyhow_tell_nothing():
    assert next_places([rectangle((300, 300), SIZE, 0), rectangle((420, 330), SIZE, 40)]) == []
    assert next_places([rectangle((300, 300), SIZE, 0)]) == []
    assert next_places([]) == []


def test_a_card_whose_outline_was_not_found_is_named_between_its_neighbours(drawn, taught):
    keys = ["star:red", "moon:blue", "cross:blue", "circle:red", "star:blue", "cross:red"]
    at = [(x, y) for y in (200, 430) for x in (330, 500, 670)]
    scene = table(*((drawn[key], x, y, 0.0) for key, (x, y) in zip(keys, at, strict=True)))
    reader = PhotoReader(taught)
    found = reader.read(scene, find=True)
    assert names(found) == keys
    others = [reading for reading in found if reading.key != "moon:blue"]
    again = reader._with_neighbours(scene, Table(scene, taught), others)
    assert sorted(names(again)) == sorted(keys), "each once, and nothing where nothing lies"
