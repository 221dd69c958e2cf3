"""Dice seen from aside: the upper face is told from those beside it."""

import cv2
import numpy as np
import pytest

from companion.bench.rendered_cubes import Camera, photograph
from companion.bench.vision_cubes import SIGNS, cube, lesson_picture, nearest, table_picture
from vision.dice import DiceReading, DiceState, DieReading
from vision.dice_tray import read_mixed_tray
from vision.geometry import area
from vision.outlines import regions
from vision.symbol_dice import SymbolDiceReader, build_dice, face_of
from vision.upper_faces import MOST_STRETCHED, stretch, upper_faces

LEAST, MOST = 0.0006, 0.3
GROUND = np.full((720, 960, 3), (70, 60, 45), np.uint8)
LAMP = np.array([0.6, 1.0, 0.3])


def shared(one, two):
    both, _ = cv2.intersectConvexConvex(one, two)
    return both / (area(one) + area(two) - both)


@pytest.fixture(scope="module")
def reader():
    rng = np.random.default_rng(3)
    taught = [
        (sign, face_of(lesson_picture(die, sign, rng))) for die in (0, 1) for sign in SIGNS[die]
    ]
    return SymbolDiceReader(build_dice(taught))


@pytest.mark.parametrize("degrees", [0, 20, 40])
def test_a_square_is_stretched_by_one_over_the_cosine(degrees):
    cosine = np.cos(np.radians(degrees))
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) @ np.array([[0.8, -0.6], [0.6, 0.8]])
    assert stretch(square * [1, cosine]) == pytest.approx(1 / cosine)


@pytest.mark.parametrize("aside", [0.0, 20.0, 35.0])
def test_each_upper_face_is_among_the_places(aside):
    rng = np.random.default_rng(int(aside))
    camera = Camera(aside)
    cubes = [
        cube(i % 2, SIGNS[i % 2], (x, z), rng.uniform(0, 360))
        for i, (x, z) in enumerate(
            [(-4, -2.5), (0, -2.5), (4, -2.5), (-4, 2.5), (0, 2.5), (4, 2.5)]
        )
    ]
    picture = photograph(cubes, camera, GROUND, LAMP, rng)
    places = upper_faces(regions(picture), LEAST, MOST)
    assert all(stretch(place) <= MOST_STRETCHED for place in places)
    for lying in cubes:
        seen = camera.seen(lying.corners("top"))
        assert max(shared(seen, place) for place in places) > 0.7


@pytest.mark.parametrize("aside", [5.0, 20.0, 33.0])
def test_what_lies_on_top_is_named_whatever_shows_beside_it(reader, aside):
    """The faces beside it bear other taught signs."""
    rng = np.random.default_rng(40 + int(aside))
    right = 0
    for _ in range(3):
        picture, dice = table_picture(rng, aside)
        read = reader.read(picture).dice
        for die in dice:
            found = nearest(read, die.at)
            value = found.value if found else None
            assert value in (None, die.sign)
            right += value is not None
            if die.die == len(SIGNS) - 1:
                assert value is None
    assert right >= 13  # of 15 that were taught


def test_a_die_with_an_untaught_sign_is_asked_about_beside_others(reader):
    picture, dice = table_picture(np.random.default_rng(8), 15.0)
    (strange,) = [die for die in dice if die.die == len(SIGNS) - 1]
    found = nearest(reader.read(picture).dice, strange.at)
    assert found is not None
    assert found.value is None
    assert "face that was not taught" in found.unsure or "any face that was" in found.unsure


@pytest.mark.parametrize("aside", [0.0, 12.0])
def test_a_lesson_from_aside_keeps_just_the_upper_face(aside):
    rng = np.random.default_rng(5)
    camera = Camera(aside, away=7.0, size=(640, 480))
    lone = cube(0, SIGNS[0], (0.0, 0.0), 14.0)
    picture = photograph([lone], camera, GROUND[:480, :640], LAMP, rng)
    face = face_of(picture)
    seen = cv2.getPerspectiveTransform(
        camera.seen(lone.corners("top")), np.array([[0, 0], [96, 0], [96, 96], [0, 96]], np.float32)
    )
    true = cv2.warpPerspective(picture, seen, (96, 96))
    off = [
        float(np.abs(face.astype(float) - np.rot90(true, turn).astype(float))[8:-8, 8:-8].mean())
        for turn in range(4)
    ]
    assert min(off) < 12


def test_a_sign_that_looks_like_smeared_pips_does_not_keep_the_tray_waiting(monkeypatch, reader):
    picture, _ = table_picture(np.random.default_rng(8), 10.0)
    named = next(die for die in reader.read(picture).dice if die.value is not None)
    rolling = DieReading(None, 0.3, "it is still moving. Read it when it lies", named.box)
    elsewhere = DieReading(None, 0.3, rolling.unsure, (5.0, 5.0, 40.0, 40.0))
    for die, state in ((rolling, DiceState.SETTLED), (elsewhere, DiceState.MOVING)):
        pips = DiceReading((die,), DiceState.MOVING)
        monkeypatch.setattr("vision.dice_tray.read_dice", lambda image, pips=pips: pips)
        assert read_mixed_tray(picture, reader).state is state


@pytest.mark.parametrize(("confidence", "told"), [(0.95, 6), (0.88, None)])
def test_pips_on_a_die_whose_sign_was_not_taught_must_be_clear(
    monkeypatch, reader, confidence, told
):
    """Of signs that were not taught the pip reader holds some for a six."""
    picture, dice = table_picture(np.random.default_rng(8), 15.0)
    (strange,) = [die for die in dice if die.die == len(SIGNS) - 1]
    box = nearest(reader.read(picture).dice, strange.at).box
    pips = DiceReading((DieReading(6, confidence, "", box),), DiceState.SETTLED)
    monkeypatch.setattr("vision.dice_tray.read_dice", lambda image: pips)
    assert nearest(read_mixed_tray(picture, reader).dice, strange.at).value == told
