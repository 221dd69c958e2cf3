"""Pips on what goes on beside them are no die: dominoes, cards."""

import cv2
import numpy as np
import pytest

from companion.bench.pips import PIPS
from tests.vision.drawn_dice import put, tray
from vision.dice_body import body_goes_on
from vision.dice_reading import read_dice

IVORY, BLACK = (225, 232, 235), (30, 30, 30)


def spots(scene, middle, value, reach, ink):
    for a, b in PIPS[value]:
        at = (int(middle[0] + a * reach), int(middle[1] + b * reach))
        cv2.circle(scene, at, 5, ink, -1, cv2.LINE_AA)


def domino(values, body, ink, turned=0.0):
    scene = tray()
    cv2.rectangle(scene, (278, 198), (322, 282), body, -1)
    cv2.line(scene, (282, 240), (318, 240), ink, 2)
    for value, y in zip(values, (219, 261), strict=True):
        spots(scene, (300, y), value, 11, ink)
    turn = cv2.getRotationMatrix2D((300, 240), turned, 1)
    return cv2.warpAffine(scene, turn, scene.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)


@pytest.mark.parametrize("turned", [0.0, 25.0, 70.0])
@pytest.mark.parametrize(("body", "ink"), [(IVORY, BLACK), (BLACK, IVORY)])
def test_half_of_a_domino_goes_on_to_one_side(body, ink, turned):
    turn = cv2.getRotationMatrix2D((300, 240), turned, 1)
    half = turn @ np.array([300, 219, 1.0])
    wide = 44 * (abs(np.cos(np.radians(turned))) + abs(np.sin(np.radians(turned))))
    box = np.array([half[0] - wide / 2, half[1] - wide / 2, wide, wide], np.float32)
    assert body_goes_on(domino((5, 3), body, ink, turned), box)


def test_hardly_a_half_of_eight_dominoes_is_given_a_value():
    """One of 16 is: the six of a black one, whose pips leave little of its body to go on."""
    told = 0
    for values in ((5, 3), (6, 4), (2, 2), (1, 6)):
        for body, ink in ((IVORY, BLACK), (BLACK, IVORY)):
            scene = cv2.GaussianBlur(domino(values, body, ink, 25.0), (0, 0), 0.7)
            told += sum(die.value is not None for die in read_dice(scene).dice)
    assert told <= 1


@pytest.mark.parametrize("value", PIPS)
@pytest.mark.parametrize("degrees", [0, 20, 45])
def test_a_die_alone_ends_all_round(value, degrees):
    scene = put(tray(), value, (300, 240), degrees=degrees)
    wide = 42 * (abs(np.cos(np.radians(degrees))) + abs(np.sin(np.radians(degrees))))
    box = np.array([300 - wide / 2, 240 - wide / 2, wide, wide], np.float32)
    assert not body_goes_on(scene, box)


def test_a_table_of_the_die_s_own_colour_is_not_held_against_it():
    scene = tray(ground=(235, 240, 240))
    spots(scene, (300, 240), 5, 11, BLACK)
    assert not body_goes_on(scene, np.array([279, 219, 42, 42], np.float32))


def boxed(middle, degrees, across=42):
    wide = across * (abs(np.cos(np.radians(degrees))) + abs(np.sin(np.radians(degrees))))
    return np.array([middle[0] - wide / 2, middle[1] - wide / 2, wide, wide], np.float32)


def test_a_die_of_the_same_colour_that_touches_is_not_its_body():
    scene = put(put(tray(), 5, (300, 240), degrees=10), 3, (334, 274), degrees=50)
    one, two = boxed((300, 240), 10), boxed((334, 274), 50)
    assert body_goes_on(scene, one)
    assert not body_goes_on(scene, one, [two])
    assert not body_goes_on(scene, two, [one])


@pytest.mark.parametrize("turned", [0.0, 25.0, 70.0])
def test_the_other_half_of_a_domino_is_its_body_although_it_looks_like_a_die(turned):
    turn = cv2.getRotationMatrix2D((300, 240), turned, 1)
    halves = [boxed(turn @ np.array([300, y, 1.0]), turned) for y in (219, 261)]
    scene = domino((5, 3), IVORY, BLACK, turned)
    assert body_goes_on(scene, halves[0], halves[1:])
    assert body_goes_on(scene, halves[1], halves[:1])


def pen_die(value, degrees, paper=(232, 238, 236), ink=(60, 30, 20)):
    """A square and dots in pen on a page that goes on all round."""
    scene = tray(ground=paper)
    cv2.rectangle(scene, (279, 219), (321, 261), ink, 2, cv2.LINE_AA)
    spots(scene, (300, 240), value, 11, ink)
    turn = cv2.getRotationMatrix2D((300, 240), degrees, 1)
    return cv2.warpAffine(scene, turn, scene.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)


@pytest.mark.parametrize("value", PIPS)
@pytest.mark.parametrize("degrees", [0, 20, 45])
def test_a_die_drawn_in_pen_is_no_die(value, degrees):
    assert body_goes_on(pen_die(value, degrees), boxed((300, 240), degrees))


@pytest.mark.parametrize("value", PIPS)
@pytest.mark.parametrize("degrees", [0, 20, 45])
def test_a_die_on_a_table_of_its_own_colour_has_no_outline(value, degrees):
    scene = put(tray(ground=(235, 240, 240)), value, (300, 240), degrees=degrees)
    assert not body_goes_on(scene, boxed((300, 240), degrees))
