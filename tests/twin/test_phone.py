"""A twin person's phone against a small web server of its own."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest

from companion.twin.people_phone import Phone, PhoneError


class Pages(BaseHTTPRequestHandler):
    """Answers like the companion's pages: join, stream, tap."""

    protocol_version = "HTTP/1.1"
    taps: ClassVar[list[dict]] = []
    view: ClassVar[dict] = {}
    changed = threading.Event()

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/join":
            good = body["code"] == "ABC234"
            self.reply(200 if good else 403, {"seat": body["seat"]}, cookie="seat=s3cret" * good)
        elif self.headers.get("Cookie") != "seat=s3cret":
            self.reply(403, {"reason": "no seat"})
        else:
            type(self).taps.append(body)
            fresh = body.get("version") == type(self).view["version"]
            self.reply(200 if fresh else 409, {"version": 9})

    def do_GET(self) -> None:
        if self.path == "/healthz":
            self.reply(200, {"ok": True})
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(b"retry: 10\nevent: hello\ndata: x\n\n")
        self.wfile.write(b"id: 4\ndata: " + json.dumps(type(self).view).encode() + b"\n\n")
        self.wfile.flush()
        type(self).changed.wait(5)

    def reply(self, status: int, body: dict, cookie: str = "") -> None:
        raw = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(raw)))
        if cookie:
            self.send_header("Set-Cookie", f"{cookie}; HttpOnly")
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *_args: object) -> None:
        """Quiet."""


@pytest.fixture
def url():
    Pages.taps = []
    Pages.changed.clear()
    Pages.view = {
        "version": 4,
        "phase": "playing",
        "my_choices": [{"id": "use_bomb:all"}],
        "piles": [{"id": "pot", "count": 3}],
        "captions": [{"id": 7, "text": "Liza is cursed.", "priority": "verdict"}],
        "prompts": [
            {
                "id": "p2",
                "kind": "who_first",
                "title": "Who?",
                "choices": [{"id": "answer:p2:1"}, {"id": "answer:p2:none"}],
            }
        ],
    }
    server = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    Pages.changed.set()
    server.shutdown()
    server.server_close()


def until(met, seconds=60.0):
    deadline = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_person_joins_looks_and_taps(url: str):
    phone = Phone(url, 1, "Liza", lambda: 42)
    assert phone.reachable()
    phone.join("ABC234")
    until(lambda: phone.phase == "playing")
    assert phone.offers() == {"use_bomb:all"}
    assert phone.pile_count("pot") == 3
    assert phone.questions()[0].values == {"1": "answer:p2:1", "none": "answer:p2:none"}
    assert phone.captions[0].at_ns == 42
    assert phone.captions[0].priority == "verdict"
    assert phone.prompts_seen == {"p2"}
    assert phone.tap("use_bomb:all").result(5).accepted
    assert Pages.taps == [{"version": 4, "choice_id": "use_bomb:all"}]
    Pages.changed.set()
    phone.close()


def test_a_wrong_code_is_told(url: str):
    with pytest.raises(PhoneError, match="Timbo could not join"):
        Phone(url, 0, "Timbo", lambda: 0).join("WRONG")


def test_nobody_there():
    assert not Phone("http://127.0.0.1:9", 0, "Timbo", lambda: 0).reachable()
