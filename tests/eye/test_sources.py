"""Where frames come from: the twin's wire, recordings, the Pi's camera with its module faked."""

import itertools
import socket
import sys
import threading
import types

import cv2
import numpy as np
import pytest

from companion.eye.config import EyeConfig, EyeConfigError, eye_config_from
from companion.eye.sources import open_source
from hardware.camera import (
    CameraFrozenError,
    CameraUnavailableError,
    Frame,
    FramesEndedError,
    FrozenWatch,
    frames,
)
from hardware.camera_opencv import Recording
from hardware.camera_picamera2 import PiCamera, exposure_interval
from hardware.camera_twin import TwinCamera
from hardware.channel import Channel
from hardware.timing import MS, Interval
from hardware.twin_link import CAMERA_SOCKET, CameraHello, CameraUnplugged, FrameReady, FrameTaken

WIDTH, HEIGHT, SLOTS = 32, 18, 3


class ScriptedTwin:
    """The twin's end of the wire, one connection."""

    def __init__(self, directory):
        self.pixels = np.zeros((SLOTS, HEIGHT, WIDTH, 3), np.uint8)
        self.path = directory / "frames"
        self.path.write_bytes(self.pixels.tobytes())
        self.server = socket.socket(socket.AF_UNIX)
        self.server.bind(str(directory / CAMERA_SOCKET))
        self.server.listen(1)
        self.ready = threading.Thread(target=self._accept, daemon=True)
        self.ready.start()

    def _accept(self):
        sock, _ = self.server.accept()
        self.channel = Channel(sock, FrameTaken)
        self.channel.send(
            CameraHello(path=str(self.path), slots=SLOTS, width=WIDTH, height=HEIGHT, run=7)
        )

    def frame(self, seq, value):
        self.pixels[seq % SLOTS] = value
        with self.path.open("r+b") as file:
            file.seek((seq % SLOTS) * HEIGHT * WIDTH * 3)
            file.write(self.pixels[seq % SLOTS].tobytes())
        start = seq * 1000
        self.channel.send(
            FrameReady(slot=seq % SLOTS, seq=seq, exposure_start=start, readout_end=start + 500)
        )

    def close(self):
        self.channel.close()
        self.server.close()


@pytest.fixture
def twin(tmp_path):
    twin = ScriptedTwin(tmp_path)
    yield twin
    twin.close()


def test_the_twins_frames_arrive_whole_with_their_times_and_are_given_back(twin, tmp_path):
    camera = TwinCamera(tmp_path)
    twin.ready.join()
    for seq in (1, 2, 3, 4):
        twin.frame(seq, 40 * seq)
        frame = camera.read(1.0)
        assert frame.at == Interval(seq * 1000, seq * 1000 + 500)
        assert (frame.run, frame.seq) == (7, seq)
        assert frame.image.shape == (HEIGHT, WIDTH, 3)
        assert (frame.image == 40 * seq).all()
        assert twin.channel.receive() == FrameTaken(seq=seq)
    camera.close()


def test_a_frame_is_a_copy_of_its_own(twin, tmp_path):
    camera = TwinCamera(tmp_path)
    twin.ready.join()
    twin.frame(1, 50)
    first = camera.read(1.0)
    twin.frame(1 + SLOTS, 99)
    camera.read(1.0)
    assert (first.image == 50).all()
    camera.close()


def test_nothing_in_time_is_none_and_a_pulled_plug_is_an_error(twin, tmp_path):
    camera = TwinCamera(tmp_path)
    twin.ready.join()
    assert camera.read(0.01) is None
    twin.channel.send(CameraUnplugged())
    with pytest.raises(CameraUnavailableError, match="unplugged"):
        camera.read(1.0)
    camera.close()


def test_a_twin_that_goes_away_is_an_error(twin, tmp_path):
    camera = TwinCamera(tmp_path)
    twin.ready.join()
    twin.channel.close()
    with pytest.raises(CameraUnavailableError, match="tried again"):
        camera.read(1.0)


def test_no_twin_is_an_error_with_the_cure(tmp_path):
    with pytest.raises(CameraUnavailableError, match="Start the twin"):
        open_source(EyeConfig(rendezvous=str(tmp_path)))


# ---- recordings


@pytest.fixture
def folder(tmp_path):
    for number in range(4):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((20, 30, 3), 50 * number, np.uint8))
    return tmp_path


def test_a_folder_of_pictures_is_a_film_at_its_pace(folder):
    source = open_source(EyeConfig(source="pictures", path=str(folder), fps=10, paced=False, run=3))
    taken = list(frames(source))
    assert [int(f.image[0, 0, 0]) for f in taken] == [0, 50, 100, 150]
    assert [f.at.earliest for f in taken] == [0, 100 * MS, 200 * MS, 300 * MS]
    assert all(f.at.latest < g.at.earliest for f, g in itertools.pairwise(taken))
    assert {f.run for f in taken} == {3}
    with pytest.raises(FramesEndedError):
        source.read(0.1)


def test_a_paced_recording_takes_its_time(folder):
    import time

    source = Recording(folder, fps=50)
    start = time.monotonic()
    assert len(list(frames(source))) == 4
    assert time.monotonic() - start >= 0.079


def test_a_video_is_read_to_its_end(tmp_path):
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (64, 48))
    for level in (30, 90, 150):
        writer.write(np.full((48, 64, 3), level, np.uint8))
    writer.release()
    source = open_source(EyeConfig(source="video", path=str(path), paced=False))
    taken = list(frames(source))
    assert [round(float(f.image.mean()) / 30) for f in taken] == [1, 3, 5]
    assert taken[1].at.earliest == 50 * MS
    source.close()


@pytest.mark.parametrize("name", ["missing.avi", "empty"])
def test_a_recording_that_is_not_there_names_itself(tmp_path, name):
    (tmp_path / "empty").mkdir()
    with pytest.raises(CameraUnavailableError, match=name):
        Recording(tmp_path / name)


def test_a_damaged_picture_in_the_folder_names_itself(tmp_path):
    (tmp_path / "1.jpg").write_bytes(b"no picture")
    with pytest.raises(CameraUnavailableError, match=r"1\.jpg"):
        Recording(tmp_path, paced=False).read(0.1)


# ---- no camera, frozen camera


def test_no_camera_at_all_says_that_play_goes_on_by_phone():
    with pytest.raises(CameraUnavailableError, match="by phone"):
        open_source(EyeConfig(source="none"))
    with pytest.raises(CameraUnavailableError, match="by phone"):
        open_source(EyeConfig(source="auto", device=97))


def test_a_webcam_that_is_not_there_is_an_error():
    with pytest.raises(CameraUnavailableError, match="97"):
        open_source(EyeConfig(source="opencv", device=97))


def test_a_frozen_camera_is_noticed_after_two_seconds_a_noisy_one_never():
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


# ---- the Pi's camera


class FakePicamera2:
    """As much of picamera2 0.3.38 as the adapter calls."""

    stamp_ns = None

    def __init__(self):
        self.controls, self.closed = {}, False

    def create_video_configuration(self, main, controls, buffer_count):
        return {"main": main, "controls": controls, "buffer_count": buffer_count}

    def configure(self, configuration):
        self.configuration = configuration

    def start(self):
        pass

    def capture_metadata(self):
        import time

        stamp = self.stamp_ns if self.stamp_ns is not None else time.monotonic_ns() - 20 * MS
        return {
            "SensorTimestamp": stamp,
            "ExposureTime": 8000,
            "AnalogueGain": 2.0,
            "ColourGains": (1.5, 1.8),
            "FrameDuration": 33333,
        }

    def set_controls(self, controls):
        self.controls.update(controls)

    def capture_request(self, wait):
        assert wait is False
        return "job"

    def wait(self, job, timeout):
        assert job == "job"
        if timeout < 0.01:
            raise TimeoutError
        return self

    def make_array(self, stream):
        assert stream == "main"
        return np.full((4, 6, 3), 9, np.uint8)

    def get_metadata(self):
        return self.capture_metadata()

    def release(self):
        self.released = True

    def stop(self):
        pass

    def close(self):
        self.closed = True


@pytest.fixture
def picamera2(monkeypatch):
    module = types.ModuleType("picamera2")
    made = []

    class Recorded(FakePicamera2):
        def __init__(self):
            super().__init__()
            made.append(self)

    module.Picamera2 = Recorded
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.setattr("hardware.camera_picamera2.MEASURE_S", 0.0)
    return made


def test_exposure_and_white_balance_are_measured_once_and_held(picamera2):
    camera = PiCamera(size=(640, 480), fps=30, run=5)
    (device,) = picamera2
    assert device.configuration["main"] == {"size": (640, 480), "format": "RGB888"}
    assert device.controls == {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": 8000,
        "AnalogueGain": 2.0,
        "ColourGains": (1.5, 1.8),
    }
    frame = camera.read(1.0)
    assert (frame.image == 9).all()
    assert (frame.run, frame.seq) == (5, 1)
    assert device.released
    assert camera.read(0.0) is None
    camera.close()
    assert device.closed


def test_a_frames_interval_is_the_union_of_both_readings_of_the_stamp():
    """Nobody has shown on a Pi which edge the stamp marks."""
    metadata = {"SensorTimestamp": 1000 * MS, "ExposureTime": 8000, "FrameDuration": 40_000}
    assert exposure_interval(metadata) == Interval(992 * MS, 1040 * MS)
    assert exposure_interval({"SensorTimestamp": 1000 * MS}) == Interval(1000 * MS, 1033 * MS)


def test_a_sensor_on_another_clock_is_refused(picamera2, monkeypatch):
    monkeypatch.setattr(FakePicamera2, "stamp_ns", 0)
    with pytest.raises(CameraUnavailableError, match="clock"):
        PiCamera()
    assert picamera2[0].closed


def test_a_pi_without_picamera2_names_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraUnavailableError, match="apt install python3-picamera2"):
        open_source(EyeConfig(source="picamera2"))


# ---- settings


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ('{"source": "lens"}', "source"),
        ('{"fsp": 3}', "fsp"),
        ("{", "truncated"),
        ('{"fps": "x"}', "fps"),
    ],
)
def test_a_wrong_setting_is_named(data, says):
    with pytest.raises(EyeConfigError, match=says):
        eye_config_from(data)
