"""The wire between the world and the sensors."""

import itertools
import mmap
import queue
import random
import socket
import threading
from pathlib import Path

import numpy as np
import pytest

from companion.twin.board import BoardPort, press_edges
from companion.twin.camera import SLOTS, CameraPort
from companion.twin.optics import HEIGHT, WIDTH
from companion.twin.pace import Pace
from hardware.channel import Channel
from hardware.timing import MS
from hardware.twin_link import (
    CameraHello,
    CameraUnplugged,
    EdgesDone,
    FrameDone,
    FrameReady,
    FrameTaken,
    FromCamera,
    PinEdge,
    PinState,
    ToBoard,
)
from hardware.twin_pace import PaceWriter

PATIENCE_S = 60.0


@pytest.fixture
def connect():
    channels: list[Channel] = []

    def to(path: Path, incoming: object) -> Channel:
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        sock.settimeout(PATIENCE_S)
        sock.connect(str(path))
        channels.append(Channel(sock, incoming))
        return channels[-1]

    yield to
    for channel in channels:
        channel.close()


@pytest.fixture
def camera(tmp_path):
    port = CameraPort(tmp_path)
    yield port
    port.close()


def test_a_frame_arrives_whole(camera: CameraPort, tmp_path: Path, connect):
    eye = connect(tmp_path / "camera.sock", FromCamera)
    hello = eye.receive()
    assert isinstance(hello, CameraHello)
    assert (hello.width, hello.height, hello.slots) == (WIDTH, HEIGHT, SLOTS)
    frame = np.random.default_rng(1).integers(0, 255, (HEIGHT, WIDTH, 3)).astype(np.uint8)
    assert camera.send(frame, 1000, 2000)
    ready = eye.receive()
    assert isinstance(ready, FrameReady)
    assert (ready.exposure_start, ready.readout_end) == (1000, 2000)
    with Path(hello.path).open("rb") as file:
        ring = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    size = WIDTH * HEIGHT * 3
    start = ready.slot * size
    seen = np.frombuffer(ring[start : start + size], np.uint8).reshape(frame.shape)
    assert (seen == frame).all()


def test_the_world_waits_for_a_slow_eye(camera: CameraPort, tmp_path: Path, connect):
    eye = connect(tmp_path / "camera.sock", FromCamera)
    eye.receive()
    black = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    assert all(camera.send(black, i, i) for i in range(SLOTS))
    assert not camera.send(black, 9, 9)
    assert not camera.wait_for_room(0.01)
    eye.send(FrameTaken(seq=1))
    assert camera.wait_for_room(PATIENCE_S)
    assert camera.send(black, 10, 10)
    missed = [eye.receive().missed for _ in range(SLOTS + 1)]
    assert missed == [0] * SLOTS + [1], "the picture that found no room"


def test_the_world_waits_until_a_frame_was_looked_at(camera: CameraPort, tmp_path: Path, connect):
    eye = connect(tmp_path / "camera.sock", FromCamera)
    eye.receive()
    black = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    camera.send(black, 1, 1)
    eye.send(FrameTaken(seq=1), FrameDone(seq=1))
    assert camera.wait_for_room(PATIENCE_S, unread=0)
    camera.send(black, 2, 2)
    eye.send(FrameTaken(seq=2))
    assert not camera.wait_for_room(0.01, unread=0)
    eye.send(FrameDone(seq=2))
    assert camera.wait_for_room(PATIENCE_S, unread=0)


def test_the_world_waits_until_the_companion_has_handled_what_its_board_told(
    tmp_path: Path, connect
):
    port, pace = BoardPort(tmp_path), Pace(tmp_path)
    assert pace.wait(port, 0.0), "nobody is there to wait for"
    connect(tmp_path / "board.sock", ToBoard)
    assert port.wait_until_connected(PATIENCE_S)
    port.until(5_000 * MS)
    assert pace.wait(port, 0.0), "a companion that says nothing is not waited for"
    companion = PaceWriter(tmp_path)
    companion.heard(5_000 * MS)
    port.until(6_000 * MS)
    waited = []
    waiting = threading.Thread(target=lambda: waited.append(pace.wait(port, PATIENCE_S)))
    waiting.start()
    companion.heard(5_700 * MS)
    assert waited == []
    companion.heard(5_900 * MS)
    waiting.join()
    assert waited == [True]
    companion.close()
    port.close()


def test_a_companion_that_is_always_behind_is_waited_for_in_vain_once(tmp_path: Path, connect):
    port, pace, companion = BoardPort(tmp_path), Pace(tmp_path), PaceWriter(tmp_path)
    connect(tmp_path / "board.sock", ToBoard)
    assert port.wait_until_connected(PATIENCE_S)
    companion.heard(4_000 * MS)
    port.until(5_000 * MS)
    assert not pace.wait(port, 0.01)
    companion.heard(4_100 * MS)
    port.until(5_100 * MS)
    assert pace.wait(port, 0.01)
    companion.close()
    port.close()


def test_an_eye_that_died_may_come_back(camera: CameraPort, tmp_path: Path, connect):
    connect(tmp_path / "camera.sock", FromCamera).close()
    eye = connect(tmp_path / "camera.sock", FromCamera)
    assert isinstance(eye.receive(), CameraHello)
    camera.unplug()
    assert isinstance(eye.receive(), CameraUnplugged)
    assert not camera.watched
    camera.plug_in()
    again = connect(tmp_path / "camera.sock", FromCamera)
    assert isinstance(again.receive(), CameraHello)


def test_a_press_begins_with_its_true_edge_and_ends_released():
    for seed in range(50):
        edges = press_edges(17, 10 * MS, 90 * MS, random.Random(seed), pressed=0)
        edges.sort(key=lambda edge: edge.tick_ns)
        assert edges[0] == PinEdge(gpio=17, level=0, tick_ns=10 * MS)
        assert edges[-1].level == 1
        levels = [edge.level for edge in edges]
        assert all(a != b for a, b in itertools.pairwise(levels))


def received_until(board: Channel, mark: int) -> list[PinEdge]:
    edges = []
    while True:
        message = board.receive()
        if isinstance(message, PinEdge):
            edges.append(message)
        elif isinstance(message, EdgesDone) and message.ns >= mark:
            return edges


def test_marks_follow_the_edges_they_promise(tmp_path: Path, connect):
    port = BoardPort(tmp_path)
    board = connect(tmp_path / "board.sock", ToBoard)
    assert port.wait_until_connected(5)
    port.edge(PinEdge(gpio=4, level=0, tick_ns=5))
    port.edge(PinEdge(gpio=4, level=1, tick_ns=15))
    port.until(10)
    assert [edge.tick_ns for edge in received_until(board, 10)] == [5]
    port.until(20)
    assert [edge.tick_ns for edge in received_until(board, 20)] == [15]
    port.close()


def test_late_edges_come_with_late_marks(tmp_path: Path, connect):
    port = BoardPort(tmp_path, delay_ns=100)
    board = connect(tmp_path / "board.sock", ToBoard)
    assert port.wait_until_connected(5)
    port.edge(PinEdge(gpio=4, level=0, tick_ns=50))
    port.until(120)
    assert received_until(board, 20) == []
    port.until(160)
    assert len(received_until(board, 60)) == 1
    port.close()


def test_shuffled_edges_keep_each_line_in_order(tmp_path: Path, connect):
    port = BoardPort(tmp_path, delay_ns=0, shuffle=random.Random(3))
    board = connect(tmp_path / "board.sock", ToBoard)
    assert port.wait_until_connected(5)
    for tick in range(1, 40):
        port.edge(PinEdge(gpio=tick % 4, level=tick % 2, tick_ns=tick))
    port.until(50)
    edges = received_until(board, 50)
    assert [e.tick_ns for e in edges] != sorted(e.tick_ns for e in edges)
    for gpio in range(4):
        own = [e.tick_ns for e in edges if e.gpio == gpio]
        assert own == sorted(own)
    port.close()


def test_people_see_the_lamps(tmp_path: Path, connect):
    port = BoardPort(tmp_path)
    board = connect(tmp_path / "board.sock", ToBoard)
    assert port.wait_until_connected(5)
    seen: queue.Queue[tuple[int, int]] = queue.Queue()
    port.on_pin = lambda gpio, level: seen.put((gpio, level))
    board.send(PinState(gpio=5, level=1))
    assert seen.get(timeout=60) == (5, 1)
    assert port.levels == {5: 1}
    port.close()
