"""Faces of a die that is turned before the camera: each is learned where it lies still.

Somebody lays the die down with one face up, takes the hand away, and goes on to the next face. What
moves, is blurred or is no square is passed over. A face that comes a second time is another view of
the first.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.readings import Image, Unreadable
from vision.symbol_dice import SymbolDiceReader, build_dice, face_of

STILL_FRAMES = 3
"""Looks alike in a row that are a face lying still: nobody turns a die three times in a second."""
LOOK_PX = 24
ALIKE = 14.0
"""Mean difference in grey levels of two looks at one face that lies still, at LOOK_PX: noise and
a lamp's flicker stay under 6, another face or a quarter turn of it is 20 and more."""
VIEWS = 2
"""Views that are kept of each time a face is shown: the first and the last still one."""


@dataclass
class Turning:
    """What was seen so far; `look` is given the film's pictures in order."""

    shown: list[list[Image]] = field(default_factory=list)
    _run: list[Image] = field(default_factory=list)

    def look(self, image: Image) -> None:
        """The next picture, BGR uint8."""
        face = face_of(image)
        if isinstance(face, Unreadable):
            self._end()
            return
        if self._run and _apart(self._run[-1], face) > ALIKE:
            self._end()
        self._run.append(face)

    def faces(self) -> list[list[Image]]:
        """Views of each distinct face, in the order in which they were shown first."""
        self._end()
        return self.shown

    def _end(self) -> None:
        run, self._run = self._run, []
        if len(run) < STILL_FRAMES:
            return
        views = [run[1], run[-1]][:VIEWS]
        known = self._known(run[len(run) // 2])
        if known is None:
            self.shown.append(views)
        else:
            self.shown[known].extend(views)

    def _known(self, face: Image) -> int | None:
        """Which of the faces shown before this one is."""
        if not self.shown:
            return None
        taught = [(str(n), view) for n, views in enumerate(self.shown) for view in views]
        key = SymbolDiceReader(build_dice(taught)).read_face(face).key
        return None if key is None else int(key)


def named(faces: Sequence[Sequence[Image]], names: Sequence[str]) -> list[tuple[str, Image]]:
    """Each view with the name of its face. Raises ValueError where their numbers differ."""
    if len(faces) != len(names):
        raise ValueError(
            f"it shows {len(faces)} faces lying still, but {len(names)} names were given. Lay the "
            "die down with each face up in turn, take the hand away for a second each time, and "
            "name the faces in that order"
        )
    pairs = zip(names, faces, strict=True)
    return [(name, view) for name, views in pairs for view in views]


def _apart(a: Image, b: Image) -> float:
    small = [cv2.resize(face, (LOOK_PX, LOOK_PX), interpolation=cv2.INTER_AREA) for face in (a, b)]
    return float(np.abs(small[0].astype(np.float32) - small[1]).mean())
