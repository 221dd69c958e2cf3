"""Short films of the simulated table, written as video files, with the truth of each landing."""

from pathlib import Path

import cv2
import numpy as np

from companion.twin.film import FPS, TableFilm
from companion.twin.wizard_thieves.cards import all_pictures
from companion.twin.wizard_thieves.faces import draw
from vision.catalogue import Catalogue, build
from vision.teaching import key_of


def twin_catalogue(style: str = "distinct", without: str = "") -> Catalogue:
    """Every face of the simulated deck, but one."""
    faces = ((key_of(c.picture), c) for c in all_pictures())
    return build([(key, draw(card, style)) for key, card in faces if key != without])


class Clip(TableFilm):
    """A film that is kept, and can be written."""

    def __init__(self, **how) -> None:
        self.images: list[np.ndarray] = []
        super().__init__(lambda image, _: self.images.append(image), **how)

    def write(self, path: Path, fourcc: str = "MJPG") -> Path:
        """As a video file of 30 frames a second."""
        return write_film(path, self.images, fourcc)


def write_film(path: Path, images: list[np.ndarray], fourcc: str = "MJPG") -> Path:
    """Pictures as a video file of 30 frames a second."""
    height, width = images[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*fourcc), FPS, (width, height))
    for image in images:
        writer.write(image)
    writer.release()
    return path
