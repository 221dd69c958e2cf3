"""How long people wait for the companion at real pace, measured from outside: table to phone."""

from typing import Any

from companion.twin.report import Report
from companion.twin.wizard_thieves.acts import Acts


class Stopwatch:
    """Compares instants of the world with the instant a phone showed their consequence."""

    def __init__(self, report: Report, acts: Acts) -> None:
        self._report = report
        self._acts = acts
        self._verdicts = 0
        self._told: set[int] = set()

    def seen(self, view: dict[str, Any]) -> None:
        """A phone has a new view."""
        acts, now = self._acts, self._acts.now
        self._reveal(acts, view, now)
        self._verdict(acts, view, now)

    def _reveal(self, acts: Acts, view: dict[str, Any], now: int) -> None:
        pot = next((pile for pile in view.get("piles", ()) if pile["id"] == "pot"), None)
        top = (pot or {}).get("top")
        if pot is None or top is None or not acts.memory.faces:
            return
        face = acts.memory.faces[-1]
        matches = face.zone == "pot" and face.key == top["key"] and pot["count"] == face.number + 1
        if matches and face.at_ns not in self._told:
            self._told.add(face.at_ns)
            self._report.latency("reveal_to_state", face.at_ns, now)

    def _verdict(self, acts: Acts, view: dict[str, Any], now: int) -> None:
        spoken = [c["id"] for c in view.get("captions", ()) if c.get("priority") == "verdict"]
        newest = max(spoken, default=0)
        if newest <= self._verdicts:
            return
        self._verdicts = newest
        counted = [s for s in acts.memory.slaps if s.outcome in {"won", "cursed", "out"}]
        if counted and counted[-1].at_ns not in self._told:
            self._told.add(counted[-1].at_ns)
            self._report.latency("press_to_verdict", counted[-1].at_ns, now)
