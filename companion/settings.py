"""What one start of the companion was asked for."""

import os
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct


class Settings(Struct, frozen=True, kw_only=True):
    """The command line, resolved.

    Attributes:
        hardware: `real`, or `twin` with `twin_dir` as the rendezvous of its sensors.
        code: Join code; empty makes a new one.
        table_key: Opens the table's own screen; empty makes a new one.
        options: The game's options as typed.
        keyboard: Keys of the terminal stand in for buzzers.
        notes: Remarks shown on every page.
    """

    game: str
    data_dir: Path
    hardware: str
    seats: int = 4
    host: str = ""
    port: int | None = None
    next_free: bool = False
    code: str = ""
    table_key: str = ""
    twin_dir: Path | None = None
    faces: str = "distinct"
    options: Mapping[str, str] = {}
    keyboard: bool = False
    voice: bool = True
    limit_ms: float | None = None
    delay_edges_ms: float = 0.0
    shuffle_edges: bool = False
    fresh: bool = False
    notes: tuple[str, ...] = ()


def default_data_dir() -> Path:
    """`$XDG_DATA_HOME/table-companion`, or where systemd keeps our state."""
    state = os.environ.get("STATE_DIRECTORY")
    if state:
        return Path(state.partition(":")[0])
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "table-companion"


def cache_dir() -> Path:
    """Where rendered speech and the twin's taught cards are kept; may be deleted any time."""
    cache = os.environ.get("CACHE_DIRECTORY")
    if cache:
        return Path(cache.partition(":")[0])
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "table-companion"
