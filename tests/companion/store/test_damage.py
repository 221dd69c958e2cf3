"""A damaged journal: kept aside, its longest sound prefix opened, the person told."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.history import Row
from companion.store import (
    DamagedJournalError,
    Header,
    Journal,
    JournalReader,
    NotAJournalError,
    StoreError,
    check_journal,
)
from companion.store.layout import PAGE_BYTES
from tests.companion.store.workload import image, row

ENTRIES = 120
ROWS = tuple(map(row, range(1, ENTRIES + 1)))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A whole game in one file."""
    path = tmp_path_factory.mktemp("sound") / "sound.journal"
    with Journal.create(path, Header(game="wizard-thieves")) as journal:
        for seq, entry in enumerate(ROWS, 1):
            journal.append([entry], {f"f{seq}": image(seq)} if seq % 10 == 0 else {})
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path, sound: bytes) -> Path:
    path = tmp_path / "2026-11-30-190000-wizard-thieves.journal"
    path.write_bytes(sound)
    return path


def spoil(path: Path, statement: str, *values: object) -> None:
    """Change the file with SQL, as a failing card would not but a curious person might."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(statement, values)
    connection.close()


def test_a_sound_journal_raises_no_alarm(path: Path, sound: bytes):
    assert check_journal(path).damage is None
    journal, opened = Journal.open(path)
    journal.close()
    assert opened.damage is None
    assert opened.rows == ROWS


@pytest.mark.parametrize(
    ("statement", "values", "kept", "why"),
    [
        ("UPDATE journal SET body = ? WHERE seq = 50", (b'{"seq":50}',), 49, "wrong checksum"),
        ("UPDATE journal SET crc32 = crc32 + 1 WHERE seq = 50", (), 49, "wrong checksum"),
        ("UPDATE journal SET kind = 'end' WHERE seq = 50", (), 49, "wrong checksum"),
        ("UPDATE journal SET chain = ? WHERE seq = 50", (bytes(16),), 49, "does not belong"),
        ("UPDATE evidence SET record = ? WHERE seq = 49", (b"{}",), 48, "wrong checksum"),
        ("DELETE FROM evidence WHERE seq = 49", (), 48, "wrong checksum"),
        ("DELETE FROM journal WHERE seq = 50", (), 49, "entry 50 is missing"),
        ("DELETE FROM journal WHERE seq = 1", (), 0, "entry 1 is missing"),
    ],
)
def test_a_changed_entry_ends_the_sound_prefix(
    path: Path, statement: str, values: tuple[object, ...], kept: int, why: str
):
    """A deleted cell may still lie in its page: what is proved by sum and chain counts."""
    spoil(path, statement, *values)
    found = check_journal(path)
    assert found.damage is not None
    assert why in found.damage.what
    assert found.sound == kept
    with JournalReader(path) as reader, pytest.raises(DamagedJournalError, match=why):
        reader.rows()
    journal, opened = Journal.open(path)
    with journal:
        assert opened.damage is not None
        assert opened.damage.sound >= kept
        assert opened.rows == ROWS[: opened.damage.sound]
        assert path.name in opened.damage.what
        assert Path(opened.damage.kept_as).name == f"{path.name}.damaged-1"
        assert Path(opened.damage.kept_as).name in opened.damage.cure
        assert str(opened.damage).startswith(opened.damage.what)
        assert str(opened.damage).endswith(opened.damage.cure)


def test_an_entry_exchanged_with_its_own_checksum_does_not_belong(path: Path, tmp_path: Path):
    """The same seq from another game, with a right sum: only the chain shows it."""
    other = tmp_path / "other.journal"
    with Journal.create(other, Header(game="wizard-thieves")) as journal:
        journal.append([Row(seq=1, kind="game", at_ns=0, data={"game": "other"}), row(2), row(3)])
    spoil(other, "DELETE FROM journal WHERE seq <> 3")
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("ATTACH ? AS other", (str(other),))
    connection.execute("REPLACE INTO main.journal SELECT * FROM other.journal")
    connection.close()
    found = check_journal(path)
    assert found.damage is not None
    assert "entry 3 does not belong" in found.damage.what
    assert found.sound == 2


def test_play_goes_on_after_a_rescue_and_a_second_damage_is_kept_as_well(path: Path):
    for number in (1, 2):
        spoil(path, "UPDATE journal SET crc32 = 0 WHERE seq = ?", 100 // number)
        journal, opened = Journal.open(path)
        with journal:
            assert opened.damage is not None
            sound = opened.damage.sound
            assert sound == 100 // number - 1
            assert opened.damage.kept_as.endswith(f".damaged-{number}")
            journal.append([row(sound + 1)])
            assert journal.rows() == ROWS[: sound + 1]
            assert journal.image("f10") == image(10)
    assert check_journal(path).damage is None


Spoiler = Callable[[bytearray, Random], None]


def rubbish_page(data: bytearray, rng: Random) -> None:
    page = rng.randrange(len(data) // PAGE_BYTES)
    data[page * PAGE_BYTES : (page + 1) * PAGE_BYTES] = rng.randbytes(PAGE_BYTES)


def zeroed_page(data: bytearray, rng: Random) -> None:
    page = rng.randrange(len(data) // PAGE_BYTES)
    data[page * PAGE_BYTES : (page + 1) * PAGE_BYTES] = bytes(PAGE_BYTES)


def cut_off(data: bytearray, rng: Random) -> None:
    del data[rng.randrange(PAGE_BYTES, len(data)) :]


def flipped_bits(data: bytearray, rng: Random) -> None:
    for _ in range(rng.randrange(1, 200)):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def lost_head(data: bytearray, rng: Random) -> None:
    lost = rng.choice((16, 100, PAGE_BYTES))
    data[:lost] = bytes(lost)


@pytest.mark.parametrize("spoiler", [rubbish_page, zeroed_page, cut_off, flipped_bits, lost_head])
@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_to_the_file_only_proved_entries_are_opened(
    path: Path, sound: bytes, spoiler: Spoiler, seed: int
):
    """Right or refused, never wrong; what is opened is played on; the damaged bytes are kept."""
    data = bytearray(sound)
    spoiler(data, Random(seed))
    path.write_bytes(data)
    before = bytes(data)
    found = check_journal(path)
    assert path.read_bytes() == before, "checking changes nothing"
    journal, opened = Journal.open(path)
    with journal:
        assert opened.rows == ROWS[: len(opened.rows)]
        assert len(opened.rows) >= found.sound
        assert (opened.damage is None) == (len(opened.rows) == ENTRIES and found.damage is None)
        if opened.damage:
            assert Path(opened.damage.kept_as).read_bytes() == before
        for seq in range(10, ENTRIES + 1, 10):
            assert journal.image(f"f{seq}") in {None, image(seq)}
        following = len(opened.rows) + 1
        journal.append([row(following)], {"new": image(1)})
        assert journal.rows(following) == (row(following),)
        assert journal.image("new") == image(1)


def test_a_lost_schema_page_loses_no_entry(path: Path, sound: bytes):
    """SQLite cannot open it any more; the entries are still in their pages."""
    path.write_bytes(bytes(PAGE_BYTES) + sound[PAGE_BYTES:])
    journal, opened = Journal.open(path)
    with journal:
        assert opened.damage is not None
        assert opened.rows == ROWS
        assert journal.image("f120") == image(120)


def test_a_damaged_log_is_noticed_though_sqlite_says_nothing(tmp_path: Path, path: Path):
    """SQLite silently drops what follows a bad frame in its log; that was announced once."""
    with Journal.create(tmp_path / "live.journal", Header(game="wizard-thieves")) as journal:
        for entry in ROWS[:40]:
            journal.append([entry])
        data = (tmp_path / "live.journal").read_bytes()
        log = bytearray((tmp_path / "live.journal-wal").read_bytes())
    log[32 + 24 + 2 * (PAGE_BYTES + 24) + 100] ^= 0xFF
    path.write_bytes(data)
    path.with_name(path.name + "-wal").write_bytes(log)
    assert len(sqlite_rows(path)) < 5
    path.write_bytes(data)
    path.with_name(path.name + "-wal").write_bytes(log)
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    journal, opened = Journal.open(path)
    with journal:
        assert opened.damage is not None
        assert "the log is damaged" in opened.damage.what
        assert opened.rows == ROWS[:40], "later pages of the log hold the earlier entries too"
    kept_log = Path(opened.damage.kept_as + "-wal")
    assert kept_log.read_bytes() == bytes(log)


def sqlite_rows(path: Path) -> list[object]:
    """What SQLite alone makes of the file."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return connection.execute("SELECT seq FROM journal").fetchall()
    finally:
        connection.close()


@pytest.mark.parametrize("content", [b"", b"dear diary", b"\x00" * 10_000, b"SQLite format 3\x00"])
def test_a_file_that_never_was_a_journal_is_named(tmp_path: Path, content: bytes):
    path = tmp_path / "strange.journal"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"strange\.journal"):
        JournalReader(path)
    with pytest.raises(StoreError, match=r"strange\.journal"):
        Journal.open(path)
    left = [name for name in tmp_path.iterdir() if name.is_file()]
    assert [name.read_bytes() for name in left] == [content], "its bytes are still there"


def test_another_programs_database_is_left_alone(tmp_path: Path):
    path = tmp_path / "contacts.db"
    spoil(path, "CREATE TABLE people(name)")
    before = path.read_bytes()
    for open_it in (Journal.open, JournalReader, check_journal):
        with pytest.raises(NotAJournalError, match="contacts"):
            open_it(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
