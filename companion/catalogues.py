"""Which taught cards the eye uses: the owner's, or on the twin those of its drawn faces."""

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from companion.settings import Settings, cache_dir
from vision.mat import known_mats, load_mat

TEACH_S = 300
"""A Pi 4 takes well under a minute for 56 faces; more is a hang."""
_DRAWN = "companion/twin/shapes.py"


class TeachFailedError(OSError):
    """The twin's faces could not be taught; the text says what the command printed."""


def owner_catalogue(data_dir: Path, game: str) -> Path:
    """Where `companion teach` puts what the owner taught."""
    return data_dir / "catalogues" / f"{game}.catalogue"


def taught_path(settings: Settings) -> Path:
    """Where the cards that are taught in this start are kept; a simulated table has its own."""
    game = settings.game
    if settings.hardware == "twin":
        game = f"{game}-twin-{settings.faces}"
    return owner_catalogue(settings.data_dir, game)


def catalogue_for(settings: Settings) -> Path | None:
    """The file for this start, or None where nothing was taught yet. Raises TeachFailedError."""
    taught = taught_path(settings)
    if taught.exists():
        return taught
    if settings.hardware != "twin":
        return None
    return _taught_on_twin(settings, "cards", "catalogue")


def dice_for(settings: Settings) -> Path | None:
    """The file of taught dice or tokens for this start, or None: then pips are read.

    Raises TeachFailedError.
    """
    taught = taught_path(settings).with_suffix(".dice")
    if taught.exists():
        return taught
    if settings.hardware != "twin" or not _has_dice(settings.game):
        return None
    return _taught_on_twin(settings, "dice", "dice")


def _has_dice(game: str) -> bool:
    """Whether its mat has a tray, or places for tokens, whose sides are taught likewise."""
    return game in known_mats() and any(
        zone.kind in {"tray", "tokens"} for zone in load_mat(game).zones
    )


def _taught_on_twin(settings: Settings, what: str, suffix: str) -> Path:
    """What was learned of the drawn `cards` or `dice`, kept for later starts."""
    name = f"{settings.game}-{settings.faces}-{_version(settings.game)}.{suffix}"
    path = cache_dir() / "twin" / name
    if not path.exists():
        _teach_twin(settings.game, settings.faces, what, path)
    return path


def _version(game: str) -> str:
    """Changes when the drawing or the learning changes."""
    root = Path(__file__).parent.parent
    stage = root / "companion" / "twin" / game.replace("-", "_")
    drawn = [root / _DRAWN, *sorted(stage.glob("*.py"))]
    sources = [*drawn, *sorted((root / "vision").glob("*.py"))]
    total = hashlib.blake2b(digest_size=8)
    for source in sources:
        total.update(source.read_bytes())
    return total.hexdigest()


def _teach_twin(game: str, style: str, what: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        dice = ["--dice"] if what == "dice" else []
        _run("companion.twin", "faces", "--game", game, "--set", style, *dice, "--out", folder)
        _run("companion", "teach", what, "--from", folder, "--out", str(part))
        part.replace(path)


def _run(*arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        capture_output=True,
        text=True,
        timeout=TEACH_S,
        check=False,
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise TeachFailedError(f"{' '.join(arguments[:2])} failed: {last}")
