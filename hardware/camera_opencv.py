"""Cameras and recordings through OpenCV: a USB webcam, a video file, a folder of pictures."""

import itertools
import os
import queue
import threading
import time
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from hardware.camera import (
    CameraUnavailableError,
    Exposure,
    Frame,
    FramesEndedError,
    in_use,
    unplugged,
)
from hardware.timing import MS, Interval
from hardware.webcam_light import WebcamLight

WEBCAM_DELAY_NS = 150 * MS
"""From exposure to arrival at most: 15-50 ms in the camera and 0-66 ms of buffers were reported; a
webcam stamps nothing, so the interval is wide rather than wrong."""
PICTURES = (".jpg", ".jpeg", ".png", ".bmp")


class Webcam:
    """A USB camera. A thread takes each frame as it arrives, so that its arrival time is fresh."""

    name = "opencv"
    live = True
    clock_ms = None

    def __init__(
        self,
        device: int | str = 0,
        *,
        size: tuple[int, int] = (1280, 720),
        fps: float = 30.0,
        run: int = 0,
        exposure: Exposure | None = None,
    ) -> None:
        """`exposure`: what an earlier process measured; without it, it is measured now."""
        self._capture = cv2.VideoCapture(device)
        if not self._capture.isOpened():
            raise _not_opened(device)
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        self._capture.set(cv2.CAP_PROP_FPS, fps)
        self._run, self._device = run, device
        self._light = WebcamLight(self._capture, exposure)
        self._measure = threading.Event()
        self._delivered = False
        self._frames: queue.Queue[Frame | None] = queue.Queue(maxsize=4)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._pump, name="webcam", daemon=True)
        self._thread.start()

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame; its interval ends at its arrival."""
        try:
            frame = self._frames.get(timeout=timeout_s)
        except queue.Empty:
            return None
        if frame is None:
            raise self._why_none()
        self._delivered = True
        return frame

    @property
    def held(self) -> Exposure:
        """Exposure and white balance that are held; empty while they are measured."""
        return self._light.held

    def measure_light(self) -> None:
        """Measure anew, with the next frames."""
        self._measure.set()

    def _why_none(self) -> CameraUnavailableError:
        """Some drivers let a second program open the device and then give it nothing."""
        return unplugged() if self._delivered else _not_opened(self._device)

    def _pump(self) -> None:
        """The device is given back here: under a `read` that hangs it must not be."""
        try:
            for seq in itertools.count(1):
                got, image = self._capture.read()
                arrived = time.monotonic_ns()
                if self._stop.is_set():
                    return
                if not got or image is None:
                    self._put(None)
                    return
                if self._measure.is_set():
                    self._measure.clear()
                    self._light.measure()
                self._light.frame(image.astype(np.uint8, copy=False))
                at = Interval(arrived - WEBCAM_DELAY_NS, arrived)
                self._put(
                    Frame(image=image.astype(np.uint8, copy=False), at=at, run=self._run, seq=seq)
                )
        finally:
            self._capture.release()

    def _put(self, frame: Frame | None) -> None:
        while not self._stop.is_set():
            try:
                self._frames.put_nowait(frame)
            except queue.Full:  # the reader is behind: the oldest frame is worth least
                try:
                    self._frames.get_nowait()
                except queue.Empty:
                    continue
            else:
                return

    def close(self) -> None:
        """Give the device back; a driver that hangs gives it back when it wakes up."""
        self._stop.set()
        if self._thread is not threading.current_thread():
            self._thread.join(2.0)


def _not_opened(device: int | str) -> CameraUnavailableError:
    node = Path(f"/dev/video{device}" if isinstance(device, int) else device)
    if not node.exists():
        return CameraUnavailableError.of(
            template="There is no camera {device}, so cards are entered by phone. Plug one in, or "
            "name another under [eye] device.",
            device=device,
        )
    if not os.access(node, os.R_OK | os.W_OK):
        return CameraUnavailableError.of(
            template="This user may not open the camera ({node}), so cards are entered by phone. "
            "Cure: sudo usermod -aG video $USER, then log in again.",
            node=str(node),
        )
    return in_use(str(node))


MOST_FPS = 480.0
"""More is no frame rate but a file's unit of time: browsers write 1000 into what they record."""


class Recording:
    """A video file or a folder of pictures, as if filmed now at `fps`.

    Frames carry the times that the file gives them: phones film at a rate that wanders. Where it
    gives none, frame n is stamped n frame periods after the start. With `paced` frames come at that
    time; without they come as fast as they are read.

    Attributes:
        promised: How many frames the file says it has; 0 where it does not say.
        fps: Frames a second, as the file says.
    """

    live = False
    clock_ms = None

    def __init__(self, path: Path, *, fps: float = 30.0, paced: bool = True, run: int = 0) -> None:
        self._run, self._paced = run, paced
        self._images = _folder(path) if path.is_dir() else None
        self.name = "video" if self._images is None else "pictures"
        self._capture = None if self._images is not None else _video(path)
        self.promised = len(self._images or ())
        if self._capture is not None:
            claimed = self._capture.get(cv2.CAP_PROP_FPS)
            fps = claimed if 0 < claimed <= MOST_FPS else fps
            self.promised = max(0, int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)))
        self.fps = fps
        self._period = round(1e9 / fps)
        self._start = time.monotonic_ns() if paced else 0
        self._last = self._start - 1
        self._seq = 0

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame. Raises FramesEndedError after the last."""
        image = self._next()
        at = self._last = self._stamp()
        self._seq += 1
        if self._paced:
            wait = (at + self._period - time.monotonic_ns()) / 1e9
            time.sleep(min(max(wait, 0.0), timeout_s))
        return Frame(
            image=image, at=Interval(at, at + self._period - 1), run=self._run, seq=self._seq
        )

    def _stamp(self) -> int:
        """When the frame just read was taken, ns; later than the one before in any case."""
        counted = self._start + self._seq * self._period
        if self._capture is None:
            return counted
        told_ms = self._capture.get(cv2.CAP_PROP_POS_MSEC)
        told = self._start + round(told_ms * 1e6) if told_ms >= 0 else counted
        return told if told > self._last else max(counted, self._last + 1)

    def _next(self) -> npt.NDArray[np.uint8]:
        if self._images is not None:
            if self._seq >= len(self._images):
                raise FramesEndedError.of(template="There are no more pictures in the folder.")
            return _picture(self._images[self._seq])
        assert self._capture is not None  # noqa: S101 - one of the two is always there
        got, image = self._capture.read()
        if not got or image is None:
            raise FramesEndedError.of(template="The video has ended.")
        return image.astype(np.uint8, copy=False)

    def close(self) -> None:
        """Close the file."""
        if self._capture is not None:
            self._capture.release()


def _folder(path: Path) -> list[Path]:
    found = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURES)
    if not found:
        raise CameraUnavailableError.of(
            template="{path} holds no pictures ({kinds}). Give a folder with some.",
            path=str(path),
            kinds=", ".join(PICTURES),
        )
    return found


def _video(path: Path) -> cv2.VideoCapture:
    if not path.is_file():
        raise CameraUnavailableError.of(
            template="{path} does not exist. Give a video file or a picture folder.",
            path=str(path),
        )
    capture = cv2.VideoCapture(str(path))
    if not capture.isOpened():
        raise CameraUnavailableError.of(
            template="{path} cannot be read as a video. Give an MJPG or MP4 file.", path=str(path)
        )
    return capture


def _picture(path: Path) -> npt.NDArray[np.uint8]:
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise CameraUnavailableError.of(
            template="{path} is not a picture that can be read. Remove it.", path=str(path)
        )
    return image.astype(np.uint8, copy=False)
