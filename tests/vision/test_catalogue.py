"""A catalogue as bytes: whole, versioned, hashed."""

import io
import json

import numpy as np
import pytest

from vision.catalogue import CatalogueError, build, dump, load


def test_a_catalogue_comes_back_as_it_was(taught):
    again = load(dump(taught))
    assert again.keys == taught.keys
    assert again.card_mm == taught.card_mm
    assert again.digest == taught.digest
    for one, other in zip(again.views, taught.views, strict=True):
        assert one.key == other.key
        assert np.array_equal(one.face, other.face)
    for one, other in zip(again.features, taught.features, strict=True):
        assert np.array_equal(one.descriptors, other.descriptors)


def test_equal_pictures_give_equal_bytes(drawn):
    assert dump(build(list(drawn.items()))) == dump(build(list(drawn.items())))


def test_another_face_gives_another_digest(drawn, taught):
    assert build(list(drawn.items())[:-1]).digest != taught.digest


@pytest.mark.parametrize("keep", [0, 10, 1000, -1, -200])
def test_a_cut_short_file_is_refused(taught, keep):
    with pytest.raises(CatalogueError, match=r"my\.catalogue.*Teach"):
        load(dump(taught)[:keep], name="my.catalogue")


def test_a_flipped_byte_is_refused(taught):
    data = bytearray(dump(taught))
    data[len(data) // 2] ^= 0x40
    with pytest.raises(CatalogueError):
        load(bytes(data))


def test_something_else_is_refused():
    with pytest.raises(CatalogueError, match="not a card catalogue"):
        load(b"\x89PNG\r\n\x1a\n" + bytes(500))


def test_a_later_format_is_refused_with_its_number(taught):
    with np.load(io.BytesIO(dump(taught))) as archive:
        arrays = {name: archive[name] for name in archive.files}
    header = json.loads(bytes(arrays["header"]))
    header["format"] = 7
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    with pytest.raises(CatalogueError, match="format 7"):
        load(out.getvalue())


def test_pickled_content_is_never_loaded():
    out = io.BytesIO()
    np.savez(out, header=np.array([{"format": 1}], dtype=object))
    with pytest.raises(CatalogueError):
        load(out.getvalue())


def test_the_border_of_wizard_thieves_says_nothing_of_a_card():
    """Rulebook, "Doubles": the border styles do not need to match."""
    picture = np.full((352, 252, 3), 200, np.uint8)
    framed = build([("gem:1", picture), ("item:bomb", picture)])
    plain = build([("red-oval", picture), ("gem:1", picture)])
    assert framed.margin > plain.margin
    assert load(dump(framed)).border == framed.border
