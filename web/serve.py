"""Runs the web face in a thread: uvicorn with httptools, on a port that is known to be ours."""

import asyncio
import contextlib
import errno
import functools
import socket
import threading
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from web.asgi import CompanionApp

SEND_BUFFER = 64 * 1024  # bytes the kernel holds for a phone that stopped reading
WRITE_HIGH = 32 * 1024  # bytes we hold for it; together what one stalled page costs
UNACKED_MS = 30_000  # a phone that left the Wi-Fi without a word is gone after this
NEXT_PORTS = 20


class PortTakenError(OSError):
    """Another program has the port."""


class Protocol(HttpToolsProtocol):
    """uvicorn's own, bounded: in time and bytes for a request's head, in bytes for its reader.

    It also lets the application drop a connection whose reader is stuck: `transport.close()`
    waits for the buffer to drain, which a stuck reader never lets happen.
    """

    head_s = 10.0  # seconds for a request's head to arrive
    head_bytes = 48 * 1024  # of one request before its head is complete; honest ones have 2 kB
    _head_timer: asyncio.TimerHandle | None = None
    _head_size = 0

    def connection_made(self, transport: Any) -> None:
        """Bound what a slow reader can cost, and how long a silent caller stays."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=WRITE_HIGH)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Pass it on, unless a head without end comes in.

        A head may come with much of its body behind it: only what is still no head counts.
        """
        super().data_received(data)
        if self._head_timer is not None:
            self._head_size += len(data)
            if self._head_size > self.head_bytes:
                self.transport.abort()

    def on_message_begin(self) -> None:
        """Offer the application `companion.abort` and `companion.write`."""
        super().on_message_begin()
        offered = {"companion.abort": self.transport.abort, "companion.write": self._write_now}
        self.scope["extensions"] = offered  # type: ignore[typeddict-item]
        self._await_head()

    def on_headers_complete(self) -> None:
        """The head is here."""
        self._stop_waiting()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody to wait for."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        self._stop_waiting()
        self._head_size = 0
        self._head_timer = self.loop.call_later(self.head_s, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _write_now(self, chunk: bytes) -> bool:
        """Write a whole chunk of a chunked answer, unless something is still waiting to go out."""
        transport = self.transport
        if transport.is_closing() or transport.get_write_buffer_size():
            return False
        transport.write(chunk)
        return True


class WebServer:
    """One server in one thread.

    Args:
        app: From `create_asgi`.
        host: Address to listen on; `0.0.0.0` for the whole LAN.
        port: 0 lets the system choose.
        next_free: Take one of the next ports if this one is taken.
    """

    def __init__(self, app: CompanionApp, host: str, port: int, *, next_free: bool = False) -> None:
        self._app = app
        self._host = host
        self._wanted = port
        self._next_free = next_free
        self._socket: socket.socket | None = None
        self._thread: threading.Thread | None = None
        self._server: uvicorn.Server | None = None
        self._port = 0
        self._up = threading.Event()
        self._down = threading.Event()

    @property
    def port(self) -> int:
        """The port we listen on, known after `start`."""
        if not self._port:
            raise RuntimeError("The web server is not started")
        return self._port

    def start(self) -> None:
        """Take the port and begin.

        Raises:
            PortTakenError: The port is in use or not allowed; says what to do.
        """
        self._socket = self._listen()
        self._port = int(self._socket.getsockname()[1])
        config = uvicorn.Config(
            self._app,
            http=Protocol,
            ws="none",
            lifespan="off",
            loop="asyncio",
            access_log=False,
            log_config=None,
            log_level="warning",
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=15,
            timeout_graceful_shutdown=2,
        )
        self._server = _Server(config, self._up)
        run = functools.partial(self._run, self._server, self._socket)
        self._thread = threading.Thread(target=run, name="web", daemon=True)
        self._thread.start()

    def wait_ready(self, timeout_s: float = 10.0) -> bool:
        """Wait until requests are answered; False if that did not come about in time."""
        return self._up.wait(timeout_s) and not self._down.is_set()

    def stop(self, timeout_s: float = 5.0) -> None:
        """End the streams, finish what is being answered, and wait for the thread."""
        self._app.close()
        if self._server is None or self._thread is None:
            return
        self._server.should_exit = True
        self._thread.join(timeout_s)
        if self._thread.is_alive():
            self._server.force_exit = True
            self._thread.join(timeout_s)

    def _run(self, server: uvicorn.Server, listener: socket.socket) -> None:
        try:
            server.run(sockets=[listener])
        finally:
            self._down.set()
            self._up.set()  # nobody shall wait for a server that will not come

    def _listen(self) -> socket.socket:
        last = self._wanted + (NEXT_PORTS if self._next_free and self._wanted else 0)
        for port in range(self._wanted, last + 1):
            try:
                return _bind(self._host, port)
            except OSError as error:
                if error.errno not in {errno.EADDRINUSE, errno.EACCES} or port == last:
                    raise _explain(error, self._host, self._wanted, last) from None
        raise AssertionError("a port was either bound or refused")


class _Server(uvicorn.Server):
    """Says when it is up."""

    def __init__(self, config: uvicorn.Config, up: threading.Event) -> None:
        super().__init__(config)
        self._up = up

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then tell."""
        await super().startup(sockets)
        self._up.set()


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because asyncio sets TCP_NODELAY only where it is; without that every
    # answer in two writes waits 40 ms for an acknowledgement.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        with contextlib.suppress(OSError, AttributeError):  # Linux only
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKED_MS)
        listener.bind((host, port))
        listener.listen(256)
    except OSError:
        listener.close()
        raise
    return listener


def _explain(error: OSError, host: str, first: int, last: int) -> PortTakenError:
    ports = f"port {first}" if first == last else f"ports {first} to {last}"
    match error.errno:
        case errno.EADDRINUSE:
            what = f"Another program listens on {ports} of {host}"
            cure = "stop it, or choose another port with --port"
        case errno.EACCES:
            what = f"This user may not listen on {ports}"
            cure = "choose a port above 1023 with --port"
        case _:
            what = f"Cannot listen on {ports} of {host} ({error.strerror})"
            cure = "check the address of this machine"
    return PortTakenError(
        error.errno, f"{what}, so no phone can reach the table. To cure it: {cure}."
    )
