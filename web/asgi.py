"""The whole web face as one ASGI application: guard, live stream, and Flask for the pages."""

import asyncio
import time
from collections.abc import Callable, Collection
from urllib.parse import parse_qs

from a2wsgi import WSGIMiddleware
from msgspec import Struct
from werkzeug.http import parse_cookie

from companion.ports import Identity, TableService
from companion.words import t
from web import create_app
from web.asgi_types import Message, Receive, Scope, Send
from web.audience import SPECTATOR, asked_view, resolve
from web.bodies import BODY_LIMIT, UPLOAD_LIMIT, UPLOADS
from web.guard import check_head, read_body, replay
from web.live import Hub, StreamLimits
from web.refusal import Refusal, send_refusal


class WebLimits(Struct, frozen=True, kw_only=True):
    """Sizes and patience.

    Attributes:
        body_bytes: Longest body.
        body_s: Seconds for a body to arrive.
        upload_bytes: Longest photo or catalogue, which only a host may send; `upload_s` likewise.
        reply_s: Seconds for a page to be taken by its reader.
        threads: Pages answered at once; each may wait for one commit.
        stream: The live stream's own limits.
    """

    body_bytes: int = BODY_LIMIT
    body_s: float = 5.0
    upload_bytes: int = UPLOAD_LIMIT
    upload_s: float = 30.0
    reply_s: float = 20.0
    threads: int = 10
    stream: StreamLimits = StreamLimits()


class CompanionApp:
    """An ASGI application; `close` ends its streams from any thread."""

    def __init__(
        self,
        service: TableService,
        *,
        hosts: Collection[str],
        limits: WebLimits,
        now: Callable[[], float],
    ) -> None:
        pages = create_app(service, now=now)
        self._service = service
        self._hosts = hosts
        self._limits = limits
        self._pages = WSGIMiddleware(pages, workers=limits.threads)  # type: ignore[arg-type]
        self._closed = False
        self.hub = Hub(service, limits.stream, pages.extensions["build"])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            raise RuntimeError(f"The companion does not speak {scope['type']}")
        try:
            check_head(scope, self._hosts)
            if scope["path"] == "/stream":
                await self._stream(scope, receive, send)
            else:
                await self._page(scope, receive, send)
        except Refusal as refusal:
            await send_refusal(refusal, scope, receive, send, self._language(scope))

    def _language(self, scope: Scope) -> str:
        """Of whoever asks: the seat's, else the table's."""
        cookies = parse_cookie("; ".join(_cookie_headers(scope)))
        asked = "table" if b"as=table" in scope["query_string"] else "me"
        identity = resolve(self._service, asked_view(asked), cookies)
        return self._service.view(identity or Identity(audience=SPECTATOR)).language

    def close(self) -> None:
        """End every stream and refuse new ones; callable from any thread."""
        self.hub.close()
        self._closed = True

    def _longest(self, scope: Scope) -> tuple[int, float]:
        """Bytes and seconds that this sender may take: large bodies are for hosts alone."""
        limits = self._limits
        if scope["path"] in UPLOADS:
            asked = parse_qs(scope["query_string"].decode("ascii")).get("as", [""])[0]
            cookies = parse_cookie("; ".join(_cookie_headers(scope)))
            identity = resolve(self._service, asked_view(asked), cookies)
            if identity is not None and identity.host:
                return limits.upload_bytes, limits.upload_s
        return limits.body_bytes, limits.body_s

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":
            raise Refusal(405, "wrong_method", t("The stream takes GET."), t("Reload the page."))
        asked = parse_qs(scope["query_string"].decode("ascii")).get("as", [""])[0]
        cookies = parse_cookie("; ".join(_cookie_headers(scope)))
        view = asked_view(asked)
        identity = resolve(self._service, view, cookies)
        if identity is None:
            raise Refusal(
                403,
                "no_seat",
                t("This phone has no seat at the table."),
                t("Join with the code on the table's screen."),
            )

        def still_theirs() -> bool:
            return resolve(self._service, view, cookies) == identity

        await self.hub.serve(
            scope, receive, send, audience=identity.audience, still_theirs=still_theirs
        )

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Flask, fed with a whole body and relieved of its whole answer.

        Neither a stalled sender nor a stalled reader can hold one of its threads.
        """
        if self._closed:
            raise Refusal(503, "stopping", t("The companion is stopping."), t("Start it again."))
        body = b""
        if scope["method"] == "POST":
            limit, seconds = self._longest(scope)
            body = await read_body(scope, receive, limit=limit, seconds=seconds)
        answer: list[Message] = []
        content = bytearray()

        async def keep(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer.append(message)
            else:
                content.extend(message.get("body", b""))

        await self._pages(scope, replay(body), keep)  # type: ignore[arg-type]
        answer.append({"type": "http.response.body", "body": bytes(content)})
        try:
            async with asyncio.timeout(self._limits.reply_s):
                for message in answer:
                    await send(message)
        except TimeoutError:
            abort = scope.get("extensions", {}).get("companion.abort")
            if abort is not None:
                abort()
                await asyncio.sleep(0)


def _cookie_headers(scope: Scope) -> list[str]:
    return [value.decode("latin1") for name, value in scope["headers"] if name == b"cookie"]


def create_asgi(
    service: TableService,
    *,
    hosts: Collection[str] = (),
    limits: WebLimits | None = None,
    now: Callable[[], float] = time.monotonic,
) -> CompanionApp:
    """The application that a server runs.

    Args:
        service: The table.
        hosts: Names under which this machine is reached, besides its numeric addresses,
            `localhost` and `*.local`.
        limits: Sizes and patience.
        now: Seconds on a clock that never jumps.
    """
    return CompanionApp(service, hosts=hosts, limits=limits or WebLimits(), now=now)
