"""What is particular to each camera; what all of them promise is in test_frames.py."""

import itertools
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware import camera_opencv
from hardware.camera import (
    UNCOMPARED_NS,
    CameraClockError,
    CameraFrozenError,
    CameraUnavailableError,
    Frame,
    FramesEndedError,
    FrozenWatch,
    frames,
)
from hardware.camera_opencv import Recording, Webcam
from hardware.camera_picamera2 import PiCamera, exposure_interval
from hardware.camera_twin import TwinCamera
from hardware.timing import MS, Interval
from hardware.twin_link import FrameDone, FrameTaken
from tests.support.cameras import (
    COLOURS,
    PERIOD_NS,
    SLOTS,
    FakePicamera2,
    PiStage,
    ScriptedTwin,
    WebcamStage,
)

# ---- the twin's wire


@pytest.fixture
def twin(tmp_path: Path) -> Iterator[ScriptedTwin]:
    made = ScriptedTwin(tmp_path)
    yield made
    made.close()


def test_the_twins_frames_carry_its_times_and_are_given_back(twin: ScriptedTwin) -> None:
    camera = twin.open()
    for seq in (1, 2, 3, 4):
        twin.next(COLOURS[seq % 4])
        frame = camera.read(1.0)
        assert frame is not None
        assert frame.at == Interval(seq * PERIOD_NS, seq * PERIOD_NS + 500)
        assert frame.seq == seq
        if seq > 1:  # whoever asks for the next one has looked at this
            assert twin.channel.receive() == FrameDone(seq=seq - 1)
        assert twin.channel.receive() == FrameTaken(seq=seq)
    assert camera.read(0.0) is None
    assert twin.channel.receive() == FrameDone(seq=4)
    camera.close()


def test_a_slot_that_is_used_again_changes_no_frame(twin: ScriptedTwin) -> None:
    camera = twin.open()
    twin.next(COLOURS[0])
    first = camera.read(1.0)
    assert first is not None
    for _ in range(SLOTS):
        twin.next(COLOURS[1])
        camera.read(1.0)
    assert (first.image == COLOURS[0]).all()
    camera.close()


def test_a_twin_that_goes_away_is_an_error(twin: ScriptedTwin) -> None:
    camera = twin.open()
    twin.channel.close()
    with pytest.raises(CameraUnavailableError, match="tried again"):
        camera.read(1.0)


def test_no_twin_is_an_error_with_the_cure(tmp_path: Path) -> None:
    with pytest.raises(CameraUnavailableError, match="Start the twin"):
        TwinCamera(tmp_path)


# ---- recordings


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(4):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((20, 30, 3), 50 * number, np.uint8))
    return tmp_path


def test_a_folder_of_pictures_is_a_film_at_its_pace(folder: Path) -> None:
    taken = list(frames(Recording(folder, fps=10, paced=False)))
    assert [int(f.image[0, 0, 0]) for f in taken] == [0, 50, 100, 150]
    assert [f.at.earliest for f in taken] == [0, 100 * MS, 200 * MS, 300 * MS]
    assert all(f.at.latest < g.at.earliest for f, g in itertools.pairwise(taken))


def test_a_paced_recording_takes_its_time(folder: Path) -> None:
    source = Recording(folder, fps=50)
    start = time.monotonic()
    assert len(list(frames(source))) == 4
    assert time.monotonic() - start >= 0.079


@pytest.mark.parametrize("name", ["missing.avi", "empty"])
def test_a_recording_that_is_not_there_names_itself(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(CameraUnavailableError, match=name):
        Recording(tmp_path / name)


def test_a_damaged_picture_in_the_folder_names_itself(tmp_path: Path) -> None:
    (tmp_path / "1.jpg").write_bytes(b"no picture")
    with pytest.raises(CameraUnavailableError, match=r"1\.jpg"):
        Recording(tmp_path, paced=False).read(0.1)


# ---- a frozen picture


def test_a_frozen_camera_is_noticed_after_two_seconds_a_noisy_one_never() -> None:
    rng = np.random.default_rng(0)
    watch = FrozenWatch()
    still = np.full((54, 96, 3), 80, np.uint8)
    for number in range(120):
        noisy = rng.integers(70, 90, still.shape).astype(np.uint8)
        watch.check(Frame(image=noisy, at=Interval(number * 33 * MS, number * 33 * MS)))
    for number in range(120, 181):
        watch.check(Frame(image=still, at=Interval(number * 33 * MS, number * 33 * MS)))
    with pytest.raises(CameraFrozenError, match="two seconds"):
        watch.check(Frame(image=still, at=Interval(182 * 33 * MS, 182 * 33 * MS)))


# ---- a webcam


def refused(device: Any) -> str:
    with pytest.raises(CameraUnavailableError, match="cards are entered by phone") as caught:
        Webcam(device)
    assert caught.value.template  # it can be told in other languages
    assert not isinstance(caught.value, FramesEndedError)
    return str(caught.value)


def test_a_webcam_that_is_not_there_is_named() -> None:
    assert "There is no camera 97" in refused(97)


def test_a_webcam_that_another_program_uses_is_not_called_missing(tmp_path: Path) -> None:
    """A node that is there, may be opened, and that OpenCV cannot open."""
    node = tmp_path / "video0"
    node.touch()
    assert f"Another program uses the camera ({node})" in refused(str(node))


def test_a_webcam_of_another_user_names_the_group(tmp_path: Path, monkeypatch: Any) -> None:
    node = tmp_path / "video0"
    node.touch()
    monkeypatch.setattr(camera_opencv.os, "access", lambda *_: False)
    assert "sudo usermod -aG video $USER" in refused(str(node))


def test_a_webcam_that_opens_for_a_second_program_and_gives_it_nothing(
    tmp_path: Path, monkeypatch: Any
) -> None:
    stage = WebcamStage(tmp_path, monkeypatch)
    source = stage.open()
    stage.unplug()
    with pytest.raises(CameraUnavailableError, match="Another program uses the camera"):
        source.read(10.0)
    source.close()


def test_a_driver_that_hangs_keeps_nobody_waiting_and_is_released_when_it_wakes(
    tmp_path: Path, monkeypatch: Any
) -> None:
    """A capture is not released under the feet of its own `read`: OpenCV would crash."""
    stage = WebcamStage(tmp_path, monkeypatch)
    source = stage.open()
    thread = source._thread  # type: ignore[attr-defined]
    join = thread.join
    monkeypatch.setattr(thread, "join", lambda _: join(0.05))
    source.close()
    assert thread.is_alive()
    assert not stage.captures[0].released
    stage.unplug()  # the driver wakes up
    join(10.0)
    assert stage.captures[0].released


# ---- the Pi's camera


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> PiStage:
    return PiStage(monkeypatch)


FIXED = {
    "AeEnable": False,
    "AwbEnable": False,
    "ExposureTime": 8000,
    "AnalogueGain": 2.0,
    "ColourGains": (1.5, 1.8),
}


def test_exposure_and_white_balance_are_measured_once_and_held(pi: PiStage) -> None:
    camera = PiCamera(size=(640, 480), fps=30)
    (device,) = pi.devices
    assert device.configuration["main"] == {"size": (640, 480), "format": "RGB888"}
    assert device.configuration["controls"] == {"FrameRate": 30}
    assert device.controls == FIXED
    camera.close()
    assert device.closed


def test_what_a_camera_does_not_have_is_not_asked_of_it(pi: PiStage) -> None:
    """libcamera refuses a control that a webcam or a simulated sensor does not advertise."""
    pi.controls = ("ExposureTime",)
    PiCamera().close()
    assert pi.devices[0].configuration["controls"] == {}
    assert pi.devices[0].controls == {"ExposureTime": 8000}


def test_every_request_is_given_back(pi: PiStage) -> None:
    camera = PiCamera()
    for colour in COLOURS:
        pi.next(colour)
        camera.read(1.0)
    assert [request.released for request in pi.requests] == [True] * 4
    camera.close()


def test_a_frames_interval_is_the_union_of_both_readings_of_the_stamp() -> None:
    """Nobody has shown on a Pi which edge the stamp marks."""
    metadata = {"SensorTimestamp": 1000 * MS, "ExposureTime": 8000, "FrameDuration": 40_000}
    assert exposure_interval(metadata) == Interval(992 * MS, 1040 * MS)
    assert exposure_interval({"SensorTimestamp": 1000 * MS}) == Interval(1000 * MS, 1033 * MS)


@pytest.mark.parametrize("away_ms", [-60_000, -5, 900, 3_600_000])
def test_a_sensor_on_another_clock_cannot_judge(pi: PiStage, away_ms: int) -> None:
    """Stamps from the future, or too old to be late: CLOCK_REALTIME, CLOCK_BOOTTIME."""
    pi.clock_behind_ns = away_ms * MS
    camera = PiCamera()
    assert camera.clock_ms is None
    assert camera.foreign_ms is not None
    assert abs(camera.foreign_ms - away_ms) < 500
    camera.close()


def test_pictures_of_another_clock_count_by_arrival_so_wide_that_no_close_slap_is_judged(
    pi: PiStage,
) -> None:
    pi.clock_behind_ns = 3_600_000 * MS
    camera = PiCamera()
    pi.next(COLOURS[0])
    before = time.monotonic_ns()
    frame = camera.read(1.0)
    after = time.monotonic_ns()
    assert frame is not None
    assert before <= frame.at.latest <= after
    assert frame.at.latest - frame.at.earliest == UNCOMPARED_NS
    camera.close()


def test_pictures_that_waited_for_a_busy_machine_are_not_another_clock(pi: PiStage) -> None:
    pi.queued_ns = [0, 700 * MS, 900 * MS, 600 * MS]  # the first is for exposure
    camera = PiCamera()
    assert camera.clock_ms is not None
    assert 20 <= camera.clock_ms < 500
    camera.close()


def test_a_clock_that_jumps_in_mid_game_is_noticed(pi: PiStage) -> None:
    camera = PiCamera()
    pi.next(COLOURS[0])
    assert camera.read(1.0) is not None
    pi.clock_behind_ns = -200 * MS
    pi.next(COLOURS[1])
    with pytest.raises(CameraClockError):
        camera.read(1.0)
    assert all(request.released for request in pi.requests)
    camera.close()


@pytest.mark.parametrize(
    ("refusal", "says"),
    [
        (RuntimeError("Failed to acquire camera: Device or resource busy"), "Another program uses"),
        (IndexError("list index out of range"), "ribbon cable"),
        (RuntimeError("Camera __init__ sequence did not complete."), "ribbon cable"),
    ],
)
def test_a_camera_that_does_not_open_says_why(pi: PiStage, refusal: Exception, says: str) -> None:
    pi.refusal = refusal
    with pytest.raises(CameraUnavailableError, match=says) as caught:
        PiCamera()
    assert "cards are entered by phone" in str(caught.value)
    assert caught.value.template


def test_a_camera_that_opens_and_times_out_is_given_back(pi: PiStage) -> None:
    """A bad ribbon cable: libcamera opens it, and no frame ever comes."""
    pi.silent = True
    with pytest.raises(CameraUnavailableError, match=r"delivers nothing \(TimeoutError\)"):
        PiCamera()
    assert pi.devices[0].closed


def test_a_camera_that_does_not_start_is_given_back(pi: PiStage) -> None:
    pi.fault = RuntimeError("Failed to start camera")
    with pytest.raises(CameraUnavailableError, match="Failed to start camera"):
        PiCamera()
    assert pi.devices[0].closed


def test_a_pi_without_picamera2_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraUnavailableError, match="apt install python3-picamera2"):
        PiCamera()


def test_a_cable_that_breaks_while_closing_is_not_the_companions_problem(
    pi: PiStage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: FakePicamera2) -> None:
        raise RuntimeError("Camera frontend has timed out!")

    monkeypatch.setattr(FakePicamera2, "stop", broken)
    camera = PiCamera()
    camera.close()
    assert "did not close cleanly" in caplog.text
