"""The eye as a process: it speaks over its socket, outlives a camera, and is started again."""

import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time

import cv2
import pytest

from companion.eye.client import EyeClient
from companion.eye.config import EyeConfig
from companion.eye.process import EyeProcess
from hardware.camera import CameraClockError, CameraUnavailableError, Frame
from hardware.channel import Channel
from hardware.events import KnownUntil, Observation, SensorStatus
from hardware.eye_link import (
    Conditions,
    Expect,
    FromEye,
    LightHeld,
    MeasureLight,
    Recheck,
    Stop,
    TeachBuild,
    TeachLoad,
    TeachPhoto,
    ToEye,
)
from hardware.timing import MS, Interval
from tests.eye.film import REACH
from tests.vision.drawn_table import DrawnTable, Hand, Laid, middle
from vision.catalogue import dump

PATIENCE_S = 20.0


def story(drawn):
    """Frames: a bare mat, a hand that brings a card, the card."""
    table = DrawnTable(3)
    laid = [Laid(drawn["star:red"], middle("pot"), 20)]
    images = [table.frame() for _ in range(5)]
    images += [table.frame([], Hand(middle("pot", 0, d))) for d in REACH]
    images += [table.frame(laid, Hand(middle("pot", 0, d))) for d in reversed(REACH)]
    return images + [table.frame(laid) for _ in range(5)]


@pytest.fixture(scope="module")
def files(drawn, taught, tmp_path_factory):
    """The story as a folder of pictures, and the catalogue."""
    path = tmp_path_factory.mktemp("story")
    (path / "pictures").mkdir()
    for number, image in enumerate(story(drawn)):
        cv2.imwrite(str(path / "pictures" / f"{number:03}.png"), image)
    (path / "cards").write_bytes(dump(taught))
    return EyeConfig(
        source="pictures", path=str(path / "pictures"), catalogue=str(path / "cards"), paced=False
    )


class Ear:
    """Keeps what a client hands on."""

    def __init__(self):
        self.heard = queue.Queue()
        self.images = {}
        self.conditions = []

    def client(self, config, **how):
        return EyeClient(
            config, self.heard.put, self.images.__setitem__, self.conditions.append, **how
        )

    def wait_for(self, met):
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            signal_ = self.heard.get(timeout=PATIENCE_S)
            if met(signal_):
                return signal_
        raise AssertionError("it never came")


def is_card(said):
    return isinstance(said, Observation) and said.identity == "star:red"


def test_the_process_tells_what_it_sees_and_is_started_again_when_killed(files):
    ear = Ear()
    client = ear.client(files)
    try:
        seen = ear.wait_for(is_card)
        assert {frame.id for frame in seen.frames} <= set(ear.images)
        assert ear.conditions[-1].catalogue
        first = client.pid
        os.kill(first, signal.SIGKILL)
        died = ear.wait_for(lambda s: isinstance(s, SensorStatus) and "stopped" in s.text)
        assert (died.ok, died.sensor) == (False, "camera")
        assert "by phone" in died.text
        ear.wait_for(lambda s: isinstance(s, SensorStatus) and s.ok)
        ear.wait_for(is_card)
        assert client.pid != first
    finally:
        last = client.pid
        client.close()
    with pytest.raises(ProcessLookupError):
        os.kill(last, 0)


def test_an_eye_that_hangs_is_told_and_another_looks_on(files):
    """Stopped, not dead: its signs of life stay away."""
    ear = Ear()
    client = ear.client(files, silent_s=5.0)
    try:
        ear.wait_for(is_card)
        first = client.pid
        os.kill(first, signal.SIGSTOP)
        hung = ear.wait_for(lambda s: isinstance(s, SensorStatus) and "not answer" in s.text)
        assert (hung.ok, hung.sensor) == (False, "camera")
        assert "by phone" in hung.text
        ear.wait_for(is_card)
        assert client.pid != first
    finally:
        client.close()


def test_the_client_outlives_a_process_that_cannot_start(files):
    ear = Ear()
    client = ear.client(files, command=("/nonexistent/python",))
    try:
        assert not ear.wait_for(lambda s: isinstance(s, SensorStatus)).ok
        client.expect(Expect(zones={}))
    finally:
        client.close()


def run_main(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "companion.eye", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_wrong_arguments_end_with_two_and_a_reason():
    done = run_main("--fd", "0", "--config", '{"source": "lens"}')
    assert done.returncode == 2
    assert "source" in done.stderr
    done = run_main("--fd", "0", "--config", '{"mat": "chess"}')
    assert done.returncode == 2
    assert "wizard-thieves" in done.stderr


# ---- the loop itself, in a thread, on a scripted camera


class ScriptedCamera:
    """Frames from a list, then silence; `fail` is raised once when it is set."""

    name, live, clock_ms = "scripted", False, None

    def __init__(self, images):
        self.images = list(images)
        self.seq = 0
        self.fail = None
        self.closed = False

    def read(self, timeout_s):
        if self.fail is not None:
            raise self.fail
        if not self.images:
            time.sleep(0.01)
            return None
        start = self.seq * 33 * MS
        self.seq += 1
        return Frame(image=self.images.pop(0), at=Interval(start, start + MS), seq=self.seq)

    def close(self):
        self.closed = True


class Loop:
    """An EyeProcess in a thread and our end of its channel."""

    def __init__(self, config, cameras):
        ours, theirs = socket.socketpair()
        ours.settimeout(PATIENCE_S)
        self.channel = Channel(ours, FromEye)
        self.process = EyeProcess(
            Channel(theirs, ToEye), config, open_source=lambda _: self.next_camera()
        )
        self.cameras = list(cameras)
        self.thread = threading.Thread(target=self.process.run)
        self.thread.start()

    def next_camera(self):
        camera = self.cameras.pop(0) if self.cameras else CameraUnavailableError("none left")
        if isinstance(camera, Exception):
            raise camera
        return camera

    def wait_for(self, met):
        while True:
            said = self.channel.receive()
            if met(said):
                return said

    def stop(self):
        self.channel.send(Stop())
        self.thread.join(PATIENCE_S)
        self.channel.close()
        assert not self.thread.is_alive()


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr("companion.eye.process.RETRY_S", 0.02)


def status(*, ok, text=""):
    return lambda said: isinstance(said, SensorStatus) and said.ok == ok and text in said.text


def test_a_camera_that_comes_late_is_looked_for_until_it_is_there(files, drawn, quick):
    away = CameraUnavailableError("no camera yet")
    loop = Loop(files, [away, away, ScriptedCamera(story(drawn))])
    loop.wait_for(status(ok=False, text="no camera yet"))
    loop.wait_for(status(ok=True))
    loop.wait_for(is_card)
    loop.stop()


def test_an_unplugged_camera_is_told_and_comes_back_by_itself(files, drawn, quick):
    first, second = ScriptedCamera(story(drawn)), ScriptedCamera(story(drawn)[-5:])
    loop = Loop(files, [first, second])
    loop.wait_for(is_card)
    first.fail = CameraUnavailableError("it was unplugged")
    loop.wait_for(status(ok=False, text="unplugged"))
    loop.wait_for(status(ok=True))
    assert first.closed
    loop.stop()
    assert second.closed


class HoldingCamera(ScriptedCamera):
    """Measures its light once when it is made, and once more whenever it is asked."""

    def __init__(self, images):
        super().__init__(images)
        self.held = {"ExposureTime": 8000}

    def measure_light(self):
        self.held = {"ExposureTime": 20_000}


def test_what_light_was_measured_is_told_and_measured_anew_on_request(files, drawn, quick):
    camera, later = HoldingCamera(story(drawn)), ScriptedCamera(story(drawn)[-5:])
    loop = Loop(files, [camera, later])
    assert loop.wait_for(lambda s: isinstance(s, LightHeld)).held == {"ExposureTime": 8000}
    loop.channel.send(MeasureLight())
    assert loop.wait_for(lambda s: isinstance(s, LightHeld)).held == {"ExposureTime": 20_000}
    camera.fail = CameraUnavailableError("it was unplugged")
    loop.wait_for(status(ok=True))
    loop.channel.send(MeasureLight())
    assert not loop.wait_for(lambda s: isinstance(s, LightHeld)).able
    loop.stop()


def test_an_eye_that_is_started_again_holds_the_light_that_was_measured(files):
    ear = Ear()
    client = ear.client(files)
    try:
        client._hand_on(LightHeld(held={"ExposureTime": 8000}))
        assert '"exposure":{"ExposureTime":8000' in " ".join(client._command())
    finally:
        client.close()


def test_a_camera_with_stamps_says_how_old_they_were(files, drawn, quick):
    camera = ScriptedCamera(story(drawn))
    camera.clock_ms = 23.4
    loop = Loop(files, [camera])
    well = loop.wait_for(status(ok=True))
    assert "clock is that of the buttons: a picture was 23 ms old" in well.text
    assert well.parts == {"ms": 23}
    loop.stop()


def test_a_camera_whose_clock_jumped_is_away_until_it_is_opened_again(files, drawn, quick):
    """The referee then waits for no camera; why is told in words that have a translation."""
    foreign = CameraClockError.of(template="{ms} ms away", ms=-9000)
    loop = Loop(files, [foreign, ScriptedCamera(story(drawn))])
    away = loop.wait_for(status(ok=False))
    assert (away.template, away.parts) == ("{ms} ms away", {"ms": -9000})
    loop.wait_for(status(ok=True))
    loop.stop()


def test_a_camera_with_a_clock_of_its_own_reads_on_and_says_that_it_cannot_judge(
    files, drawn, quick
):
    camera = ScriptedCamera(story(drawn))
    camera.foreign_ms = -9000.0
    loop = Loop(files, [camera])
    told = loop.wait_for(status(ok=True))
    assert told.warning
    assert "its clock is -9000 ms away from that of the buttons" in told.text
    assert "cannot judge" in told.text
    loop.wait_for(is_card)
    loop.stop()


def test_orders_are_obeyed_between_frames(files, drawn):
    camera = ScriptedCamera(story(drawn))
    loop = Loop(files, [camera])
    loop.wait_for(is_card)
    loop.channel.send(Expect(zones={"pot": {"moon:blue": 2}}), Recheck(zone="pot"))
    camera.images += story(drawn)[-5:]
    at_rest = loop.wait_for(
        lambda s: isinstance(s, Conditions) and s.zones and s.zones[0].state == "card"
    )
    assert at_rest.zones[0].key == "star:red"
    loop.stop()


def test_a_damaged_catalogue_is_told_and_the_eye_goes_on(files, drawn, tmp_path):
    from msgspec.structs import replace

    (tmp_path / "broken").write_bytes(b"nothing")
    loop = Loop(replace(files, catalogue=str(tmp_path / "broken")), [ScriptedCamera(story(drawn))])
    assert "broken" in loop.wait_for(status(ok=False)).text
    seen = loop.wait_for(lambda s: isinstance(s, Observation))
    assert seen.identity is None
    loop.wait_for(lambda s: isinstance(s, KnownUntil))
    loop.stop()


def test_it_ends_when_the_companion_hangs_up(files, drawn):
    loop = Loop(files, [ScriptedCamera(story(drawn))])
    loop.wait_for(status(ok=True))
    loop.channel.close()
    loop.thread.join(PATIENCE_S)
    assert not loop.thread.is_alive()


def test_what_was_to_be_learned_when_the_process_died_is_answered():
    """The page must not wait for ever: it is told, and the same can be asked once more."""
    told: queue.Queue = queue.Queue()
    client = EyeClient(
        EyeConfig(source="none"),
        lambda signal: None,
        lambda ident, jpeg: None,
        on_teaching=told.put,
        command=(
            sys.executable,
            "-c",
            "import os, sys; os.read(int(sys.argv[sys.argv.index('--fd') + 1]), 1)",
        ),
    )
    try:
        asked = [
            TeachBuild(ident=3, pictures=()),
            TeachLoad(ident=4, data=b"", path=""),
            TeachPhoto(ident=5, data=b""),
        ]
        for message in asked:
            until = time.monotonic() + 30
            while not client.teach(message) and time.monotonic() < until:
                time.sleep(0.01)
            answer = told.get(timeout=30)
            assert answer.ident == message.ident
            assert not answer.ok
            assert "stopped" in answer.text
    finally:
        client.close()
    assert told.empty()
