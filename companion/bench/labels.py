"""What is written down of a set of photographs: its labels, its splits and corrected labels."""

import csv
import hashlib
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

TUNED = {"dice_byler": "dice_byler.csv"}
"""Sets of which a part taught the networks and set the limits: only the rest is judged."""
HALVED = ("cards_set",)
"""Sets of which half of the cards chose limits and weights."""
Corrections = dict[tuple[str, tuple[float, float]], int]
"""True values by file and corner. A corner that no label has is that of a die without a label."""


class SetError(ValueError):
    """A folder is no set that can be counted; the message says what it lacks."""


def found_sets(root: Path) -> list[Path]:
    """The folders under `root` that hold a set, by name."""
    return sorted(path.parent for path in root.glob("*/labels.csv"))


def table(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file by column name. Raises SetError where it cannot be read."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            return list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise SetError(f"{path} cannot be read: {error}") from error


def is_judged(identity: str) -> bool:
    """Whether a card is of the half that chose nothing: by its name, as tools/fit_familiarity."""
    return bool(hashlib.sha256(identity.encode()).digest()[0] % 2)


def corrections_of(name: str) -> Corrections:
    """Wrong and missing labels of a set that were found by looking."""
    path = files("vision") / "splits" / f"{name}_corrections.csv"
    if not path.is_file():
        return {}
    rows = csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    return {
        (row["file"], (float(row["xmin"]), float(row["ymin"]))): int(row["value"]) for row in rows
    }


def judged_of(name: str, files_: Sequence[str]) -> list[str]:
    """Without the pictures that taught or tuned the reader."""
    if name not in TUNED:
        return list(files_)
    text = (files("vision") / "splits" / TUNED[name]).read_text(encoding="utf-8")
    part = {row["file"]: row["part"] for row in csv.DictReader(text.splitlines())}
    return [file for file in files_ if part.get(file, "judge") == "judge"]
