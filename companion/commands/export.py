"""`companion export`: a game, or all kept games, as JSON with a hash or as CSV."""

import hashlib
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.archive import Archive
from companion.chronicle import (
    Chronicle,
    GameSummary,
    chronicle,
    kept_accuracy,
    kept_reactions,
    summarise,
    tally,
)
from companion.chronicle import sheets as s
from companion.export import export, write_export
from companion.history import HistoryError, Row, fold
from companion.settings import default_data_dir
from companion.store import Header, JournalReader, StoreError
from companion.table.translating import in_language
from companion.words import ENGLISH

NOT_OVER = (
    "This game is not over: the file holds what nobody at the table has been told yet. "
    "Keep it to yourself until it is."
)


@click.command()
@click.argument("journal", type=click.Path(path_type=Path), required=False)
@click.option("--data", type=click.Path(path_type=Path), help="All kept games of this folder.")
@click.option("--format", "kind", type=click.Choice(["json", "csv"]), default="json")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Where to; - or nothing for standard output.",
)
def command(journal: Path | None, data: Path | None, kind: str, output: Path | None) -> None:
    """Write the game in JOURNAL, or all kept games, for other programs.

    JSON of a game is the exported journal: a header with the hash of all that follows, then an
    entry a line. CSV is three tables: OUTPUT-players, -story and -reactions; of all kept games
    -people, -games and -reactions. Cells never begin a formula.
    """
    if journal is not None and data is not None:
        raise click.UsageError("Give a JOURNAL, or --data for all kept games, not both.")
    if str(output) == "-":
        output = None
    if kind == "csv" and output is None:
        raise click.UsageError("CSV is several tables: give -o FILE.csv to name them after.")
    try:
        files = _files(journal, data, kind)
    except (StoreError, HistoryError) as error:
        raise click.ClickException(str(error)) from error
    _write(files, output)


def _files(journal: Path | None, data: Path | None, kind: str) -> Mapping[str, bytes]:
    """What to write, by the part of the name that tells the tables apart."""
    if journal is None:
        games = _kept(data or default_data_dir())
        return {"": games_json(games)} if kind == "json" else games_csv(games)
    with JournalReader(journal) as reader:
        rows, header = reader.rows(), reader.header
    told = chronicle(fold(rows))
    if told is None:
        raise HistoryError(f"{journal}: no game began in it, so there is nothing to export.")
    if not summarise(told).finished and not told.ended:
        click.echo(NOT_OVER, err=True)
    return {"": game_json(header, rows)} if kind == "json" else game_csv(told, header)


def game_json(header: Header, rows: tuple[Row, ...]) -> bytes:
    """The exported journal, without the hashes of the seats' secrets."""
    return export(header.game, header.edition, [_without_secrets(row) for row in rows])


def _without_secrets(row: Row) -> Row:
    if "digest" not in row.data:
        return row
    return msgspec.structs.replace(row, data={**row.data, "digest": ""})


def game_csv(told: Chronicle, header: Header) -> Mapping[str, bytes]:
    """The three tables of one game."""
    summary = summarise(told, created=header.created)
    return {
        "players": s.csv_bytes(s.players_table(summary)),
        "story": s.csv_bytes(s.story_table(told.story().entries)),
        "reactions": s.csv_bytes(s.slaps_table(summary.slaps)),
    }


def _kept(data: Path) -> dict[str, GameSummary]:
    found = Archive(data).games()
    for name, one in found.items():
        if one.unreadable:
            click.echo(
                f"{name} cannot be read and is left out; companion replay says why.", err=True
            )
    games = {name: one.summary for name, one in found.items() if one.summary is not None}
    if not games:
        raise HistoryError(
            f"There is no kept game in {data}. Give the folder that companion run --data was given."
        )
    return games


def games_json(games: Mapping[str, GameSummary]) -> bytes:
    """All kept games in one document; `hash` is the BLAKE2b (256 bit) of the rest, keys sorted."""
    kept = list(games.values())
    document: dict[str, Any] = {
        "kind": "companion games export",
        "format": 1,
        "games": [{"file": name, **_game(game)} for name, game in games.items()],
        "tally": msgspec.to_builtins(tally(kept)),
        "reactions": msgspec.to_builtins(kept_reactions(kept)),
        "accuracy": msgspec.to_builtins(in_language(kept_accuracy(kept), ENGLISH)),
    }
    return msgspec.json.encode({**document, "hash": hash_of(document)}, order="sorted") + b"\n"


def _game(game: GameSummary) -> dict[str, Any]:
    """The summary with its cards' names in English."""
    labels = {key: str(label) for key, label in game.labels.items()}
    found: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(game, labels=labels))
    return found


def hash_of(document: Mapping[str, Any]) -> str:
    """Of a document without its hash."""
    rest = {key: value for key, value in document.items() if key != "hash"}
    return hashlib.blake2b(msgspec.json.encode(rest, order="sorted"), digest_size=32).hexdigest()


def games_csv(games: Mapping[str, GameSummary]) -> Mapping[str, bytes]:
    """The three tables of all kept games."""
    return {
        "people": s.csv_bytes(s.people_table(list(games.values()))),
        "games": s.csv_bytes(s.games_table(games)),
        "reactions": s.csv_bytes(s.all_slaps_table(games)),
    }


def _write(files: Mapping[str, bytes], output: Path | None) -> None:
    for part, data in files.items():
        if output is None:
            sys.stdout.buffer.write(data)
            continue
        path = (
            output.with_name(f"{output.stem}-{part}{output.suffix or '.csv'}") if part else output
        )
        try:
            write_export(path, data)
        except OSError as error:
            raise click.ClickException(
                f"{path}: {error.strerror}. Nothing was written there; choose another -o."
            ) from error
        click.echo(f"{path}", err=True)
