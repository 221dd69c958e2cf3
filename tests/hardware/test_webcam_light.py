"""A webcam's exposure and white balance: measured for a moment, then held; a fake driver."""

import cv2
import numpy as np
import pytest

from hardware.webcam_light import AUTO, CHECK_FRAMES, MANUAL, MEASURE_FRAMES, WebcamLight

GREY = np.full((48, 64, 3), 120, np.uint8)


class Driver:
    """As much of cv2.VideoCapture as is asked of it; `has` are the properties it offers."""

    def __init__(self, **has):
        self.now = {getattr(cv2, f"CAP_PROP_{name}"): value for name, value in has.items()}

    def get(self, what):
        return self.now.get(what, 0.0)

    def set(self, what, value):
        if what not in self.now:
            return False
        self.now[what] = value
        return True


@pytest.fixture
def driver():
    return Driver(AUTO_EXPOSURE=AUTO, EXPOSURE=157.0, AUTO_WB=1.0, WB_TEMPERATURE=4600.0)


def show(light, frames, image=GREY):
    for _ in range(frames):
        light.frame(image)


def test_it_follows_the_light_for_a_moment_and_then_holds(driver):
    light = WebcamLight(driver, None)
    show(light, MEASURE_FRAMES - 1)
    assert light.held == {}
    assert driver.get(cv2.CAP_PROP_AUTO_EXPOSURE) == AUTO
    show(light, 1 + CHECK_FRAMES)
    assert light.held == {"exposure": 157.0, "white_balance": 4600.0}
    assert driver.get(cv2.CAP_PROP_AUTO_EXPOSURE) == MANUAL
    assert driver.get(cv2.CAP_PROP_AUTO_WB) == 0


def test_what_an_earlier_process_measured_is_held_at_once(driver):
    light = WebcamLight(driver, {"exposure": 300.0, "white_balance": 5000.0})
    assert driver.get(cv2.CAP_PROP_EXPOSURE) == 300.0
    show(light, 200)
    assert light.held == {"exposure": 300.0, "white_balance": 5000.0}


def test_measured_anew_it_follows_the_light_again(driver):
    light = WebcamLight(driver, {"exposure": 300.0})
    light.measure()
    assert driver.get(cv2.CAP_PROP_AUTO_EXPOSURE) == AUTO
    driver.set(cv2.CAP_PROP_EXPOSURE, 80.0)
    show(light, MEASURE_FRAMES)
    assert light.held["exposure"] == 80.0


def test_a_camera_that_goes_dark_when_held_follows_the_light_again(driver):
    """Some drivers count exposure in other units when they are read than when they are set."""
    light = WebcamLight(driver, None)
    show(light, MEASURE_FRAMES)
    show(light, CHECK_FRAMES, GREY // 4)
    assert light.held == {}
    assert driver.get(cv2.CAP_PROP_AUTO_EXPOSURE) == AUTO
    show(light, 200)
    assert light.held == {}


def test_a_driver_without_such_properties_is_left_alone():
    light = WebcamLight(Driver(), None)
    show(light, MEASURE_FRAMES + CHECK_FRAMES)
    assert light.held == {}
