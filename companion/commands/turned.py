"""A film of a die that is turned before the camera: its faces, for `companion teach dice`."""

import os
from pathlib import Path

from companion.commands.film import QUIET, Film
from companion.commands.pictures import PictureError
from hardware.camera import CameraUnavailableError
from vision.die_turning import Turning, named
from vision.readings import Image

LOOKS_A_SECOND = 6.0
"""Pictures of the film that are looked at: a face lying still for a second is seen six times."""


def turned_faces(path: Path, names: str) -> list[tuple[str, Image]]:
    """Views of each face with its name; `names` has commas between. Raises PictureError."""
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    if not wanted:
        raise PictureError(
            f"{path} is a film: name the faces in the order in which it shows them, with "
            "--faces sword,shield,... Or give the folder that holds the pictures."
        )
    if len(set(wanted)) != len(wanted):
        raise PictureError("--faces names one face twice. Name each face once.")
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", QUIET)
    turning = Turning()
    try:
        film = Film(path)
        for image in film.pictures(LOOKS_A_SECOND):
            turning.look(image)
    except CameraUnavailableError as error:
        raise PictureError(str(error)) from error
    try:
        return named(turning.faces(), wanted)
    except ValueError as error:
        raise PictureError(f"{path}: {error}. Nothing was changed.") from error
