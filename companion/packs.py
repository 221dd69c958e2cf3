"""Content packs: what the rulebook does not print, shipped with a game, overridden by the owner."""

import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from rules.core import PackError


def content_pack(game: Any, overrides: Sequence[Mapping[str, Any]] = ()) -> Any:
    """The game's own content pack with these parsed tables on top. Raises PackError."""
    text = resources.files(game.__name__).joinpath("pack.toml").read_text(encoding="utf-8")
    return game.load_pack([parse_pack(text, f"{game.NAME}: pack.toml"), *overrides])


def owner_path(game: Any, data_dir: Path) -> Path:
    """Where the owner's values are: `DATA/packs/<game>.toml`."""
    return data_dir / "packs" / f"{game.NAME}.toml"


def pack_of(game: Any, data_dir: Path) -> Any:
    """The content pack with the owner's values of its file. Raises PackError."""
    path = owner_path(game, data_dir)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return content_pack(game)
    except (OSError, UnicodeDecodeError) as error:
        raise PackError(f"{path}: {error}. Mend the file or move it away.") from error
    owners = parse_pack(text, str(path))
    try:
        return content_pack(game, [owners])
    except PackError as error:
        raise PackError(f"{path}: {error}") from error


def parse_pack(text: str, name: str) -> dict[str, Any]:
    """TOML text as tables. Raises PackError naming the file and the line."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PackError(f"{name}: {error}. Mend that line or move the file away.") from error
