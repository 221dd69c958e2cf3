"""From taught pictures to a catalogue in use: built, compared, written and loaded here."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.eye.shots import decode
from companion.whole_file import write_whole
from hardware.eye_link import Alike, Taught, TaughtPicture
from vision.catalogue import CARD_MM, Catalogue, build, dump, load
from vision.catalogue_head import CatalogueError
from vision.readings import Image
from vision.symbol_dice import SQUARE, alike_faces, build_dice
from vision.teaching import look_alikes

NEAR = 4.0
"""Pairs nearer than this are shown side by side; under 1 they cannot be told apart reliably."""
MOST_PAIRS = 12


DIE = "die:"
"""Begins the keys of faces of dice in a round of teaching; they go into a file of their own."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What a round brought: cards, dice, or both."""

    cards: Catalogue | None = None
    dice: Catalogue | None = None


def compared(
    ident: int, pictures: Sequence[TaughtPicture], card_mm: tuple[float, float] = CARD_MM
) -> tuple[Taught, Learned]:
    """Which of these look alike, and the catalogues they make."""
    faces = [(one.key, decode(one.face)) for one in pictures]
    sound = [(key, face) for key, face in faces if face is not None]
    try:
        learned = _built(sound, card_mm)
    except (CatalogueError, ValueError) as error:
        return Taught(ident=ident, ok=False, text=str(error)), Learned()
    return _taught(ident, learned), learned


def _built(faces: Sequence[tuple[str, Image]], card_mm: tuple[float, float]) -> Learned:
    """Raises CatalogueError where there is nothing, or a die was shown for a card."""
    cards: list[tuple[str, Image]] = []
    dice: list[tuple[str, Image]] = []
    for key, face in faces:
        is_die = key.startswith(DIE)
        if is_die != (abs(face.shape[0] / face.shape[1] - 1) < SQUARE):
            raise CatalogueError(f"For {key} a card and a die were mixed up. Show it again.")
        (dice if is_die else cards).append((key.removeprefix(DIE), face))
    return Learned(
        build(cards, card_mm=card_mm) if cards or not dice else None,
        build_dice(dice) if dice else None,
    )


def written(ident: int, pictures: Sequence[TaughtPicture], path: Path) -> tuple[Taught, Learned]:
    """The same, written to `path`, the dice beside it; what was not shown is kept."""
    taught, learned = compared(ident, pictures)
    for catalogue, file in ((learned.cards, path), (learned.dice, dice_path(path))):
        if catalogue is not None and taught.ok:
            taught = _kept(taught, dump(catalogue), file)
    return taught, _warm(learned) if taught.ok else Learned()


def dice_path(cards: Path) -> Path:
    """Where the dice of the same game are kept."""
    return cards.with_suffix(".dice")


def imported(ident: int, data: bytes, path: Path) -> tuple[Taught, Learned]:
    """Another table's catalogue: its version and hash are checked, then it is written."""
    try:
        catalogue = load(data, name="This file")
    except CatalogueError as error:
        return Taught(ident=ident, ok=False, text=str(error)), Learned()
    except Exception:  # noqa: BLE001 - a stranger's file may fail anywhere in numpy
        text = "This file is damaged and cannot be read as a catalogue. Nothing was changed."
        return Taught(ident=ident, ok=False, text=text), Learned()
    of_dice = abs(catalogue.aspect - 1) < SQUARE
    learned = Learned(dice=catalogue) if of_dice else Learned(cards=catalogue)
    taught = _kept(_taught(ident, learned), data, dice_path(path) if of_dice else path)
    return taught, _warm(learned) if taught.ok else Learned()


def _kept(taught: Taught, data: bytes, path: Path) -> Taught:
    try:
        write_whole(path, data)
    except OSError as error:
        text = f"The catalogue could not be written: {error.strerror}. Nothing was changed."
        return Taught(ident=taught.ident, ok=False, text=text)
    return taught


def _warm(learned: Learned) -> Learned:
    for catalogue in (learned.cards, learned.dice):
        if catalogue is not None:
            catalogue.warm_up()
    return learned


def _taught(ident: int, learned: Learned) -> Taught:
    found = [
        (one, "" if one is learned.cards else DIE)
        for one in (learned.cards, learned.dice)
        if one is not None
    ]
    pairs = [
        Alike(family + pair.first, family + pair.second, pair.distance)
        for one, family in found
        for pair in (alike_faces if one is learned.dice else look_alikes)(one, most=NEAR)
    ]
    return Taught(
        ident=ident,
        ok=True,
        keys=tuple(family + key for one, family in found for key in one.keys),
        digest=found[0][0].digest,
        pairs=tuple(sorted(pairs, key=lambda pair: pair.distance)[:MOST_PAIRS]),
    )
