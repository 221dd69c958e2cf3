"""A fake table, Flask's client over it, and a real server on a free port."""

import http.client
import json
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from flask.testing import FlaskClient

from tests.web.browsing import CHROMIUM, FLAGS, PATIENCE_MS, PHONE, SCREEN, Visitor
from tests.web.fake_service import CODE, FakeTable
from tests.web.scenes import SCENES
from web import create_app
from web.asgi import WebLimits, create_asgi
from web.audience import SEAT_COOKIE
from web.live import StreamLimits
from web.serve import WebServer

PATIENCE_S = 30.0
"""What must happen may take so long on a busy machine; nothing waits for it to pass."""
STUBBORN = WebLimits(body_s=4 * PATIENCE_S, reply_s=4 * PATIENCE_S)
"""Gives up on nobody within a test: whatever is answered meanwhile was not held up."""
QUICK = WebLimits(
    body_s=0.6,
    reply_s=2.0,
    stream=StreamLimits(beat_s=0.2, send_s=0.5, per_address=8, retry_ms=50),
)


@dataclass
class Ticker:
    """A clock that a test sets."""

    seconds: float = 1000.0

    def __call__(self) -> float:
        return self.seconds


@dataclass
class Phone:
    """One phone: a Flask client with its own cookies."""

    client: FlaskClient
    headers: dict[str, str] = field(default_factory=dict)

    def join(self, name: str, *, code: str = CODE, seat: int | None = None) -> tuple[int, dict]:
        return self.post("/join", {"code": code, "name": name, "seat": seat})

    def post(self, path: str, body: object) -> tuple[int, dict]:
        answer = self.client.post(path, json=body, headers=self.headers)
        return answer.status_code, answer.get_json()


@pytest.fixture
def table() -> FakeTable:
    return FakeTable()


@pytest.fixture
def clock() -> Ticker:
    return Ticker()


@pytest.fixture
def new_phone(table: FakeTable, clock: Ticker):
    """Makes phones that share one table."""
    app = create_app(table, now=clock)

    def make() -> Phone:
        return Phone(app.test_client())

    return make


@pytest.fixture
def phone(new_phone) -> Phone:
    return new_phone()


@pytest.fixture
def server(table: FakeTable) -> Iterator[WebServer]:
    yield from serving(table, QUICK)


@pytest.fixture
def stubborn_server(table: FakeTable) -> Iterator[WebServer]:
    yield from serving(table, STUBBORN)


def serving(table: FakeTable, limits: WebLimits) -> Iterator[WebServer]:
    running = WebServer(create_asgi(table, limits=limits), "127.0.0.1", 0)
    running.start()
    assert running.wait_ready(PATIENCE_S)
    yield running
    running.stop()


@dataclass
class Answer:
    """What came back over a real connection."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> dict:
        return json.loads(self.body)


def ask(
    server: WebServer, method: str, path: str, *, body: bytes | None = None, **headers: str
) -> Answer:
    """One request over a connection of its own; `Sec_Fetch_Site` becomes `Sec-Fetch-Site`."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        line.request(method, path, body, named)
        got = line.getresponse()
        lowered = {name.lower(): value for name, value in got.getheaders()}
        return Answer(got.status, lowered, got.read())
    finally:
        line.close()


def seat_cookie(token: str) -> str:
    return f"{SEAT_COOKIE}={token}"


@pytest.fixture(scope="module")
def browser_type():
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        yield playwright.chromium


@pytest.fixture(scope="module")
def phone_context(browser_type, tmp_path_factory):
    folder = tmp_path_factory.mktemp("phone")
    yield from browsing(browser_type, folder, PHONE, has_touch=True, is_mobile=True)


@pytest.fixture(scope="module")
def screen_context(browser_type, tmp_path_factory):
    yield from browsing(browser_type, tmp_path_factory.mktemp("screen"), SCREEN)


def browsing(browser_type, folder, viewport, **kind):
    """A dark browser of this size, closed at the end."""
    context = browser_type.launch_persistent_context(
        str(folder),
        executable_path=str(CHROMIUM),
        args=FLAGS,
        viewport=viewport,
        color_scheme="dark",
        **kind,
    )
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


@pytest.fixture
def phone_page(phone_context, server) -> Iterator[Visitor]:
    yield from visiting(phone_context, server)


@pytest.fixture
def screen_page(screen_context, server) -> Iterator[Visitor]:
    yield from visiting(screen_context, server)


def visiting(context, server: WebServer) -> Iterator[Visitor]:
    """A page of it; nothing may have gone wrong there."""
    visitor = Visitor(context, server)
    yield visitor
    visitor.page.close()
    assert visitor.faults == []


@pytest.fixture
def scenes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """The games of the file's own `moments()`, as scenes of the fake table; their names."""
    moments = request.module.moments()
    for name, game in moments.items():
        views = {audience: shown.view for audience, shown in game.script.table.shown.items()}
        monkeypatch.setitem(SCENES, name, views.__getitem__)  # type: ignore[arg-type]
    return tuple(moments)
