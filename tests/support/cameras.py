"""Cameras of every kind, each showing the same short film, one picture when it is asked for.

`Stage.film` is what is shown. A live camera shows its next picture at `next()`; a recording has
them all. `open` may be called again after a close.
"""

import socket
import sys
import threading
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware import camera_opencv, camera_picamera2
from hardware.camera import FrameSource
from hardware.camera_opencv import Recording, Webcam
from hardware.camera_picamera2 import PiCamera
from hardware.camera_twin import TwinCamera
from hardware.channel import Channel
from hardware.timing import MS
from hardware.twin_link import CAMERA_SOCKET, CameraHello, CameraUnplugged, FrameReady, ToCamera

WIDTH, HEIGHT, SLOTS, RUN = 64, 48, 3, 7
COLOURS = ((255, 0, 0), (0, 255, 0), (0, 0, 255), (40, 200, 120))
"""Blue, green, red, and one that is none of them, as OpenCV orders them."""
PERIOD_NS = 33 * MS


def picture(colour: tuple[int, int, int]) -> Any:
    return np.full((HEIGHT, WIDTH, 3), colour, np.uint8)


class Stage:
    """A camera and what is in front of it."""

    size = (WIDTH, HEIGHT)
    run = RUN

    def open(self) -> FrameSource:
        raise NotImplementedError

    def next(self, colour: tuple[int, int, int]) -> None:
        """The next picture of a live camera."""

    def still(self) -> None:
        """From now on a live camera shows the same picture, whatever is asked for."""

    def unplug(self) -> None:
        """Pull the cable of a live camera."""

    def close(self) -> None:
        """Idempotent."""


class ScriptedTwin(Stage):
    """The twin's end of the wire; a camera may connect again."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._frames = directory / "frames"
        self._frames.write_bytes(bytes(SLOTS * HEIGHT * WIDTH * 3))
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(directory / CAMERA_SOCKET))
        self._server.listen(1)
        self.channel: Channel[ToCamera]
        self._seq = 0

    def open(self) -> FrameSource:
        greeter = threading.Thread(target=self._greet, daemon=True)
        greeter.start()
        camera = TwinCamera(self._directory)
        greeter.join()
        return camera

    def _greet(self) -> None:
        sock, _ = self._server.accept()
        self._hang_up()
        self.channel = Channel(sock, ToCamera)
        hello = CameraHello(
            path=str(self._frames), slots=SLOTS, width=WIDTH, height=HEIGHT, run=RUN
        )
        self.channel.send(hello)

    def next(self, colour: tuple[int, int, int]) -> None:
        self._seq += 1
        with self._frames.open("r+b") as file:
            file.seek((self._seq % SLOTS) * HEIGHT * WIDTH * 3)
            file.write(picture(colour).tobytes())
        start = self._seq * PERIOD_NS
        self.channel.send(
            FrameReady(
                slot=self._seq % SLOTS,
                seq=self._seq,
                exposure_start=start,
                readout_end=start + 500,
            )
        )

    def unplug(self) -> None:
        self.channel.send(CameraUnplugged())

    def _hang_up(self) -> None:
        if hasattr(self, "channel"):
            self.channel.close()

    def close(self) -> None:
        self._hang_up()
        self._server.close()


class FakePicamera2:
    """As much of picamera2 0.3.38 as the adapter calls, without libcamera."""

    def __init__(self, stage: "PiStage") -> None:
        self._stage = stage
        self.controls: dict[str, Any] = {}
        self.camera_controls = dict.fromkeys(stage.controls)
        self.closed = False

    def create_video_configuration(self, **asked: Any) -> dict[str, Any]:
        return asked

    def configure(self, configuration: dict[str, Any]) -> None:
        self.configuration = configuration

    def start(self) -> None:
        if self._stage.fault is not None:
            raise self._stage.fault

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.controls.update(controls)

    def capture_metadata(self, *, wait: bool) -> Any:
        assert wait is False
        return self._stage.measure

    def capture_request(self, *, wait: bool) -> Any:
        assert wait is False
        return self._stage.take

    def wait(self, job: Any, timeout: float) -> Any:
        return job(timeout)

    def stop(self) -> None:
        """Nothing runs."""

    def close(self) -> None:
        self.closed = True


class FakeRequest:
    def __init__(self, image: Any, metadata: dict[str, Any]) -> None:
        self._image, self._metadata = image, metadata
        self.released = False

    def make_array(self, stream: str) -> Any:
        assert stream == "main"
        assert not self.released
        return self._image

    def get_metadata(self) -> dict[str, Any]:
        return self._metadata

    def release(self) -> None:
        self.released = True


class PiStage(Stage):
    """The Pi's camera with picamera2 faked; `devices` are those that were opened."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.devices: list[FakePicamera2] = []
        self.controls = (
            *("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains"),
            "FrameDurationLimits",
        )
        self.fault: Exception | None = None
        self.refusal: Exception | None = None
        self.silent = False
        self.clock_behind_ns = 20 * MS
        self.queued_ns: list[int] = []
        """How much longer each of the next pictures waits before it is handed out."""
        self.requests: list[FakeRequest] = []
        self._pulled = False
        self._shown: list[Any] = []
        self._changed = threading.Condition()
        self._seq = 0
        module = types.ModuleType("picamera2")
        vars(module)["Picamera2"] = self._made
        patch.setitem(sys.modules, "picamera2", module)
        patch.setattr(camera_picamera2, "MEASURE_S", 0.0)

    def _made(self) -> FakePicamera2:
        if self.refusal is not None:
            raise self.refusal
        self._pulled = False
        self.devices.append(FakePicamera2(self))
        return self.devices[-1]

    def open(self) -> FrameSource:
        return PiCamera(size=(WIDTH, HEIGHT), fps=30, run=RUN)

    def measure(self, timeout: float) -> dict[str, Any]:
        if self.silent:
            raise TimeoutError
        queued = self.queued_ns.pop(0) if self.queued_ns else 0
        return self.metadata(time.monotonic_ns() - self.clock_behind_ns - queued)

    def metadata(self, stamp: int) -> dict[str, Any]:
        measured = {"ExposureTime": 8000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8)}
        known = {name: value for name, value in measured.items() if name in self.controls}
        return {"SensorTimestamp": stamp, "FrameDuration": 33333, **known}

    def take(self, timeout: float) -> FakeRequest:
        with self._changed:
            if not self._changed.wait_for(lambda: self._shown or self._pulled, timeout):
                raise TimeoutError
            if self._pulled:
                raise RuntimeError("Camera frontend has timed out!")
            self._seq += 1
            stamp = time.monotonic_ns() - self.clock_behind_ns
            self.requests.append(FakeRequest(self._shown.pop(0), self.metadata(stamp)))
            return self.requests[-1]

    def next(self, colour: tuple[int, int, int]) -> None:
        with self._changed:
            self._shown.append(picture(colour))  # RGB888 is blue, green, red in memory
            self._changed.notify_all()

    def unplug(self) -> None:
        with self._changed:
            self._pulled = True
            self._changed.notify_all()


class LibcameraStage(Stage):
    """picamera2 and libcamera themselves, on the kernel's simulated sensor (`make rig-camera`).

    It shows eight bars: white, yellow, cyan, green, magenta, red, blue, black.
    """

    size = (640, 480)

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(camera_picamera2, "FIRST_S", 60.0)  # an emulator's frames take a second each

    def open(self) -> FrameSource:
        return PiCamera(size=self.size, fps=30, run=RUN)


class PacedCapture:
    """cv2.VideoCapture on a film, whose pictures come when they are shown: a webcam's driver."""

    def __init__(self, stage: "WebcamStage", opened: Any) -> None:
        self._stage, self._capture = stage, opened
        self.last: Any = None
        self.released = False

    def isOpened(self) -> bool:  # noqa: N802  OpenCV's name
        return bool(self._capture.isOpened())

    def set(self, *_: float) -> bool:
        return True

    def get(self, *_: float) -> float:
        """The driver tells nothing of its light."""
        return 0.0

    def read(self) -> tuple[bool, Any]:
        self._stage.shown.acquire()
        if self._stage.pulled:
            return False, None
        if self.last is None or not self._stage.stands_still:
            self.last = self._capture.read()
        return self.last

    def release(self) -> None:
        self._capture.release()
        self.released = True


class WebcamStage(Stage):
    """OpenCV reads what stands in the file that takes the device's place."""

    def __init__(self, directory: Path, patch: pytest.MonkeyPatch) -> None:
        self._directory = directory
        self.shown = threading.Semaphore(0)
        self.pulled = False
        self.captures: list[PacedCapture] = []
        self._real = cv2.VideoCapture
        self.stands_still = False
        patch.setattr(camera_opencv.cv2, "VideoCapture", self._opened)

    def _opened(self, device: Any) -> PacedCapture:
        self.captures.append(PacedCapture(self, self._real(device)))
        return self.captures[-1]

    def open(self) -> FrameSource:
        self.pulled, self.shown = False, threading.Semaphore(0)
        path = self._directory / "device.avi"
        write_film(path, COLOURS * 30)
        return Webcam(str(path), size=self.size, run=RUN)

    def next(self, colour: tuple[int, int, int]) -> None:
        """The film shows COLOURS in turn; another colour cannot be asked for."""
        self.shown.release()

    def still(self) -> None:
        self.stands_still = True

    def unplug(self) -> None:
        self.pulled = True
        self.shown.release()

    def close(self) -> None:
        self.pulled = True
        self.shown.release()


class FileStage(Stage):
    """A video or a folder of pictures."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def open(self) -> FrameSource:
        return Recording(self._path, fps=30, paced=False, run=RUN)


def write_film(path: Path, colours: Any) -> None:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (WIDTH, HEIGHT))
    for colour in colours:
        writer.write(picture(colour))
    writer.release()


def video_stage(directory: Path) -> Stage:
    write_film(directory / "film.avi", COLOURS)
    return FileStage(directory / "film.avi")


def pictures_stage(directory: Path) -> Stage:
    folder = directory / "pictures"
    folder.mkdir()
    for number, colour in enumerate(COLOURS):
        cv2.imwrite(str(folder / f"{number}.png"), picture(colour))
    return FileStage(folder)


STAGES: dict[str, Callable[[Path, pytest.MonkeyPatch], Stage]] = {
    "picamera2": lambda _, patch: PiStage(patch),
    "libcamera": lambda _, patch: LibcameraStage(patch),
    "opencv": WebcamStage,
    "twin": lambda directory, _: ScriptedTwin(directory),
    "video": lambda directory, _: video_stage(directory),
    "pictures": lambda directory, _: pictures_stage(directory),
}
LIVE = ("picamera2", "opencv", "twin")
RECORDED = ("video", "pictures")
