"""Reading what the twin wrote down, and the journals that the companion wrote meanwhile."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.blackbox import box_path, read_box
from companion.history import GAME, Row
from companion.store import JournalReader
from hardware.events import GridSeen

TRUTH_FILE = "truth.jsonl"


@dataclass(slots=True)
class GameTruth:
    """One game as it truly was: lines of `truth.jsonl`."""

    states: list[dict[str, Any]] = field(default_factory=list)
    presses: list[dict[str, Any]] = field(default_factory=list)
    faces: list[dict[str, Any]] = field(default_factory=list)
    latencies: list[dict[str, Any]] = field(default_factory=list)
    end: dict[str, Any] | None = None


@dataclass(slots=True)
class Truths:
    """The whole report."""

    games: list[GameTruth] = field(default_factory=list)
    prompts: int = 0
    announcements: int = 0
    complete: bool = False


def read_truth(report: Path) -> Truths:
    """The report so far; a last line that is not whole is left out."""
    truths = Truths()
    path = report / TRUTH_FILE
    if not path.exists():
        return truths
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            _take(truths, json.loads(line))
        except json.JSONDecodeError:
            break
    return truths


def _take(truths: Truths, fact: dict[str, Any]) -> None:
    kind = fact["kind"]
    if kind == "end" and fact.get("total"):
        truths.prompts, truths.announcements = fact["prompts"], fact["announcements"]
        truths.complete = True
        return
    while len(truths.games) <= fact["game"]:
        truths.games.append(GameTruth())
    game = truths.games[fact["game"]]
    if kind == "end":
        game.end = fact
    elif kind == "undo":
        game.states[:] = [state for state in game.states if state["n"] <= fact["n"]]
    else:
        kinds = {
            "state": game.states,
            "press": game.presses,
            "face": game.faces,
            "latency": game.latencies,
        }
        kinds[kind].append(fact)


def read_journals(data: Path) -> list[tuple[Row, ...]]:
    """The rows of every game in the data folder that was begun, oldest first."""
    return [rows for _, rows in _begun(data)]


def read_grids(data: Path) -> list[tuple[GridSeen, ...]]:
    """What the eye told of grids, lines and tokens in each of these games, by their black boxes."""
    return [tuple(_grids(box_path(path))) for path, _ in _begun(data)]


def _begun(data: Path) -> Iterator[tuple[Path, tuple[Row, ...]]]:
    for path in sorted((data / "games").glob("*.journal")):
        with JournalReader(path) as reader:
            rows = reader.rows()
        if any(row.kind == GAME for row in rows):
            yield path, rows


def _grids(path: Path) -> Iterator[GridSeen]:
    if not path.exists():
        return
    for segment in read_box(path).segments:
        for heard in segment.heard:
            if isinstance(heard.signal, GridSeen):
                yield heard.signal
