"""The twin's camera: pixels from shared memory, times on the twin's clock."""

import contextlib
import mmap
import select
import socket
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from hardware.camera import CameraUnavailableError, Frame, unplugged
from hardware.channel import Channel, ChannelClosedError
from hardware.timing import Interval
from hardware.twin_link import (
    CAMERA_SOCKET,
    CameraHello,
    CameraUnplugged,
    FrameDone,
    FrameReady,
    FrameTaken,
    FromCamera,
    ToCamera,
)

_HELLO_TIMEOUT_S = 5.0


class TwinCamera:
    """Connects to the camera socket in the twin's rendezvous directory.

    Raises CameraUnavailableError from the constructor and from `read` when the twin is away or
    pulled the plug; make a new one to connect again.
    """

    name = "twin"
    live = True
    clock_ms = None

    def __init__(self, rendezvous: Path) -> None:
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            sock.connect(str(rendezvous / CAMERA_SOCKET))
        except OSError as error:
            sock.close()
            raise CameraUnavailableError.of(
                template="The simulated camera does not answer in {folder} ({error}). Start the "
                "twin; it is tried again.",
                folder=str(rendezvous),
                error=error.strerror or str(error),
            ) from error
        self._channel: Channel[FromCamera] = Channel(sock, FromCamera)
        self._memory: mmap.mmap | None = None
        self._looking: int | None = None
        self._hello = self._greet()

    def _greet(self) -> CameraHello:
        message = self._receive(_HELLO_TIMEOUT_S)
        if not isinstance(message, CameraHello):
            self.close()
            raise CameraUnavailableError.of(
                template="The simulated camera did not introduce itself."
            )
        size = message.slots * message.width * message.height * 3
        try:
            with Path(message.path).open("rb") as file:
                self._memory = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            self.close()
            raise CameraUnavailableError.of(
                template="The simulated camera's frames cannot be read ({error}). Start the twin "
                "again.",
                error=str(error),
            ) from error
        return message

    def read(self, timeout_s: float) -> Frame | None:
        """The next frame, copied out of the ring; its slot is given back at once.

        Whoever asks for it is done with the one before.
        """
        if self._looking is not None:
            self._tell(FrameDone(seq=self._looking))
            self._looking = None
        message = self._receive(timeout_s)
        if message is None or isinstance(message, CameraHello):
            return None
        if isinstance(message, CameraUnplugged):
            self.close()
            raise unplugged()
        image = self._copy(message)
        self._tell(FrameTaken(seq=message.seq))
        self._looking = message.seq
        at = Interval(message.exposure_start, message.readout_end)
        return Frame(
            image=image, at=at, run=self._hello.run, seq=message.seq, missed=message.missed
        )

    def _copy(self, ready: FrameReady) -> npt.NDArray[np.uint8]:
        hello = self._hello
        if self._memory is None or not 0 <= ready.slot < hello.slots:
            raise CameraUnavailableError.of(
                template="The simulated camera named a frame that is not there."
            )
        size = hello.width * hello.height * 3
        flat = np.frombuffer(self._memory, np.uint8, size, ready.slot * size)
        return flat.reshape(hello.height, hello.width, 3).copy()

    def _receive(self, timeout_s: float) -> FromCamera | None:
        try:
            message = self._channel.poll_buffered()
            if message is None:
                if not select.select([self._channel.fileno()], [], [], timeout_s)[0]:
                    return None
                message = self._channel.receive()
        except (ChannelClosedError, msgspec.DecodeError, ValueError, OSError) as error:
            self.close()
            raise _gone() from error
        return message

    def _tell(self, message: ToCamera) -> None:
        try:
            self._channel.send(message)
        except ChannelClosedError as error:
            self.close()
            raise _gone() from error

    def close(self) -> None:
        """Hang up."""
        self._channel.close()
        if self._memory is not None:
            with contextlib.suppress(BufferError):
                self._memory.close()
            self._memory = None


def _gone() -> CameraUnavailableError:
    return CameraUnavailableError.of(
        template="The simulated camera is gone. It is tried again until it comes back."
    )
