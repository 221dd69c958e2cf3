"""Ranks and suits: an untaught red card is not named as the one of another suit or rank."""

import cv2
import numpy as np
import pytest

from tests.vision.test_twins import lit
from vision.catalogue import build
from vision.familiar import deck_scale
from vision.photo import PhotoReader

WIDTH, HEIGHT = 240, 336
RED, BLACK = (40, 30, 205), (40, 35, 35)
RANKS = (2, 3, 4, 5, 6, 7, 8, 9)


def pip(card, x, y, size, suit):
    """A diamond, a heart, a spade or a club."""
    colour = RED if suit in "dh" else BLACK
    tip = {"d": 1.2, "h": 1.1, "s": -1.1, "c": -1.1}[suit]
    if suit == "d":
        corners = [(x, y - 1.2 * size), (x + size, y), (x, y + 1.2 * size), (x - size, y)]
        cv2.fillPoly(card, [np.array(corners, np.int32)], colour, cv2.LINE_AA)
        return
    lobes = [(-0.5, -0.3 * np.sign(tip)), (0.5, -0.3 * np.sign(tip))]
    lobes += [(0.0, -0.7)] if suit == "c" else []
    for dx, dy in lobes:
        at = (round(x + dx * size), round(y + dy * size))
        cv2.circle(card, at, round(0.52 * size), colour, -1, cv2.LINE_AA)
    if suit != "c":
        corners = [
            (x - size, y - 0.1 * np.sign(tip) * size),
            (x + size, y - 0.1 * np.sign(tip) * size),
        ]
        corners += [(x, y + tip * size)]
        cv2.fillPoly(card, [np.array(corners, np.int32)], colour, cv2.LINE_AA)
    if suit in "sc":
        cv2.line(card, (x, y), (x, round(y + 1.1 * size)), colour, 4, cv2.LINE_AA)


def playing_card(rank, suit):
    card = np.full((HEIGHT, WIDTH, 3), 245, np.uint8)
    columns = [WIDTH // 2] if rank < 4 else [80, 160]
    for column, x in enumerate(columns):
        count = rank // len(columns) + (column < rank % len(columns))
        for y in np.linspace(60, HEIGHT - 60, count):
            pip(card, x, round(y), 22, suit)
    for turned in (False, True):
        part = np.ascontiguousarray(card[::-1, ::-1]) if turned else card
        cv2.putText(
            part,
            str(rank),
            (8, 36),
            cv2.FONT_HERSHEY_DUPLEX,
            1.1,
            RED if suit in "dh" else BLACK,
            3,
        )
        pip(part, 20, 56, 10, suit)
        card = np.ascontiguousarray(part[::-1, ::-1]) if turned else part
    return card


@pytest.fixture(scope="module")
def deck():
    return {f"{suit}{rank}": playing_card(rank, suit) for suit in "dhsc" for rank in RANKS}


def test_an_untaught_red_card_is_not_named_as_its_relative(deck):
    left_out = [key for key in list(deck)[::3] if key[0] in "dh"]
    taught = [
        (key, lit(face, i)) for i, (key, face) in enumerate(deck.items()) if key not in left_out
    ]
    reader = PhotoReader(build(taught))
    said = {key: reader.read_patch(lit(deck[key], 100 + i)).key for i, key in enumerate(left_out)}
    assert said == dict.fromkeys(left_out)


def test_most_of_the_taught_ones_are_named(deck):
    reader = PhotoReader(build([(key, lit(face, i)) for i, (key, face) in enumerate(deck.items())]))
    some = list(deck)[::3]
    said = [reader.read_patch(lit(deck[key], 200 + i)).key for i, key in enumerate(some)]
    assert all(name in {key, None} for key, name in zip(some, said, strict=True))
    assert sum(name is not None for name in said) >= len(some) - 2


def test_a_deck_of_ranks_and_suits_is_looked_at_closely(deck):
    assert deck_scale(build(list(deck.items()))).close
