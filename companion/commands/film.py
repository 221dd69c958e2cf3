"""A film of the table on disk: opened, looked through, and shown to an eye with its progress."""

import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import click
import cv2
import numpy as np

from companion.eye.clip import FilmWatch
from hardware.camera import CameraUnavailableError, Frame, frames
from hardware.camera_opencv import Recording
from vision.markers import find_plane
from vision.mat import Mat, known_mats, load_mat
from vision.readings import Image, Unreadable

QUIET = "-8"
"""AV_LOG_QUIET: the decoder's complaints name no cure, ours do."""
LONG_SIDE = 1920
"""Larger frames are made smaller first: the eye looks at 2 px/mm, which this is on a table."""
MAT_EVERY = 10
"""Frames between two looks for a mat before the film is read."""
CUT_SHORT = 0.9
"""Share of the promised frames: files promise one or two too many, damaged ones far more."""


class Film:
    """A video file, or a folder of pictures.

    Attributes:
        path: Where it is.
        frames: How many were shown.
        fps: As the file says.
        promised: Frames that the file says it has; 0 where it does not say.
    """

    def __init__(self, path: Path) -> None:
        """Raises CameraUnavailableError where nothing can be read."""
        self.path = path
        self.frames = 0
        if path.is_file() and not path.stat().st_size:
            raise CameraUnavailableError(f"{path} is empty. Copy the film again.")
        with closing(self._open()) as recording:
            self.fps, self.promised = recording.fps, recording.promised
            if next(_frames(recording), None) is None:
                raise CameraUnavailableError(
                    f"{path} holds no picture that can be read. Give an MJPG or MP4 file."
                )

    @property
    def cut_short(self) -> bool:
        """Whether far fewer frames came than the file says it has."""
        return self.frames < CUT_SHORT * self.promised

    def mat(self) -> Mat | None:
        """The printed mat that lies on the table, seen well at least once; None without one."""
        with closing(self._open()) as recording:
            for number, frame in enumerate(_frames(recording)):
                if number % MAT_EVERY == 0 and (found := _mat_in(frame)) is not None:
                    return found
        return None

    def pictures(self, a_second: float) -> Iterator[Image]:
        """Some of its pictures, evenly, about so many for each second: BGR uint8."""
        every = max(round(self.fps / a_second), 1)
        with closing(self._open()) as recording:
            for number, frame in enumerate(_frames(recording)):
                if number % every == 0:
                    yield frame.image

    def show(self, watch: FilmWatch) -> None:
        """Every frame to `watch`; a bar shows the progress where somebody looks."""
        with (
            closing(self._open()) as recording,
            click.progressbar(
                _frames(recording),
                length=self.promised,
                label=self.path.name,
                file=sys.stderr,
                hidden=not sys.stderr.isatty(),
            ) as shown,
        ):
            for frame in shown:
                watch.look(frame)
                self.frames += 1

    def _open(self) -> Recording:
        return Recording(self.path, paced=False)


def _frames(recording: Recording) -> Iterator[Frame]:
    for frame in frames(recording):
        scale = LONG_SIDE / max(frame.image.shape[:2])
        if scale >= 1:
            yield frame
            continue
        small = cv2.resize(frame.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        yield replace(frame, image=small.astype(np.uint8, copy=False))


def _mat_in(frame: Frame) -> Mat | None:
    """The mat whose plan fits the markers in the picture best."""
    best: tuple[float, Mat] | None = None
    for mat in map(load_mat, known_mats()):
        plane = find_plane(frame.image, mat)
        if not isinstance(plane, Unreadable) and (best is None or plane.residual_mm < best[0]):
            best = (plane.residual_mm, mat)
    return best[1] if best is not None else None
