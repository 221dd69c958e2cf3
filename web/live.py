"""The live stream: each change of a view to every page of its audience, encoded once.

Server-sent events on the event loop, no thread for each page. A client has room for one thing
only, the newest view: a slow phone skips states, it never queues them. `id` is the view's version.
"""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from msgspec import Struct

from companion.ports import TableService
from companion.words import t
from web.asgi_types import Message, Receive, Scope, Send
from web.refusal import Refusal

log = logging.getLogger(__name__)

BEAT = b"event: beat\ndata: 1\n\n"
GONE = b"event: gone\ndata: 1\n\n"
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-accel-buffering", b"no"),
]


class StreamLimits(Struct, frozen=True, kw_only=True):
    """How much one address, and all together, may ask of the stream.

    Attributes:
        beat_s: Seconds between heartbeats; a page that misses two opens the stream anew.
        send_s: Seconds a client may refuse to read before it is dropped.
        per_address: Streams of one address. A home has at most a dozen phones and a screen.
        overall: Streams of all addresses.
        retry_ms: What a browser waits before it reconnects.
    """

    beat_s: float = 10.0
    send_s: float = 10.0
    per_address: int = 24
    overall: int = 1200
    retry_ms: int = 1000


class _Client:
    """One open page. `wake` is set when there is something for its task to look at."""

    __slots__ = ("beat", "gone", "idle", "sent", "still_theirs", "wake", "write_now")

    def __init__(self, scope: Scope, still_theirs: Callable[[], bool]) -> None:
        self.wake = asyncio.Event()
        self.beat = False
        self.gone = False
        self.idle = False
        self.sent = b""
        self.still_theirs = still_theirs
        # Offered by web.serve: writes at once where nothing is waiting to be written.
        self.write_now: Callable[[bytes], bool] | None = scope.get("extensions", {}).get(
            "companion.write"
        )

    def take_now(self, frame: bytes, chunk: bytes) -> bool:
        """Send without waking the task, at half the cost; False where the task must do it."""
        if self.write_now is None or not self.idle or self.wake.is_set():
            return False
        if not self.still_theirs() or not self.write_now(chunk):
            return False
        self.sent = frame
        return True


class _Channel:
    """One audience: its newest frame and the pages that show it."""

    __slots__ = ("audience", "clients", "frame", "pending", "unsubscribe")

    def __init__(self, audience: str) -> None:
        self.audience = audience
        self.clients: set[_Client] = set()
        self.frame = b""
        self.pending = False
        self.unsubscribe: Callable[[], None] = lambda: None


class Hub:
    """All open streams. Everything but `close` and the wake-ups runs on the event loop."""

    def __init__(self, service: TableService, limits: StreamLimits, build: str) -> None:
        self._service = service
        self._limits = limits
        self._hello = f"retry: {limits.retry_ms}\nevent: hello\ndata: {build}\n\n".encode()
        self._channels: dict[str, _Channel] = {}
        self._addresses: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._beating: asyncio.Task[None] | None = None
        self._closed = False
        # One thread keeps opened and closed in order, and a table that waits for its disk
        # does not hold up the stream.
        self._presence = ThreadPoolExecutor(1, thread_name_prefix="presence")

    @property
    def open_streams(self) -> int:
        """How many pages are connected."""
        return self._addresses.total()

    async def serve(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        *,
        audience: str,
        still_theirs: Callable[[], bool],
    ) -> None:
        """Stream this audience's views until the page goes away or loses its seat.

        Raises:
            Refusal: 429 over the cap of streams, 503 while stopping.
        """
        address = (scope.get("client") or ("unknown", 0))[0]
        self._admit(address)
        client = _Client(scope, still_theirs)
        channel = self._enter(audience, client)
        watcher = asyncio.create_task(_watch(receive, client))
        try:
            await self._pump(scope, send, client, channel)
        finally:
            watcher.cancel()
            self._exit(channel, client, address)

    def close(self) -> None:
        """End every stream; callable from any thread."""
        self._closed = True
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has already ended
                loop.call_soon_threadsafe(self._end_all)
        self._presence.shutdown(wait=False)

    def _admit(self, address: str) -> None:
        if self._closed:
            raise Refusal(503, "stopping", t("The companion is stopping."), t("Start it again."))
        over = self._addresses[address] >= self._limits.per_address
        if over or self.open_streams >= self._limits.overall:
            raise Refusal(
                429,
                "too_many_streams",
                t("Too many pages of this table are open."),
                t("Close a page you do not need."),
                retry_after_s=10,
            )
        self._addresses[address] += 1

    def _enter(self, audience: str, client: _Client) -> _Channel:
        self._loop = asyncio.get_running_loop()
        channel = self._channels.get(audience)
        if channel is None:
            channel = self._channels[audience] = _Channel(audience)
            channel.unsubscribe = self._service.subscribe(audience, self._waker(channel))
            self._load(channel)
        channel.clients.add(client)
        self._tell_presence(audience, 1)
        if self._beating is None:
            self._beating = asyncio.create_task(self._beat())
        return channel

    def _exit(self, channel: _Channel, client: _Client, address: str) -> None:
        channel.clients.discard(client)
        self._addresses[address] -= 1
        if self._addresses[address] <= 0:
            del self._addresses[address]
        if not channel.clients and self._channels.get(channel.audience) is channel:
            del self._channels[channel.audience]
            channel.unsubscribe()
        if not self._channels and self._beating is not None:
            self._beating.cancel()
            self._beating = None
        self._tell_presence(channel.audience, -1)

    def _waker(self, channel: _Channel) -> Callable[[], None]:
        """Called by the table's thread; many changes before the loop looks cost one look."""
        loop = asyncio.get_running_loop()

        def wake() -> None:
            if not channel.pending:
                channel.pending = True
                with contextlib.suppress(RuntimeError):  # the loop has ended
                    loop.call_soon_threadsafe(self._changed, channel)

        return wake

    def _changed(self, channel: _Channel) -> None:
        channel.pending = False  # before the view is read: a change after this wakes us again
        self._load(channel)
        frame = channel.frame
        chunk = b"%x\r\n%b\r\n" % (len(frame), frame)
        for client in channel.clients:
            if not client.take_now(frame, chunk):
                client.wake.set()

    def _load(self, channel: _Channel) -> None:
        version, view = self._service.encoded_view(channel.audience)
        channel.frame = b"id: %d\ndata: %b\n\n" % (version, view)

    async def _pump(self, scope: Scope, send: Send, client: _Client, channel: _Channel) -> None:
        start: Message = {"type": "http.response.start", "status": 200, "headers": HEADERS}
        await send(start)
        client.sent = channel.frame
        chunk = self._hello + client.sent
        while True:
            if not client.still_theirs():
                await self._write(scope, send, GONE, last=True)
                return
            if chunk and not await self._write(scope, send, chunk):
                return
            client.idle = True
            await client.wake.wait()
            client.idle = False
            client.wake.clear()
            if client.gone:
                await self._write(scope, send, b"", last=True)
                return
            chunk = BEAT if client.beat else b""
            client.beat = False
            if channel.frame is not client.sent:
                client.sent = channel.frame
                chunk += client.sent

    async def _write(self, scope: Scope, send: Send, chunk: bytes, *, last: bool = False) -> bool:
        """Send, or drop a page that does not read: it will reconnect and get the newest state."""
        try:
            async with asyncio.timeout(self._limits.send_s):
                await send({"type": "http.response.body", "body": chunk, "more_body": not last})
        except TimeoutError:
            abort = scope.get("extensions", {}).get("companion.abort")
            if abort is not None:
                abort()
                await asyncio.sleep(0)  # let the connection notice before the request ends
            return False
        return True

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._limits.beat_s)
            for channel in self._channels.values():
                for client in channel.clients:
                    client.beat = True
                    client.wake.set()

    def _end_all(self) -> None:
        for channel in self._channels.values():
            for client in channel.clients:
                client.gone = True
                client.wake.set()

    def _tell_presence(self, audience: str, delta: int) -> None:
        def tell() -> None:
            try:
                self._service.presence(audience, delta)
            except Exception:
                log.exception("The table did not take note of a page that came or went")

        with contextlib.suppress(RuntimeError):  # stopping: nobody needs to know any more
            self._presence.submit(tell)


async def _watch(receive: Receive, client: _Client) -> None:
    """Wait for the page to go away."""
    while (await receive())["type"] != "http.disconnect":
        pass
    client.gone = True
    client.wake.set()
