"""One suite over everything that frames come from (`hardware.camera.FrameSource`).

The Pi's camera runs here with picamera2 faked; with the real one, on libcamera and a simulated
sensor, in `make rig-camera`.
"""

import itertools
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hardware.camera import (
    CameraFrozenError,
    CameraUnavailableError,
    Frame,
    FramesEndedError,
    FrameSource,
    FrozenWatch,
)
from hardware.timing import MS
from tests.support.cameras import COLOURS, LIVE, RECORDED, STAGES, Stage
from tests.support.rig_report import measured

JPEG_LEVELS = 6
"""How far a flat colour may be off after an MJPG film."""


@pytest.fixture
def stage(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Stage]:
    made = STAGES[request.param](tmp_path, monkeypatch)
    yield made
    made.close()


LIBCAMERA = pytest.param("libcamera", marks=pytest.mark.pi)
every = pytest.mark.parametrize("stage", [*LIVE, *RECORDED, LIBCAMERA], indirect=True)
every_that_shows_what_is_asked = pytest.mark.parametrize("stage", [*LIVE, *RECORDED], indirect=True)
every_that_may_freeze = pytest.mark.parametrize("stage", [*LIVE, LIBCAMERA], indirect=True)
every_live = pytest.mark.parametrize("stage", LIVE, indirect=True)
every_recorded = pytest.mark.parametrize("stage", RECORDED, indirect=True)


def look(stage: Stage, source: FrameSource, count: int = len(COLOURS)) -> list[Frame]:
    """The next pictures, each shown when the one before was read."""
    taken = []
    for colour in itertools.islice(itertools.cycle(COLOURS), count):
        stage.next(colour)
        frame = source.read(10.0)
        assert frame is not None
        taken.append(frame)
    return taken


@every_that_shows_what_is_asked
def test_a_picture_is_blue_green_red_in_the_size_of_the_camera(stage: Stage) -> None:
    source = stage.open()
    for frame, colour in zip(look(stage, source), COLOURS, strict=True):
        assert frame.image.dtype == np.uint8
        assert frame.image.shape == (stage.size[1], stage.size[0], 3)
        off = np.abs(frame.image.astype(int) - np.array(colour))
        assert off.max() <= JPEG_LEVELS, (frame.image[0, 0], colour)
    source.close()


@pytest.mark.parametrize("stage", [LIBCAMERA], indirect=True)
def test_the_bars_of_the_simulated_sensor_have_their_colours(stage: Stage) -> None:
    """As libcamera's RGB888 comes: blue, green, red in memory."""
    source = stage.open()
    taken = look(stage, source, 6)
    image = taken[-1].image
    source.close()
    seconds = (taken[-1].at.earliest - taken[0].at.earliest) / 1e9
    measured(
        what="picamera2 on libcamera, vimc",
        size="x".join(map(str, stage.size)),
        stamp_ms_old_when_it_comes=round(source.clock_ms or 0),
        fps=round(5 / seconds, 2),
    )
    assert image.shape == (stage.size[1], stage.size[0], 3)
    assert image.dtype == np.uint8
    row = image[image.shape[0] // 4]
    bars = [row[int((n + 0.5) * image.shape[1] / 8)] > 90 for n in range(8)]
    white, yellow, cyan, green, magenta, red, blue, black = (tuple(map(bool, bar)) for bar in bars)
    assert (blue, green, red) == ((True, False, False), (False, True, False), (False, False, True))
    assert (cyan, magenta, yellow) == (
        (True, True, False),
        (True, False, True),
        (False, True, True),
    )
    assert (white, black) == ((True, True, True), (False, False, False))


@pytest.mark.parametrize("stage", [LIBCAMERA], indirect=True)
def test_a_second_program_is_told_that_the_camera_may_be_taken(stage: Stage) -> None:
    """With vimc libcamera finds no camera at all then, and does not say why."""
    source = stage.open()
    code = "from hardware.camera_picamera2 import PiCamera; PiCamera()"
    second = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=200, check=False
    )
    source.close()
    assert "CameraUnavailableError" in second.stderr
    assert "Check that no other program has it" in second.stderr


@every
def test_stamps_and_numbers_rise_and_carry_their_run(stage: Stage) -> None:
    source = stage.open()
    taken = look(stage, source)
    for frame in taken:
        assert frame.at.earliest <= frame.at.latest
        assert frame.run == stage.run
    for before, after in itertools.pairwise(taken):
        assert before.seq < after.seq
        assert before.at.earliest < after.at.earliest
        assert before.at.latest < after.at.latest
    source.close()


@every
def test_a_picture_belongs_to_whoever_read_it(stage: Stage) -> None:
    source = stage.open()
    first, *_ = look(stage, source)
    kept = first.image.copy()
    assert first.image.flags.writeable
    assert first.image.flags.c_contiguous
    assert (first.image == kept).all()
    source.close()
    assert (first.image == kept).all()


@every
def test_it_stops_and_opens_again(stage: Stage) -> None:
    for _ in range(3):
        source = stage.open()
        assert len(look(stage, source, 2)) == 2
        source.close()
        source.close()


@every_recorded
def test_a_recording_ends_and_stays_at_its_end(stage: Stage) -> None:
    source = stage.open()
    look(stage, source)
    for _ in range(2):
        with pytest.raises(FramesEndedError) as ended:
            source.read(0.1)
        assert ended.value.template
    assert not source.live
    source.close()


@every_live
def test_a_pulled_cable_is_named_and_the_camera_comes_back(stage: Stage) -> None:
    source = stage.open()
    look(stage, source, 2)
    stage.unplug()
    with pytest.raises(CameraUnavailableError) as pulled:
        source.read(10.0)
    source.close()
    assert not isinstance(pulled.value, FramesEndedError)
    assert "cards are entered by phone" in str(pulled.value)
    assert pulled.value.template  # it can be told in other languages
    again = stage.open()
    assert len(look(stage, again, 2)) == 2
    again.close()


@every_live
def test_without_a_picture_in_time_nothing_is_read_and_nothing_is_lost(stage: Stage) -> None:
    source = stage.open()
    assert source.read(0.01) is None
    stage.next(COLOURS[0])
    frame = source.read(10.0)
    assert frame is not None
    assert abs(int(frame.image[0, 0, 0]) - COLOURS[0][0]) <= JPEG_LEVELS
    source.close()


@every_that_may_freeze
def test_a_picture_that_repeats_is_noticed(stage: Stage, monkeypatch: Any) -> None:
    monkeypatch.setattr(FrozenWatch, "LIMIT_NS", 100 * MS)
    source, watch = stage.open(), FrozenWatch()
    assert source.live
    stage.still()
    seen: list[Frame] = []

    def watch_on() -> None:
        while True:
            stage.next(COLOURS[0])
            frame = source.read(10.0)
            assert frame is not None
            seen.append(frame)
            watch.check(frame)

    with pytest.raises(CameraFrozenError, match="until then play goes on by phone"):
        watch_on()
    assert len(seen) >= 2
    source.close()
