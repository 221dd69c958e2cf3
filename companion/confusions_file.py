"""The confusions of all evenings, beside the games: DATA/confusions.json."""

import logging
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.table.confusions import Confusions

FORMAT = 1
MOST_BYTES = 256 * 1024
log = logging.getLogger(__name__)


class _File(Struct, frozen=True, kw_only=True):
    format: int
    confusions: Mapping[str, Mapping[str, int]]


def read_confusions(path: Path) -> Confusions:
    """What is kept; nothing where there is no file or it cannot be read: it only ranks answers."""
    try:
        if path.stat().st_size > MOST_BYTES:
            return {}
        kept = msgspec.json.decode(path.read_bytes(), type=_File)
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError) as error:
        log.warning("%s cannot be read (%s); the ranking of candidates begins anew", path, error)
        return {}
    if kept.format != FORMAT:
        return {}
    return {
        read: sound
        for read, row in kept.confusions.items()
        if (sound := {was: count for was, count in row.items() if count > 0})
    }


def write_confusions(path: Path, confusions: Confusions) -> None:
    """As a whole, or not at all: a full disk must not stop a game for this."""
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(msgspec.json.encode(_File(format=FORMAT, confusions=confusions)))
        part.replace(path)
    except OSError as error:
        log.warning("%s cannot be written (%s); corrections are not kept", path, error)
