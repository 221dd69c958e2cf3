"""Making a bundle: everything in memory first, then one file that appears when it is whole."""

import hashlib
import io
import os
import re
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.blackbox import Box, BoxError, box_bytes, box_path, parse_box
from companion.bundle.anonymous import anonymous_box
from companion.bundle.manifest import (
    BOX,
    CATALOGUE,
    CONFIG,
    DAMAGED,
    DOCTOR,
    EVIDENCE,
    EXPORT,
    JOURNAL,
    MANIFEST,
    PICTURES,
    VERSIONS,
    BundleError,
    Manifest,
    packed,
)
from companion.bundle.names import Aliases, scrubber
from companion.config import Config
from companion.export import entry_line, export, first_difference
from companion.history import Row
from companion.replaying import replay_box
from companion.store import Header, JournalReader, StoreError
from companion.store.build import build
from companion.store.layout import FIRST_CHAIN, Entry, seal
from companion.store.scan import refuse_strangers, scan

_ZIP_DATE = (1980, 1, 1, 0, 0, 0)
"""Of every file in it: two bundles of one game are the same bytes, whenever they were packed."""


class Surroundings(Struct, frozen=True, kw_only=True):
    """What lies around a game.

    Attributes:
        app: Version of the companion that packs.
        config: The owner's; None where it cannot be read, then `config_problem` says why.
        catalogue: What was taught; None where there is none.
        versions: Of Python, system and libraries.
        doctor: The doctor's report, or empty.
        private: Words that say whose machine this is, with what to write instead.
    """

    app: str
    config: Config | None = None
    config_problem: str = ""
    catalogue: Path | None = None
    versions: Mapping[str, str] = {}
    doctor: str = ""
    private: Mapping[str, str] = {}


class Written(Struct, frozen=True, kw_only=True):
    """What was packed."""

    path: Path
    bytes: int
    manifest: Manifest


def pack_bundle(
    journal: Path,
    out: Path,
    around: Surroundings,
    *,
    anonymous: bool = False,
    pictures: bool = False,
) -> Written:
    """Pack the game of `journal` into `out`. Nothing else is changed.

    Args:
        journal: The game's file; may be in use by a running companion.
        out: Replaced when the new one is whole.
        around: What lies around the game.
        anonymous: Replace names consistently; leave out codes, digests, places.
        pictures: Pack the taught cards as well.

    Raises:
        StoreError: The journal is none, or cannot be read.
        BundleError: The bundle cannot be written.
    """
    contents = _Contents(journal, around, anonymous=anonymous)
    files = contents.files()
    if pictures and around.catalogue is not None:
        files[f"catalogue/{_plain(around.catalogue.stem)}.catalogue"] = (
            around.catalogue.read_bytes()
        )
    manifest = Manifest(
        app=around.app,
        game=contents.game,
        entries=len(contents.rows),
        anonymous=anonymous,
        replay=contents.replay,
        remarks=tuple(contents.scrub(remark) for remark in contents.remarks),
        files={name: packed(data) for name, data in sorted(files.items())},
    )
    files = {MANIFEST: _json(manifest), **dict(sorted(files.items()))}
    _write(out, _zip(files))
    return Written(path=out, bytes=out.stat().st_size, manifest=manifest)


class _Contents:
    """The game's files, with or without names."""

    def __init__(self, journal: Path, around: Surroundings, *, anonymous: bool) -> None:
        self._journal = journal
        self._around = around
        self._anonymous = anonymous
        self._names = Aliases()
        self.scrub: Callable[[str], str] = str
        self.remarks: list[str] = []
        self.replay = "none"
        self._box_data = b""
        refuse_strangers(journal)
        found = scan(journal)
        self._damage = found.problem
        self.rows = found.rows
        self.header = found.header or Header(game="")
        self.game = self.header.game
        self._box = self._read_box()
        if anonymous:
            self._forget_names()
        self._compare()

    def files(self) -> dict[str, bytes]:
        """Every file but the manifest, by name."""
        around = self._around
        files = {
            EXPORT: export(self.header.game, self.header.edition, self.rows),
            JOURNAL: self._rebuilt(),
            EVIDENCE: b"".join(_line(row.evidence) for row in self.rows if row.evidence),
            CONFIG: self._config(),
            CATALOGUE: _json(_catalogue(around.catalogue)),
            VERSIONS: _json(dict(around.versions)),
            DOCTOR: self._words(around.doctor).encode(),
        }
        files.update(self._box_file())
        files.update(self._damaged())
        for ident, jpeg in self._pictures():
            name = f"{PICTURES}{_plain(ident)}.jpg"
            files[name if name not in files else f"{PICTURES}{len(files)}.jpg"] = jpeg
        return files

    def _damaged(self) -> dict[str, bytes]:
        """The damaged journal as it lies there; not where names are to be replaced."""
        if not self._damage:
            return {}
        self.remarks.append(f"The journal is damaged: {self._damage}.")
        if self._anonymous:
            return {}
        log = self._journal.with_name(self._journal.name + "-wal")
        found = {DAMAGED: self._journal.read_bytes()}
        return found | ({f"{DAMAGED}-wal": log.read_bytes()} if log.exists() else {})

    # ---------------------------------------------------------------- the black box
    def _read_box(self) -> Box | None:
        path = box_path(self._journal)
        try:
            self._box_data = path.read_bytes()
            box = parse_box(self._box_data, path.name)
        except FileNotFoundError:
            self.remarks.append("There is no black box beside the journal.")
            return None
        except BoxError as error:
            self.remarks.append(str(error))
            return None
        self.remarks += box.remarks
        return box

    def _box_file(self) -> dict[str, bytes]:
        """As it lies on disk, sound or not; without names it is written anew."""
        if not self._anonymous:
            return {BOX: self._box_data} if self._box_data else {}
        return {} if self._box is None else {BOX: box_bytes(self._box)}

    def _compare(self) -> None:
        """Whether a replay gives the exported journal."""
        if self._box is None:
            return
        try:
            done = replay_box(self._box)
        except BoxError as error:
            self.remarks.append(str(error))
            self.replay = "differs"
            return
        place = first_difference(done.rows, self.rows)
        if done.differs or place is not None:
            self.replay = "differs"
            self.remarks.append(done.differs or f"Entry {(place or 0) + 1} replays differently.")
        else:
            self.replay = "same" if len(done.rows) == len(self.rows) else "part"

    # ---------------------------------------------------------------- names
    def _forget_names(self) -> None:
        """First the black box, since people typed there what the table made names of."""
        self.scrub = scrubber(self._around.private)
        written = self.rows
        if self._box is not None:
            self._box = self._nameless_box(self._box)
        self._names.learn(written)
        self.rows = tuple(self._names.row(row) for row in written)
        if self._box is not None:
            self.rows = _as_replayed(written, self.rows, self._box)

    def _nameless_box(self, box: Box) -> Box | None:
        try:
            return anonymous_box(box, self._names, self.scrub)
        except BoxError as error:
            self.remarks.append(f"The black box was left out: {error}")
            return None

    def _words(self, text: str) -> str:
        return self.scrub(self._names.text(text)) if self._anonymous else text

    # ---------------------------------------------------------------- the rest
    def _rebuilt(self) -> bytes:
        """The journal's file without its pictures, which lie beside it in the bundle."""
        header = self.header
        if self._anonymous:
            header = replace(header, created="", config={})
        chain, entries = FIRST_CHAIN, []
        for row in self.rows:
            entry: Entry = seal(row, chain)
            entries.append(entry)
            chain = entry.chain
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / JOURNAL
            build(path, header, entries)
            return path.read_bytes()

    def _config(self) -> bytes:
        config = self._around.config
        if config is None:
            return _json({"problem": self._words(self._around.config_problem)})
        told = msgspec.to_builtins(config)
        if self._anonymous:
            told["web"].update(host="", names=[])
            told = _each_text(told, self.scrub)
        return _json(told)

    def _pictures(self) -> Iterable[tuple[str, bytes]]:
        try:
            with JournalReader(self._journal) as reader:
                for ident in dict.fromkeys(_picture_idents(self.rows)):
                    jpeg = reader.image(ident)
                    if jpeg is not None:
                        yield ident, jpeg
        except StoreError as error:
            self.remarks.append(f"The pictures cannot be read: {error}")


def _as_replayed(written: tuple[Row, ...], nameless: tuple[Row, ...], box: Box) -> tuple[Row, ...]:
    """The entries as the black box without names tells them, where it plays the same game."""
    told = replay_box(box).rows
    same = len(told) <= len(written) and all(
        entry_line(replace(one, data={})) == entry_line(replace(other, data={}))
        for one, other in zip(told, written, strict=False)
    )
    return (*told, *nameless[len(told) :]) if same else nameless


def _picture_idents(rows: Iterable[Row]) -> Iterable[str]:
    """The frames that readings and records name."""
    for row in rows:
        yield from (str(ident) for ident in row.data.get("frames", ()))
        for change in ("top", "next"):
            frames = ((row.evidence or {}).get(change) or {}).get("frames", ())
            yield from (str(frame["id"]) for frame in frames)


def _catalogue(path: Path | None) -> dict[str, Any] | None:
    if path is None or not path.is_file():
        return None
    data = path.read_bytes()
    return {"file": path.name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def _each_text(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: _each_text(item, change) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_each_text(item, change) for item in value]
    return value


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]+", "-", name.rpartition(".jpg")[0] or name).strip("-") or "x"


def _line(value: Any) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def _json(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"


def _zip(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, date_time=_ZIP_DATE)
            info.external_attr = 0o644 << 16
            packing = zipfile.ZIP_STORED if name.endswith(".jpg") else zipfile.ZIP_DEFLATED
            archive.writestr(info, data, compress_type=packing)
    return buffer.getvalue()


def _write(out: Path, data: bytes) -> None:
    part = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(out)
    except OSError as error:
        raise BundleError(
            f"{out} could not be written: {error.strerror}. Choose another place with -o."
        ) from error
    finally:
        part.unlink(missing_ok=True)
