"""Phones of the web measurement: plain sockets in one process, read as fast as they can be.

    python -m companion.bench.web_phones PORT COUNT

Prints `{"open": n}`, waits for a line on standard input, then prints what each phone received:
`{"seen": [{stamp: receipt}, ...]}`, both in ns on CLOCK_MONOTONIC.
"""

import json
import re
import selectors
import socket
import sys
import time

from companion.bench.web_servers import SEATS, STAMP

_STAMP = re.compile(STAMP.encode() + rb"(\d+)")
_DRAIN_S = 0.5


class _Phone:
    def __init__(self, port: int, seat: int) -> None:
        self.chunks: list[tuple[int, bytes]] = []
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.socket.sendall(
            f"GET /stream?as=me HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Cookie: companion_seat=seat{seat}\r\n\r\n".encode()
        )
        first = self.socket.recv(65536)
        if b" 200 " not in first.partition(b"\r\n")[0]:
            raise RuntimeError(f"The server refused a phone: {first[:80]!r}")
        self.socket.settimeout(0)

    def read(self) -> None:
        data = self.socket.recv(65536)
        self.chunks.append((time.monotonic_ns(), data))

    def seen(self) -> dict[str, int]:
        """First receipt of each stamp; a stamp cut in two counts when its end is here."""
        found: dict[str, int] = {}
        tail = b""
        for when, data in self.chunks:
            text = tail + data
            for match in _STAMP.finditer(text):
                if match.end() < len(text):
                    found.setdefault(match[1].decode(), when)
            tail = text[-64:]
        return found


def main(port: int, count: int) -> None:
    """Open `count` streams, read until told to stop, report."""
    phones = [_Phone(port, number % SEATS) for number in range(count)]
    selector = selectors.DefaultSelector()
    for phone in phones:
        selector.register(phone.socket, selectors.EVENT_READ, phone)
    selector.register(sys.stdin, selectors.EVENT_READ, None)
    _print({"open": len(phones)})
    until = float("inf")
    while time.monotonic() < until:
        for key, _ in selector.select(0.1):
            if key.data is not None:
                key.data.read()
            elif until == float("inf"):
                selector.unregister(sys.stdin)
                until = time.monotonic() + _DRAIN_S
    _print({"seen": [phone.seen() for phone in phones]})


def _print(value: object) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
