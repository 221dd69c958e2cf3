"""Figures on dice: the same one in another light is the same, another one is not."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn_dice import die_face
from vision.geometry import card_corners
from vision.symbol_dice import MAX_APART, PATCH_PX, build_dice
from vision.symbol_shape import Figures

WHOLE = card_corners((PATCH_PX, PATCH_PX))


def crop(picture):
    return cv2.resize(picture, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_AREA)


@pytest.fixture(scope="module")
def figures():
    return Figures(build_dice([(figure, die_face(figure)) for figure in "2#S"]))


@pytest.mark.parametrize("figure", "2#S")
def test_light_from_one_side_leaves_the_figure(figures, figure):
    light = np.linspace(0.5, 1.0, PATCH_PX)[None, :, None] * np.array([0.8, 1.0, 0.9])
    lit = (crop(die_face(figure)) * light).astype(np.uint8)
    assert figures.apart(lit, WHOLE, figure) <= MAX_APART


@pytest.mark.parametrize("figure", "2#S")
@pytest.mark.parametrize("across", [20, 48])
def test_a_small_die_in_the_picture_keeps_its_figure(figures, figure, across):
    small = cv2.resize(die_face(figure), (across, across), interpolation=cv2.INTER_AREA)
    large = cv2.resize(small, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_LINEAR)
    assert figures.apart(large, WHOLE, figure) <= MAX_APART


def test_a_die_that_lies_the_other_way_up_is_turned_before(figures):
    turned = np.ascontiguousarray(crop(die_face("2"))[::-1, ::-1])
    assert figures.apart(turned, np.roll(WHOLE, 2, axis=0), "2") <= MAX_APART
    assert figures.apart(turned, WHOLE, "2") > MAX_APART


def test_another_figure_is_apart_even_in_the_same_colours(figures):
    assert figures.apart(crop(die_face("Z")), WHOLE, "2") > MAX_APART
    assert figures.apart(crop(die_face("H")), WHOLE, "#") > MAX_APART


def test_a_stroke_too_many_is_another_figure(figures):
    face = crop(die_face("S"))
    face[20:76, 44:52] = face[PATCH_PX // 2, PATCH_PX // 2]
    assert figures.apart(face, WHOLE, "S") > MAX_APART


def test_several_views_of_a_face_are_one_figure():
    both = Figures(build_dice([("two", die_face("2")), ("two", die_face("Z"))]))
    assert both.apart(crop(die_face("Z")), WHOLE, "two") <= MAX_APART


def test_a_face_without_a_figure_has_no_shape_to_differ():
    plain = np.full((PATCH_PX, PATCH_PX, 3), (90, 160, 60), np.uint8)
    bare = Figures(build_dice([("green", plain)]))
    assert bare.apart(crop(die_face("2")), WHOLE, "green") == 0.0
