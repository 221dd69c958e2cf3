"""What a bundle says of itself: every file with its size and sum."""

import hashlib
import re
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

FORMAT = 1
MANIFEST = "manifest.json"
EXPORT = "export.jsonl"
JOURNAL = "game.journal"
DAMAGED = "damaged.journal"
BOX = "game.blackbox"
EVIDENCE = "evidence.jsonl"
CONFIG = "config.json"
CATALOGUE = "catalogue.json"
VERSIONS = "versions.json"
DOCTOR = "doctor.txt"
PICTURES = "evidence/"
MOST_FILES = 20_000
MOST_BYTES = 512 * 1024 * 1024
"""Unpacked, of all files together: an evening with its pictures is a tenth of it."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)?")


class BundleError(ValueError):
    """The bundle cannot be made or used; the message says what, and what to do."""


class Packed(Struct, frozen=True, kw_only=True):
    """One file of a bundle."""

    bytes: int
    sha256: str


class Manifest(Struct, frozen=True, kw_only=True):
    """The bundle's own table of contents.

    Attributes:
        app: Version that packed it.
        game: `wizard-thieves`.
        entries: Of the journal.
        anonymous: Names were replaced, codes and digests removed.
        replay: Whether the black box replays to the exported journal: `same`, `part` (it ended
            early or began late), `differs`, or `none`; `remarks` tell more.
        files: By name.
    """

    kind: Literal["companion bundle"] = "companion bundle"
    format: int = FORMAT
    app: str
    game: str
    entries: int
    anonymous: bool
    replay: str
    remarks: tuple[str, ...] = ()
    files: Mapping[str, Packed]


def packed(data: bytes) -> Packed:
    """Size and sum."""
    return Packed(bytes=len(data), sha256=hashlib.sha256(data).hexdigest())


def is_safe(name: str) -> bool:
    """Whether a file of a bundle may be called so: one folder deep and nowhere else."""
    return bool(_NAME.fullmatch(name)) and ".." not in name
