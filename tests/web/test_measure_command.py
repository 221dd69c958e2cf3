"""`companion doctor light --table LINK`: the light of a running companion measured anew."""

import pytest
from click.testing import CliRunner

from companion.camera_desk import CameraDesk
from companion.commands.doctor import command
from companion.commands.doctor_measure import measured
from hardware.eye_link import Condition, Conditions, LightHeld
from tests.web.fake_service import TABLE_KEY
from tests.web.test_camera import FakeEye

NUMBERS = (Condition("light", 0.81, "good"), Condition("glare", 0.012, "amber"))


@pytest.fixture
def eye():
    return FakeEye()


@pytest.fixture
def desk(table, eye):
    made = CameraDesk(lambda _: "en")
    made.connect(eye)
    made.heard(Conditions(ok=True, text="…", measures=NUMBERS))
    table.camera = made
    return made


@pytest.fixture
def link(server, desk):
    return f"http://127.0.0.1:{server.port}/table?key={TABLE_KEY}"


def test_the_light_is_measured_and_every_number_told_with_its_cure(link, desk, eye):
    holds = LightHeld(held={"ExposureTime": 8000})
    found = measured(link, sleep=lambda _: desk.heard(holds))
    assert eye.asked == 1
    assert (found[0].level, str(found[0].text)) == (
        "green",
        "Exposure and white balance were measured, and are held.",
    )
    assert [one.level for one in found] == ["green", "green", "amber"]
    assert "Move the lamp" in str(found[2].cure)


def test_a_companion_without_a_camera_says_so_and_to_try_again(link, eye):
    eye.there = False
    (found,) = measured(link)
    assert found.level == "red"
    assert "not running" in str(found.text)
    assert found.cure


@pytest.mark.parametrize("wrong", ["http://127.0.0.1:1/table?key=x", "table", "ftp://a/?key=1"])
def test_a_wrong_link_is_named_and_ends_with_1(tmp_path, wrong):
    done = CliRunner().invoke(command, ["light", "--data", str(tmp_path), "--table", wrong])
    assert done.exit_code == 1
    assert "with its key" in done.output


def test_a_wrong_key_measures_nothing(link, eye):
    (found,) = measured(f"{link}x")
    assert (found.level, eye.asked) == ("red", 0)
    assert "not the key" in str(found.text)
