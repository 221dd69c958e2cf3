"""Pip dice: what is told, what is not, and what is no die at all."""

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.bench.pips import PIPS
from companion.bench.vision_sets import paired
from companion.commands.read import command as read_command
from tests.vision.drawn_dice import BODIES, put, tray
from vision.dice import DiceReading, DiceState, DieReading
from vision.dice_nets import TURNS, Found
from vision.dice_reading import TEMPERATURE, _is_covered, _Look, _seen, _state, read_dice


def die(value, unsure=""):
    return DieReading(value, 0.99, unsure, (0.0, 0.0, 40.0, 40.0))


def test_a_total_needs_every_die():
    assert DiceReading((die(3), die(4)), DiceState.SETTLED).total == 7
    assert DiceReading((die(3), die(None, "glare")), DiceState.SETTLED).total is None


def test_moving_dice_and_hands_have_no_total():
    for state in (DiceState.MOVING, DiceState.HAND):
        assert DiceReading((die(3),), state).total is None


def test_symbols_have_no_total():
    assert DiceReading((die(3), die("sword")), DiceState.SETTLED).total is None


def test_an_empty_tray_is_empty():
    reading = read_dice(tray())
    assert reading.dice == ()
    assert reading.state is DiceState.EMPTY


def test_drawn_dice_of_three_colours_are_found_and_never_misread():
    answered = 0
    for body in BODIES:
        scene = tray()
        truth = []
        for i, value in enumerate(PIPS):
            at = (110 + 200 * (i % 3), 140 + 200 * (i // 3))
            put(scene, value, at, body=body, degrees=17.0 + 31 * i)
            truth.append((at[0] - 27.0, at[1] - 27.0, at[0] + 27.0, at[1] + 27.0, value))
        reading = read_dice(scene)
        assert len(reading.dice) == 6, body
        said, extra = paired(reading.dice, truth)
        assert extra == 0
        for found, box in zip(said, truth, strict=True):
            value = found.value if found else None
            assert value in (box[4], None), (body, value, box)
            answered += value is not None
        assert all(d.value is not None or d.unsure for d in reading.dice)
    assert answered >= 12


def exposed(value, way, steps=24):
    """A die that rolls `way` px while the shutter is open."""
    offsets = np.linspace(-way / 2, way / 2, steps)
    frames = [put(tray(), value, (320 + round(d), 240 + round(d / 2)), degrees=20) for d in offsets]
    return np.mean(frames, axis=0).astype(np.uint8)


@pytest.mark.parametrize("value", PIPS)
def test_a_die_that_rolls_while_the_shutter_is_open_is_no_roll(value):
    reading = read_dice(exposed(value, 40))
    assert reading.total is None
    assert all(found.value is None for found in reading.dice)
    assert reading.state in (DiceState.MOVING, DiceState.EMPTY)


def coin(scene, at):
    cv2.circle(scene, at, 26, (60, 150, 190), -1)
    cv2.circle(scene, at, 22, (80, 180, 215), 2)


def button(scene, at):
    cv2.circle(scene, at, 26, (190, 190, 190), -1)
    for dx, dy in ((-7, -7), (7, 7), (-7, 7), (7, -7)):
        cv2.circle(scene, (at[0] + dx, at[1] + dy), 4, (40, 40, 40), -1)


def chequers(scene, at):
    x, y = at
    for i in range(6):
        for j in range(6):
            if (i + j) % 2:
                corner = (x - 60 + 20 * i, y - 60 + 20 * j)
                cv2.rectangle(scene, corner, (corner[0] + 19, corner[1] + 19), (240, 240, 240), -1)


def phone(scene, at):
    cv2.rectangle(scene, (at[0] - 60, at[1] - 110), (at[0] + 60, at[1] + 110), (20, 20, 20), -1)
    cv2.rectangle(scene, (at[0] - 54, at[1] - 95), (at[0] + 54, at[1] + 95), (150, 110, 70), -1)


def letter(scene, at):
    cv2.rectangle(scene, (at[0] - 22, at[1] - 22), (at[0] + 22, at[1] + 22), (215, 230, 235), -1)
    cv2.putText(scene, "R", (at[0] - 12, at[1] + 13), 0, 1.2, (30, 30, 160), 3, cv2.LINE_AA)


@pytest.mark.parametrize("stranger", [coin, button, chequers, phone, letter])
def test_a_stranger_is_given_no_value(stranger):
    scene = tray()
    stranger(scene, (320, 240))
    assert all(found.value is None for found in read_dice(scene).dice)


def test_the_command_tells_boxes_total_and_state(tmp_path):
    scene = put(put(tray(), 5, (200, 200)), 2, (420, 300), degrees=70)
    path = tmp_path / "roll.png"
    cv2.imwrite(str(path), scene)
    done = CliRunner().invoke(read_command, ["dice", "--json", str(path)])
    assert done.exit_code == 0, done.output
    line = json.loads(done.stdout)
    assert line["image"] == str(path)
    assert line["state"] == "settled"
    values = [found["value"] for found in line["dice"]]
    assert len(values) == 2
    assert all(len(found["box"]) == 4 and 0 <= found["confidence"] <= 1 for found in line["dice"])
    assert line["total"] == (None if None in values else sum(values))


def test_a_broken_picture_fails_but_the_others_are_read(tmp_path):
    bad, good = tmp_path / "bad.jpg", tmp_path / "good.png"
    bad.write_bytes(b"no picture")
    cv2.imwrite(str(good), tray())
    done = CliRunner().invoke(read_command, ["dice", "--json", str(bad), str(good)])
    assert done.exit_code == 1
    assert json.loads(done.stdout)["state"] == "empty"
    assert "bad.jpg" in done.stderr


def frame_file(folder, name, value):
    path = folder / name
    cv2.imwrite(str(path), put(tray(), value, (200, 200)))
    return str(path)


def test_frames_of_one_throw_make_one_line(tmp_path):
    frames = [frame_file(tmp_path, f"{i}.png", 5) for i in range(3)]
    done = CliRunner().invoke(read_command, ["dice", "--throw", "--json", *frames])
    assert done.exit_code == 0, done.output
    line = json.loads(done.stdout)
    assert line["image"] == frames[-1]
    assert [found["value"] for found in line["dice"]] in ([5], [None])


def test_frames_that_show_two_values_are_no_total(tmp_path):
    frames = [frame_file(tmp_path, f"{value}.png", value) for value in (5, 1)]
    (line,) = read_lines(["--throw", *frames])
    assert json.loads(line)["total"] is None
    assert json.loads(line)["dice"][0]["unsure"]


def read_lines(arguments):
    done = CliRunner().invoke(read_command, ["dice", "--json", *arguments])
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


def covering(box, score, none):
    shares = np.full(9, (1 - none) / 8, np.float32)
    shares[0] = none
    return _Look(Found(np.array(box, np.float32), score), shares)


def test_a_find_off_the_middle_of_a_die_is_another_die_under_it():
    die = covering((100, 100, 40, 40), 0.9, 0.0)
    assert _is_covered(covering((120, 118, 38, 38), 0.6, 0.05), [die])
    assert not _is_covered(covering((104, 102, 40, 40), 0.6, 0.05), [die])  # the same die
    assert not _is_covered(covering((125, 125, 14, 14), 0.6, 0.05), [die])  # one of its pips
    assert not _is_covered(covering((120, 118, 38, 38), 0.3, 0.05), [die])  # faint
    assert not _is_covered(covering((120, 118, 38, 38), 0.6, 0.5), [die])  # hardly a die


def looked(side, **shares):
    """A find that is `side` px wide; shares by name."""
    names = ["none", "1", "2", "3", "4", "5", "6", "tilted", "moving"]
    box = np.array([100, 100, side, side], np.float32)
    return _Look(Found(box, 0.8), np.array([shares.get(name, 0.0) for name in names], np.float32))


def test_a_smear_far_smaller_than_the_dice_is_no_die_that_rolls():
    lying, smear = looked(90, **{"4": 0.99}), looked(35, moving=0.9)
    assert _state([lying, smear]) is DiceState.SETTLED
    assert _state([lying, looked(70, moving=0.9)]) is DiceState.MOVING
    assert _state([smear]) is DiceState.MOVING


@pytest.mark.parametrize(
    ("shares", "views"),
    [
        ({"4": 0.999}, 2),
        ({"4": 0.96, "5": 0.04}, 4),
        ({"4": 0.6, "5": 0.4}, len(TURNS)),
        ({"none": 0.99}, 4),
    ],
    ids=["clear", "nearly", "in doubt", "no die"],
)
def test_a_die_is_looked_at_as_often_as_it_takes(monkeypatch, shares, views):
    place = looked(40, **shares)
    seen = np.log(place.shares[None] + 1e-4) * TEMPERATURE
    taken = []

    def read_faces(_image, _boxes, turns):
        taken.extend(turns)
        return np.repeat(seen, len(turns), axis=0)[None]

    monkeypatch.setattr("vision.dice_reading.read_faces", read_faces)
    best = int(np.argmax(place.shares))
    assert int(np.argmax(_seen(place.found, seen, tray()).shares)) == best
    assert taken == list(TURNS[1:views])


def test_a_photograph_of_twenty_megapixels_is_read_like_a_small_one():
    small = put(put(tray(), 5, (200, 200), across=60), 2, (420, 300), degrees=70, across=60)
    large = cv2.resize(small, None, fx=8, fy=8, interpolation=cv2.INTER_CUBIC)
    one, other = read_dice(small), read_dice(large)
    assert other.total == one.total == 7
    for a, b in zip(one.dice, other.dice, strict=True):
        assert np.abs(np.array(b.box) / 8 - a.box).max() < 4
