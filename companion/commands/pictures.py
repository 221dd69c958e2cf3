"""Reading picture files for the commands, with errors that name file and cure."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.commands.picture_heads import Size, is_cut_short, is_heic, size_of
from vision.readings import Image

PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".avif", ".gif", ".tif", ".tiff")
MAX_BYTES = 64 * 1024 * 1024
MAX_PIXELS = 80_000_000
LEAST_PX = 12
"""Shorter side: nothing can be seen in less."""
LONGEST = 20.0
"""Longer over shorter side: a strip is no picture of a table, and shrinks to nothing on the way."""


class PictureError(ValueError):
    """A picture cannot be used; the message names the file and the cure."""


def load_picture(path: Path) -> Image:
    """BGR uint8 (H, W, 3), turned upright as the file says. Raises PictureError.

    Of pictures that move the first is taken; 16 bits become eight.
    """
    return _loaded(path)[0]


def load_table(path: Path) -> tuple[Image, float]:
    """A photograph of a table as `load_picture`, and how many times larger it is in the file.

    Large ones are unpacked at half or a quarter of their size: that takes a third of the time, and
    a card which that makes too small to be read was too small to be found already.
    """
    picture, size = _loaded(path, modes=REDUCED)
    return picture, max(size) / max(picture.shape[:2])


WHOLE = ((0, cv2.IMREAD_COLOR),)
REDUCED = ((6000, cv2.IMREAD_REDUCED_COLOR_4), (3000, cv2.IMREAD_REDUCED_COLOR_2), *WHOLE)
"""OpenCV's modes by the px of the long side from which on they are used: at least 1500 remain,
nearly twice `vision.outlines.WORK_WIDTH`."""


def _loaded(path: Path, modes: Sequence[tuple[int, int]] = WHOLE) -> tuple[Image, Size]:
    """The picture, and its size in the file. Raises PictureError."""
    data = _bytes(path)
    if is_heic(data):
        raise PictureError(
            f"{path} is a HEIC picture, which is not read here. Save it as JPEG (on an iPhone: "
            "Settings, Camera, Formats, Most Compatible)."
        )
    size = size_of(data)
    if size is None:
        raise PictureError(
            f"{path} is not a picture that can be read. Give a JPEG, PNG, WebP, AVIF, GIF, BMP or "
            "TIFF file."
        )
    _check_size(size, path)
    if is_cut_short(data):
        raise PictureError(f"{path} is cut short: its end is missing. Copy it again.")
    image = _decoded(data, next(mode for least, mode in modes if max(size) >= least))
    if image is None:
        raise PictureError(f"{path} is damaged or cut short. Copy it again, or take a new picture.")
    return image, size


def _bytes(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            kind = "a folder" if path.is_dir() else "no file"
            raise PictureError(f"{path} is {kind}. Give the path of a picture.")
        if path.stat().st_size > MAX_BYTES:
            raise PictureError(f"{path} is larger than 64 MB. Scale it down.")
        data = path.read_bytes()
    except OSError as error:
        raise PictureError(f"{path}: {error.strerror}. Give the path of a picture.") from error
    if not data:
        raise PictureError(f"{path} is empty. Copy it again.")
    return data


def _decoded(data: bytes, mode: int) -> Image | None:
    """None where the pixels cannot be unpacked. What OpenCV says of that names no cure."""
    before = cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        return cv2.imdecode(np.frombuffer(data, np.uint8), mode)
    except cv2.error:
        return None
    finally:
        cv2.utils.logging.setLogLevel(before)


def _check_size(size: Size, path: Path) -> None:
    width, height = size
    if height * width > MAX_PIXELS:
        raise PictureError(f"{path} has more than 80 megapixels. Scale it down.")
    if min(height, width) < LEAST_PX or max(height, width) > LONGEST * min(height, width):
        raise PictureError(f"{path} is {width} x {height} px: it shows no table. Take it again.")
