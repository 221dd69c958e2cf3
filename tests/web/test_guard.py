"""What is refused before any page runs: foreign names, foreign pages, too much, too slow."""

import http.client
import select
import socket
import threading

import pytest

from tests.web.conftest import PATIENCE_S, ask, seat_cookie
from web.guard import is_ours
from web.serve import Protocol, WebServer


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.20:8000",
        "10.0.0.1",
        "[fe80::1]:8000",
        "[::1]",
        "localhost:8000",
        "raspberrypi.local:8000",
        "Table.LAN",
    ],
)
def test_numbers_local_names_and_configured_names_are_ours(host):
    assert is_ours(host, {"table.lan"})


@pytest.mark.parametrize(
    "host",
    [
        "evil.com",
        "192.168.1.20.evil.com:8000",
        "localhost.evil.com",
        "local",
        "",
        "127.1.evil",
        "[x]",
    ],
)
def test_other_names_are_not(host):
    assert not is_ours(host, {"table.lan"})


def test_a_rebound_name_gets_neither_pages_nor_the_stream(server, table):
    cookie = seat_cookie(table.sit(0, "Ann"))
    for path in ("/", "/me", "/view", "/stream?as=me"):
        answer = ask(server, "GET", path, Host="evil.com", Cookie=cookie)
        assert answer.status == 421
        assert b"Ann" not in answer.body
        assert answer.json()["cure"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.com"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_another_sites_page_cannot_post(server, table, headers):
    cookie = seat_cookie(table.sit(0, "Ann"))
    body = b'{"action":"end"}'
    answer = ask(
        server,
        "POST",
        "/host",
        body=body,
        Cookie=cookie,
        Content_Type="application/json",
        **headers,
    )
    assert answer.status == 403
    assert answer.json()["error"] == "foreign_page"
    assert table.asked == []


def test_our_own_page_and_a_program_without_origin_can(server, table):
    cookie = seat_cookie(table.sit(0, "Ann"))
    post = {"body": b'{"action":"end"}', "Cookie": cookie, "Content_Type": "application/json"}
    own = f"http://127.0.0.1:{server.port}"
    assert (
        ask(server, "POST", "/host", Origin=own, Sec_Fetch_Site="same-origin", **post).status == 200
    )
    assert ask(server, "POST", "/host", **post).status == 200
    assert len(table.asked) == 2


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_other_methods_are_refused(server, method):
    assert ask(server, method, "/").status == 405
    assert ask(server, method, "/stream").status == 405


def test_a_person_is_told_on_a_page(server):
    answer = ask(server, "GET", "/", Host="evil.com", Accept="text/html")
    assert answer.headers["content-type"].startswith("text/html")
    assert b"<h1>This table is not reached by that name.</h1>" in answer.body


def test_a_body_declared_too_large_is_refused_unread(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as line:
        line.sendall(
            f"POST /tap HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            "Content-Length: 999999999\r\n\r\n".encode()
        )
        assert line.recv(100).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize("size", [17_000, 100_000, 3_000_000])
def test_whoever_sends_too_much_reads_why(server, size):
    """Closing on what is still on its way would reset the connection, and nothing be read."""
    answer = ask(server, "POST", "/join", body=b"[" * size, Content_Type="application/json")
    assert answer.status == 413
    assert answer.json()["error"] == "too_large"


def test_a_photo_that_arrives_with_its_head_is_taken(server, table):
    """Much of it is in the first read where the server was busy: no head without end."""
    cookie = seat_cookie(table.sit(0, "Ann"))
    answer = ask(
        server,
        "POST",
        "/teach/photo?key=gem:1",
        body=b"\xff\xd8" + bytes(200_000),
        Cookie=cookie,
        Content_Type="image/jpeg",
    )
    assert answer.json()["error"] == "no_eye"  # the page itself answers


def test_a_chunked_body_cannot_grow_past_the_cap(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as line:
        line.sendall(
            f"POST /tap HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            "Transfer-Encoding: chunked\r\n\r\n".encode()
        )
        chunk = b"1000\r\n" + b"x" * 4096 + b"\r\n"
        line.sendall(chunk * 5)
        assert line.recv(100).startswith(b"HTTP/1.1 413")


def test_forty_stalled_bodies_hang_nobody(stubborn_server):
    """While all of them are still waited for, others are answered."""
    lines = [_stalled(stubborn_server) for _ in range(40)]
    assert ask(stubborn_server, "GET", "/healthz").status == 200
    assert select.select(lines, [], [], 0)[0] == []
    for line in lines:
        line.close()


def test_a_body_that_does_not_come_is_told_to_try_again(server):
    lines = [_stalled(server) for _ in range(40)]
    for line in lines:
        assert line.recv(100).startswith(b"HTTP/1.1 408")
        line.close()


def _stalled(server: WebServer) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S)
    head = f"POST /tap HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 50\r\n\r\n"
    line.sendall(head.encode() + b"{")
    return line


def test_a_caller_that_never_finishes_its_head_is_dropped(server, monkeypatch):
    monkeypatch.setattr(Protocol, "head_s", 0.2)
    for start in (b"", b"GET / HTTP/1.1\r\nHost: 127"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as line:
            line.sendall(start)
            assert _ends(line)


def test_a_head_without_end_is_dropped(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as line:
        line.sendall(b"GET / HTTP/1.1\r\n")
        assert _sent_until_dropped(line) < 8_000_000  # what the kernels hold, and no more
    assert ask(server, "GET", "/healthz").status == 200


def _sent_until_dropped(line: socket.socket) -> int:
    sent = 0
    try:
        while sent < 100_000_000:
            sent += line.send(b"X-%d: %s\r\n" % (sent, b"y" * 1000))
    except (ConnectionResetError, BrokenPipeError):
        pass
    return sent


def _ends(line: socket.socket) -> bool:
    try:
        return line.recv(100) == b""
    except ConnectionResetError:
        return True


def test_one_line_carries_many_requests_and_none_waits_for_an_acknowledgement(server):
    """With Nagle's algorithm on, each answer in two writes waits 40 ms."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    for _ in range(10):
        line.request("GET", "/healthz")
        assert line.getresponse().read()
    assert _answers_at_once(server, line.sock.getsockname())
    line.close()


def _answers_at_once(server: WebServer, caller: tuple[str, int]) -> bool:
    """Whether the server's end of this connection sends without waiting."""
    connections = server._server.server_state.connections
    ends = {protocol.client: protocol.transport for protocol in connections}
    end = ends[caller].get_extra_info("socket")
    return bool(end.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))


def test_readers_that_take_no_page_hold_no_thread(stubborn_server, table):
    table.sit(0, "A" * 24)
    lines = []
    for _ in range(30):
        line = socket.socket()
        line.settimeout(PATIENCE_S)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        line.connect(("127.0.0.1", stubborn_server.port))
        host = f"Host: 127.0.0.1:{stubborn_server.port}"
        request = f"GET /static/companion.css HTTP/1.1\r\n{host}\r\n\r\n"
        line.sendall(request.encode() * 8)
        lines.append(line)
    for line in lines:
        assert line.recv(1)  # its answer has begun, and fills what the kernels hold
    assert ask(stubborn_server, "GET", "/healthz").status == 200
    for line in lines:
        line.close()


def test_a_tap_that_waits_for_the_disk_does_not_hold_up_pages(server, table):
    cookie = seat_cookie(table.sit(0, "Ann"))
    table.show("playing")
    table.slow = threading.Event()
    version = ask(server, "GET", "/view", Cookie=cookie).json()["version"]
    answers = []

    def tap() -> None:
        body = b'{"version":%d,"choice_id":"grab"}' % version
        answers.append(
            ask(server, "POST", "/tap", body=body, Cookie=cookie, Content_Type="application/json")
        )

    waiting = threading.Thread(target=tap)
    waiting.start()
    try:
        assert table.waiting.wait(PATIENCE_S)
        assert ask(server, "GET", "/me", Cookie=cookie).status == 200
        assert answers == []
    finally:
        table.slow.set()
        waiting.join()
    assert answers[0].status == 200


def test_two_phones_in_one_moment_are_each_answered_and_nothing_is_lost(server, table):
    """One tap wins, the other hears why and gets the fresh view: design section 5."""
    cookies = [seat_cookie(table.sit(seat, f"P{seat}")) for seat in range(2)]
    table.show("playing")
    for _ in range(25):
        version = ask(server, "GET", "/view", Cookie=cookies[0]).json()["version"]
        barrier = threading.Barrier(2)
        answers = []

        def tap(cookie: str, version: int = version, barrier=barrier, answers=answers) -> None:
            body = b'{"version":%d,"choice_id":"grab"}' % version
            barrier.wait()
            answers.append(
                ask(
                    server,
                    "POST",
                    "/tap",
                    body=body,
                    Cookie=cookie,
                    Content_Type="application/json",
                )
            )

        threads = [threading.Thread(target=tap, args=(cookie,)) for cookie in cookies]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answer.status for answer in answers) == [200, 409]
        late = next(answer for answer in answers if answer.status == 409)
        assert late.json()["view"]["version"] == version + 1
    assert len(table.taps) == 25


def test_a_browsers_own_form_keeps_its_origin(server):
    """Under `no-referrer` browsers send `Origin: null` with forms, and joining would be refused."""
    assert ask(server, "GET", "/").headers["referrer-policy"] == "same-origin"
