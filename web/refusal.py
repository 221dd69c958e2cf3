"""Answers given before Flask is reached: in its shape, without its threads."""

import html

import msgspec
from msgspec import Struct

from companion.words import ENGLISH, Words, render
from web.asgi_types import Scope, Send


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


async def send_refusal(refusal: Refusal, scope: Scope, send: Send, language: str = ENGLISH) -> None:
    """Send it as JSON, or as a plain page where the browser asks for one; then close."""
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
    await send({"type": "http.response.body", "body": body})


def _page(fields: _Fields, language: str) -> bytes:
    reason, cure = html.escape(fields.reason), html.escape(fields.cure)
    return (
        f'<!doctype html><html lang="{language}">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{reason}</title><h1>{reason}</h1><p>{cure}</p></html>"
    ).encode()
