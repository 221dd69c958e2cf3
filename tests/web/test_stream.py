"""The live stream over real connections: exact after every reconnect, nobody waits for anybody."""

import json
import socket
import time
from dataclasses import dataclass

import pytest

from tests.web.conftest import PATIENCE_S, QUICK, ask, seat_cookie
from tests.web.fake_service import TABLE_KEY, FakeTable
from web.asgi import create_asgi
from web.audience import TABLE_COOKIE
from web.serve import PortTakenError, WebServer


@dataclass
class Event:
    """One server-sent event."""

    kind: str
    ident: str
    data: str


class Page:
    """An EventSource made of a plain socket."""

    def __init__(self, server: WebServer, cookie: str = "", query: str = "as=me", **extra: str):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S)
        lines = [f"GET /stream?{query} HTTP/1.1", f"Host: 127.0.0.1:{server.port}"]
        if cookie:
            lines.append(f"Cookie: {cookie}")
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in extra.items()]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self._file = self.socket.makefile("rb")
        self.status = int(self._file.readline().split()[1])
        while self._file.readline().strip():
            pass

    def event(self) -> Event | None:
        """The next event; None where the stream ended."""
        fields = {"event": "message", "id": "", "data": ""}
        while True:
            size = self._file.readline()
            if not size or int(size, 16) == 0:
                return None
            chunk = self._file.read(int(size, 16))
            self._file.readline()
            self._rest = getattr(self, "_rest", []) + chunk.decode().split("\n\n")[:-1]
            return self._next(fields)

    def _next(self, fields: dict[str, str]) -> Event:
        for line in self._rest.pop(0).split("\n"):
            name, _, value = line.partition(": ")
            fields[name] = value
        return Event(fields["event"], fields["id"], fields["data"])

    def events(self):
        while True:
            while getattr(self, "_rest", []):
                yield self._next({"event": "message", "id": "", "data": ""})
            event = self.event()
            if event is None:
                return
            yield event

    def views(self):
        return (json.loads(event.data) for event in self.events() if event.kind == "message")

    def close(self) -> None:
        self._file.close()
        self.socket.close()


@pytest.fixture
def open_page(server):
    pages = []

    def make(*args: str, **kwargs: str) -> Page:
        page = Page(server, *args, **kwargs)
        pages.append(page)
        return page

    yield make
    for page in pages:
        page.close()


@pytest.fixture
def ann(table) -> str:
    return seat_cookie(table.sit(0, "Ann"))


def until(condition, patience_s: float = PATIENCE_S) -> None:
    limit = time.monotonic() + patience_s
    while not condition():
        assert time.monotonic() < limit, "it did not come about in time"
        time.sleep(0.01)


def test_a_page_gets_the_present_view_at_once_with_its_version_as_id(open_page, ann, table):
    version = table.show("playing")
    events = open_page(ann).events()
    hello, view = next(events), next(events)
    assert hello.kind == "hello"
    assert view.ident == str(version)
    assert json.loads(view.data)["version"] == version
    assert json.loads(view.data)["audience"] == "seat:0"


def test_every_change_arrives(open_page, ann, table):
    views = open_page(ann).views()
    next(views)
    for scene in ("playing", "challenge", "over"):
        version = table.show(scene)
        assert next(views)["version"] == version


def test_a_reconnecting_page_gets_the_newest_view_whatever_it_saw_last(open_page, ann, table):
    first = open_page(ann)
    seen = next(first.views())["version"]
    first.close()
    table.show("playing")
    newest = table.show("challenge")
    for last in (str(seen), str(newest), "999999", "nonsense"):
        again = next(open_page(ann, Last_Event_ID=last).views())
        assert again["version"] == newest
        assert again["challenge"] is not None


def test_one_view_is_encoded_once_however_many_pages_show_it(open_page, ann, table):
    pages = [open_page(ann).views() for _ in range(6)]
    for page in pages:
        next(page)
    before = table.encodings
    version = table.show("playing")
    assert [next(page)["version"] for page in pages] == [version] * 6
    assert table.encodings == before + 1


def test_each_audience_gets_its_own_view_only(open_page, ann, table):
    ben = seat_cookie(table.sit(1, "Ben"))
    table.show("playing")
    mine, his = next(open_page(ann).views()), next(open_page(ben).views())
    assert {choice["id"] for choice in mine["my_choices"]} >= {"reveal:gem:1"}
    assert "reveal:gem:1" not in {choice["id"] for choice in his["my_choices"]}
    watching = next(open_page("", query="as=table").views())
    assert (watching["audience"], watching["my_choices"], watching["host"]) == ("public", [], None)
    screen = next(open_page(f"{TABLE_COOKIE}={TABLE_KEY}", query="as=table").views())
    assert screen["audience"] == "table"


def test_a_stranger_gets_no_stream(open_page):
    assert open_page("").status == 403
    assert open_page(seat_cookie("x" * 43)).status == 403


def test_a_freed_seat_ends_its_stream_before_another_view_is_sent(open_page, table):
    token = table.sit(1, "Ben")
    events = open_page(seat_cookie(token)).events()
    next(events)
    next(events)
    table.revoke(token)
    rest = [event.kind for event in events if event.kind != "beat"]
    assert rest == ["gone"]


def test_heartbeats_show_that_the_line_is_alive(open_page, ann):
    events = open_page(ann).events()
    kinds = [next(events).kind for _ in range(4)]
    assert kinds == ["hello", "message", "beat", "beat"]


def test_the_table_knows_whose_page_is_open(open_page, ann, table):
    page = open_page(ann)
    until(lambda: table.pages.get("seat:0") == 1)
    page.close()
    until(lambda: table.pages.get("seat:0") == 0)


def test_an_address_may_open_only_so_many_streams(open_page, ann):
    pages = [open_page(ann) for _ in range(QUICK.stream.per_address)]
    assert {page.status for page in pages} == {200}
    assert open_page(ann).status == 429
    pages[0].close()

    def room() -> bool:
        return open_page(ann).status == 200

    until(room)


def test_a_page_that_stops_reading_is_dropped_and_the_others_miss_nothing(
    open_page, ann, table, server, monkeypatch
):
    stuck = open_page(ann)
    stuck.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    reading = open_page(ann).views()
    next(reading)
    hub = server._app.hub
    bulk = "x" * 60_000
    plain = FakeTable._view

    def heavy(self, audience):
        from msgspec.structs import replace

        return replace(plain(self, audience), tip=bulk)

    monkeypatch.setattr(FakeTable, "_view", heavy)
    limit = time.monotonic() + 60
    while hub.open_streams == 2:
        assert time.monotonic() < limit, "a page that reads nothing is still held"
        version = table.change()
        got = next(reading)["version"]
        assert got <= version
    newest = table.change()
    while got < newest:
        got = next(reading)["version"]
    assert hub.open_streams == 1


def test_a_slow_page_skips_to_the_newest_view(open_page, ann, table):
    page = open_page(ann)
    for _ in range(500):
        newest = table.change()
    seen = []
    for view in page.views():
        seen.append(view["version"])
        if seen[-1] == newest:
            break
    assert seen == sorted(seen)
    assert len(seen) < 100


def test_stopping_ends_the_streams_and_frees_the_port(table, ann):
    server = WebServer(create_asgi(table, limits=QUICK), "127.0.0.1", 0)
    server.start()
    assert server.wait_ready()
    page = Page(server, ann)
    next(page.views())
    server._server.config.timeout_graceful_shutdown = None  # wait for whatever holds on
    server.stop(PATIENCE_S)
    assert not server._server.force_exit
    assert [event for event in page.events() if event.kind == "message"] == []
    page.close()
    again = WebServer(create_asgi(table, limits=QUICK), "127.0.0.1", server.port)
    again.start()
    assert again.wait_ready()
    again.stop()


def test_a_taken_port_is_explained_and_another_is_taken_only_if_allowed(server, table):
    taken = WebServer(create_asgi(table), "127.0.0.1", server.port)
    with pytest.raises(PortTakenError, match=rf"port {server.port}.*--port"):
        taken.start()
    taken.stop()
    allowed = WebServer(create_asgi(table), "127.0.0.1", server.port, next_free=True)
    allowed.start()
    assert allowed.wait_ready()
    assert server.port < allowed.port <= server.port + 20
    allowed.stop()


def test_health_answers_while_streams_are_open(open_page, ann, server):
    for _ in range(8):
        open_page(ann)
    assert ask(server, "GET", "/healthz").status == 200
