"""`companion bundle`: one file with all that a bug report needs."""

import getpass
import importlib.metadata
import platform
import re
import socket
import sys
from pathlib import Path

import click

from companion.bundle import BundleError, is_bundle, pack_bundle
from companion.bundle.packing import Surroundings, Written
from companion.catalogues import owner_catalogue
from companion.commands.doctor import examine
from companion.commands.doctor_probe import Machine, ask
from companion.config import Config, ConfigError, load_config
from companion.settings import default_data_dir
from companion.store import JournalReader, StoreError, latest_game

_DISTRIBUTION = "table-companion"


@click.command()
@click.argument("journal", type=click.Path(dir_okay=False, path_type=Path), required=False)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The data folder; its newest game is packed. The usual one if not given.",
)
@click.option(
    "-o",
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.zip",
    help="Where to write it.",
)
@click.option("--anonymous", is_flag=True, help="Replace names; leave out codes and places.")
@click.option("--with-pictures", is_flag=True, help="Pack the pictures of your cards as well.")
@click.option("--no-doctor", is_flag=True, hidden=True)
def command(
    journal: Path | None,
    *,
    data: Path | None,
    out: Path,
    anonymous: bool,
    with_pictures: bool,
    no_doctor: bool,
) -> None:
    """Pack JOURNAL, or the newest game, with all that a bug report needs into one file.

    `companion replay` and `companion judge` read it. Nothing is sent anywhere.
    """
    data_dir = data or default_data_dir()
    try:
        game = journal or _newest(data_dir)
        _refuse_to_overwrite(out)
        around = surroundings(game, data_dir, doctor=not no_doctor)
        done = pack_bundle(game, out, around, anonymous=anonymous, pictures=with_pictures)
    except (StoreError, BundleError, OSError) as error:
        raise click.ClickException(str(error)) from error
    _tell(done, game)


def _newest(data_dir: Path) -> Path:
    game = latest_game(data_dir)
    if game is None:
        raise BundleError(
            f"There is no game in {data_dir}. Name the journal, or its folder with --data."
        )
    return game


def _refuse_to_overwrite(out: Path) -> None:
    if out.exists() and not is_bundle(out):
        raise BundleError(f"{out} is there and is no bundle; it was not touched. Choose another.")
    if not out.parent.is_dir():
        raise BundleError(f"There is no folder {out.parent}. Make it, or choose another place.")


def surroundings(game: Path, data_dir: Path, *, doctor: bool = True) -> Surroundings:
    """What lies around the game on this machine."""
    config: Config | None = None
    problem = ""
    try:
        config = load_config(data_dir / "companion.toml")
    except ConfigError as error:
        problem = str(error)
    catalogue = owner_catalogue(data_dir, _game_name(game))
    findings = examine(Machine(root=Path("/"), ask=ask, data_dir=data_dir)) if doctor else []
    lines = (f"{f.level:<6} {f.check}: {f.text} {f.cure}".rstrip() for f in findings)
    return Surroundings(
        app=importlib.metadata.version(_DISTRIBUTION),
        config=config,
        config_problem=problem,
        catalogue=catalogue if catalogue.is_file() else None,
        versions=_versions(),
        doctor="".join(f"{line}\n" for line in lines),
        private=_private(data_dir),
    )


def _game_name(game: Path) -> str:
    try:
        with JournalReader(game) as reader:
            return reader.header.game
    except StoreError:
        return ""


def _versions() -> dict[str, str]:
    told = {
        "companion": importlib.metadata.version(_DISTRIBUTION),
        "python": platform.python_version(),
        "system": platform.platform(),
        "machine": platform.machine(),
    }
    for requirement in importlib.metadata.requires(_DISTRIBUTION) or ():
        if "extra ==" in requirement:
            continue
        name = re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0]
        try:
            told[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            told[name] = "missing"
    return told


def _private(data_dir: Path) -> dict[str, str]:
    """Words that tell whose machine this is, longer ones first."""
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        user = ""
    return {
        str(data_dir.absolute()): "DATA",
        str(Path.home()): "~",
        socket.gethostname(): "this-machine",
        user if user != "root" else "": "somebody",
    }


def _tell(done: Written, game: Path) -> None:
    manifest = done.manifest
    size = done.bytes / 1_000_000
    click.echo(f"{done.path}: {game.name}, {manifest.entries} entries, {size:.1f} MB.")
    words = {
        "same": "The black box replays to the same journal.",
        "part": "The black box replays a part of the journal; the rest is in the export.",
        "differs": "The black box does not replay to the same journal. Please report this.",
        "none": "Without a black box; the journal and the evidence are there.",
    }
    click.echo(words[manifest.replay])
    for remark in manifest.remarks:
        click.echo(remark, err=True)
    if not manifest.anonymous:
        click.echo("It holds the names of the players; --anonymous replaces them.", err=True)
    sys.stdout.flush()
