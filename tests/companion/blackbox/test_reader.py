"""Torn, damaged and foreign black boxes: told in words, read as far as they are sound."""

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.blackbox import BoxError, box_bytes, parse_box, read_box
from companion.blackbox.records import FRAME, MAGIC, frame
from companion.export import first_difference
from companion.replaying import replay_box
from tests.companion.blackbox.evening import Evening


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    evening = Evening(tmp_path_factory.mktemp("evening")).begin()
    for key in ("gem:1", "gem:2"):
        evening.wait(400)
        evening.card(key)
    evening.wait(400)
    evening.restart()
    for key in ("gem:3", "treasure:2"):
        evening.wait(400)
        evening.card(key)
    evening.wait(400)
    return evening.close()


def test_a_restart_is_a_segment_of_its_own(evening: Evening):
    box = read_box(evening.box)
    assert [segment.begin.kind for segment in box.segments] == ["start", "resume"]
    assert box.remarks == ()
    done = replay_box(box)
    assert first_difference(done.rows, evening.rows()) is None
    assert (done.segments, len(done.rows)) == (2, len(evening.rows()))


def test_what_is_read_can_be_written_again(evening: Evening):
    box = read_box(evening.box)
    assert parse_box(box_bytes(box)) == box


def test_a_torn_tail_at_any_byte_gives_the_entries_before_it(evening: Evening):
    data, rows = evening.box.read_bytes(), evening.rows()
    beginning = len(MAGIC) + len(frame(read_box(evening.box).segments[0].begin)) - 1
    for end in random.Random(1).sample(range(len(MAGIC) + 1, len(data)), 60):
        if end <= beginning:
            with pytest.raises(BoxError, match="no beginning in it is sound"):
                parse_box(data[:end])
            continue
        done = replay_box(parse_box(data[:end]))
        assert first_difference(done.rows, rows) is None
        assert done.differs == ""


def test_a_restart_after_a_torn_tail_still_gives_every_entry(evening: Evening):
    """The entries whose signals were lost are those that the restart found on disk."""
    box = read_box(evening.box)
    first = box_bytes(type(box)(segments=box.segments[:1]))
    second = box_bytes(type(box)(segments=box.segments[1:]))[len(MAGIC) :]
    done = replay_box(parse_box(first[:-90] + second))
    assert any("torn or damaged" in remark for remark in done.remarks)
    assert any("taken from the journal" in remark for remark in done.remarks)
    assert done.differs == ""
    assert [row.seq for row in done.rows] == [row.seq for row in evening.rows()]
    assert first_difference(done.rows, evening.rows()) is None


def test_a_flipped_bit_anywhere_never_raises_and_never_changes_an_entry_silently(evening: Evening):
    data, rows = evening.box.read_bytes(), evening.rows()
    rng = random.Random(2)
    for _ in range(60):
        at = rng.randrange(len(MAGIC), len(data))
        spoilt = bytearray(data)
        spoilt[at] ^= 1 << rng.randrange(8)
        try:
            box = parse_box(bytes(spoilt))
        except BoxError:
            continue
        assert any("torn or damaged" in remark for remark in box.remarks)
        assert first_difference(replay_box(box).rows, rows) is None


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is not a black box"),
        (b"\x00" * 100, "is not a black box"),
        (MAGIC, "nothing that can be replayed"),
        (MAGIC + b"\xb7" * 1000, "nothing that can be replayed"),
        (MAGIC.replace(b"1", b"2"), "or of a newer one"),
    ],
)
def test_other_files_are_refused_with_words(data: bytes, words: str):
    with pytest.raises(BoxError, match=words):
        parse_box(data)


def test_a_newer_format_is_refused(evening: Evening):
    from msgspec.structs import replace

    begin = replace(read_box(evening.box).segments[0].begin, format=9)
    with pytest.raises(BoxError, match="newer companion"):
        parse_box(MAGIC + frame(begin))


def test_a_beginning_that_would_fill_the_memory_is_not_unpacked():
    import zlib

    packer = zlib.compressobj(9)
    payload = b"".join(packer.compress(bytes(1 << 20)) for _ in range(200)) + packer.flush()
    crc = zlib.crc32(payload, zlib.crc32(b"B"))
    with pytest.raises(BoxError, match="nothing that can be replayed"):
        parse_box(MAGIC + FRAME.pack(0xB7, b"B", len(payload), crc) + payload)


def test_a_change_that_keeps_the_sums_shows_as_a_different_replay(evening: Evening):
    """Somebody edits a signal of the first boot and writes the sums anew."""
    from msgspec.structs import replace

    box = read_box(evening.box)
    first = box.segments[0]
    heard = tuple(
        replace(h, signal=replace(h.signal, identity="gem:4"))  # type: ignore[call-overload]
        if getattr(h.signal, "identity", "") == "gem:1"
        else h
        for h in first.heard
    )
    edited = replace(box, segments=(replace(first, heard=heard), *box.segments[1:]))
    assert "replays differently" in replay_box(parse_box(box_bytes(edited))).differs


# ---------------------------------------------------------------- the command


def run(*arguments: object):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_replay_writes_the_same_export_from_journal_and_black_box(evening: Evening, tmp_path: Path):
    one, two = tmp_path / "one", tmp_path / "two"
    told = run("replay", evening.files[0], "--export", one, "--json")
    again = run("replay", evening.box, "--export", two, "--json")
    assert (told.exit_code, again.exit_code) == (0, 0), again.output
    assert one.read_bytes() == two.read_bytes()
    assert run("replay", evening.box).stdout == run("replay", evening.files[0]).stdout


def test_replay_says_what_is_wrong_without_a_traceback(evening: Evening, tmp_path: Path):
    torn = tmp_path / "torn.blackbox"
    torn.write_bytes(evening.box.read_bytes()[:-5])
    done = run("replay", torn)
    assert done.exit_code == 0
    assert "torn or damaged" in done.stderr
    empty = tmp_path / "empty.blackbox"
    empty.write_bytes(MAGIC)
    done = run("replay", empty)
    assert done.exit_code == 1
    assert "Traceback" not in done.output
    assert "nothing that can be replayed" in done.stderr
    done = run("replay", evening.box, "--export", tmp_path / "no" / "such" / "folder")
    assert done.exit_code == 1
    assert "Choose another place" in done.stderr
