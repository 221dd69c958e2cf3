"""What the world writes down: every true state, press and face, one JSON line each."""

import json
from pathlib import Path
from typing import Any, TextIO

TRUTH_FILE = "truth.jsonl"


class Report:
    """Lines of `truth.jsonl`, flushed as they come, so that a killed run leaves what it knew.

    Kinds: `state` (n, at_ns, step, state), `undo` (n: states after that one count no more),
    `press` (seat, at_ns, outcome), `face` (zone, key, at_ns, seat, meant), `latency` (what, of_ns,
    seen_ns), `end`.
    """

    def __init__(self, directory: Path) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self._file: TextIO = (directory / TRUTH_FILE).open("w", encoding="utf-8")
        self.game = 0
        self._n = 0

    def state(self, at_ns: int, step: dict[str, Any], state: dict[str, Any]) -> None:
        """The state changed to this at that instant."""
        self._n += 1
        self._line("state", n=self._n, at_ns=at_ns, step=step, state=state)

    @property
    def count(self) -> int:
        """How many states were written so far."""
        return self._n

    def undo(self, count: int) -> None:
        """People took everything after that many states back: it counts no more."""
        self._line("undo", n=count)

    def press(self, seat: int, at_ns: int, outcome: str) -> None:
        """A button went down, and what it truly meant."""
        self._line("press", seat=seat, at_ns=at_ns, outcome=outcome)

    def face(self, zone: str, key: str, at_ns: int, seat: int, *, meant: bool) -> None:
        """A card lay face up from that instant on."""
        self._line("face", zone=zone, key=key, at_ns=at_ns, seat=seat, meant=meant)

    def latency(self, what: str, of_ns: int, seen_ns: int) -> None:
        """A phone showed at `seen_ns` what came of the face or press of `of_ns`, at real pace."""
        self._line("latency", what=what, of_ns=of_ns, seen_ns=seen_ns)

    def end(self, **facts: Any) -> None:
        """A game, or all of it, is over."""
        self._line("end", **facts)

    def close(self) -> None:
        """No more lines."""
        self._file.close()

    def _line(self, kind: str, **facts: Any) -> None:
        json.dump({"kind": kind, "game": self.game, **facts}, self._file, separators=(",", ":"))
        self._file.write("\n")
        self._file.flush()
