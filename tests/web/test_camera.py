"""The camera's numbers by phone: for the host alone, with the cure of what is not good."""

import pytest

from companion.camera_desk import CameraDesk
from hardware.eye_link import Condition, Conditions, LightHeld


class FakeEye:
    """Counts how often it was asked to measure."""

    def __init__(self):
        self.asked, self.there = 0, True

    def measure_light(self) -> bool:
        self.asked += self.there
        return self.there


@pytest.fixture
def eye() -> FakeEye:
    return FakeEye()


@pytest.fixture
def desk(table, eye) -> CameraDesk:
    made = CameraDesk(lambda audience: "de" if audience == "table" else "en")
    made.connect(eye)
    table.camera = made
    return made


@pytest.fixture
def host(new_phone, desk):
    """The first who joins."""
    phone = new_phone()
    assert phone.join("Ann")[0] == 200
    return phone


def state(phone) -> dict:
    return phone.client.get("/camera/state").get_json()


def test_every_number_has_its_unit_and_a_bad_one_its_cure(host, desk):
    desk.heard(
        Conditions(
            ok=True,
            text="…",
            measures=(
                Condition("light", 0.81, "good"),
                Condition("distance", 1.76, "good"),
                Condition("markers", 4.0, "good"),
                Condition("glare", 0.012, "red"),
            ),
        )
    )
    told = state(host)
    assert [(one["label"], one["value"], one["level"]) for one in told["measures"]] == [
        ("Light", "81 %", "good"),
        ("Distance", "1.8 px/mm", "good"),
        ("Corners in sight", "4", "good"),
        ("Glare", "1 %", "red"),
    ]
    assert [bool(one["cure"]) for one in told["measures"]] == [False, False, False, True]
    assert "Move the lamp" in told["measures"][-1]["cure"]
    assert [one["limits"] for one in told["measures"]] == [
        "harder from 30 % down, fails from 16 %",
        "harder from 1.1 px/mm down, fails from 0.95 px/mm",
        "harder from 3 down, fails from 0",
        "harder from 0.1 %, fails from 0.4 %",
    ]


def test_a_table_that_is_not_found_says_why(host, desk):
    assert "not looked" in state(host)["text"]
    desk.heard(Conditions(ok=False, text="2 of 4 corner markers are in sight."))
    told = state(host)
    assert (told["ok"], told["measures"]) == (False, [])
    assert "2 of 4" in told["text"]


def test_light_is_measured_anew_on_request(host, desk, eye):
    status, told = host.post("/camera/measure", {})
    assert (status, eye.asked) == (200, 1)
    assert "being measured" in told["light"]
    desk.heard(LightHeld(held={"ExposureTime": 8000}))
    assert "held" in state(host)["light"]
    desk.heard(LightHeld(able=False))
    assert "cannot hold" in state(host)["light"]


def test_without_an_eye_it_says_so(host, desk, eye):
    eye.there = False
    status, told = host.post("/camera/measure", {})
    assert status == 503
    assert "not running" in told["reason"]
    assert state(host)["light"] == ""


def test_others_than_the_host_neither_see_nor_measure(new_phone, host, eye):
    guest = new_phone()
    assert guest.join("Ben")[0] == 200
    assert guest.client.get("/camera/state").status_code == 403
    assert guest.client.get("/camera").status_code == 403
    assert guest.post("/camera/measure", {})[0] == 403
    assert eye.asked == 0


def test_the_page_is_there_for_the_host(host):
    page = host.client.get("/camera")
    assert page.status_code == 200
    assert "camera.js" in page.get_data(as_text=True)
