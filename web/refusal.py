"""Answers given before Flask is reached: in its shape, without its threads."""

import asyncio
import contextlib
import html

import msgspec
from msgspec import Struct

from companion.words import ENGLISH, Words, render
from web.asgi_types import Receive, Scope, Send

THROWN_AWAY = 64 * 1024 * 1024  # bytes of a refused upload; more than a phone's camera makes
TOO_SLOW = 408
THROWN_AWAY_S = 10.0  # seconds that they may take


class Refusal(Exception):  # noqa: N818 - an answer, not a fault
    """The request is not passed on."""

    def __init__(
        self, status: int, error: str, reason: Words, cure: Words, *, retry_after_s: int = 0
    ) -> None:
        super().__init__(str(reason))
        self.status = status
        self.error = error
        self.reason = reason
        self.cure = cure
        self.retry_after_s = retry_after_s


class _Fields(Struct, frozen=True, kw_only=True):
    error: str
    reason: str
    rule: str
    cure: str


async def send_refusal(
    refusal: Refusal, scope: Scope, receive: Receive, send: Send, language: str = ENGLISH
) -> None:
    """Send it as JSON, or as a plain page where the browser asks for one; then close.

    What is still on its way is taken and thrown away first: closing on it would reset the
    connection, and the sender would never read why.
    """
    fields = _Fields(
        error=refusal.error,
        reason=render(refusal.reason, language),
        rule="",
        cure=render(refusal.cure, language),
    )
    page = b"text/html" in dict(scope["headers"]).get(b"accept", b"")
    body = _page(fields, language) if page else msgspec.json.encode(fields)
    headers = [
        (b"content-type", b"text/html; charset=utf-8" if page else b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
        (b"x-content-type-options", b"nosniff"),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    if refusal.retry_after_s:
        headers.append((b"retry-after", str(refusal.retry_after_s).encode()))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": True})
    if refusal.status != TOO_SLOW:  # what did not come in time is not waited for
        await _throw_away(receive)
    await send({"type": "http.response.body", "body": b""})


async def _throw_away(receive: Receive) -> None:
    """The rest of the request, within bounds."""
    left = THROWN_AWAY
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(THROWN_AWAY_S):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if message["type"] != "http.request" or not message.get("more_body", False):
                    return


def _page(fields: _Fields, language: str) -> bytes:
    reason, cure = html.escape(fields.reason), html.escape(fields.cure)
    return (
        f'<!doctype html><html lang="{language}">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{reason}</title><h1>{reason}</h1><p>{cure}</p></html>"
    ).encode()
