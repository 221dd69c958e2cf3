"""`python -m companion.bench.presses_fingers FOLDER COUNT`: fingers on the simulated pins.

A process of its own, so that no busy thread of the bench holds a finger back. Each press is stamped
right before it is made; the first line that it prints says that the pins are there.
"""

import contextlib
import random
import socket
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from hardware.channel import Channel, ChannelClosedError
from hardware.config import default_wiring
from hardware.twin_link import BOARD_SOCKET, EdgesDone, FromBoard, PinEdge
from hardware.urgent import be_urgent

SEATS = 4
WARM_S = 0.2
"""The board connects when its devices are made; then it is as it will stay."""
HOLD_S, REST_S, SPREAD_S = 0.06, 0.04, 0.03
"""Past the lockout of a press and the quiet time after a release; at no fixed beat."""
PRESSED, RELEASED = 0, 1
"""Levels of a button to ground."""


def press(folder: Path, count: int) -> None:
    """Wait for the board, then press one button after the other."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(folder / BOARD_SOCKET))
    listener.listen()
    print("there", flush=True)  # noqa: T201  the bench waits for it
    board: Channel[FromBoard] = Channel(listener.accept()[0], FromBoard)
    be_urgent()
    time.sleep(WARM_S)
    beat = random.Random(count)
    pins = [seat.button for seat in default_wiring(SEATS).seats]
    for number in range(count):
        _edge(board, pins[number % SEATS], PRESSED)
        time.sleep(HOLD_S)
        _edge(board, pins[number % SEATS], RELEASED)
        time.sleep(REST_S + SPREAD_S * beat.random())
    board.send(EdgesDone(ns=time.monotonic_ns()))


def _edge(board: Channel[FromBoard], gpio: int, level: int) -> None:
    now = time.monotonic_ns()
    board.send(PinEdge(gpio=gpio, level=level, tick_ns=now), EdgesDone(ns=now))


def main(arguments: Sequence[str]) -> int:
    """Press until all presses were made, or the bench hangs up: it has heard the last one."""
    folder, count = arguments
    with contextlib.suppress(ChannelClosedError):
        press(Path(folder), int(count))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
