"""The camera's end of the wire: a ring of frames in a file, numbers over a socket."""

import contextlib
import mmap
import os
import socket
import threading
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.twin.optics import HEIGHT, WIDTH
from hardware.channel import Channel, ChannelClosedError
from hardware.twin_link import (
    CAMERA_SOCKET,
    CameraHello,
    CameraUnplugged,
    FrameDone,
    FrameReady,
    ToCamera,
)

SLOTS = 6
"""Frames that may be under way: 0.2 s at 30 fps."""
FRAME_BYTES = WIDTH * HEIGHT * 3


class CameraPort:
    """Delivers frames to whoever looks, one eye at a time; an eye that died may come back."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / "frames.bgr"
        with self._path.open("wb") as file:
            file.truncate(SLOTS * FRAME_BYTES)
        self._file = self._path.open("r+b")
        self._map = mmap.mmap(self._file.fileno(), SLOTS * FRAME_BYTES)
        self._change = threading.Condition()
        self._channel: Channel[ToCamera] | None = None
        self._sent = 0
        self._taken = 0
        self._done: int | None = None
        self._missed = 0
        self._plugged = True
        self._server = listen(directory / CAMERA_SOCKET)
        threading.Thread(target=self._accept, name="twin-camera", daemon=True).start()

    @property
    def watched(self) -> bool:
        """Whether an eye is connected."""
        return self._channel is not None

    def wait_until_watched(self, seconds: float) -> bool:
        """Block until an eye looks; False when none came in time."""
        with self._change:
            return self._change.wait_for(lambda: self._channel is not None, seconds)

    def wait_for_room(self, seconds: float, *, unread: int = SLOTS - 1) -> bool:
        """Block until at most `unread` frames wait to be looked at; True at once without an eye.

        An eye that does not say when it is done counts as done with what it has taken.
        """
        with self._change:
            return self._change.wait_for(
                lambda: self._channel is None or self._sent - self._looked_at <= unread, seconds
            )

    @property
    def _looked_at(self) -> int:
        return self._taken if self._done is None else self._done

    def send(self, frame: NDArray[np.uint8], exposure_start: int, readout_end: int) -> bool:
        """Put a frame into the ring and tell the eye; False where there is no eye or no room."""
        with self._change:
            channel = self._channel
            if channel is None:
                return False
            if self._sent - self._taken >= SLOTS:
                self._missed += 1
                return False
            self._sent += 1
            seq, missed, self._missed = self._sent, self._missed, 0
        slot = seq % SLOTS
        self._map[slot * FRAME_BYTES : (slot + 1) * FRAME_BYTES] = frame.tobytes()
        try:
            channel.send(
                FrameReady(
                    slot=slot,
                    seq=seq,
                    exposure_start=exposure_start,
                    readout_end=readout_end,
                    missed=missed,
                )
            )
        except ChannelClosedError:
            self._drop(channel)
            return False
        return True

    def unplug(self) -> None:
        """Pull the plug: the eye is told and cut off, and cannot come back until `plug_in`."""
        self._plugged = False
        channel = self._channel
        if channel is not None:
            with contextlib.suppress(ChannelClosedError):
                channel.send(CameraUnplugged())
            self._drop(channel)

    def plug_in(self) -> None:
        """Put the plug back."""
        self._plugged = True

    def close(self) -> None:
        """Stop listening and forget the frames."""
        stop_listening(self._server)
        if self._channel is not None:
            self._drop(self._channel)
        self._map.close()
        self._file.close()

    def _accept(self) -> None:
        while True:
            try:
                sock, _ = self._server.accept()
            except OSError:
                return
            if not self._plugged:
                sock.close()
                continue
            self._serve(Channel(sock, ToCamera))

    def _serve(self, channel: Channel[ToCamera]) -> None:
        hello = CameraHello(path=os.fspath(self._path), slots=SLOTS, width=WIDTH, height=HEIGHT)
        with self._change:
            self._sent = self._taken = self._missed = 0
            self._done = None
            self._channel = channel
            self._change.notify_all()
        try:
            channel.send(hello)
            while True:
                message = channel.receive()
                with self._change:
                    if isinstance(message, FrameDone):
                        self._done = message.seq
                    else:
                        self._taken = max(self._taken, message.seq)
                    self._change.notify_all()
        except ChannelClosedError:
            self._drop(channel)

    def _drop(self, channel: Channel[ToCamera]) -> None:
        channel.close()
        with self._change:
            if self._channel is channel:
                self._channel = None
            self._change.notify_all()


def listen(path: Path) -> socket.socket:
    """A listening unix socket at `path`, replacing a stale one."""
    path.unlink(missing_ok=True)
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.bind(os.fspath(path))
    server.listen(2)
    return server


def stop_listening(server: socket.socket) -> None:
    """Close a listening socket and wake whoever waits in `accept`."""
    with contextlib.suppress(OSError):
        server.shutdown(socket.SHUT_RDWR)
    server.close()
