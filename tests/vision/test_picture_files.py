"""Picture files as people send them: turned, deep, cut short, enormous, or no picture at all."""

import struct
import zlib

import cv2
import numpy as np
import pytest

from companion.commands.pictures import PictureError, load_picture


def picture():
    image = np.zeros((40, 60, 3), np.uint8)
    image[:, :20] = (0, 0, 220)
    return image


def encoded(image, suffix):
    return cv2.imencode(suffix, image)[1].tobytes()


def kept(tmp_path, data, name):
    path = tmp_path / name
    path.write_bytes(data)
    return path


def with_orientation(jpeg, value):
    """The JPEG with an Exif block that asks for a turn."""
    tiff = b"MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01"
    tiff += struct.pack(">HH", value, 0) + b"\x00\x00\x00\x00"
    body = b"Exif\x00\x00" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def test_a_picture_taken_upright_is_turned_as_its_file_says(tmp_path):
    path = kept(tmp_path, with_orientation(encoded(picture(), ".jpg"), 6), "turned.jpg")
    image = load_picture(path)
    assert image.shape == (60, 40, 3)
    assert image[5, 20, 2] > 180
    assert image[50, 20, 2] < 60


def test_sixteen_bits_become_eight(tmp_path):
    deep = picture().astype(np.uint16) * 257
    image = load_picture(kept(tmp_path, encoded(deep, ".png"), "deep.png"))
    assert image.dtype == np.uint8
    assert tuple(image[20, 5]) == (0, 0, 220)


def test_grey_becomes_colour(tmp_path):
    image = load_picture(kept(tmp_path, encoded(picture()[..., 2], ".png"), "grey.png"))
    assert image.shape == (40, 60, 3)


@pytest.mark.parametrize("suffix", [".jpg", ".png"])
@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.95])
def test_what_is_cut_short_is_named_never_read(tmp_path, suffix, share):
    rng = np.random.default_rng(1)
    data = encoded(rng.integers(0, 255, (80, 80, 3), np.uint8), suffix)
    path = kept(tmp_path, data[: int(len(data) * share)], "cut" + suffix)
    with pytest.raises(PictureError, match="cut"):
        load_picture(path)


def test_a_bomb_is_refused_by_its_header(tmp_path):
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + b"IHDR" + head + struct.pack(">I", zlib.crc32(b"IHDR" + head))
    path = kept(tmp_path, b"\x89PNG\r\n\x1a\n" + chunk, "bomb.png")
    with pytest.raises(PictureError, match="80 megapixels"):
        load_picture(path)


@pytest.mark.parametrize("data", [b"", b"hello", b"\xff\xd8\xff", b"\x89PNG", b"GIF89a"])
def test_no_picture_says_so(tmp_path, data):
    with pytest.raises(PictureError):
        load_picture(kept(tmp_path, data, "odd.jpg"))
