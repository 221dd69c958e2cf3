"""Where frames come from: the protocol, its errors, and a watch over a camera that froze."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from hardware.errors import HardwareError
from hardware.timing import Interval


class CameraUnavailableError(HardwareError, OSError):
    """The camera is missing, was unplugged or stopped. The text says what to do."""


class FramesEndedError(CameraUnavailableError):
    """A video file or picture folder has no more frames."""


class CameraClockError(CameraUnavailableError):
    """The camera's stamps are not on the clock of the buttons, so nothing can be compared."""


class CameraFrozenError(CameraUnavailableError):
    """The camera delivers the same picture again and again."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the table.

    Attributes:
        image: BGR uint8, (H, W, 3); the receiver's own copy.
        at: Start of exposure to end of readout, ns.
        run: Which boot (or which start of the twin's clock) the times belong to.
        seq: Rises with every frame of a source.
        missed: Pictures before this one that are known to be lost; a source that cannot know, or
            that rests while nothing happens, says 0.
    """

    image: npt.NDArray[np.uint8]
    at: Interval
    run: int = 0
    seq: int = 0
    missed: int = 0


class FrameSource(Protocol):
    """A camera, or something that stands in for one."""

    @property
    def name(self) -> str:
        """`picamera2`, `opencv`, `twin`, `video`, `pictures`."""

    @property
    def live(self) -> bool:
        """A sensor with noise: two equal pictures in a row mean that it froze."""

    @property
    def clock_ms(self) -> float | None:
        """How old the stamp of a frame was when it came, measured when the camera was opened.

        None for a camera that stamps nothing, or not on the clock of this computer.
        """

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame; None where none came in time. Raises CameraUnavailableError."""

    def close(self) -> None:
        """Give the device back. Idempotent, never raises."""


Exposure = Mapping[str, float | tuple[float, ...]]
"""What a camera measured and holds, by the names of its driver; empty where it holds nothing."""


@runtime_checkable
class HoldsLight(Protocol):
    """A camera whose exposure and white balance are measured once, then held."""

    @property
    def held(self) -> Exposure:
        """What is held now; empty while it is being measured."""

    def measure_light(self) -> None:
        """Measure anew, and hold that. Raises CameraUnavailableError."""


@runtime_checkable
class ComparesClocks(Protocol):
    """A camera that stamps its pictures, and whose clock was compared with that of the buttons."""

    @property
    def foreign_ms(self) -> float | None:
        """How far away its clock is, where it is another one; its pictures count by arrival then.

        None where it is the same.
        """


def frames(source: FrameSource, *, timeout_s: float = 2.0) -> Iterator[Frame]:
    """All frames until the source ends. Raises CameraUnavailableError when it fails."""
    while True:
        try:
            frame = source.read(timeout_s)
        except FramesEndedError:
            return
        if frame is None:
            raise no_pictures()
        yield frame


MAX_CLOCK_OFFSET_NS = 500_000_000
"""A frame's stamp is 30 to 100 ms old when it comes (read: two or three frames in libcamera's
queues), more on a busy machine. A camera on CLOCK_BOOTTIME or CLOCK_REALTIME is seconds to years
away from CLOCK_MONOTONIC, which the kernel stamps the buttons' edges with."""


UNCOMPARED_NS = 2 * MAX_CLOCK_OFFSET_NS
"""How old a picture may be when it comes, where its own stamp cannot tell: twice what a stamp may
be off. A slap within it of a card is never judged by the camera, but put before people."""


def is_our_clock(offset_ns: int) -> bool:
    """Whether a stamp that is so old when it comes can be on the clock of the buttons."""
    return 0 <= offset_ns <= MAX_CLOCK_OFFSET_NS


def clock_jumped(offset_ns: int) -> CameraClockError:
    """A camera whose stamps were on the clock of the buttons, and are not any more."""
    return CameraClockError.of(
        template="The camera's clock is {ms} ms away from that of the buttons, so the camera "
        "cannot judge; the buttons still do. Declare reveals by phone; restart the Pi to "
        "mend it.",
        ms=round(offset_ns / 1e6),
    )


def no_pictures() -> CameraUnavailableError:
    """A live camera that has been silent for too long."""
    return CameraUnavailableError.of(
        template="The camera sends no pictures, so cards are entered by phone. Check its cable; it "
        "is tried again."
    )


def unplugged() -> CameraUnavailableError:
    """A camera that went away while it was looked through."""
    return CameraUnavailableError.of(
        template="The camera was unplugged, so cards are entered by phone. Plug it in again; it is "
        "tried until it is back."
    )


def in_use(camera: str) -> CameraUnavailableError:
    """A camera that is there and that another program has."""
    return CameraUnavailableError.of(
        template="Another program uses the camera ({camera}), so cards are entered by phone. Cure: "
        "end that program (sudo fuser /dev/video* names it); it is tried again.",
        camera=camera,
    )


class FrozenWatch:
    """Notices a live camera that repeats one picture."""

    LIMIT_NS = 2_000_000_000
    """A sensor's noise changes every frame; USB cameras repeat a few when they stall."""
    STEP = 13
    """Every 13th pixel in both directions is compared: 3,000 of a 960 x 540 frame."""

    def __init__(self) -> None:
        self._sample: npt.NDArray[np.uint8] | None = None
        self._since_ns = 0

    def check(self, frame: Frame) -> None:
        """Raises CameraFrozenError when the picture has been the same for two seconds."""
        sample = frame.image[:: self.STEP, :: self.STEP]
        if self._sample is None or not np.array_equal(sample, self._sample):
            self._sample = sample.copy()
            self._since_ns = frame.at.earliest
        elif frame.at.earliest - self._since_ns > self.LIMIT_NS:
            raise CameraFrozenError.of(
                template="The camera has delivered the same picture for two seconds: it is frozen. "
                "Unplug it and plug it in again; until then play goes on by phone."
            )
