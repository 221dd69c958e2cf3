"""Reading picture files for the commands, with errors that name file and cure."""

import struct
from pathlib import Path

import cv2
import numpy as np

from vision.readings import Image

PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".webp")
MAX_BYTES = 64 * 1024 * 1024
MAX_PIXELS = 80_000_000
LEAST_PX = 12
"""Shorter side: nothing can be seen in less."""
LONGEST = 20.0
"""Longer over shorter side: a strip is no picture of a table, and shrinks to nothing on the way."""


class PictureError(ValueError):
    """A picture cannot be used; the message names the file and the cure."""


def load_picture(path: Path) -> Image:
    """BGR uint8 (H, W, 3), turned upright as the file says. Raises PictureError."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise PictureError(f"{path} is larger than 64 MB. Scale it down.")
        data = path.read_bytes()
    except OSError as error:
        raise PictureError(f"{path}: {error.strerror}. Give the path of a picture.") from error
    if _pixels(data) > MAX_PIXELS:
        raise PictureError(f"{path} has more than 80 megapixels. Scale it down.")
    image: Image | None = None
    if data:
        try:
            image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        except cv2.error:  # raised for some damaged headers, and for enormous sizes
            image = None
    if image is None:
        raise PictureError(f"{path} is not a picture that can be read. Take it again or remove it.")
    if data[:2] == b"\xff\xd8" and b"\xff\xd9" not in data[-1024:]:
        raise PictureError(f"{path} is cut short: its end is missing. Copy it again.")
    if data[:4] == b"\x89PNG" and b"IEND" not in data[-64:]:
        raise PictureError(f"{path} is cut short: its end is missing. Copy it again.")
    _check_size(image, path)
    return image


def _check_size(image: Image, path: Path) -> None:
    height, width = image.shape[:2]
    if height * width > MAX_PIXELS:
        raise PictureError(f"{path} has more than 80 megapixels. Scale it down.")
    if min(height, width) < LEAST_PX or max(height, width) > LONGEST * min(height, width):
        raise PictureError(f"{path} is {width} x {height} px: it shows no table. Take it again.")


def _pixels(data: bytes) -> int:
    """Size that the header of a PNG or JPEG claims, before anything is unpacked; 0 if unknown."""
    if data[:4] == b"\x89PNG" and len(data) >= PNG_HEAD:
        width, height = struct.unpack(">II", data[16:24])
        return int(width * height)
    if data[:2] == b"\xff\xd8":
        return _jpeg_pixels(data)
    return 0


PNG_HEAD = 24
FRAMES = frozenset({0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB})
"""JPEG markers that open a frame and tell its size."""


def _jpeg_pixels(data: bytes) -> int:
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:  # noqa: PLR2004 - every marker begins so
        if data[at + 1] in FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return int(height * width)
        at += 2 + int(struct.unpack(">H", data[at + 2 : at + 4])[0])
    return 0
