"""`companion read`: name the cards and the dice in pictures and films."""

import importlib
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import msgspec
import numpy as np

from companion.commands.catalogue_file import load_catalogue
from companion.commands.language import spoken, unsure
from companion.commands.pictures import PictureError, load_picture, load_table
from companion.commands.read_dice import dice
from companion.words import recognised, t
from vision.catalogue_head import CatalogueError
from vision.photo import PhotoReader
from vision.pile_photo import newest_in_pictures
from vision.readings import CardReading, Unreadable


class _Kinds(click.Group):
    """What can be read. Films bring the whole eye with them: imported only when one is read."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """By name."""
        return sorted([*super().list_commands(ctx), FILMS])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name."""
        if cmd_name != FILMS:
            return super().get_command(ctx, cmd_name)
        films: click.Command = importlib.import_module("companion.commands.read_video").video
        return films


FILMS = "video"


@click.group(cls=_Kinds)
def command() -> None:
    """Read cards and dice in pictures, and cards in films."""


command.add_command(dice)


@command.command()
@click.option("--catalogue", required=True, type=click.Path(path_type=Path), help="Taught cards.")
@click.option("--find", is_flag=True, help="Find cards on a bare table, overlapping ones too.")
@click.option("--json", "as_json", is_flag=True, help="Print only JSON on standard output.")
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
def cards(catalogue: Path, images: tuple[Path, ...], find: bool, as_json: bool) -> None:
    """Name the cards in IMAGES: crops of one card, or photographs with several."""
    try:
        reader = PhotoReader(load_catalogue(catalogue))
    except CatalogueError as error:
        raise click.ClickException(str(error)) from error
    failed = False
    for path in images:
        try:
            picture, larger = load_table(path)
            found = reader.read(picture, find=find)
            readings = [replace(one, quad_px=one.quad_px * np.float32(larger)) for one in found]
        except PictureError as error:
            click.echo(f"Error: {error}", err=True)
            failed = True
            continue
        _tell(path, readings, as_json=as_json)
    if failed:
        raise SystemExit(1)


@command.command()
@click.option("--catalogue", required=True, type=click.Path(path_type=Path), help="Taught cards.")
@click.option("--before", required=True, type=click.Path(path_type=Path), help="The pile before.")
@click.option("--after", required=True, type=click.Path(path_type=Path), help="The pile after.")
@click.option("--json", "as_json", is_flag=True, help="Print only JSON on standard output.")
def pile(catalogue: Path, before: Path, after: Path, as_json: bool) -> None:
    """Name the newest card of a pile, from two pictures by a camera that stood still."""
    try:
        reader = PhotoReader(load_catalogue(catalogue))
        reading = newest_in_pictures(load_picture(before), load_picture(after), reader)
    except (CatalogueError, PictureError) as error:
        raise click.ClickException(str(error)) from error
    if isinstance(reading, Unreadable):
        if as_json:
            line = {"image": str(after), "items": [], "unsure": reading.reason}
            sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
        else:
            click.echo(f"{after}: {spoken(t('no card ({why})', why=recognised(reading.reason)))}")
        return
    _tell(after, [reading], as_json=as_json)


def _tell(path: Path, readings: list[CardReading], *, as_json: bool) -> None:
    if as_json:
        line = {"image": str(path), "items": [_item(reading) for reading in readings]}
        sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
        sys.stdout.flush()
        return
    names = [reading.key or _doubt(reading) for reading in readings]
    click.echo(f"{path}: {', '.join(names) if names else spoken(t('no card'))}")


def _doubt(reading: CardReading) -> str:
    """Why it is not named, and the best two candidates."""
    best = [f"{one.key} {one.p:.0%}" for one in reading.candidates[:2]]
    if not best:
        return unsure(reading.unsure)
    why = recognised(reading.unsure)
    return spoken(t("unsure ({why}; perhaps {which})", why=why, which=" / ".join(best)))


def _item(reading: CardReading) -> dict[str, Any]:
    return {
        "identity": reading.key,
        "confidence": round(reading.confidence, 4),
        "unsure": reading.unsure or None,
        "candidates": [[ranked.key, round(ranked.p, 4)] for ranked in reading.candidates],
        "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in reading.quad_px],
        "rotation": round(reading.rotation_deg, 1),
    }
