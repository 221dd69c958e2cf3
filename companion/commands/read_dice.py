"""`companion read dice`: tell what dice show in pictures."""

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import click
import msgspec

from companion.commands.language import spoken
from companion.commands.pictures import PictureError, load_picture
from companion.words import Text, mark, t
from vision.catalogue import load
from vision.catalogue_head import CatalogueError
from vision.dice import DiceReading, DiceState, DieReading
from vision.dice_reading import read_dice
from vision.dice_tray import read_mixed_tray
from vision.dice_votes import vote
from vision.symbol_dice import SymbolDiceReader


@click.command("dice")
@click.option(
    "--catalogue", type=click.Path(path_type=Path), help="Taught dice; without it pips are read."
)
@click.option(
    "--throw",
    "one_throw",
    is_flag=True,
    help="IMAGES are frames of one throw, oldest first, camera not moved: one line, by their vote.",
)
@click.option("--json", "as_json", is_flag=True, help="Print only JSON on standard output.")
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
def dice(catalogue: Path | None, images: tuple[Path, ...], one_throw: bool, as_json: bool) -> None:
    """Read dice in IMAGES; a total is told only where every die is read and lies still.

    Pip dice of any colour need no teaching. With a catalogue, taught dice are read as well.
    """
    read = read_dice if catalogue is None else partial(read_mixed_tray, taught=_taught(catalogue))
    readings: list[tuple[Path, DiceReading]] = []
    failed = False
    for path in images:
        try:
            readings.append((path, read(load_picture(path))))
        except PictureError as error:
            click.echo(f"Error: {error}", err=True)
            failed = True
            continue
        if not one_throw:
            _tell(*readings.pop(), as_json=as_json)
    if readings:
        _tell(readings[-1][0], vote([reading for _, reading in readings]), as_json=as_json)
    if failed:
        raise SystemExit(1)


def _tell(path: Path, reading: DiceReading, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.buffer.write(msgspec.json.encode(_line(path, reading)) + b"\n")
        sys.stdout.flush()
    else:
        click.echo(f"{path}: {_words(reading)}")


def _taught(path: Path) -> SymbolDiceReader:
    try:
        return SymbolDiceReader(load(path.read_bytes(), name=str(path)))
    except OSError as error:
        raise click.ClickException(
            f"{path}: {error.strerror}. Make it with: companion teach dice --from DIR --out {path}"
        ) from error
    except CatalogueError as error:
        raise click.ClickException(str(error)) from error


def _line(path: Path, reading: DiceReading) -> dict[str, Any]:
    return {
        "image": str(path),
        "dice": [_die(die) for die in reading.dice],
        "total": reading.total,
        "state": reading.state.value,
    }


def _die(die: DieReading) -> dict[str, Any]:
    return {
        "value": die.value,
        "confidence": round(die.confidence, 4),
        "unsure": die.unsure or None,
        "box": [round(side, 1) for side in die.box],
        "candidates": [[ranked.key, round(ranked.p, 4)] for ranked in die.candidates],
    }


def _words(reading: DiceReading) -> str:
    doubts = [f"; ? {spoken(die.unsure)}" for die in reading.dice if die.unsure]
    values = " ".join(str(die.value) if die.value is not None else "?" for die in reading.dice)
    if reading.state in STATE_WORDS:
        said = Text(STATE_WORDS[reading.state])
        return spoken(t("{said} ({values} so far)", said=said, values=values) if values else said)
    if reading.total is None:
        return values + spoken(t(", no total")) + "".join(doubts)
    return values + spoken(t(", total {total}", total=reading.total)) + "".join(doubts)


STATE_WORDS: Mapping[DiceState, str] = MappingProxyType(
    {
        DiceState.EMPTY: mark("no dice"),
        DiceState.HAND: mark("a hand is over the tray: nothing counts until it is gone"),
        DiceState.MOVING: mark("the dice are still moving: nothing counts until they lie"),
    }
)
