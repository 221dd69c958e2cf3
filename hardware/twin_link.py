"""The wire between the twin of the table and the sensors that stand in for hardware.

The twin listens on `camera.sock` and `board.sock` in its rendezvous directory; the eye's
`TwinCamera` and the board's mock factory connect to them (and connect again when they break).
Pixels go through a memory-mapped file of `slots` frames; only numbers go over the sockets.
"""

from msgspec import Struct

CAMERA_SOCKET = "camera.sock"
BOARD_SOCKET = "board.sock"


class CameraHello(Struct, frozen=True, kw_only=True, tag="hello"):
    """First message of the twin's camera: where the pixels are.

    Attributes:
        path: Memory-mapped file of `slots * height * width * 3` bytes, BGR uint8.
        fps: Frames a second of the simulated sensor.
    """

    path: str
    slots: int
    width: int
    height: int
    fps: float = 30.0
    run: int = 0


class FrameReady(Struct, frozen=True, kw_only=True, tag="frame"):
    """A frame lies in `slot` until `FrameTaken(seq)` comes back.

    Attributes:
        exposure_start: ns on the twin's clock.
        readout_end: ns on the twin's clock.
        missed: Pictures taken since the last one that came too fast to be handed over.
    """

    slot: int
    seq: int
    exposure_start: int
    readout_end: int
    missed: int = 0


class FrameTaken(Struct, frozen=True, kw_only=True, tag="taken"):
    """The eye has copied the frame; its slot is free."""

    seq: int


class FrameDone(Struct, frozen=True, kw_only=True, tag="done"):
    """The eye has looked at the frame and told the companion what it saw in it."""

    seq: int


class CameraUnplugged(Struct, frozen=True, kw_only=True, tag="unplugged"):
    """The twin pulled the camera's plug (a fault injection)."""


class PinEdge(Struct, frozen=True, kw_only=True, tag="edge"):
    """An input pin changed: `level` 0 or 1 at `tick_ns` on the twin's clock."""

    gpio: int
    level: int
    tick_ns: int


class EdgesDone(Struct, frozen=True, kw_only=True, tag="edges_done"):
    """Every edge up to `ns` has been sent."""

    ns: int


class PinState(Struct, frozen=True, kw_only=True, tag="pin"):
    """An output pin (a lamp, the beeper) was set; people at the twin's table can see it."""

    gpio: int
    level: int


class PinSeen(Struct, frozen=True, kw_only=True, tag="pin_seen"):
    """The world saw an output pin change: when, on the twin's clock."""

    gpio: int
    level: int
    tick_ns: int


FromCamera = CameraHello | FrameReady | CameraUnplugged
ToCamera = FrameTaken | FrameDone
ToBoard = PinEdge | EdgesDone | PinSeen
FromBoard = PinState
