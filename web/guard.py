"""What is checked before anything else runs: method, host, origin, size and patience.

Done here and not in Flask, because the live stream does not pass Flask, and because a body that
never ends must not hold one of Flask's few threads.
"""

import asyncio
import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit

from companion.words import t
from web.asgi_types import Message, Receive, Scope
from web.refusal import Refusal

METHODS = {"GET", "HEAD", "POST"}


def check_head(scope: Scope, hosts: Collection[str]) -> None:
    """Refuse what no honest page of ours sends.

    Args:
        scope: The request.
        hosts: Names, besides numeric addresses, `localhost` and `*.local`, that are ours.

    Raises:
        Refusal: 405 method, 400 no or two hosts, 421 a foreign host (DNS rebinding),
            403 a POST from another site's page.
    """
    if scope["method"] not in METHODS:
        raise Refusal(
            405, "wrong_method", t("This address takes GET and POST."), t("Reload the page.")
        )
    if not scope["query_string"].isascii():
        raise Refusal(
            400, "bad_address", t("The address is malformed."), t("Go to the start page.")
        )
    named = _headers(scope, b"host")
    if len(named) != 1:
        raise Refusal(400, "no_host", t("The request names no host."), t("Use a current browser."))
    if not is_ours(named[0], hosts):
        raise Refusal(
            421,
            "foreign_host",
            t("This table is not reached by that name."),
            t(
                "Use the numeric address on the table's screen, or add this name to [web] names in "
                "the configuration."
            ),
        )
    if scope["method"] == "POST":
        _check_origin(scope, named[0])


def is_ours(host: str, extra: Collection[str]) -> bool:
    """Whether a Host header can be ours: an attacker's domain never is a number."""
    name = _without_port(host).lower()
    if name in {"localhost", *(one.lower() for one in extra)} or name.endswith(".local"):
        return True
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]


def _check_origin(scope: Scope, host: str) -> None:
    """A browser names the page that posts; programs that are no browsers name none."""
    for origin in _headers(scope, b"origin"):
        if urlsplit(origin).netloc.lower() != host.lower():
            raise _foreign_page()
    for site in _headers(scope, b"sec-fetch-site"):
        if site not in {"same-origin", "none"}:
            raise _foreign_page()


def _foreign_page() -> Refusal:
    return Refusal(
        403,
        "foreign_page",
        t("Another site's page sent this."),
        t("Use the companion's own pages."),
    )


def _headers(scope: Scope, wanted: bytes) -> list[str]:
    return [value.decode("latin1") for name, value in scope["headers"] if name == wanted]


async def read_body(scope: Scope, receive: Receive, *, limit: int, seconds: float) -> bytes:
    """The whole body, or a refusal: 413 beyond `limit` bytes, 408 after `seconds`.

    Returns:
        The body; empty if the sender went away.
    """
    declared = _headers(scope, b"content-length")
    if declared and (not declared[0].isdigit() or int(declared[0]) > limit):
        raise _too_large(limit)
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return b""
                body += message.get("body", b"")
                if len(body) > limit:
                    raise _too_large(limit)
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise Refusal(
            408,
            "too_slow",
            t("The request did not arrive in time."),
            t("Check the Wi-Fi; try again."),
        ) from None


def _too_large(limit: int) -> Refusal:
    return Refusal(
        413,
        "too_large",
        t("A request may have {limit} bytes.", limit=limit),
        t("Reload the page and try again."),
    )


def replay(body: bytes) -> Receive:
    """A `receive` that hands out a body already read, then says that the sender left."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        return messages.pop() if messages else {"type": "http.disconnect"}

    return receive
