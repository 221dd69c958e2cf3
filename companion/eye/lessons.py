"""From taught pictures to a catalogue in use: built, compared, written and loaded here."""

from collections.abc import Sequence
from pathlib import Path

from companion.eye.shots import decode
from companion.whole_file import write_whole
from hardware.eye_link import Alike, Taught, TaughtPicture
from vision.catalogue import CARD_MM, Catalogue, CatalogueError, build, dump, load
from vision.teaching import look_alikes

NEAR = 4.0
"""Pairs nearer than this are shown side by side; under 1 they cannot be told apart reliably."""
MOST_PAIRS = 12


def compared(
    ident: int, pictures: Sequence[TaughtPicture], card_mm: tuple[float, float] = CARD_MM
) -> tuple[Taught, Catalogue | None]:
    """Which of these cards look alike, and the catalogue they make."""
    faces = [(one.key, decode(one.face)) for one in pictures]
    sound = [(key, face) for key, face in faces if face is not None]
    try:
        catalogue = build(sound, card_mm=card_mm)
    except (CatalogueError, ValueError) as error:
        return Taught(ident=ident, ok=False, text=str(error)), None
    return _taught(ident, catalogue), catalogue


def written(
    ident: int, pictures: Sequence[TaughtPicture], path: Path
) -> tuple[Taught, Catalogue | None]:
    """The same, written to `path` as a whole."""
    taught, catalogue = compared(ident, pictures)
    if catalogue is None:
        return taught, None
    return _kept(taught, catalogue, dump(catalogue), path)


def imported(ident: int, data: bytes, path: Path) -> tuple[Taught, Catalogue | None]:
    """Another table's catalogue: its version and hash are checked, then it is written."""
    try:
        catalogue = load(data, name="This file")
    except CatalogueError as error:
        return Taught(ident=ident, ok=False, text=str(error)), None
    except Exception:  # noqa: BLE001 - a stranger's file may fail anywhere in numpy
        text = "This file is damaged and cannot be read as a catalogue. Nothing was changed."
        return Taught(ident=ident, ok=False, text=text), None
    return _kept(_taught(ident, catalogue), catalogue, data, path)


def _kept(
    taught: Taught, catalogue: Catalogue, data: bytes, path: Path
) -> tuple[Taught, Catalogue | None]:
    try:
        write_whole(path, data)
    except OSError as error:
        text = f"The catalogue could not be written: {error.strerror}. Nothing was changed."
        return Taught(ident=taught.ident, ok=False, text=text), None
    catalogue.warm_up()
    return taught, catalogue


def _taught(ident: int, catalogue: Catalogue) -> Taught:
    pairs = look_alikes(catalogue, most=NEAR)[:MOST_PAIRS]
    return Taught(
        ident=ident,
        ok=True,
        keys=catalogue.keys,
        digest=catalogue.digest,
        pairs=tuple(Alike(p.first, p.second, p.distance) for p in pairs),
    )
