"""The camera's numbers in a real browser, on a small phone, dark and light."""

import pytest

from companion.camera_desk import CameraDesk
from hardware.eye_link import Condition, Conditions, LightHeld
from tests.web.browsing import IN_A_BROWSER, faults_of, picture, seated
from tests.web.test_camera import FakeEye

pytestmark = IN_A_BROWSER
NUMBERS = (
    Condition("light", 0.81, "good"),
    Condition("distance", 1.76, "good"),
    Condition("sharpness", 0.36, "amber"),
    Condition("markers", 4.0, "good"),
    Condition("exposure", 0.0, "good"),
    Condition("glare", 0.012, "red"),
    Condition("evenness", 0.88, "good"),
    Condition("flicker", 0.002, "good"),
    Condition("dirt", 0.03, "good"),
    Condition("shift", 0.1, "good"),
    Condition("likeness", 0.11, "good"),
)


@pytest.fixture
def desk(table):
    made = CameraDesk(lambda _: "en")
    made.connect(FakeEye())
    made.heard(Conditions(ok=True, text="…", measures=NUMBERS))
    table.camera = made
    return made


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_numbers_cures_and_the_button_by_thumb(phone_page, table, desk, scheme):
    seated(phone_page, table)
    page = phone_page.page
    page.emulate_media(color_scheme=scheme)
    phone_page.go("/camera")
    page.locator(".measures li").nth(10).wait_for()
    assert page.locator(".level-red .cure").inner_text().startswith("A lamp is mirrored")
    assert page.locator(".cure").count() == 2
    assert faults_of(page) == []
    picture(phone_page, f"camera-{scheme}")
    page.click("#measure")
    page.get_by_text("Light is being measured").wait_for()
    desk.heard(LightHeld(held={"ExposureTime": 8000}))
    page.get_by_text("are held").wait_for()
