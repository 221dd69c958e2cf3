"""Writing a file so that it is either the old one or the whole new one."""

import os
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Replace `path` by `data` in one step, on disk when this returns. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
