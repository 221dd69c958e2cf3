"""Framed messages between our processes: length-prefixed msgpack over a stream socket."""

import contextlib
import socket
import struct
import threading
from typing import Any, Generic, TypeVar

import msgspec

M = TypeVar("M")
_HEADER = struct.Struct("<I")
_TIMEVAL = struct.Struct("@ll")
"""struct timeval: seconds, microseconds."""
MAX_MESSAGE_BYTES = 8 * 1024 * 1024
"""A JPEG of a 1080p frame is under 1 MB; more is a damaged stream."""


class ChannelClosedError(ConnectionError):
    """The other process is gone."""


class ChannelSilentError(TimeoutError):
    """The other process is there and said nothing for too long."""


class Channel(Generic[M]):
    """Both ends of a socket speak msgpack of one union of Structs.

    `send` may be called from several threads, `receive` from one.
    """

    def __init__(self, sock: socket.socket, incoming: Any) -> None:
        self._sock = sock
        self._decoder = msgspec.msgpack.Decoder(incoming)
        self._encoder = msgspec.msgpack.Encoder()
        self._lock = threading.Lock()
        self._buffer = bytearray()
        self._patience_s: float | None = None

    def fileno(self) -> int:
        """For select and poll."""
        return self._sock.fileno()

    def send(self, *messages: Any) -> None:
        """Write whole messages in one go. Raises ChannelClosedError."""
        parts = []
        for message in messages:
            body = self._encoder.encode(message)
            parts.append(_HEADER.pack(len(body)))
            parts.append(body)
        try:
            with self._lock:
                self._sock.sendall(b"".join(parts))
        except OSError as error:
            raise ChannelClosedError(str(error)) from error

    def receive(self, patience_s: float | None = None) -> M:
        """The next message; blocks. Raises ChannelClosedError at the end.

        With `patience_s` raises ChannelSilentError where not a byte came for so long.
        """
        while True:
            message = self.poll_buffered()
            if message is not None:
                return message
            self._wait_at_most(patience_s)
            self._fill()

    def _wait_at_most(self, patience_s: float | None) -> None:
        """In the kernel's own read, so that busy threads of ours are met once and not twice."""
        if patience_s == self._patience_s:
            return
        micros = 0 if patience_s is None else max(1, round(patience_s * 1e6))  # 0 waits for ever
        timeval = _TIMEVAL.pack(*divmod(micros, 1_000_000))
        try:
            self._sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, timeval)
        except OSError as error:
            raise ChannelClosedError(str(error)) from error
        self._patience_s = patience_s

    def poll_buffered(self) -> M | None:
        """The next whole message that already arrived, or None."""
        if len(self._buffer) < _HEADER.size:
            return None
        (size,) = _HEADER.unpack_from(self._buffer)
        if size > MAX_MESSAGE_BYTES:
            raise ChannelClosedError(f"message of {size} bytes: the stream is damaged")
        end = _HEADER.size + size
        if len(self._buffer) < end:
            return None
        body = bytes(self._buffer[_HEADER.size : end])
        del self._buffer[:end]
        result: M = self._decoder.decode(body)
        return result

    def _fill(self) -> None:
        try:
            chunk = self._sock.recv(65536)
        except BlockingIOError as error:
            raise ChannelSilentError(f"nothing came for {self._patience_s} s") from error
        except OSError as error:
            raise ChannelClosedError(str(error)) from error
        if not chunk:
            raise ChannelClosedError("the other process closed the stream")
        self._buffer += chunk

    def close(self) -> None:
        """Idempotent."""
        with contextlib.suppress(OSError):
            self._sock.shutdown(socket.SHUT_RDWR)
        self._sock.close()
