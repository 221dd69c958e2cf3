"""Where entries come from: a journal, a black box, or a bundle."""

from pathlib import Path

from msgspec import Struct

from companion.blackbox import BoxError, is_box, parse_box, read_box
from companion.bundle import Bundle, is_bundle
from companion.bundle.manifest import BOX, EXPORT
from companion.export import ExportError, first_difference, read_export
from companion.history import HistoryError, Row
from companion.replaying import Replayed, replay_box
from companion.store import JournalReader, check_journal

_HEAD_BYTES = 64


class Source(Struct, frozen=True, kw_only=True):
    """Entries, and where they are from.

    Attributes:
        remarks: What a person should know.
        differs: Where a black box does not replay to what was written; empty where it does.
    """

    rows: tuple[Row, ...]
    game: str
    edition: int
    format: int
    app: str = ""
    created: str = ""
    remarks: tuple[str, ...] = ()
    differs: str = ""


def load(file: Path) -> Source:
    """The entries of a journal, a black box or a bundle; nothing is changed.

    Raises:
        StoreError: Not a journal, damaged, or unreadable.
        HistoryError: A journal with damage.
        BoxError, BundleError, ExportError: A black box or a bundle that cannot be used.
    """
    if is_bundle(file):
        return _from_bundle(file)
    if _head(file, is_box):
        return _from_box(replay_box(read_box(file)))
    return _from_journal(file)


def _head(file: Path, test: object) -> bool:
    try:
        with file.open("rb") as opened:
            return bool(callable(test) and test(opened.read(_HEAD_BYTES)))
    except OSError:
        return False


def _from_journal(file: Path) -> Source:
    check = check_journal(file)
    if check.damage is not None:
        raise HistoryError(str(check.damage))
    with JournalReader(file) as reader:
        rows, header = reader.rows(), reader.header
    return Source(
        rows=rows,
        game=header.game,
        edition=header.edition,
        format=header.format,
        app=header.app,
        created=header.created,
    )


def _from_box(done: Replayed) -> Source:
    return Source(
        rows=done.rows,
        game=done.game,
        edition=done.edition,
        format=1,
        app=done.app,
        created=done.created,
        remarks=done.remarks,
        differs=done.differs,
    )


def _from_bundle(file: Path) -> Source:
    """The exported entries, and whether the black box replays to them."""
    with Bundle(file) as bundle:
        try:
            header, rows = read_export(bundle.read(EXPORT))
        except ExportError as error:
            raise ExportError(f"{EXPORT} in {file}: {error}") from error
        box = bundle.read(BOX) if BOX in bundle else None
        app = bundle.manifest.app
    remarks: tuple[str, ...] = ()
    differs = ""
    if box is None:
        remarks = ("The bundle has no black box; this is the exported journal.",)
    else:
        remarks, differs = _held_against(rows, box, file)
    return Source(
        rows=rows,
        game=header.game,
        edition=header.edition,
        format=header.format,
        app=app,
        remarks=remarks,
        differs=differs,
    )


def _held_against(rows: tuple[Row, ...], data: bytes, file: Path) -> tuple[tuple[str, ...], str]:
    try:
        done = replay_box(parse_box(data, f"{BOX} in {file}"))
    except BoxError as error:
        return (str(error),), ""
    place = first_difference(done.rows, rows)
    if done.differs or place is not None:
        at = len(done.rows) if place is None else place + 1
        return done.remarks, done.differs or (
            f"Entry {at} replays differently from the exported journal: another version of the "
            "companion wrote it, or something in the bundle was exchanged."
        )
    covered = f"The black box replays to the same {len(done.rows)} of {len(rows)} entries."
    return (*done.remarks, covered), ""
