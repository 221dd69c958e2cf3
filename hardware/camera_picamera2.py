"""The Pi's camera: exposure and white balance fixed after measuring once, stamps of the sensor.

picamera2 comes from apt (`apt install python3-picamera2`, venv with --system-site-packages) and is
imported here alone.
"""

import logging
import time
from collections.abc import Mapping
from typing import Any

import numpy as np

from hardware.camera import (
    UNCOMPARED_NS,
    CameraUnavailableError,
    Exposure,
    Frame,
    clock_jumped,
    in_use,
    is_our_clock,
    no_pictures,
)
from hardware.timing import MS, Interval

_LOG = logging.getLogger(__name__)
MEASURE_S = 1.5
"""Exposure and white balance take about 11 frames to follow; this is four times that."""
CLOCK_TRIES = 8
"""The freshest of so many frames counts: one may have waited for a busy machine."""
FIRST_S = 5.0
"""A camera whose cable is bad opens and then never delivers; a first frame takes under a second."""
MEASURED = ("ExposureTime", "AnalogueGain", "ColourGains")
DEFAULT_READOUT_NS = 33 * MS
"""Rolling shutter of a full frame at 30 fps, where the sensor does not say."""


class PiCamera:
    """Frames of the Pi's camera module in RGB888 (which is BGR in memory)."""

    name = "picamera2"
    live = True

    def __init__(
        self,
        *,
        size: tuple[int, int] = (1280, 720),
        fps: float = 30.0,
        run: int = 0,
        exposure: Exposure | None = None,
    ) -> None:
        """`exposure`: what an earlier process measured; without it, it is measured now."""
        self._run, self._seq = run, 0
        self.held: Exposure = {}
        self.clock_ms: float | None = None
        self.foreign_ms: float | None = None
        self._camera = self._open()
        try:
            self._start(size, fps)
            self._hold(exposure or self._measured())
            self._compare_clocks()
        except CameraUnavailableError:
            self.close()
            raise
        except (RuntimeError, OSError, KeyError, TimeoutError) as error:
            self.close()
            raise CameraUnavailableError.of(
                template="The camera opened but delivers nothing ({error}), so cards are entered "
                "by phone. Check the ribbon cable, then restart.",
                error=str(error) or type(error).__name__,
            ) from error

    @staticmethod
    def _open() -> Any:
        try:
            from picamera2 import Picamera2
        except ImportError as error:
            raise CameraUnavailableError.of(
                template="The Pi's camera needs picamera2 ({error}): sudo apt install "
                "python3-picamera2, and a venv made with --system-site-packages. Without it a USB "
                "webcam or the phones will do.",
                error=str(error),
            ) from error
        try:
            return Picamera2()
        except (RuntimeError, IndexError, OSError) as error:
            if "busy" in str(error).lower():
                raise in_use("picamera2") from error
            raise CameraUnavailableError.of(
                template="The Pi's camera cannot be opened ({error}), so cards are entered by "
                "phone. Check that no other program has it (sudo fuser /dev/media*), and with the "
                "power off that its ribbon cable sits.",
                error=str(error),
            ) from error

    def _start(self, size: tuple[int, int], fps: float) -> None:
        """Controls that a camera does not have (a webcam, a simulated one) are left out."""
        camera = self._camera
        rate = {"FrameRate": fps} if "FrameDurationLimits" in camera.camera_controls else {}
        camera.configure(
            camera.create_video_configuration(
                main={"size": size, "format": "RGB888"}, controls=rate, buffer_count=4
            )
        )
        camera.start()

    def measure_light(self) -> None:
        """Let the camera follow the light once more, and hold what it comes to."""
        self.held = {}
        try:
            self._set({"AeEnable": True, "AwbEnable": True})
            self._hold(self._measured())
        except (RuntimeError, OSError, TimeoutError) as error:
            raise no_pictures() from error

    def _measured(self) -> Exposure:
        """What exposure and white balance come to by themselves."""
        time.sleep(MEASURE_S)
        measured = self._metadata()
        return {name: measured[name] for name in MEASURED if name in measured}

    def _hold(self, exposure: Exposure) -> None:
        """A hand must not change the light of the cards."""
        self._set({"AeEnable": False, "AwbEnable": False, **exposure})
        self.held = exposure

    def _set(self, controls: Mapping[str, Any]) -> None:
        has = self._camera.camera_controls
        self._camera.set_controls({name: value for name, value in controls.items() if name in has})

    def _metadata(self) -> dict[str, Any]:
        """Of the next frame. Raises TimeoutError."""
        job = self._camera.capture_metadata(wait=False)
        metadata: dict[str, Any] = self._camera.wait(job, timeout=FIRST_S)
        return metadata

    def _compare_clocks(self) -> None:
        """With a clock of its own the camera still reads cards; its stamps are not used."""
        offset = self._offset_ns(self._metadata())
        for _ in range(CLOCK_TRIES - 1):
            if is_our_clock(offset):
                break
            offset = min(offset, self._offset_ns(self._metadata()))
        if is_our_clock(offset):
            self.clock_ms = offset / MS
        else:
            self.foreign_ms = offset / MS

    @staticmethod
    def _offset_ns(metadata: dict[str, Any]) -> int:
        return time.monotonic_ns() - int(metadata["SensorTimestamp"])

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame, its interval the union of both readings of the sensor's stamp.

        With a stamp of another clock it is the time before it came.
        """
        job = self._camera.capture_request(wait=False)
        try:
            request = self._camera.wait(job, timeout=timeout_s)
        except TimeoutError:
            return None
        except RuntimeError as error:
            raise CameraUnavailableError.of(
                template="The camera stopped ({error}), so cards are entered by phone. Check the "
                "ribbon cable; it is tried again.",
                error=str(error),
            ) from error
        arrived = time.monotonic_ns()
        try:
            image = np.ascontiguousarray(request.make_array("main"))
            metadata = request.get_metadata()
        finally:
            request.release()
        self._seq += 1
        return Frame(image=image, at=self._when(metadata, arrived), run=self._run, seq=self._seq)

    def _when(self, metadata: dict[str, Any], arrived_ns: int) -> Interval:
        if self.foreign_ms is not None:
            return Interval(arrived_ns - UNCOMPARED_NS, arrived_ns)
        offset = self._offset_ns(metadata)
        if offset < 0:
            raise clock_jumped(offset)
        return exposure_interval(metadata)

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
