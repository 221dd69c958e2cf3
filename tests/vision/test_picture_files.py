"""Picture files as people send them: turned, deep, cut short, enormous, or no picture at all."""

import os
import struct
import zlib

import cv2
import numpy as np
import pytest

from companion.commands.picture_heads import size_of
from companion.commands.pictures import PictureError, load_picture, load_table


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


def test_a_large_photograph_of_a_table_is_unpacked_smaller_and_upright(tmp_path):
    large = np.zeros((2400, 3200, 3), np.uint8)
    large[:, :1600] = (0, 0, 255)
    jpeg = cv2.imencode(".jpg", large)[1].tobytes()
    image, larger = load_table(kept(tmp_path, with_orientation(jpeg, 6), "phone.jpg"))
    assert (image.shape, larger) == ((1600, 1200, 3), 2.0)
    top, bottom = image[400, 600], image[1200, 600]
    assert top[2] > 200, "turned by a quarter as the file says"
    assert bottom[2] < 50
    small, same = load_table(kept(tmp_path, encoded(picture(), ".jpg"), "webcam.jpg"))
    assert (small.shape, same) == (picture().shape, 1.0)


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
    with pytest.raises(PictureError, match=r"is empty|is cut short|is damaged or cut short"):
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
    with pytest.raises(PictureError, match="is damaged or cut short"):
        load_picture(path)


@pytest.mark.parametrize("size", [(1, 1), (1, 5000), (4000, 3), (30, 900), (8, 8)])
def test_a_strip_or_a_speck_is_no_picture_of_a_table(tmp_path, size):
    """Strips crashed the readers, which make pictures smaller first."""
    path = kept(tmp_path, encoded(np.zeros((*size, 3), np.uint8), ".png"), "strip.png")
    with pytest.raises(PictureError, match=f"strip.png is {size[1]} x {size[0]} px"):
        load_picture(path)


def test_what_a_phone_appends_after_the_end_is_no_harm(tmp_path):
    """A moving picture: a film stands after the JPEG."""
    data = encoded(picture(), ".jpg")
    image = load_picture(
        kept(tmp_path, data + b"\x00\x00\x00\x18ftypmp42" + b"\xff\x00" * 900, "a.jpg")
    )
    assert image.shape == (40, 60, 3)


def test_a_thumbnail_with_an_end_of_its_own_ends_no_picture(tmp_path):
    data = encoded(np.random.default_rng(2).integers(0, 255, (80, 80, 3), np.uint8), ".jpg")
    thumb = encoded(picture(), ".jpg")
    block = b"\xff\xe2" + struct.pack(">H", len(thumb) + 2) + thumb
    whole = data[:2] + block + data[2:]
    assert load_picture(kept(tmp_path, whole, "a.jpg")).shape == (80, 80, 3)
    with pytest.raises(PictureError, match="is cut short"):
        load_picture(kept(tmp_path, whole[:-1000], "b.jpg"))


@pytest.mark.parametrize("name", ["a.gif", "a.webp", "a.bmp", "a.tif", "a.avif", "a.jpg", "a.png"])
def test_every_kind_tells_its_size_before_it_is_unpacked(tmp_path, name):
    path = as_pillow(tmp_path, name)
    assert size_of(path.read_bytes()) == (40, 60)
    assert load_picture(path).shape == (60, 40, 3)


def claims(kind):
    """A file's head that claims 30,000 x 30,000 px."""
    side = 30_000
    if kind == "bmp":
        return b"BM" + struct.pack(
            "<IHHIIiiHHIIiiII", 54, 0, 0, 54, 40, side, -side, 1, 24, *[0] * 6
        )
    if kind == "gif":
        return b"GIF89a" + struct.pack("<HH", side, side) + bytes(20)
    if kind == "webp":
        size = (side - 1).to_bytes(3, "little")
        return b"RIFF" + bytes(4) + b"WEBPVP8X" + bytes(8) + size + size
    tags = struct.pack("<HHHIIHHII", 2, 256, 4, 1, side, 257, 4, 1, side)
    return b"II*\x00" + struct.pack("<I", 8) + tags


@pytest.mark.parametrize("kind", ["bmp", "gif", "webp", "tif"])
def test_every_bomb_is_refused_by_its_head(tmp_path, kind):
    with pytest.raises(PictureError, match="80 megapixels"):
        load_picture(kept(tmp_path, claims(kind), f"bomb.{kind}"))


def test_a_picture_of_an_iphone_names_the_setting_that_helps(tmp_path):
    heic = b"\x00\x00\x00\x24ftypmif1\x00\x00\x00\x00mif1heic" + bytes(500)
    with pytest.raises(PictureError, match="Most Compatible"):
        load_picture(kept(tmp_path, heic, "IMG_0001.jpg"))


def test_folders_and_pipes_are_refused_and_nothing_hangs(tmp_path):
    (tmp_path / "dir.jpg").mkdir()
    os.mkfifo(tmp_path / "pipe.jpg")
    for name in ("dir.jpg", "pipe.jpg", "nowhere.jpg"):
        with pytest.raises(PictureError, match="Give the path of a picture"):
            load_picture(tmp_path / name)
