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


def as_pillow(tmp_path, name, *, mode="RGB", **options):
    """The picture as another program saves it, its upper third red, then green, then pale."""
    image = pytest.importorskip("PIL.Image")
    bands = np.repeat(np.array([[220, 20, 20], [20, 200, 20], [240, 240, 240]], np.uint8), 20, 0)
    whole = np.repeat(bands[:, None], 40, 1)
    saved = image.fromarray(whole)
    if options.get("save_all"):
        options["append_images"] = [image.fromarray(np.ascontiguousarray(whole[::-1]))]
    saved.convert(mode).save(tmp_path / name, **options)
    return tmp_path / name


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("print.jpg", {"mode": "CMYK", "quality": 95}),
        ("moving.png", {"save_all": True}),
        ("moving.webp", {"save_all": True, "lossless": True}),
        ("sheer.png", {"mode": "RGBA"}),
    ],
)
def test_ink_colours_and_first_frames_are_seen_as_people_see_them(tmp_path, name, options):
    image = load_picture(as_pillow(tmp_path, name, **options))
    assert image.shape == (60, 40, 3)
    for row, colour in ((10, (20, 20, 220)), (30, (20, 200, 20)), (50, (240, 240, 240))):
        assert np.abs(image[row, 20].astype(int) - colour).max() < 6


@pytest.mark.parametrize("name", ["cut.webp", "cut.bmp"])
def test_other_formats_cut_short_are_refused_too(tmp_path, name):
    path = as_pillow(tmp_path, name)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(PictureError, match="cut"):
        load_picture(path)


@pytest.mark.parametrize("size", [(1, 1), (1, 5000), (4000, 3), (30, 900), (8, 8)])
def test_a_strip_or_a_speck_is_no_picture_of_a_table(tmp_path, size):
    """Strips crashed the readers, which make pictures smaller first."""
    path = kept(tmp_path, encoded(np.zeros((*size, 3), np.uint8), ".png"), "strip.png")
    with pytest.raises(PictureError, match=f"strip.png is {size[1]} x {size[0]} px"):
        load_picture(path)
