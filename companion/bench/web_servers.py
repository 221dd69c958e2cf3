"""Servers of the web measurement: ours, and two peers over the same views.

    python -m companion.bench.web_servers "ours" | "asyncio hub" | "flask threads"

Prints `{"port": n}`, waits for a line on standard input, changes the views, and prints
`{"stamps": [...], "cpu_s": s}`; ends when standard input closes.
"""

import asyncio
import json
import queue
import random
import resource
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import cast

import msgspec
from msgspec.structs import replace

from companion.ports import Identity, TableService
from companion.readmodels import Caption, CardFace, Choice, LogLine, Pile, Player, SeatView

SEATS = 4
STAMP = "committed at "
CHANGES = 100
WARM_UP = 20
PAUSE_S = (0.015, 0.035)  # people are slower; this keeps the run short and the server warm
SETTLE_S = 0.3

Wake = Callable[[], None]


def a_view(seat: int) -> SeatView:
    """A page in mid-game, about 2 kB of JSON."""
    names = ("Ann", "Ben", "Liza", "Timbo")
    return SeatView(
        version=1,
        audience=f"seat:{seat}",
        game="wizard-thieves",
        title="Wizard Thieves",
        phase="playing",
        seat=seat,
        headline="You flip a card" if seat == 0 else "Ann flips a card",
        players=tuple(
            Player(
                seat=number, name=name, colour="red", status="safe", status_label="Safe", cards=14
            )
            for number, name in enumerate(names)
        ),
        piles=(
            Pile(
                id="pot",
                label="Pot",
                count=9,
                top=CardFace(key="gem:1", label="Ruby", icon="gem-1", tint="red"),
            ),
            Pile(id="portal", label="Portal", count=0),
        ),
        my_choices=(Choice(id="grab", label="Grab!", style="danger", icon="hand"),),
        captions=(Caption(id=1, text="Times 3. Ann, 3 chances."),),
        log=tuple(LogLine(seq=line, text="Ann: Ruby. Ben: Topaz.") for line in range(12)),
    )


class Views:
    """The part of `TableService` that a stream needs, with nothing behind it."""

    def __init__(self) -> None:
        self._views = [a_view(seat) for seat in range(SEATS)]
        self._encoded: dict[str, tuple[int, bytes]] = {}
        self._wakes: dict[str, list[Wake]] = {}
        self.commit()

    def commit(self) -> int:
        """All views change; returns the stamp, ns, taken just before anybody is told."""
        stamp = time.monotonic_ns()
        self._views = [
            replace(view, version=view.version + 1, tip=f"{STAMP}{stamp}") for view in self._views
        ]
        self._encoded = {}
        for wakes in self._wakes.values():
            for wake in wakes:
                wake()
        return stamp

    def identify(self, token: str | None) -> Identity | None:
        """`seat2` is seat 2's token."""
        seat = int((token or "seat0").removeprefix("seat"))
        return Identity(audience=f"seat:{seat}", seat=seat)

    def subscribe(self, audience: str, wake: Wake) -> Callable[[], None]:
        """As the port says."""
        wakes = self._wakes.setdefault(audience, [])
        wakes.append(wake)
        return lambda: wakes.remove(wake)

    def encoded_view(self, audience: str) -> tuple[int, bytes]:
        """As the port says: encoded once."""
        if audience not in self._encoded:
            view = self._views[int(audience.partition(":")[2])]
            self._encoded[audience] = (view.version, msgspec.json.encode(view))
        return self._encoded[audience]

    def presence(self, audience: str, delta: int) -> None:
        """Nobody asks."""


def serve_ours(views: Views) -> int:
    """The product's own server."""
    from web.asgi import WebLimits, create_asgi
    from web.live import StreamLimits
    from web.serve import WebServer

    limits = WebLimits(stream=StreamLimits(per_address=1000))
    server = WebServer(create_asgi(cast("TableService", views), limits=limits), "127.0.0.1", 0)
    server.start()
    if not server.wait_ready():
        raise RuntimeError("The web server did not come up")
    return server.port


def serve_hub(views: Views) -> int:
    """The floor: asyncio, no HTTP library, no checks, one write a phone."""
    ready: queue.Queue[int] = queue.Queue()
    rooms: dict[str, set[asyncio.StreamWriter]] = {f"seat:{seat}": set() for seat in range(SEATS)}

    def frame(audience: str) -> bytes:
        version, body = views.encoded_view(audience)
        event = b"id: %d\ndata: %b\n\n" % (version, body)
        return b"%x\r\n%b\r\n" % (len(event), event)

    async def welcome(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await reader.readuntil(b"\r\n\r\n")
        audience = f"seat:{request.partition(b'companion_seat=seat')[2][:1].decode()}"
        writer.write(
            b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
            b"transfer-encoding: chunked\r\n\r\n" + frame(audience)
        )
        rooms[audience].add(writer)

    def push(audience: str) -> None:
        event = frame(audience)
        for writer in rooms[audience]:
            writer.write(event)

    async def run() -> None:
        server = await asyncio.start_server(welcome, "127.0.0.1", 0, backlog=256)
        loop = asyncio.get_running_loop()
        for audience in rooms:
            views.subscribe(audience, _soon(loop, push, audience))
        ready.put(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    threading.Thread(target=lambda: asyncio.run(run()), daemon=True).start()
    return ready.get(timeout=10)


def _soon(loop: asyncio.AbstractEventLoop, push: Callable[[str], None], audience: str) -> Wake:
    return lambda: cast("None", loop.call_soon_threadsafe(push, audience))


def serve_flask(views: Views) -> int:
    """Flask's own threaded server: a thread for each open page."""
    from flask import Flask, Response, request
    from werkzeug.serving import WSGIRequestHandler, make_server

    app = Flask("peer")

    @app.get("/stream")
    def stream() -> Response:
        audience = f"seat:{request.cookies['companion_seat'][-1]}"
        news = threading.Event()

        def events() -> Iterator[bytes]:
            unsubscribe = views.subscribe(audience, news.set)
            try:
                while True:
                    news.clear()
                    version, body = views.encoded_view(audience)
                    yield b"id: %d\ndata: %b\n\n" % (version, body)
                    news.wait()
            finally:
                unsubscribe()

        return Response(events(), mimetype="text/event-stream")

    class Quiet(WSGIRequestHandler):
        def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
            """Say nothing."""

    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return int(server.server_port)


def change_views(views: Views) -> dict[str, object]:
    """Commit again and again; the stamps after the warm-up, and the CPU time they cost."""
    pauses = random.Random(7)
    for _ in range(WARM_UP):
        views.commit()
        time.sleep(pauses.uniform(*PAUSE_S))
    before = _cpu_s()
    stamps = []
    for _ in range(CHANGES):
        stamps.append(views.commit())
        time.sleep(pauses.uniform(*PAUSE_S))
    time.sleep(SETTLE_S)
    return {"stamps": stamps, "cpu_s": _cpu_s() - before}


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main(name: str) -> None:
    """Serve, change, report, wait for the end."""
    servers = {"ours": serve_ours, "asyncio hub": serve_hub, "flask threads": serve_flask}
    views = Views()
    _print({"port": servers[name](views)})
    if sys.stdin.readline():
        _print(change_views(views))
        sys.stdin.read()


def _print(value: object) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
