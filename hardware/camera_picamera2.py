"""The Pi's camera: exposure and white balance fixed after measuring once, stamps of the sensor.

picamera2 comes from apt (`apt install python3-picamera2`, venv with --system-site-packages) and is
imported here alone.
"""

import logging
import time
from typing import Any

import numpy as np

from hardware.camera import CameraUnavailableError, Frame
from hardware.timing import MS, Interval

_LOG = logging.getLogger(__name__)
MEASURE_S = 1.5
"""Exposure and white balance take about 11 frames to follow; this is four times that."""
MAX_CLOCK_OFFSET_NS = 500 * MS
"""SensorTimestamp is CLOCK_MONOTONIC or close to it (CLOCK_BOOTTIME differs after a suspend)."""
DEFAULT_READOUT_NS = 33 * MS
"""Rolling shutter of a full frame at 30 fps, where the sensor does not say."""


class PiCamera:
    """Frames of the Pi's camera module in RGB888 (which is BGR in memory)."""

    name = "picamera2"
    live = True

    def __init__(
        self, *, size: tuple[int, int] = (1280, 720), fps: float = 30.0, run: int = 0
    ) -> None:
        self._run, self._seq = run, 0
        self._camera = self._open(size, fps)
        try:
            self._fix_exposure()
        except (RuntimeError, OSError, KeyError) as error:
            self.close()
            raise CameraUnavailableError(
                f"The camera opened but delivers nothing ({error}). Check the ribbon cable, then "
                "restart."
            ) from error

    @staticmethod
    def _open(size: tuple[int, int], fps: float) -> Any:
        try:
            from picamera2 import Picamera2
        except ImportError as error:
            raise CameraUnavailableError(
                "The Pi's camera needs picamera2: apt install python3-picamera2, and a venv made "
                "with --system-site-packages. Without it a USB webcam or the phones will do."
            ) from error
        try:
            camera = Picamera2()
            camera.configure(
                camera.create_video_configuration(
                    main={"size": size, "format": "RGB888"},
                    controls={"FrameRate": fps},
                    buffer_count=4,
                )
            )
            camera.start()
        except (RuntimeError, IndexError, OSError) as error:
            raise CameraUnavailableError(
                f"The Pi's camera cannot be opened ({error}). Check the cable, and that nothing "
                "else uses it."
            ) from error
        return camera

    def _fix_exposure(self) -> None:
        """Measure once, then hold: a hand must not change the light of the cards."""
        time.sleep(MEASURE_S)
        measured = self._camera.capture_metadata()
        self._camera.set_controls(
            {
                "AeEnable": False,
                "AwbEnable": False,
                "ExposureTime": measured["ExposureTime"],
                "AnalogueGain": measured["AnalogueGain"],
                "ColourGains": measured["ColourGains"],
            }
        )
        offset = time.monotonic_ns() - int(measured["SensorTimestamp"])
        _LOG.info("sensor clock: a frame reached us %.1f ms after its stamp", offset / MS)
        if not 0 <= offset <= MAX_CLOCK_OFFSET_NS:
            raise CameraUnavailableError(
                f"The camera's clock is {offset / MS:.0f} ms away from this computer's: reveals "
                "cannot be timed. Restart the Pi; if it stays, declare reveals by phone."
            )

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame, its interval the union of both readings of the sensor's stamp."""
        job = self._camera.capture_request(wait=False)
        try:
            request = self._camera.wait(job, timeout=timeout_s)
        except TimeoutError:
            return None
        except RuntimeError as error:
            raise CameraUnavailableError(
                f"The camera stopped ({error}). Check the ribbon cable; it is tried again."
            ) from error
        try:
            image = np.ascontiguousarray(request.make_array("main"))
            metadata = request.get_metadata()
        finally:
            request.release()
        self._seq += 1
        return Frame(image=image, at=exposure_interval(metadata), run=self._run, seq=self._seq)

    def close(self) -> None:
        """Stop and release the camera."""
        try:
            self._camera.stop()
            self._camera.close()
        except (RuntimeError, OSError) as error:  # a pulled cable: nothing is left to release
            _LOG.warning("the camera did not close cleanly: %s", error)


def exposure_interval(metadata: dict[str, Any]) -> Interval:
    """[stamp - exposure, stamp + readout]: until a Pi shows which edge SensorTimestamp marks."""
    stamp = int(metadata["SensorTimestamp"])
    exposure = int(metadata.get("ExposureTime", 0)) * 1000
    readout = max(int(metadata.get("FrameDuration", 0)) * 1000, DEFAULT_READOUT_NS)
    return Interval(stamp - exposure, stamp + readout)
