"""The table plane from the mat's markers."""

import cv2
import numpy as np

from tests.vision.drawn_table import DrawnTable
from vision.geometry import transform
from vision.markers import find_plane, markers_again, shift_between
from vision.readings import Unreadable


def test_every_place_on_the_mat_is_found_within_a_millimetre():
    table = DrawnTable(2)
    plane = find_plane(table.frame(), table.mat)
    assert not isinstance(plane, Unreadable)
    places = np.array([(60, 60), (230, 240), (300, 90), (210, 150)], np.float32)
    found = transform(transform(places, table.plane), np.linalg.inv(plane.mm_to_frame))
    assert np.linalg.norm(found - places, axis=1).max() < 1.0


def test_one_covered_corner_does_no_harm_two_are_named():
    table = DrawnTable(2)
    frame = table.frame()
    frame[:140, :240] = 128
    plane = find_plane(frame, table.mat)
    assert not isinstance(plane, Unreadable)
    assert sorted(plane.corners_px) == [1, 2, 3]
    frame[:140, 700:] = 128
    refused = find_plane(frame, table.mat)
    assert isinstance(refused, Unreadable)
    assert "2 of 4" in refused.reason
    assert "top left, top right" in refused.reason


def test_a_black_picture_has_no_plane():
    table = DrawnTable(2)
    assert isinstance(find_plane(np.zeros((540, 960, 3), np.uint8), table.mat), Unreadable)


def test_markers_off_the_plan_are_refused():
    """A sheet whose corner is folded over: the marker is there, but not where the plan has it."""
    table = DrawnTable(2)
    frame = table.frame()
    corner = frame[30:110, 120:230].copy()
    frame[30:110, 120:230] = 240
    frame[70:150, 160:270] = corner
    refused = find_plane(frame, table.mat)
    assert isinstance(refused, Unreadable)
    assert "mm off" in refused.reason


def test_a_pushed_camera_is_measured_in_px():
    table = DrawnTable(2)
    plane = find_plane(table.frame(), table.mat)
    still = markers_again(table.frame(), plane, table.mat)
    assert shift_between(plane, still) < 0.3
    assert sorted(still) == [0, 1, 2, 3]
    table.bump((4.0, 3.0))
    moved = markers_again(table.frame(), plane, table.mat)
    assert abs(shift_between(plane, moved) - 5.0) < 0.5


def test_a_frame_without_markers_shifts_nothing():
    table = DrawnTable(2)
    plane = find_plane(table.frame(), table.mat)
    grey = cv2.cvtColor(np.full((540, 960, 3), 90, np.uint8), cv2.COLOR_BGR2GRAY)
    assert markers_again(grey, plane, table.mat) == {}
    assert shift_between(plane, {}) == 0.0
