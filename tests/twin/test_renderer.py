"""What the camera of the twin sees."""

import cv2
import numpy as np
import pytest

from companion.twin import wizard_thieves
from companion.twin.hands import reaching
from companion.twin.mat import load_sheet
from companion.twin.optics import HEIGHT, WIDTH
from companion.twin.renderer import BACK, Placed, Renderer, card_corners

SHEET = load_sheet(wizard_thieves.mat(4))
POT = SHEET.zones["pot"].middle


@pytest.fixture(scope="module", params=[1, 2, 3])
def renderer(request) -> Renderer:
    return Renderer(request.param, SHEET, wizard_thieves.pictures("distinct"))


def test_all_four_markers_are_found(renderer: Renderer):
    frame = renderer.frame((), ())
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    _, idents, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(frame)
    assert sorted(idents.ravel().tolist()) == [0, 1, 2, 3]


def test_the_whole_mat_is_in_the_picture(renderer: Renderer):
    corners = np.array([(0, 0), (SHEET.width, 0), (SHEET.width, SHEET.height), (0, SHEET.height)])
    pixels = renderer._optics.pixels(corners.astype(float))
    assert (pixels > 0).all()
    assert (pixels < (WIDTH, HEIGHT)).all()


def test_a_card_changes_its_own_place_alone(renderer: Renderer):
    before = renderer.frame((), ()).astype(int)
    card = Placed("gem-1__1", POT, 30.0)
    after = renderer.frame((card,), ()).astype(int)
    changed = np.abs(after - before).max(axis=2) > 40
    inside = np.zeros(changed.shape, np.uint8)
    corners = renderer._optics.pixels(card_corners(card))
    cv2.fillPoly(inside, [np.round(corners).astype(np.int32)], 1)
    inside = cv2.dilate(inside, np.ones((21, 21), np.uint8)).astype(bool)
    assert changed.sum() > 3000
    assert not changed[~inside].any()


def test_a_hand_hides_the_pot_and_leaves_no_trace(renderer: Renderer):
    card = Placed("gem-2__1", POT, 0.0)
    clear = renderer.frame((card,), ()).astype(int)
    hand = reaching(0, 4, SHEET, POT)
    hidden = renderer.frame((card,), ((Placed(BACK, POT, 5.0), hand),)).astype(int)
    again = renderer.frame((card,), ()).astype(int)
    assert (np.abs(hidden - clear).max(axis=2) > 40).sum() > 10_000
    assert (np.abs(again - clear).max(axis=2) > 40).sum() == 0


def test_two_exposures_of_one_scene_differ_by_noise(renderer: Renderer):
    one, two = renderer.frame((), ()).astype(int), renderer.frame((), ()).astype(int)
    spread = float((one - two).std())
    assert 2.0 < spread < 7.0


def test_a_black_camera_shows_nothing():
    dark = Renderer(1, SHEET, wizard_thieves.pictures("distinct"))
    dark.black = True
    assert dark.frame((Placed("gem-1__1", POT, 0.0),), ()).max() < 30
