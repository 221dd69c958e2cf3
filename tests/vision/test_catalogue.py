"""A catalogue as bytes: whole, versioned, hashed."""

import io
import json

import numpy as np
import pytest

from vision.catalogue import build, dump, load
from vision.catalogue_head import CatalogueError


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
    with pytest.raises(CatalogueError, match=r"my\.catalogue.*teach"):
        load(dump(taught)[:keep], name="my.catalogue")


def test_a_flipped_byte_is_refused(taught):
    data = bytearray(dump(taught))
    data[len(data) // 2] ^= 0x40
    with pytest.raises(CatalogueError):
        load(bytes(data))


def test_something_else_is_refused():
    with pytest.raises(CatalogueError, match="is no catalogue"):
        load(b"\x89PNG\r\n\x1a\n" + bytes(500))


def with_head(catalogue, **changed):
    """The file of a catalogue with other words in its head."""
    with np.load(io.BytesIO(dump(catalogue))) as archive:
        arrays = {name: archive[name] for name in archive.files}
    head = json.loads(bytes(arrays["header"])) | changed
    arrays["header"] = np.frombuffer(json.dumps(head).encode(), np.uint8)
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return out.getvalue()


def test_a_later_format_is_refused_with_its_number(taught):
    with pytest.raises(CatalogueError, match=r"newer version.*format 7.*up to date"):
        load(with_head(taught, format=7))


def test_an_older_format_asks_to_teach_anew(taught):
    with pytest.raises(CatalogueError, match=r"has format 0, this version reads 1"):
        load(with_head(taught, format=0))


@pytest.mark.parametrize(
    "changed",
    [
        {"card_mm": None},
        {"card_mm": [0, 88]},
        {"card_mm": [float("nan"), 88]},
        {"card_mm": [63]},
        {"keys": None},
        {"keys": "abc"},
        {"keys": [1, 2]},
        {"border": "wide"},
        {"border": 5},
        {"digest": 3},
    ],
)
def test_a_head_that_makes_no_sense_is_refused(taught, changed):
    with pytest.raises(CatalogueError, match="head cannot be read"):
        load(with_head(taught, **changed))


def test_damage_anywhere_is_refused_and_never_raises_anything_else(taught):
    """Bytes exchanged in the archive's own lists make zlib, zipfile and numpy fail as they like."""
    whole = dump(taught)
    rng = np.random.default_rng(4)
    ends = [*range(0, 300, 3), *range(len(whole) - 400, len(whole), 3)]
    refused = 0
    for at in (*ends, *rng.integers(0, len(whole), 60)):
        data = bytearray(whole)
        data[at] ^= int(rng.integers(1, 256))
        try:
            assert load(bytes(data)).digest == taught.digest
        except CatalogueError:
            refused += 1
    assert refused > 150


def test_an_archive_that_unpacks_to_more_than_a_pi_holds_is_not_unpacked(monkeypatch, taught):
    monkeypatch.setattr("vision.catalogue_head.MOST_BYTES", 1000)
    with pytest.raises(CatalogueError, match="far too large"):
        load(dump(taught))


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
