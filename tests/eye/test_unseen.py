"""A long silence of a camera that never rests is a loss; a simulated table may rest."""

import numpy as np
import pytest

from companion.eye.unseen import UNSEEN_NS, Unseen
from hardware.camera import Frame
from hardware.timing import Interval

BLACK = np.zeros((2, 2, 3), np.uint8)
SHORT, LONG = UNSEEN_NS, UNSEEN_NS + 1


def frame(at: int, *, run: int = 0, missed: int = 0) -> Frame:
    return Frame(image=BLACK, at=Interval(at, at + 20), run=run, missed=missed)


@pytest.mark.parametrize(
    ("steady", "wait", "missed", "lost"),
    [
        pytest.param(True, LONG, 0, True, id="a camera was silent for long"),
        pytest.param(True, SHORT, 5, False, id="some frames dropped, but nobody lays two cards"),
        pytest.param(False, LONG, 0, False, id="the simulated table rested"),
        pytest.param(False, LONG, 3, True, id="the simulated table went on without us"),
    ],
)
def test_what_was_not_seen(*, steady: bool, wait: int, missed: int, lost: bool) -> None:
    unseen = Unseen(steady=steady)
    assert not unseen.before(frame(1_000, missed=9)), "nothing came before the first"
    assert unseen.before(frame(1_000 + wait, missed=missed)) is lost


def test_another_clock_is_no_silence() -> None:
    unseen = Unseen(steady=True)
    unseen.before(frame(0))
    assert not unseen.before(frame(LONG, run=1))
