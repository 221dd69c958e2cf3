"""How far the companion has come at the simulated table, so that the world does not run away.

At full pace the world's clock costs nothing, and the companion's computer does. The companion
writes down up to which instant it has handled everything; the world waits for that before it goes
on, as it waits for the eye. Nothing else is told this way, and real tables have none of it.
"""

import os
import struct
from pathlib import Path

PACE_FILE = "heard.ns"
_NS = struct.Struct("<q")


class PaceWriter:
    """The companion's end."""

    def __init__(self, rendezvous: Path) -> None:
        """Makes the folder of the twin's sockets where it is missing."""
        rendezvous.mkdir(parents=True, exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        self._file = os.open(rendezvous / PACE_FILE, flags, 0o600)

    def heard(self, ns: int) -> None:
        """Everything up to `ns` on the twin's clock has been handled."""
        os.pwrite(self._file, _NS.pack(ns), 0)

    def close(self) -> None:
        """Idempotent."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1


class PaceReader:
    """The world's end."""

    def __init__(self, rendezvous: Path) -> None:
        self._path = rendezvous / PACE_FILE

    def heard(self) -> int | None:
        """Up to which instant, ns; None while no companion says so."""
        try:
            data = self._path.read_bytes()
        except OSError:
            return None
        return int(_NS.unpack(data)[0]) if len(data) == _NS.size else None
