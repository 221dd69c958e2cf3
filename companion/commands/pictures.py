"""Reading picture files for the commands, with errors that name file and cure."""

from pathlib import Path

import cv2
import numpy as np

from vision.readings import Image

PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".webp")
MAX_BYTES = 64 * 1024 * 1024
MAX_PIXELS = 80_000_000


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
    if image.shape[0] * image.shape[1] > MAX_PIXELS:
        raise PictureError(f"{path} has more than 80 megapixels. Scale it down.")
    return image
