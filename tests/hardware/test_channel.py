"""The wire between our processes: how long its reader waits."""

import socket
import threading
from collections.abc import Iterator

import pytest

from hardware.channel import Channel, ChannelClosedError, ChannelSilentError
from hardware.heart import Alive

Pair = tuple[Channel[Alive], Channel[Alive]]


@pytest.fixture
def pair() -> Iterator[Pair]:
    ours, theirs = socket.socketpair()
    made = Channel(ours, Alive), Channel(theirs, Alive)
    yield made
    for one in made:
        one.close()


def test_one_who_waits_so_long_for_a_word_is_told_of_silence(pair: Pair) -> None:
    here, there = pair
    with pytest.raises(ChannelSilentError):
        here.receive(0.01)
    there.send(Alive())
    assert here.receive(60.0) == Alive()


def test_one_who_waits_for_ever_does_so_after_a_wait_with_an_end(pair: Pair) -> None:
    here, there = pair
    with pytest.raises(ChannelSilentError):
        here.receive(0.01)
    later = threading.Timer(0.2, there.send, [Alive()])
    later.start()
    assert here.receive() == Alive()
    later.join()


def test_a_channel_that_was_closed_here_says_so(pair: Pair) -> None:
    here, _ = pair
    here.close()
    with pytest.raises(ChannelClosedError):
        here.receive(1.0)
