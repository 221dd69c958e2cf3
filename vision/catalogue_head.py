"""The outside of a catalogue's file: unpacked without trust, and its head checked.

The file comes from another table, another version, or a card that loses its bytes. Whatever is
wrong with it becomes a CatalogueError.
"""

import io
import json
import zipfile
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

FORMAT = 1
MOST_BYTES = 512 * 1024 * 1024
"""Unpacked: 78 faces of 160 px take 13 MB."""
WIDEST_BORDER = 0.4
"""Of a card's width on either side: more would leave nothing to compare."""


class CatalogueError(ValueError):
    """The bytes are no catalogue of this version; the message names the cure."""


@dataclass(frozen=True, slots=True)
class Head:
    """What stands in the file beside the arrays.

    Attributes:
        digest: Hash of the arrays.
        card_mm: Size of the real cards, width and height.
        keys: Of each view.
        border: Share of a card's width along its edges that is left out of comparisons.
    """

    digest: str
    card_mm: tuple[float, float]
    keys: tuple[str, ...]
    border: float


def unpacked(data: bytes, name: str) -> dict[str, npt.NDArray[Any]]:
    """The arrays of the archive. Raises CatalogueError naming `name` and the cure."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
        if size <= MOST_BYTES:
            with np.load(io.BytesIO(data), allow_pickle=False) as opened:
                return {key: opened[key] for key in opened.files}
    except Exception as error:  # zlib, zipfile, tokenize and numpy each fail in ways of their own
        raise CatalogueError(
            f"{name} is no catalogue, or it is damaged or cut short. Copy it again, or teach anew."
        ) from error
    raise CatalogueError(f"{name} is far too large for a catalogue. Teach anew.")


def head_of(packed: npt.NDArray[Any] | None, name: str, *, border: float) -> Head:
    """The head; `border` where it names none. Raises CatalogueError."""
    try:
        plain = json.loads(bytes(packed if packed is not None else b"").decode())
        found = plain["format"]
        if found == FORMAT:
            return _head(plain, border)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise CatalogueError(
            f"{name} is damaged: its head cannot be read. Copy it again, or teach anew."
        ) from error
    if isinstance(found, int) and found > FORMAT:
        raise CatalogueError(
            f"{name} was made by a newer version of the companion: it has format {found}, this "
            f"version reads {FORMAT}. Bring the companion up to date, or teach anew."
        )
    raise CatalogueError(f"{name} has format {found}, this version reads {FORMAT}. Teach anew.")


def _head(plain: dict[str, Any], border: float) -> Head:
    """Raises ValueError or TypeError where something is not what it must be."""
    width, height = (float(side) for side in plain["card_mm"])
    share = float(plain.get("border", border))
    keys = tuple(plain["keys"])
    sound = (
        width > 0 and height > 0 and 0 <= share < WIDEST_BORDER and isinstance(plain["keys"], list)
    )
    if not sound or not all(isinstance(text, str) for text in (*keys, plain["digest"])):
        raise ValueError
    return Head(plain["digest"], (width, height), keys, share)
