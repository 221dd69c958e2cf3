"""`companion teach`: learn what the owner's cards and dice look like, from a picture of each."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click
import msgspec

from companion.commands.pictures import PICTURES, PictureError, load_picture
from companion.commands.turned import turned_faces
from companion.whole_file import write_whole
from vision.catalogue import CARD_MM, Catalogue, build, dump
from vision.catalogue_head import CatalogueError
from vision.readings import Image, Pair, Unreadable
from vision.symbol_dice import alike_faces, build_dice, face_of
from vision.teaching import face_from, key_of, look_alikes


@click.group()
def command() -> None:
    """Learn cards and dice from pictures."""


CARD_SIDES = (20.0, 300.0)
"""Mm: from half a domino to a board; the shape is what matters."""


def _portrait(_: click.Context, __: click.Parameter, sides: tuple[float, float]) -> Any:
    """The two sides; a not-a-number lies in every range, and a card stands upright."""
    if not sides[0] <= sides[1]:
        raise click.BadParameter("the width comes first and is the shorter side, as in 63 88.")
    return sides


@command.command()
@click.option(
    "--from", "folder", required=True, type=click.Path(path_type=Path), help="Folder of pictures."
)
@click.option("--out", required=True, type=click.Path(path_type=Path), help="File to write.")
@click.option(
    "--card-mm",
    nargs=2,
    type=click.FloatRange(*CARD_SIDES),
    callback=_portrait,
    default=CARD_MM,
    show_default=True,
    help="Width and height.",
)
@click.option("--json", "as_json", is_flag=True, help="Print only JSON on standard output.")
def cards(folder: Path, out: Path, card_mm: tuple[float, float], as_json: bool) -> None:
    """Learn each distinct face once.

    Pictures are named <identity>.jpg or <identity>__<n>.jpg: gem-1__2.jpg is a second picture of
    the key gem:1. Each shows one card, from edge to edge or alone on a plain ground. A picture
    that cannot be learned from is left out and named; the others are learned.
    """
    try:
        lesson = _faces(_files(folder), lambda image: face_from(image, card_mm))
        catalogue = build(lesson.faces, card_mm=card_mm)
    except (PictureError, CatalogueError) as error:
        raise click.ClickException(str(error)) from error
    _keep(catalogue, out, lesson, look_alikes(catalogue), as_json=as_json)


@command.command()
@click.option(
    "--from",
    "source",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder of pictures, or a film of the die being turned.",
)
@click.option("--out", required=True, type=click.Path(path_type=Path), help="File to write.")
@click.option(
    "--faces", "names", default="", help="For a film: its faces in order, with commas between."
)
@click.option("--json", "as_json", is_flag=True, help="Print only JSON on standard output.")
def dice(source: Path, out: Path, names: str, as_json: bool) -> None:
    """Learn the faces of dice with symbols, numerals or colours. Pip dice need no teaching.

    Pictures are named <face>.jpg or <face>__<n>.jpg. A square picture
    is one face from edge to edge; any other shows the die lying alone on a plain ground.
    A film shows the die lying with each face up in turn, for a second each.
    """
    try:
        if source.is_file():
            lesson = _Lesson(turned_faces(source, names), [])
        else:
            lesson = _faces(_files(source), face_of)
        catalogue = build_dice(lesson.faces)
    except (PictureError, CatalogueError) as error:
        raise click.ClickException(str(error)) from error
    _keep(catalogue, out, lesson, alike_faces(catalogue), as_json=as_json)


class _Lesson(NamedTuple):
    """What the pictures gave: keys with faces, and each rejected picture's key, name and reason."""

    faces: list[tuple[str, Image]]
    rejected: list[tuple[str, str, str]]

    @property
    def missing(self) -> list[str]:
        """Keys of which no picture was left."""
        return sorted({key for key, *_ in self.rejected} - {key for key, _ in self.faces})


def _keep(
    catalogue: Catalogue, out: Path, lesson: _Lesson, pairs: Sequence[Pair], *, as_json: bool
) -> None:
    """Write the catalogue and say what was learned."""
    data = dump(catalogue)
    try:
        write_whole(out, data)
    except OSError as error:
        raise click.ClickException(f"{out}: {error.strerror}. Nothing was changed.") from error
    _tell(catalogue, out, len(data), lesson, pairs, as_json=as_json)


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise PictureError(f"{folder} is not a folder. Give the folder that holds the pictures.")
    files = sorted(
        path
        for path in folder.iterdir()
        if path.suffix.lower() in (*PICTURES, *NAMED_ONLY) and not path.name.startswith(".")
    )
    if not files:
        raise PictureError(f"{folder} holds no pictures ({', '.join(PICTURES)}).")
    return files


NAMED_ONLY = (".heic", ".heif")
"""Not read, but never passed over in silence: the reason and the cure are told."""


def _faces(files: list[Path], face_in: Callable[[Image], Image | Unreadable]) -> _Lesson:
    """Every picture's key and face; bad ones are set aside. Raises PictureError if all are bad."""
    lesson = _Lesson([], [])
    for number, path in enumerate(files, 1):
        _progress(number, len(files), path.name)
        key = key_of(path.stem)
        try:
            face = face_in(load_picture(path))
        except PictureError as error:
            face = Unreadable(str(error))
        if isinstance(face, Unreadable):
            lesson.rejected.append((key, path.name, face.reason))
            click.echo(f"Left out: {path.name} cannot be learned: {face.reason}", err=True)
        else:
            lesson.faces.append((key, face))
    if not lesson.faces:
        raise PictureError(
            f"None of the {len(files)} pictures can be learned from; the reasons stand above. "
            "Nothing was changed."
        )
    return lesson


def _progress(number: int, total: int, name: str) -> None:
    """One line that is rewritten on a terminal; every tenth picture elsewhere."""
    if sys.stderr.isatty():
        click.echo(f"\r{number}/{total} {name:<40.40}", nl=number == total, err=True)
    elif number % 10 == 0 or number == total:
        click.echo(f"{number}/{total} pictures looked at", err=True)


def _tell(
    catalogue: Catalogue,
    out: Path,
    size: int,
    lesson: _Lesson,
    pairs: Sequence[Pair],
    *,
    as_json: bool,
) -> None:
    if as_json:
        report = {
            "catalogue": str(out),
            "digest": catalogue.digest,
            "pictures": len(catalogue.views),
            "keys": list(catalogue.keys),
            "bytes": size,
            "look_alikes": [
                {"first": p.first, "second": p.second, "distance": p.distance} for p in pairs
            ],
            "rejected": [
                {"identity": key, "picture": name, "reason": reason}
                for key, name, reason in lesson.rejected
            ],
            "missing": lesson.missing,
        }
        sys.stdout.buffer.write(msgspec.json.encode(report) + b"\n")
    else:
        click.echo(
            f"Learned {len(catalogue.keys)} faces from {len(catalogue.views)} pictures: {out}"
        )
    for key in lesson.missing:
        click.echo(
            f"Warning: {key} was not learned: no picture of it is usable. Take it again and teach "
            "once more; until then it is asked about as unknown.",
            err=True,
        )
    for pair in pairs:
        click.echo(
            f"Warning: {pair.first} and {pair.second} cannot be told apart reliably (distance "
            f"{pair.distance:.2f}, 1 is needed): you will be asked. Sharper pictures may help.",
            err=True,
        )
