"""A hand over the dice is never a roll, whatever its skin, sleeve and side."""

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.bench.rendered_hands import TONES, with_hand
from companion.commands.read import command as read_command
from tests.vision.drawn_bowls import WOODS, bowl
from tests.vision.drawn_dice import BODIES, put, tray
from vision.dice import DiceState
from vision.dice_reading import read_dice
from vision.hands import sees_hand

GROUNDS = {"green": (60, 95, 70), "pale": (200, 205, 205), "blue": (120, 70, 40)}


def rolled(ground="pale"):
    scene = tray(ground=GROUNDS[ground])
    for i, body in enumerate(BODIES):
        put(scene, 2 + i, (160 + 150 * i, 180 + 60 * i), body=body, degrees=20 + 30 * i)
    return scene


@pytest.mark.parametrize("sleeved", [False, True])
@pytest.mark.parametrize("tone", range(len(TONES)))
def test_hands_of_every_tone_are_seen_with_and_without_a_sleeve(tone, sleeved):
    rng = np.random.default_rng(40 + tone)
    grounds = ["green", "pale", "blue"] * 2
    seen = [sees_hand(with_hand(rolled(g), rng, tone=tone, sleeved=sleeved)) for g in grounds]
    assert sum(seen) >= (4 if sleeved else 5)


@pytest.mark.parametrize("ground", GROUNDS)
def test_dice_and_a_bare_tray_are_no_hand(ground):
    assert not sees_hand(rolled(ground))
    assert not sees_hand(tray(ground=GROUNDS[ground]))


@pytest.mark.parametrize("lamp", [0.6, 2.2, 4.0])
@pytest.mark.parametrize("wood", WOODS)
def test_a_wooden_bowl_in_hard_light_is_no_hand(wood, lamp):
    scene = bowl(wood, lamp=lamp)
    assert not sees_hand(scene)
    for i, body in enumerate(BODIES):
        put(scene, 3 + i, (270 + 60 * i, 180 + 60 * i), body=body, degrees=20 + 30 * i)
    assert read_dice(scene).state is DiceState.SETTLED


def test_dice_under_a_hand_are_no_roll():
    scene = with_hand(rolled(), np.random.default_rng(2), tone=1, sleeved=False)
    reading = read_dice(scene)
    assert reading.state is DiceState.HAND
    assert reading.total is None


def test_the_command_says_that_a_hand_is_there(tmp_path):
    path = tmp_path / "hand.png"
    scene = with_hand(rolled(), np.random.default_rng(2), tone=3, sleeved=False)
    cv2.imwrite(str(path), scene)
    told = CliRunner().invoke(read_command, ["dice", str(path)]).stdout
    assert "a hand is over the tray" in told
    line = json.loads(CliRunner().invoke(read_command, ["dice", "--json", str(path)]).stdout)
    assert (line["state"], line["total"]) == ("hand", None)
