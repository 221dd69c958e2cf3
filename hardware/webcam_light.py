"""A webcam's exposure and white balance: measured by itself for a moment, then held.

Called by the one thread that reads the device, between two frames. What a driver does not offer is
left as it is. Not tried with a real webcam yet: where held values make the picture darker or
brighter than the measured ones, the camera goes back to following the light.
"""

from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from hardware.camera import Exposure

MEASURE_FRAMES = 45
"""A second and a half at 30 fps: webcams follow the light within about a second."""
CHECK_FRAMES = 10
"""So long a held value takes to show."""
MOST_CHANGE = 0.25
"""Of brightness, by which the picture may change when the values are held."""
AUTO, MANUAL = 3.0, 1.0
"""Of V4L2's `exposure_auto`: aperture priority, and by hand."""
VALUES = (
    ("exposure", cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL),
    ("white_balance", cv2.CAP_PROP_WB_TEMPERATURE, cv2.CAP_PROP_AUTO_WB, 0.0),
)
"""Name, its value, its switch, and what switches it to by hand."""


class Capture(Protocol):
    """The part of cv2.VideoCapture that is needed here."""

    def get(self, what: int, /) -> float:
        """A property; 0 or less where the driver has none."""

    def set(self, what: int, value: float, /) -> bool:
        """Whether the driver took it."""


class WebcamLight:
    """Counts frames: so many to measure, so many to see whether holding did no harm."""

    def __init__(self, capture: Capture, known: Exposure | None) -> None:
        """`known`: what an earlier process measured; without it, it is measured now."""
        self._capture = capture
        self.held: Exposure = {}
        self._frames = 0
        self._bright = 0.0
        if known:
            self._hold(known)
            self._frames = MEASURE_FRAMES + CHECK_FRAMES
        else:
            self.measure()

    def measure(self) -> None:
        """Follow the light once more."""
        self.held = {}
        self._frames = 0
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, AUTO)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 1.0)

    def frame(self, image: npt.NDArray[np.uint8]) -> None:
        """One more frame was read."""
        if self._frames >= MEASURE_FRAMES + CHECK_FRAMES:
            return
        self._frames += 1
        if self._frames == MEASURE_FRAMES:
            self._bright = float(image[::8, ::8].mean())
            measured = {name: self._capture.get(value) for name, value, _, _ in VALUES}
            self._hold({name: value for name, value in measured.items() if value > 0})
        elif self._frames == MEASURE_FRAMES + CHECK_FRAMES and self.held:
            now = float(image[::8, ::8].mean())
            if abs(now - self._bright) > MOST_CHANGE * max(self._bright, 1.0):
                self.measure()
                self._frames = MEASURE_FRAMES + CHECK_FRAMES

    def _hold(self, exposure: Exposure) -> None:
        took = {}
        for name, value, switch, by_hand in VALUES:
            wanted = exposure.get(name)
            if not isinstance(wanted, int | float):
                continue
            if self._capture.set(switch, by_hand) and self._capture.set(value, float(wanted)):
                took[name] = float(wanted)
        self.held = took
