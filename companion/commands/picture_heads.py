"""What the head of a picture file says before anything is unpacked: its kind, size, and end.

A file of a few kilobytes may claim 400 megapixels; it is refused by its head, since unpacking it
takes more memory than a Pi has.
"""

import re
import struct

Size = tuple[int, int]
"""Width and height in px."""


def size_of(data: bytes) -> Size | None:
    """What the file claims; None where its head tells nothing."""
    for magic, reader in READERS:
        if magic.match(data):
            try:
                return reader(data)
            except (struct.error, IndexError):
                return None
    return None


def is_heic(data: bytes) -> bool:
    """Whether it is a picture as iPhones keep them, which OpenCV cannot unpack."""
    brands = data[8:BRANDS_END]
    heif = any(brand in brands for brand in HEIC_BRANDS)
    return data[4:8] == b"ftyp" and heif and not AVIF.match(data)


HEIC_BRANDS = (b"hei", b"hev", b"mif1", b"msf1")
"""How the brands of ISO/IEC 23008-12, annex B, begin; AVIF files may name some of them too."""
BRANDS_END = 64
AVIF = re.compile(rb".{4}ftyp.{0,56}avi[fs]", re.DOTALL)


def is_cut_short(data: bytes) -> bool:
    """Whether a JPEG or PNG lacks its end. What other programs append after the end is no harm."""
    if data[:2] == b"\xff\xd8":
        return not _jpeg_ends(data)
    return data[:4] == b"\x89PNG" and b"IEND" not in data[33:]


def _jpeg_ends(data: bytes) -> bool:
    """Whether an end follows the last scan. Phones append films to their pictures."""
    at = _jpeg_scan(data)
    while at is not None:
        found = SEGMENT.search(data, at)
        if found is None:
            return False
        if found.group() == END:
            return True
        at = found.end() + _length(data, found.end()) if found.end() + 2 <= len(data) else None
    return False


SEGMENT = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]", re.DOTALL)
"""In the packed pixels: any marker but a stuffed 0xFF and the eight that let a reader restart."""
END = b"\xff\xd9"


def _jpeg_scan(data: bytes) -> int | None:
    """Where the first packed pixels begin; None where none do."""
    for marker, at in _segments(data):
        if marker == START_OF_SCAN:
            return at + _length(data, at)
    return None


START_OF_SCAN = 0xDA
FRAMES = frozenset({0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB})
"""JPEG markers that open a frame and tell its size."""


def _segments(data: bytes) -> list[tuple[int, int]]:
    """Markers up to the first scan, each with the place of its length."""
    found: list[tuple[int, int]] = []
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:  # noqa: PLR2004 - every marker begins so
        if data[at + 1] == 0xFF:  # noqa: PLR2004 - a filler before the marker
            at += 1
            continue
        found.append((data[at + 1], at + 2))
        if data[at + 1] == START_OF_SCAN:
            break
        at += 2 + _length(data, at + 2)
    return found


def _length(data: bytes, at: int) -> int:
    return max(int(struct.unpack_from(">H", data, at)[0]), 2)


def _jpeg(data: bytes) -> Size | None:
    for marker, at in _segments(data):
        if marker in FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 3)
            return int(width), int(height)
    return None


def _png(data: bytes) -> Size:
    width, height = struct.unpack_from(">II", data, 16)
    return int(width), int(height)


def _gif(data: bytes) -> Size:
    width, height = struct.unpack_from("<HH", data, 6)
    return int(width), int(height)


def _bmp(data: bytes) -> Size:
    """The height is below 0 where rows run from the top."""
    if struct.unpack_from("<I", data, 14)[0] == OLD_BMP:
        width, height = struct.unpack_from("<HH", data, 18)
    else:
        width, height = struct.unpack_from("<ii", data, 18)
    return abs(int(width)), abs(int(height))


OLD_BMP = 12
"""Bytes of the head of an OS/2 bitmap."""


def _webp(data: bytes) -> Size | None:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = int(struct.unpack_from("<I", data, 21)[0])
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return int(width & 0x3FFF), int(height & 0x3FFF)
    return None


def _tiff(data: bytes) -> Size | None:
    """Of its first page."""
    order = "<" if data[:2] == b"II" else ">"
    start = int(struct.unpack_from(order + "I", data, 4)[0])
    count = int(struct.unpack_from(order + "H", data, start)[0])
    found: dict[int, int] = {}
    for entry in range(start + 2, start + 2 + 12 * count, 12):
        tag, kind = struct.unpack_from(order + "HH", data, entry)
        if tag in TIFF_SIZE:
            how = order + ("H" if kind == SHORT else "I")
            found[tag] = int(struct.unpack_from(how, data, entry + 8)[0])
    return (found[TIFF_SIZE[0]], found[TIFF_SIZE[1]]) if len(found) == len(TIFF_SIZE) else None


TIFF_SIZE = (256, 257)
"""Tags of width and height."""
SHORT = 3


def _avif(data: bytes) -> Size | None:
    """The largest picture in the file: a thumbnail may stand before it."""
    sizes = [struct.unpack_from(">II", data, one.end() + 4) for one in ISPE.finditer(data)]
    return max(sizes, key=lambda size: size[0] * size[1], default=None)


ISPE = re.compile(rb"ispe(?=.{12})", re.DOTALL)
"""Box "image spatial extents" of ISO/IEC 23008-12."""

READERS = (
    (re.compile(rb"\xff\xd8"), _jpeg),
    (re.compile(rb"\x89PNG"), _png),
    (re.compile(rb"GIF8"), _gif),
    (re.compile(rb"BM"), _bmp),
    (re.compile(rb"RIFF.{4}WEBP", re.DOTALL), _webp),
    (re.compile(rb"II\*\x00|MM\x00\*"), _tiff),
    (AVIF, _avif),
)
"""How each kind of picture begins, and where it tells its size. Other kinds are not read."""
