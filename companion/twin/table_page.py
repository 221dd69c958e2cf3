"""A page that shows the simulated table and gives a human the hands of one seat."""

import json
import threading
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2

from companion.twin.optics import Image

PAGE = Path(__file__).with_name("table.html")
PICTURE_S = 0.08
"""Twelve pictures a second are enough to play by."""
BODY_LIMIT = 1000
QUALITY = 80

Json = dict[str, Any]


class Picture:
    """The newest frame, for any number of viewers."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._frame: Image | None = None
        self._number = 0

    def put(self, frame: Image) -> None:
        """The camera took this."""
        with self._change:
            self._frame = frame
            self._number += 1
            self._change.notify_all()

    def next(self, after: int, seconds: float) -> tuple[int, bytes] | None:
        """A JPEG newer than `after`, or None if none came in time."""
        with self._change:
            if not self._change.wait_for(lambda: self._number > after, seconds):
                return None
            frame, number = self._frame, self._number
        if frame is None:
            return None
        done, data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        return (number, data.tobytes()) if done else None


class TablePage:
    """Serves the page. `look()` says what to show; `act(action, seat, value)` is called to do."""

    def __init__(
        self,
        host: str,
        port: int,
        picture: Picture,
        look: Callable[[], Json],
        act: Callable[[str, int, int | None], None],
    ) -> None:
        """Raises OSError when the port is taken."""
        handler = type("Handler", (_Handler,), {"picture": picture, "look": look, "act": act})
        handler.look, handler.act = staticmethod(look), staticmethod(act)  # type: ignore[attr-defined]
        self._server = ThreadingHTTPServer((host, port), handler)
        self._server.daemon_threads = True
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, name="table-page", daemon=True).start()

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    picture: Picture
    look: Callable[[], Json]
    act: Callable[[str, int, int | None], None]

    def do_GET(self) -> None:
        """The page, its picture, its state."""
        if self.path == "/":
            self._send(PAGE.read_bytes(), "text/html; charset=utf-8")
        elif self.path == "/state":
            self._send(json.dumps(self.look()).encode(), "application/json")
        elif self.path == "/view.jpg":
            found = self.picture.next(0, 5)
            self._send(found[1] if found else b"", "image/jpeg")
        elif self.path == "/view.mjpg":
            self._film()
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        """One act of a human's hand: `{"action", "seat", "value"}` from this very page."""
        origin = self.headers.get("Origin", "")
        if origin and origin.partition("://")[2] != self.headers.get("Host"):
            self.send_error(HTTPStatus.FORBIDDEN, "Another site's page sent this")
            return
        try:
            length = int(self.headers.get("Content-Length", "0"))
            body = json.loads(self.rfile.read(min(length, BODY_LIMIT)))
            value = body.get("value")
            self.act(str(body["action"]), int(body["seat"]), None if value is None else int(value))
        except (ValueError, KeyError, TypeError, AttributeError):
            self.send_error(HTTPStatus.BAD_REQUEST, "Send an action and a seat")
            return
        self._send(b"{}", "application/json")

    def _film(self) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        number = 0
        try:
            while True:
                found = self.picture.next(number, 10)
                if found is None:
                    continue
                number, data = found
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                self.wfile.write(head.encode() + data + b"\r\n")
                threading.Event().wait(PICTURE_S)
        except OSError:
            return

    def _send(self, body: bytes, kind: str) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's name
        """Quiet: the console belongs to the companion."""
