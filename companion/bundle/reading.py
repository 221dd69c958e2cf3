"""Opening a bundle that somebody sent: nothing is unpacked to disk, nothing believed unproved."""

import lzma
import zipfile
import zlib
from pathlib import Path

import msgspec

from companion.bundle.manifest import (
    FORMAT,
    MANIFEST,
    MOST_BYTES,
    MOST_FILES,
    BundleError,
    Manifest,
    is_safe,
    packed,
)
from companion.closing import Closing

_UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    OSError,
    EOFError,
    RuntimeError,  # encrypted
    NotImplementedError,  # an unknown kind of compression
    ValueError,
)
_UNTOUCHED = "Nothing was changed. Ask for the bundle again."
_ENCRYPTED = 0x1


def is_bundle(path: Path) -> bool:
    """Whether the file looks like a zip archive."""
    try:
        with path.open("rb") as file:
            return file.read(4) in {b"PK\x03\x04", b"PK\x05\x06"}
    except OSError:
        return False


class Bundle(Closing):
    """A bundle, opened for reading."""

    def __init__(self, path: Path) -> None:
        """Open it and prove every file: a stranger's report is believed whole or not at all.

        Raises BundleError.
        """
        self.path = path
        try:
            self._zip = zipfile.ZipFile(path)
        except _UNREADABLE as error:
            raise BundleError(
                f"{path} is no bundle, or a damaged one: {error}. {_UNTOUCHED}"
            ) from error
        try:
            self._refuse_traps()
            self.manifest = self._manifest()
            self._refuse_strangers()
            for name in self.manifest.files:
                self.read(name)
        except BaseException:
            self._zip.close()
            raise

    def __contains__(self, name: str) -> bool:
        """Whether it holds this file."""
        return name in self.manifest.files

    def read(self, name: str) -> bytes:
        """A file, proved against the manifest. Raises BundleError."""
        if name not in self.manifest.files:
            raise BundleError(f"{self.path} holds no {name}. {_UNTOUCHED}")
        data = self._read(name)
        if packed(data) != self.manifest.files[name]:
            raise BundleError(
                f"{name} in {self.path} is not what was packed: the bundle was edited or damaged. "
                f"{_UNTOUCHED}"
            )
        return data

    def _manifest(self) -> Manifest:
        if MANIFEST not in self._zip.namelist():
            raise BundleError(
                f"{self.path} has no {MANIFEST}, so it is no bundle of the companion. {_UNTOUCHED}"
            )
        try:
            manifest = msgspec.json.decode(self._read(MANIFEST), type=Manifest)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise BundleError(
                f"{MANIFEST} in {self.path} cannot be read: {error}. {_UNTOUCHED}"
            ) from error
        if manifest.format > FORMAT:
            raise BundleError(
                f"{self.path} was packed by a newer companion (format {manifest.format}). "
                "Update the companion."
            )
        return manifest

    def _refuse_traps(self) -> None:
        """Archives made to fill memory or to write elsewhere."""
        infos = self._zip.infolist()
        names = [info.filename for info in infos]
        if len(infos) > MOST_FILES or sum(info.file_size for info in infos) > MOST_BYTES:
            raise BundleError(
                f"{self.path} would unpack to more than a bundle can hold. It was not opened."
            )
        for info in infos:
            if not is_safe(info.filename) or info.flag_bits & _ENCRYPTED:
                raise BundleError(
                    f"{self.path} holds a file {info.filename[:80]!r} that no bundle has. "
                    "It was not opened."
                )
        if len(set(names)) != len(names):
            raise BundleError(f"{self.path} holds a file twice. It was not opened.")

    def _refuse_strangers(self) -> None:
        there, told = set(self._zip.namelist()) - {MANIFEST}, set(self.manifest.files)
        if there != told:
            name = min(there ^ told)
            what = "has been taken out of" if name in told else "has been put into"
            raise BundleError(f"{name} {what} {self.path}: the bundle was edited. {_UNTOUCHED}")

    def _read(self, name: str) -> bytes:
        """At most as much as the archive's own list says, whatever it unpacks to."""
        size = self._zip.getinfo(name).file_size
        try:
            with self._zip.open(name) as file:
                return file.read(size)
        except _UNREADABLE as error:
            raise BundleError(f"{name} in {self.path} is damaged: {error}. {_UNTOUCHED}") from error

    def close(self) -> None:
        """Idempotent."""
        self._zip.close()
